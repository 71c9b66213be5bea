// Prints the kernel that is chosen on this machine: "avx2 x86-64-v3+pext".
#include <cstdio>
#include <string>

#include "engine_core/perft/kernels.h"

int main() {
  const threatperft::Kernel& kernel = threatperft::best_kernel();
  const std::string updater{to_string(kernel.updater)};
  const std::string build{kernel.build};
  return std::printf("%s %s\n", updater.c_str(), build.c_str()) < 0 ? 1 : 0;
}
