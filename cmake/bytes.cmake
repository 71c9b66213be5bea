# Sets a variable to the bytes of a file as C++ characters, '\x41','\x42',... with a comma after each.
function(read_as_characters file variable)
  file(READ ${file} hex HEX)
  string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${hex}")
  string(REGEX REPLACE "((......,){16})" "\\1\n    " bytes "${bytes}")
  set(${variable} "${bytes}" PARENT_SCOPE)
endfunction()
