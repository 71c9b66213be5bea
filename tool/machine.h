#pragma once

#include <string>

namespace threatperft {

/// The processor's name as the system gives it, or "unknown".
std::string processor_name();

/// How many threads this process may run at once: cores, less what affinity or a container takes away.
int available_threads();

}  // namespace threatperft
