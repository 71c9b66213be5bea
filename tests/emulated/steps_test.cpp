// Every step of the AVX-512 updater against a slow reference: on all focus squares of many random boards.

#include <bit>
#include <cstring>
#include <utility>

#include "engine_core/threats/avx512_updater.h"
#include "tests/emulated/reference.h"
#include "tests/emulated/require.h"

namespace threatperft::inline THREATPERFT_BUILD {
namespace {

using reference::at_distance;
using reference::Random;
using reference::random_board;

constexpr std::size_t kBoards = 256;

std::array<std::uint32_t, 16> lanes_of(__m512i vector) {
  std::array<std::uint32_t, 16> lanes;
  _mm512_storeu_si512(lanes.data(), vector);
  return lanes;
}
std::array<std::uint32_t, 8> lanes_of(__m256i vector) {
  std::array<std::uint32_t, 8> lanes;
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(lanes.data()), vector);
  return lanes;
}
std::array<std::uint64_t, 8> words_of(__m512i vector) {
  std::array<std::uint64_t, 8> words;
  _mm512_storeu_si512(words.data(), vector);
  return words;
}
std::array<Piece, 64> bytes_of(__m512i vector) {
  std::array<Piece, 64> bytes;
  _mm512_storeu_si512(bytes.data(), vector);
  return bytes;
}

/// What a lane stands for: the closest piece of a ray, or the square of a knight's jump, occupied or not.
std::optional<Square> square_of_lane(const Position& board, Square focus, unsigned lane) {
  if (lane < 8) return reference::closest(board, focus, lane);
  const Step jump = kKnightSteps[lane - 8];
  return at_distance(focus, jump.file, jump.rank);
}
Piece piece_of_lane(const Position& board, Square focus, unsigned lane) {
  const std::optional<Square> square = square_of_lane(board, focus, lane);
  return square ? board.at(*square) : Piece::none;
}

/// Calls `test(board, focus, registers)` for every focus square of many boards.
template <class Test>
void on_all_squares(Test test) {
  Random random{20240512};
  std::size_t tested = 0;
  for (std::size_t i = 0; i < kBoards; ++i) {
    const Position board = random_board(random);
    const Board512 registers = steps512::load_board(board);
    for (unsigned square = 0; square < 64; ++square, ++tested) test(board, square_at(square), registers);
  }
  BOOST_TEST(tested == 64 * kBoards);
}

/// The focus as the updater sees it, with a piece that depends on the square.
struct Seen {
  Piece piece;
  __m512i rays;
  __m512i squares;
  Focus512 focus;

  Seen(const Board512& registers, Square square)
      : piece(piece_at(index(square) % 12)),
        rays(steps512::occupied_rays(registers.occupied, square)),
        squares(steps512::squares_of_lanes(steps512::closest(rays), square, piece)),
        focus(registers, square, piece) {}
};

template <unsigned Code>
void check_attacked_lanes(const Position& board, Square square, const Focus512& focus) {
  constexpr Piece piece = piece_at(Code);
  unsigned expected = 0;
  for (unsigned lane = 0; lane < 16; ++lane) {
    const std::optional<Square> to = square_of_lane(board, square, lane);
    if (to && is_piece(board.at(*to)) && reference::attacks(board, piece, square, *to))
      expected |= 1u << lane;
  }
  require_same(steps512::attacked_lanes(focus, KnownPiece<piece>{}), expected);
  require_same(steps512::attacked_lanes(focus, piece), expected);
}

template <unsigned... Codes>
void check_all_attacked_lanes(const Position& board, Square square, const Focus512& focus,
                              std::integer_sequence<unsigned, Codes...>) {
  (check_attacked_lanes<Codes>(board, square, focus), ...);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(avx512_steps)

BOOST_AUTO_TEST_CASE(boards_in_registers) {
  on_all_squares([](const Position& board, Square square, const Board512& registers) {
    Position expected = board;
    if (is_piece(board.at(square))) expected.take(square);
    require_same(true, words_of(steps512::vacate(registers.occupied, square))[3] == expected.occupied().bits);
    require_same(true, bytes_of(steps512::put(registers.mailbox, Piece::none, square)) == expected.mailbox);
    expected.put(Piece::black_king, square);
    require_same(true, words_of(steps512::occupy(registers.occupied, square))[5] == expected.occupied().bits);
    require_same(true,
                 bytes_of(steps512::put(registers.mailbox, Piece::black_king, square)) == expected.mailbox);
  });
}

BOOST_AUTO_TEST_CASE(closest_pieces) {
  on_all_squares([](const Position& board, Square square, const Board512& registers) {
    const Seen seen{registers, square};
    const auto closest = words_of(steps512::closest(seen.rays));
    const auto rays = words_of(seen.rays);
    unsigned near = 0;
    for (unsigned d = 0; d < 8; ++d) {
      Bitboard ray;
      const Step step = kRaySteps[d];
      for (int i = 1; const auto at = at_distance(square, step.file, step.rank, i); ++i) {
        if (is_piece(board.at(*at))) ray |= Bitboard{*at};
      }
      require_same(rays[d], ray.bits);
      const std::optional<Square> expected = reference::closest(board, square, d);
      require_same(closest[d], expected ? 63 - index(*expected) : 64);
      if (expected && expected == at_distance(square, step.file, step.rank)) near |= 1u << d;
    }
    require_same(steps512::near_lanes(seen.rays, square), near);
  });
}

BOOST_AUTO_TEST_CASE(squares_and_tuples) {
  on_all_squares([](const Position& board, Square square, const Board512& registers) {
    const Seen seen{registers, square};
    const auto squares = lanes_of(seen.squares);
    const auto tuples = lanes_of(seen.focus.incoming);
    const auto turned = lanes_of(steps512::turned(seen.focus.incoming));
    const Piece other = piece_at((index(square) + 5) % 12);
    const auto on_other = lanes_of(steps512::with_victim(
        _mm512_set1_epi32(static_cast<int>(pack({Piece::white_rook, square, Piece::black_bishop, square}))),
        Piece::black_bishop, other));
    for (unsigned lane = 0; lane < 16; ++lane) {
      const std::optional<Square> at = square_of_lane(board, square, lane);
      const unsigned expected = at ? index(*at) : 0xFF;
      require_same(squares[lane], expected | expected << 8 | index(seen.piece) << 16 | index(square) << 24);
      if (at) {
        require_same(tuples[lane], pack({board.at(*at), *at, seen.piece, square}));
        require_same(turned[lane], pack({seen.piece, square, board.at(*at), *at}));
      }
      require_same(on_other[lane], pack({Piece::white_rook, square, other, square}));
    }
  });
}

BOOST_AUTO_TEST_CASE(kinds_and_incoming) {
  on_all_squares([](const Position& board, Square square, const Board512& registers) {
    const Seen seen{registers, square};
    const auto reach = lanes_of(seen.focus.reach);
    const auto reached = lanes_of(seen.focus.reached);
    unsigned attackers = 0;
    unsigned occupied = 0;
    for (unsigned lane = 0; lane < 16; ++lane) {
      const Piece piece = piece_of_lane(board, square, lane);
      require_same(reach[lane] & 0xFF, is_piece(piece) ? kReach[index(piece)] : 0u);
      require_same(reached[lane] >> 8, 0u);
      if (!is_piece(piece)) continue;
      occupied |= 1u << lane;
      const Square from = *square_of_lane(board, square, lane);
      if (reference::attacks(board, piece, from, square)) attackers |= 1u << lane;
      // Not only what stands there: every piece that might.
      for (unsigned code = 0; code < 12; ++code) {
        require_same((kReach[code] & reached[lane]) != 0,
                     reference::attacks(board, piece_at(code), from, square));
      }
    }
    require_same(steps512::occupied_lanes(seen.focus.reach), occupied);
    require_same(seen.focus.attackers, attackers);
  });
}

BOOST_AUTO_TEST_CASE(outgoing) {
  on_all_squares([](const Position& board, Square square, const Board512& registers) {
    const Seen seen{registers, square};
    check_all_attacked_lanes(board, square, seen.focus, std::make_integer_sequence<unsigned, 12>{});
  });
}

BOOST_AUTO_TEST_CASE(discovered) {
  on_all_squares([](const Position& board, Square square, const Board512& registers) {
    const Seen seen{registers, square};
    Position vacated = board;
    if (is_piece(board.at(square))) vacated.take(square);
    const auto across = lanes_of(seen.focus.across);
    unsigned expected = 0;
    for (unsigned lane = 0; lane < 8; ++lane) {
      const std::optional<Square> from = reference::closest(board, square, lane);
      const std::optional<Square> to = reference::closest(board, square, lane ^ 1);
      if (!from || !to) continue;
      const Piece piece = board.at(*from);
      require_same(across[lane], pack({piece, *from, board.at(*to), *to}));
      const PieceType type = type_of(piece);
      const bool is_slider = type == PieceType::bishop || type == PieceType::rook || type == PieceType::queen;
      if (is_slider && reference::attacks(vacated, piece, *from, *to)) expected |= 1u << lane;
    }
    require_same(seen.focus.discovered, expected);
  });
}

// All 65,536 choices of sixteen lanes and all 256 of eight; and what is stored, and where.
BOOST_AUTO_TEST_CASE(compression) {
  std::array<std::uint32_t, 16> numbers;
  for (unsigned i = 0; i < 16; ++i) numbers[i] = 0x01010101 * (i + 1);
  const __m512i tuples = _mm512_loadu_si512(numbers.data());
  unsigned tested = 0;
  for (unsigned chosen = 0; chosen < 65536; ++chosen) {
    const unsigned width = chosen < 256 ? 2 : std::popcount(chosen) <= 8 ? 1 : 0;
    for (unsigned narrow = 0; narrow <= width; ++narrow, ++tested) {
      DeltaList list;
      std::memset(static_cast<void*>(&list), 0xC5, sizeof list);
      ListEnd end{list, chosen % 7};
      if (narrow == 0) append16(end, tuples, static_cast<Lanes16>(chosen));
      if (narrow == 1) append8_of_16(end, tuples, static_cast<Lanes16>(chosen));
      if (narrow == 2) append8(end, steps512::low_half(tuples), static_cast<Lanes8>(chosen));
      std::uint32_t count = chosen % 7;
      const std::uint32_t last = count + (narrow == 0 ? 16 : 8);
      for (unsigned lane = 0; lane < 16; ++lane) {
        if (chosen >> lane & 1) require_same(pack(list.threats[count++]), numbers[lane]);
      }
      require_same(end.count, count);
      for (unsigned i = 0; i < list.threats.size(); ++i) {
        if (i < chosen % 7 || i >= last) require_same(pack(list.threats[i]), 0xC5C5C5C5u);
      }
    }
  }
  BOOST_TEST(tested > 65536u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace threatperft::inline THREATPERFT_BUILD
