#pragma once

#include <immintrin.h>

#include <array>
#include <cstdint>

#include "engine_core/chess/force_inline.h"
#include "engine_core/chess/piece.h"
#include "engine_core/chess/square.h"

// What the AVX2 updater looks up: constants of the lane frame, and a few tables of 32 bytes or less a square.
// All of it together is some 8 KB, for the updater shares the first-level cache with the walk around it.
namespace threatperft::inline THREATPERFT_BUILD {
namespace avx2_detail {

/// What a square sees in sixteen directions, one 16-bit lane each: piece | square << 8 of the closest piece
/// on a ray or of the piece a knight's jump away, `kNoPiece` where there is none.
///
/// The order makes one instruction enough to pair lanes with a focus (unpacking works inside 128-bit halves),
/// and puts opposite directions into opposite halves:
///
///     lane  0..3  N, NE, NW, E      4..7  jumps NNE, NNW, ENE, WNW
///     lane  8..11 S, SW, SE, W     12..15 jumps SSW, SSE, WSW, ESE
inline constexpr int kLanes = 16;
inline constexpr std::uint16_t kNoPiece = 0xFFFF;

struct LaneStep {
  int file;
  int rank;
};
inline constexpr std::array<LaneStep, kLanes> kLaneSteps = {{{0, 1},
                                                             {1, 1},
                                                             {-1, 1},
                                                             {1, 0},
                                                             {1, 2},
                                                             {-1, 2},
                                                             {2, 1},
                                                             {-2, 1},
                                                             {0, -1},
                                                             {-1, -1},
                                                             {1, -1},
                                                             {-1, 0},
                                                             {-1, -2},
                                                             {1, -2},
                                                             {-2, -1},
                                                             {2, -1}}};

constexpr bool is_jump(int lane) { return (lane & 4) != 0; }
constexpr bool is_diagonal(int lane) {
  const LaneStep step = kLaneSteps[static_cast<std::size_t>(lane)];
  return !is_jump(lane) && step.file != 0 && step.rank != 0;
}

/// A constant for every lane.
struct alignas(32) LaneWords {
  std::array<std::uint16_t, kLanes> words{};
  THREATPERFT_INLINE __m256i load() const {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(this));
  }
};

template <class Function>
constexpr LaneWords make_lanes(Function value_of_lane) {
  LaneWords lanes;
  for (int lane = 0; lane < kLanes; ++lane) {
    lanes.words[static_cast<std::size_t>(lane)] = static_cast<std::uint16_t>(value_of_lane(lane));
  }
  return lanes;
}

/// Sixteen bytes, the same in both halves: a table for a byte shuffle.
struct alignas(32) ByteTable {
  std::array<std::uint8_t, 32> bytes{};
  THREATPERFT_INLINE __m256i load() const {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(this));
  }
};

// Kinds of attack, a bit each. The empty lane's piece byte is 0xFF, which a byte shuffle maps to no kind at
// all.
inline constexpr unsigned kStraight = 1;
inline constexpr unsigned kDiagonal = 2;
inline constexpr unsigned kKing = 4;
inline constexpr unsigned kWhitePawn = 8;
inline constexpr unsigned kBlackPawn = 16;
inline constexpr unsigned kKnight = 32;

/// The kinds of attack that a piece has, by piece code.
inline constexpr ByteTable kKinds = [] {
  constexpr std::array<unsigned, kPieceCount> kinds = {kWhitePawn,
                                                       kBlackPawn,
                                                       kKnight,
                                                       kKnight,
                                                       kDiagonal,
                                                       kDiagonal,
                                                       kStraight,
                                                       kStraight,
                                                       kStraight | kDiagonal,
                                                       kStraight | kDiagonal,
                                                       kKing,
                                                       kKing};
  ByteTable table;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    table.bytes[i] = table.bytes[i + 16] = static_cast<std::uint8_t>(kinds[i]);
  }
  return table;
}();

/// The kinds that reach the focus along a lane from any distance; of these, the sliders.
inline constexpr LaneWords kFarKinds = make_lanes([](int lane) {
  return is_jump(lane) ? kKnight : is_diagonal(lane) ? kDiagonal : kStraight;
});
inline constexpr LaneWords kSliderKinds = make_lanes([](int lane) {
  return is_jump(lane) ? 0u : is_diagonal(lane) ? kDiagonal : kStraight;
});

/// The kinds that reach the focus from the nearest square of a lane, beside those. A white pawn stands below
/// its target, a black one above.
inline constexpr LaneWords kNearKinds = make_lanes([](int lane) {
  if (is_jump(lane)) return 0u;
  if (!is_diagonal(lane)) return kKing;
  return kKing | (kLaneSteps[static_cast<std::size_t>(lane)].rank < 0 ? kWhitePawn : kBlackPawn);
});

/// All ones in the lanes of jumps.
inline constexpr LaneWords kJumpLanes = make_lanes([](int lane) { return is_jump(lane) ? 0xFFFFu : 0u; });

/// The nearest square of every ray, shifted like a lane's square; no square for jumps and beyond the edge.
inline constexpr std::array<LaneWords, kSquareCount> kNeighbours = [] {
  std::array<LaneWords, kSquareCount> table{};
  for (unsigned square = 0; square < kSquareCount; ++square) {
    table[square] = make_lanes([square](int lane) {
      const int file = static_cast<int>(square & 7) + kLaneSteps[static_cast<std::size_t>(lane)].file;
      const int rank = static_cast<int>(square >> 3) + kLaneSteps[static_cast<std::size_t>(lane)].rank;
      const bool real = !is_jump(lane) && file >= 0 && file < 8 && rank >= 0 && rank < 8;
      return real ? static_cast<unsigned>(rank * 8 + file) << 8 : 0x7F00u;
    });
  }
  return table;
}();

// Outgoing threats leave either along the eight rays or along the eight jumps. Eight-bit masks below hold the
// lanes of the lower half in bits 0 to 3, those of the upper half in bits 4 to 7, as unpacking a half leaves
// them.
inline constexpr unsigned kStraightRays = 0b1001'1001;
inline constexpr unsigned kDiagonalRays = 0b0110'0110;

/// Where a piece attacks from any distance, and where it attacks the nearest square only.
constexpr unsigned far_rays(PieceType type) {
  switch (type) {
    case PieceType::bishop:
      return kDiagonalRays;
    case PieceType::rook:
      return kStraightRays;
    case PieceType::queen:
    case PieceType::knight:
      return 0xFF;
    default:
      return 0;
  }
}
constexpr unsigned near_rays(Piece piece) {
  if (type_of(piece) == PieceType::king) return 0xFF;
  if (type_of(piece) != PieceType::pawn) return 0;
  return color_of(piece) == Color::white ? 0b0000'0110 : 0b0110'0000;
}

/// The same for a piece that is known only at run time, with the byte shuffle that brings its eight lanes
/// into the lower part of either half.
struct alignas(64) PieceShape {
  ByteTable lanes;
  std::uint64_t far = 0;
  std::uint64_t near = 0;
};
inline constexpr std::array<PieceShape, kPieceCount> kPieceShapes = [] {
  std::array<PieceShape, kPieceCount> shapes{};
  for (unsigned code = 0; code < kPieceCount; ++code) {
    const Piece piece = piece_at(code);
    const unsigned first = type_of(piece) == PieceType::knight ? 8 : 0;
    for (unsigned i = 0; i < 32; ++i) {
      shapes[code].lanes.bytes[i] = static_cast<std::uint8_t>(first + (i & 7));
    }
    shapes[code].far = far_rays(type_of(piece));
    shapes[code].near = near_rays(piece);
  }
  return shapes;
}();

/// piece | square << 8, twice in a double word: ready to be broadcast.
inline constexpr std::array<std::array<std::uint32_t, kSquareCount>, kPieceCount> kFocusWords = [] {
  std::array<std::array<std::uint32_t, kSquareCount>, kPieceCount> table{};
  for (unsigned piece = 0; piece < kPieceCount; ++piece) {
    for (unsigned square = 0; square < kSquareCount; ++square) {
      table[piece][square] = (piece | square << 8) * 0x10001u;
    }
  }
  return table;
}();

/// For every set of eight lanes, their numbers in rising order: packs the chosen lanes to the front.
inline constexpr std::array<std::array<std::uint8_t, 8>, 256> kPacking = [] {
  std::array<std::array<std::uint8_t, 8>, 256> table{};
  for (unsigned set = 0; set < 256; ++set) {
    std::size_t count = 0;
    for (unsigned lane = 0; lane < 8; ++lane) {
      if ((set >> lane & 1) != 0) table[set][count++] = static_cast<std::uint8_t>(lane);
    }
  }
  return table;
}();

}  // namespace avx2_detail
}  // namespace threatperft::inline THREATPERFT_BUILD
