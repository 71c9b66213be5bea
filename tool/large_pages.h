#pragma once

namespace threatperft {

/// Lets the first 128 MiB of the process's heap stand in large pages where the system has them, and all
/// threads use that heap. To be called once, before there are other threads. Nothing depends on its success;
/// where a limit counts addresses, nothing is done.
///
/// The counters of statistics are many megabytes that are all touched once; in pages of 4 KiB, the system's
/// work for that takes longer than a small walk, on virtual machines above all.
void use_large_pages();

}  // namespace threatperft
