#pragma once

#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <deque>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine_core/chess/fen.h"
#include "engine_core/chess/move_visits.h"
#include "engine_core/threats/updater.h"

// The single operations of an updater: construction, the source part of a piece, the rest of a move of each
// kind, and all of it for every move of a position as a walk calls it, move generation included. White moves
// in all positions.
namespace threatperft::inline THREATPERFT_BUILD {

inline constexpr std::array<std::string_view, 6> kBenchmarkFens{
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "2rr2k1/PP3ppp/1n2p3/3pP1q1/3P2P1/2Q2N2/1P3P1P/R3K2R w KQ d6 0 20",
    "8/1P1k4/8/2Rb2p1/4N1P1/2q4P/3Q1PK1/8 w - - 0 40",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"};

inline Position benchmark_position(std::string_view fen) {
  const FenResult read = parse_fen(fen);
  if (!read.position) throw std::logic_error("not a position: " + std::string(fen));
  return *read.position;
}

inline void keep(Delta& delta) {
  benchmark::DoNotOptimize(delta.added.count);
  benchmark::DoNotOptimize(delta.removed.count);
  benchmark::ClobberMemory();
}

/// Nanoseconds an operation, when one round of the benchmark is so many of them.
inline void report(benchmark::State& state, std::size_t operations) {
  state.counters["per_op"] =
      benchmark::Counter(static_cast<double>(operations),
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/// The positions with an updater for each.
template <class Updater>
class Subjects {
 public:
  Subjects() {
    for (const std::string_view fen : kBenchmarkFens) positions.push_back(benchmark_position(fen));
    for (const Position& position : positions) updaters.emplace_back(position);
  }
  Subjects(const Subjects&) = delete;
  Subjects& operator=(const Subjects&) = delete;

  std::deque<Position> positions;
  std::deque<Updater> updaters;
};

/// Collects the moves of one kind and one placed piece, and the sources of one kind of piece.
template <class Updater, MoveKind WantedKind, PieceType Wanted>
class StepCollector {
 public:
  struct Step {
    const Updater* updater;
    Square from, to;
  };

  explicit StepCollector(const Subjects<Updater>& subjects) {
    for (std::size_t i = 0; i < subjects.positions.size(); ++i) {
      updater_ = &subjects.updaters[i];
      visit_moves<Color::white>(subjects.positions[i], *this);
    }
    if (moves.empty()) throw std::logic_error("no such moves in the benchmark positions");
  }

  template <Color Us, PieceType Moved>
  void source(Square from) {
    if constexpr (Moved == Wanted) sources.push_back({updater_, from, from});
  }
  template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
  void move(Square from, Square to) {
    if constexpr (Kind == WantedKind && Placed == Wanted) moves.push_back({updater_, from, to});
  }
  template <Color Us>
  void castle(Square king, Square rook) {
    if constexpr (WantedKind == MoveKind::castling) moves.push_back({updater_, king, rook});
  }

  std::vector<Step> sources, moves;

 private:
  const Updater* updater_ = nullptr;
};

template <class Updater>
void construct(benchmark::State& state) {
  const Subjects<Updater> subjects;
  for (auto round : state) {
    for (const Position& position : subjects.positions) {
      Updater updater(position);
      benchmark::DoNotOptimize(&updater);
      benchmark::ClobberMemory();
    }
  }
  report(state, subjects.positions.size());
}

template <class Updater, PieceType Moved>
void source(benchmark::State& state) {
  const Subjects<Updater> subjects;
  const StepCollector<Updater, MoveKind::quiet, Moved> steps(subjects);
  Delta delta;
  for (auto round : state) {
    for (const auto& step : steps.sources) {
      benchmark::DoNotOptimize(step.updater->template source<Color::white, Moved>(step.from, delta));
      keep(delta);
    }
  }
  report(state, steps.sources.size());
}

template <class Updater, MoveKind Kind, PieceType Moved, PieceType Placed>
void write(benchmark::State& state) {
  const Subjects<Updater> subjects;
  const StepCollector<Updater, Kind, Placed> steps(subjects);
  Delta delta;
  for (auto round : state) {
    for (const auto& step : steps.moves) {
      step.updater->template write<Color::white, Kind, Moved, Placed>(step.from, step.to, delta, DeltaMark{});
      keep(delta);
    }
  }
  report(state, steps.moves.size());
}

template <class Updater>
void castle(benchmark::State& state) {
  const Subjects<Updater> subjects;
  const StepCollector<Updater, MoveKind::castling, PieceType::king> steps(subjects);
  Delta delta;
  for (auto round : state) {
    for (const auto& step : steps.moves) {
      step.updater->template castle<Color::white>(step.from, step.to, delta);
      keep(delta);
    }
  }
  report(state, steps.moves.size());
}

/// Writes the delta of every move of a position.
template <class Updater>
class AllMoves {
 public:
  explicit AllMoves(const Position& position) : updater_(position) {}

  template <Color Us, PieceType Moved>
  void source(Square from) {
    mark_ = updater_.template source<Us, Moved>(from, delta_);
  }
  template <Color Us, MoveKind Kind, PieceType Moved, PieceType Placed>
  void move(Square from, Square to) {
    updater_.template write<Us, Kind, Moved, Placed>(from, to, delta_, mark_);
    count();
  }
  template <Color Us>
  void castle(Square king, Square rook) {
    updater_.template castle<Us>(king, rook, delta_);
    count();
  }

  std::size_t moves = 0;

 private:
  void count() {
    keep(delta_);
    ++moves;
  }

  const Updater updater_;
  DeltaMark mark_;
  Delta delta_;
};

template <class Updater>
void all_moves(benchmark::State& state) {
  const Subjects<Updater> subjects;
  std::size_t moves = 0;
  for (auto round : state) {
    moves = 0;
    for (const Position& position : subjects.positions) {
      AllMoves<Updater> visitor(position);
      visit_moves<Color::white>(position, visitor);
      moves += visitor.moves;
    }
  }
  report(state, moves);
}

template <class Updater>
void register_benchmarks(const std::string& updater) {
  const auto add = [&updater](const char* operation, void (*function)(benchmark::State&)) {
    benchmark::RegisterBenchmark((std::string(operation) + "/" + updater).c_str(), function);
  };
  using enum MoveKind;
  using enum PieceType;
  add("construct", construct<Updater>);
  add("source_pawn", source<Updater, pawn>);
  add("source_knight", source<Updater, knight>);
  add("source_queen", source<Updater, queen>);
  add("quiet_pawn", write<Updater, quiet, pawn, pawn>);
  add("quiet_knight", write<Updater, quiet, knight, knight>);
  add("quiet_rook", write<Updater, quiet, rook, rook>);
  add("quiet_queen", write<Updater, quiet, queen, queen>);
  add("quiet_king", write<Updater, quiet, king, king>);
  add("capture_pawn", write<Updater, capture, pawn, pawn>);
  add("capture_knight", write<Updater, capture, knight, knight>);
  add("capture_queen", write<Updater, capture, queen, queen>);
  add("en_passant", write<Updater, en_passant, pawn, pawn>);
  add("promotion_queen", write<Updater, promotion, pawn, queen>);
  add("castle", castle<Updater>);
  add("all_moves", all_moves<Updater>);
}

}  // namespace threatperft::inline THREATPERFT_BUILD
