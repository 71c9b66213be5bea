#pragma once

#include <istream>
#include <string>

namespace threatperft {

/// The processor's name as the system gives it, with what tells models of one name apart: "AMD EPYC (family
/// 26, model 2)"; or "unknown".
std::string processor_name();
/// The same from what stands in /proc/cpuinfo.
std::string processor_name(std::istream& cpuinfo);

/// How many threads this process may run at once: cores, less what affinity or a container takes away.
int available_threads();

}  // namespace threatperft
