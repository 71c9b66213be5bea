#include <cstdio>

#include "tool/command.h"
#include "tool/console.h"
#include "tool/large_pages.h"
#include "tool/signals.h"

int main(int argc, char** argv) {
  threatperft::use_large_pages();
  const threatperft::SignalGuard signals;
  threatperft::Console console(stdout, stderr);
  return threatperft::run_command_line({argv + (argc > 0 ? 1 : 0), argv + argc}, console);
}
