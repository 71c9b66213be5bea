# Writes OUTPUT, a C++ source file with the bytes of PARTS by their file names. Scripts must not hold what would end the
# element that they stand in.
include(${CMAKE_CURRENT_LIST_DIR}/../cmake/bytes.cmake)

set(arrays "")
set(entries "")
set(number 0)
foreach(part IN LISTS PARTS)
  cmake_path(GET part FILENAME name)
  file(READ ${part} text)
  string(TOLOWER "${text}" text)
  foreach(end IN ITEMS "</script" "</style" "<!--")
    string(FIND "${text}" "${end}" place)
    if(NOT name MATCHES "\\.html$" AND NOT place EQUAL -1)
      message(FATAL_ERROR "${part}: holds ${end}, and cannot be part of a page")
    endif()
  endforeach()
  read_as_characters(${part} bytes)
  string(APPEND arrays "constexpr char kBytes${number}[] = {\n    ${bytes}'\\0'};\n\n")
  string(APPEND entries "    {\"${name}\", {kBytes${number}, sizeof kBytes${number} - 1}},\n")
  math(EXPR number "${number} + 1")
endforeach()

file(WRITE ${OUTPUT}.new "// Written by tool/embed_report.cmake.
#include \"tool/stats_report_parts.h\"

#include <array>

namespace threatperft {
namespace {

${arrays}constexpr std::array<ReportPart, ${number}> kParts{{
${entries}}};

}  // namespace

std::span<const ReportPart> report_parts() { return kParts; }

}  // namespace threatperft
")
file(RENAME ${OUTPUT}.new ${OUTPUT})
