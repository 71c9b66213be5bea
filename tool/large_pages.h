#pragma once

namespace threatperft {

/// Lets the process keep what it allocates in large pages where the system has them, from the first megabyte
/// on. To be called once, before there are other threads. Nothing depends on its success.
///
/// The counters of statistics are many megabytes that are all touched once; in pages of 4 KiB, the system's
/// work for that takes longer than a small walk, on virtual machines above all.
void use_large_pages();

}  // namespace threatperft
