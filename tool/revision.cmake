# Writes the short hash of the checked-out commit, "-dirty" behind it if files differ from it, into a header; "unknown"
# where there is no git or no history. The header is left alone if it already says so.
set(revision "unknown")
find_program(git_program git)
if(git_program)
  execute_process(COMMAND ${git_program} -C ${SOURCE_DIR} describe --always --abbrev=7 --dirty --exclude=*
                  OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE status)
  if(status EQUAL 0 AND described MATCHES "^[0-9a-f]+(-dirty)?$")
    set(revision ${described})
  endif()
endif()

set(wanted "#define THREATPERFT_REVISION \"${revision}\"\n")
set(present "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} present)
endif()
if(NOT present STREQUAL wanted)
  file(WRITE ${OUTPUT} ${wanted})
endif()
