#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace threatperft {

/// What wrote a file; only files of one kind can be compared.
enum class ResultKind { result, bench, stats };

/// "threatperft.result" and so on, without the version.
std::string_view schema_of(ResultKind kind);

/// A result file in the shape of the newest version of its schema, so that nothing behind the reader knows of
/// older ones. All members that the schema's first version has are there and of the right type.
struct ResultDocument {
  std::string path;    ///< as the user named it
  std::string folder;  ///< of statistics: where tables may lie beside the summary; else empty
  ResultKind kind = ResultKind::result;
  std::uint64_t version = 1;  ///< of the file, before it was brought up to date
  nlohmann::ordered_json json;
};

/// Reads a result of `check`, `perft` or `bench`, or the summary of `stats` (or the folder that holds it);
/// "-" is standard input, and compressed files are read as they are. Throws UserError for whatever is no such
/// file, damaged, or of a newer version.
ResultDocument read_result_document(const std::string& path);

/// The same for a result that is in memory already; `path` is what messages call it.
ResultDocument result_document(nlohmann::ordered_json json, std::string path);

/// A file's bytes, decompressed. Throws UserError, naming it.
std::string read_whole_file(const std::string& path);

}  // namespace threatperft
