#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "tool/check_result.h"
#include "tool/check_settings.h"

namespace threatperft {

nlohmann::ordered_json tool_json();
nlohmann::ordered_json machine_json(int threads, const Kernel& kernel);
nlohmann::ordered_json timing_json(std::uint64_t nodes, double seconds);

/// How a result came about.
struct RunDescription {
  nlohmann::ordered_json command;  ///< the settings that the numbers depend on
  int threads = 1;
  const Kernel* kernel = nullptr;
  bool with_threats = true;  ///< else threats and signatures were not computed and are null
};

/// A result file; results/README.md documents the fields.
nlohmann::ordered_json result_json(const RunDescription& run, const CheckResult& result);

/// The result file of `check`.
nlohmann::ordered_json check_json(const CheckSettings& settings, const CheckResult& result);

/// What a run of `check` and the journal that it goes on from must have in common.
nlohmann::ordered_json check_identity(const CheckSettings& settings, const CheckResult& result);

/// As it is written: indented, a line end at the end, bytes that are no UTF-8 replaced.
std::string json_text(const nlohmann::ordered_json& json);

}  // namespace threatperft
