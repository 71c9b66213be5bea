# Everything is built with them, so they are no property of a target. Checks of the standard library come along.
if(THREATPERFT_SANITIZE)
  add_compile_options(-fsanitize=${THREATPERFT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${THREATPERFT_SANITIZE})
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
endif()
