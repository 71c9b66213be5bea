// A position and a sequence of moves: at each position, every updater of this machine writes the delta of
// every legal move, and all must agree with each other and with the oracle; the walks must find no mismatch.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine_core/chess/fen.h"
#include "engine_core/chess/moves.h"
#include "engine_core/perft/kernels.h"
#include "engine_core/threats/oracle.h"
#include "tests/fuzz/fuzz_position.h"
#include "tests/fuzz/require.h"

namespace threatperft {
namespace {

constexpr int kMaxPlies = 40;
constexpr std::size_t kMaxMovesTried =
    60;  // a position of 200 queens' moves is not worth 200 times a plain one

using Multiset = std::vector<std::uint32_t>;

template <class Threats>
void append(Multiset& set, const Threats& threats) {
  for (const Threat threat : threats) set.push_back(pack(threat));
}

template <class... Lists>
Multiset sorted(const Lists&... lists) {
  Multiset set;
  (append(set, lists), ...);
  std::ranges::sort(set);
  return set;
}

std::string describe(const Position& position, Move move, const Kernel& kernel) {
  return to_fen(position, CastlingNotation::chess960) + " move " + to_uci(move, CastlingNotation::chess960) +
         " by " + std::string{to_string(kernel.updater)} + ", " + std::string{kernel.build};
}

void check_move(const Position& position, const std::vector<Threat>& before, Move move,
                const std::vector<const Kernel*>& kernels) {
  const std::vector<Threat> now = threats_of(after(position, move));
  Multiset added;
  Multiset removed;
  for (const Kernel* kernel : kernels) {
    Delta delta;
    kernel->delta(position, move, delta);
    const std::string text = describe(position, move, *kernel);
    require(delta.added.count <= DeltaList::capacity && delta.removed.count <= DeltaList::capacity,
            "a delta fits its lists", text);
    require(sorted(before, delta.added) == sorted(now, delta.removed), "old + added = new + removed", text);
    if (kernel == kernels.front()) {
      added = sorted(delta.added);
      removed = sorted(delta.removed);
    }
    require(sorted(delta.added) == added && sorted(delta.removed) == removed, "all updaters write the same",
            text);
  }
}

class Aborting final : public CheckListener {
 public:
  Aborting(const Position& root, const Kernel& kernel) : root_(root), kernel_(kernel) {}
  bool on_mismatch(const Move* path, std::size_t length, CheckStage /*stage*/,
                   const Delta& /*delta*/) override {
    require(false, "the check of a right updater finds no mismatch",
            describe(root_, path[length - 1], kernel_));
    return false;
  }

 private:
  const Position& root_;
  const Kernel& kernel_;
};

void check_walks(const Position& position, std::size_t moves, const std::vector<const Kernel*>& kernels) {
  const StopFlag stop{false};
  for (const Kernel* kernel : kernels) {
    const std::string text = to_fen(position, CastlingNotation::chess960);
    require(kernel->count(position, 1, stop) == moves, "the counted moves are the generated ones", text);
    WalkTotals checked;
    WalkTotals summed;
    Aborting listener{position, *kernel};
    kernel->check(position, 1, checked, listener, stop);
    kernel->sum(position, 1, summed, stop);
    require(checked.depths[1].checked == moves, "every move is checked", text);
    require(checked.depths[1].signature == summed.depths[1].signature &&
                checked.depths[1].threats == summed.depths[1].threats,
            "check and sum find the same", text);
  }
}

void play(ByteReader& bytes) {
  std::optional<Position> position = position_from(bytes);
  if (!position) return;
  const std::vector<const Kernel*> kernels = runnable_kernels();
  for (int ply = 0; ply < kMaxPlies; ++ply) {
    const std::vector<Move> moves = legal_moves(*position);
    check_walks(*position, moves.size(), kernels);
    if (moves.empty()) return;
    const std::vector<Threat> threats = threats_of(*position);
    const std::size_t step = moves.size() / kMaxMovesTried + 1;
    for (std::size_t i = 0; i < moves.size(); i += step) check_move(*position, threats, moves[i], kernels);
    if (bytes.done()) return;
    const Position next = after(*position, moves[bytes.next_below(moves.size())]);
    position = next;
  }
}

}  // namespace
}  // namespace threatperft

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  threatperft::ByteReader bytes{data, size};
  threatperft::play(bytes);
  return 0;
}
