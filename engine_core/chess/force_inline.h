#pragma once

// The small functions of the shared vocabulary (Square, Piece, Bitboard, ...) are used both by code that
// every processor runs and by kernels compiled with wider instruction sets. Were such a function emitted out
// of line in a kernel's object file, the linker might pick that copy for the whole program and crash older
// machines. Forcing them inline means that no object file ever holds one; tests/symbols checks it.
#define THREATPERFT_INLINE [[gnu::always_inline]] inline

// Whatever is more than vocabulary lives in an inline namespace named after the build that compiles it, so
// that two builds of one function are two symbols. Code that every processor runs is the build `portable`.
#ifndef THREATPERFT_BUILD
#define THREATPERFT_BUILD portable
#endif
