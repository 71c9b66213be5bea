# Writes OUTPUT, a C++ source file with the bytes of SUITES: known, standard, chess960, edge, then any others by name.
include(${CMAKE_CURRENT_LIST_DIR}/../cmake/bytes.cmake)

set(ordered "")
foreach(name IN ITEMS known standard chess960 edge)
  foreach(suite IN LISTS SUITES)
    if(suite MATCHES "/${name}\\.epd$")
      list(APPEND ordered ${suite})
    endif()
  endforeach()
endforeach()
list(SORT SUITES)
list(APPEND ordered ${SUITES})
list(REMOVE_DUPLICATES ordered)

set(arrays "")
set(entries "")
set(number 0)
foreach(suite IN LISTS ordered)
  cmake_path(GET suite FILENAME name)
  read_as_characters(${suite} bytes)
  string(APPEND arrays "constexpr char kBytes${number}[] = {\n    ${bytes}'\\0'};\n\n")
  string(APPEND entries "    {\"epd/suites/${name}\", {kBytes${number}, sizeof kBytes${number} - 1}},\n")
  math(EXPR number "${number} + 1")
endforeach()

file(WRITE ${OUTPUT}.new "// Written by epd/embed.cmake.
#include \"epd/embedded.h\"

#include <array>

namespace threatperft {
namespace {

${arrays}constexpr std::array<EmbeddedSuite, ${number}> kSuites{{
${entries}}};

}  // namespace

std::span<const EmbeddedSuite> embedded_suites() { return kSuites; }

}  // namespace threatperft
")
file(RENAME ${OUTPUT}.new ${OUTPUT})
