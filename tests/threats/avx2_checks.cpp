// Compiled with the flags of the AVX2 kernels, and only called where the processor has what they ask for.

#include "engine_core/threats/avx2_updater.h"
#include "tests/threats/updater_checks_of.h"

static_assert(!THREATPERFT_PEXT);

namespace threatperft {
namespace {

/// The lanes of one square, by steps.
avx2_detail::LaneWords slow_lanes(const Position& board, Square square) {
  return avx2_detail::make_lanes([&](int lane) -> unsigned {
    const avx2_detail::LaneStep step = avx2_detail::kLaneSteps[static_cast<std::size_t>(lane)];
    const int limit = avx2_detail::is_jump(lane) ? 1 : 7;
    for (int steps = 1; steps <= limit; ++steps) {
      const Square seen = slow::at_offset(square, step.file * steps, step.rank * steps);
      if (seen == Square::none) break;
      if (is_piece(board.at(seen))) return index(board.at(seen)) | index(seen) << 8;
    }
    return avx2_detail::kNoPiece;
  });
}

}  // namespace

UpdaterChecks avx2_checks() { return updater_checks_of<Avx2Updater>("avx2"); }

std::string check_avx2_lanes(std::uint64_t seed, int boards) {
  slow::Random random{seed};
  for (int i = 0; i < boards; ++i) {
    const Position board = slow::random_board(random);
    const avx2_detail::BoardLanes lanes(board);
    for (unsigned j = 0; j < kSquareCount; ++j) {
      const avx2_detail::LaneWords expected = slow_lanes(board, square_at(j));
      avx2_detail::LaneWords found;
      _mm256_store_si256(reinterpret_cast<__m256i*>(&found), lanes[square_at(j)]);
      for (std::size_t lane = 0; lane < found.words.size(); ++lane) {
        if (found.words[lane] == expected.words[lane]) continue;
        return to_fen(board, CastlingNotation::standard) + " square " + std::to_string(j) + " lane " +
               std::to_string(lane) + ": " + std::to_string(found.words[lane]) + " instead of " +
               std::to_string(expected.words[lane]);
      }
    }
  }
  return {};
}

}  // namespace threatperft
