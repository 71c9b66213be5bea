#include "compare_samples.h"

#include <cmath>
#include <random>

namespace threatperft {

using Json = nlohmann::ordered_json;

namespace {

constexpr const char* kTool = R"({"version": "0.1.0", "revision": "1a2b3c4", "compiler": "g++ 12.2.0"})";

Json depth_of(int depth, std::uint64_t nodes, std::uint64_t threats, const std::string& signature) {
  return {{"depth", depth},
          {"nodes", nodes},
          {"expected_nodes", nodes},
          {"threats", threats},
          {"signature", signature},
          {"checked", nodes},
          {"mismatches", 0U},
          {"expected_threats", nullptr},
          {"expected_signature", nullptr},
          {"complete", true}};
}

Json position_of(const std::string& id, const std::string& fen, Json depths, unsigned suite) {
  return {{"id", id},      {"fen", fen},    {"chess960", false}, {"depths", std::move(depths)},
          {"state", "ok"}, {"suite", suite}};
}

}  // namespace

Json check_sample() {
  const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  const std::string kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
  const Json start_depths{depth_of(1, 20, 840, "0000000000000001"),
                          depth_of(2, 400, 17000, "0000000000000002")};
  const Json kiwipete_depths{depth_of(1, 48, 2920, "9421bff2f1097ee6"),
                             depth_of(2, 2039, 123133, "677c8a42192deb86")};
  Json json = {
      {"schema", "threatperft.result/1"},
      {"tool", Json::parse(kTool)},
      {"machine", {{"processor", "P"}, {"threads", 2U}, {"updater", "avx2"}, {"build", "b"}}},
      {"command", {{"name", "check"}, {"depth", nullptr}, {"max_nodes", 5000U}, {"filter", nullptr}}}};
  json["suites"] = {{{"path", "known.epd"}, {"sha256", "aa11"}, {"positions", 2U}},
                    {{"path", "edge.epd"}, {"sha256", "bb22"}, {"positions", 1U}}};
  json["positions"] = {position_of("start", start, start_depths, 0),
                       position_of("kiwipete", kiwipete, kiwipete_depths, 0),
                       position_of("again", start, start_depths, 1)};
  json["totals"] = {{"positions", 3U},      {"nodes", 2927U},
                    {"threats", 161733U},   {"signature", "0123456789abcdef"},
                    {"checked", 2927U},     {"mismatches", 0U},
                    {"redundant", 12U},     {"largest_list", 72U},
                    {"largest_added", 15U}, {"largest_removed", 21U}};
  json["complete"] = true;
  json["failures"] = Json::array();
  json["input_errors"] = Json::array();
  json["timing"] = {{"seconds", 0.5}, {"nodes_per_second", 5000U}};
  return json;
}

Json failed_check_sample() {
  Json json = check_sample();
  json["positions"][1]["state"] = "failed";
  json["positions"][1]["depths"][1]["mismatches"] = 1U;
  json["totals"]["mismatches"] = 1U;
  json["failures"] = {{{"id", "kiwipete"},
                       {"stage", "made"},
                       {"root", json["positions"][1]["fen"]},
                       {"moves", {"e1g1", "a6e2"}},
                       {"san", "1. O-O Bxe2"},
                       {"reached", "r3k2r/p1ppqpb1/1n2pnp1/3PN3/1p2P3/2N2Q1p/PPPBbPPP/R4RK1 w kq - 0 2"},
                       {"move", "a6e2"},
                       {"updater", "avx2"},
                       {"build", "b"},
                       {"verdict", "the delta is wrong"},
                       {"missing", {"be2>Rf1"}},
                       {"extra", Json::array()},
                       {"doubled", Json::array()},
                       {"removed_but_absent", Json::array()},
                       {"added", Json::array()},
                       {"removed", Json::array()},
                       {"repeat", "threatperft check"}}};
  return json;
}

Json stats_sample() {
  Json json = Json::parse(R"({
    "schema": "threatperft.stats/1", "machine": {"processor": "P", "threads": 2},
    "command": {"name": "stats", "depth": 2, "at": "leaves"},
    "inputs": [{"path": "known.epd", "sha256": "aa11", "positions": 2, "bad_lines": 0}],
    "totals": {"roots": 2, "nodes": 2439, "threats": 140133, "signature": "0123456789abcdef", "moves": 2439},
    "active": {"count": 2439, "mean": 57.5, "minimum": 38, "maximum": 72},
    "moves": {"moves": 2439, "net": {"mean": 0.25, "minimum": -9, "maximum": 11}},
    "maxima": [{"of": "active", "value": 72, "fen": "8/8/8/8/8/8/8/8 w - - 0 1", "move": null}],
    "coverage": {"50": 10, "99.9": 900},
    "moves_by_kind": [{"kind": "quiet", "moved": "N", "moves": 800}],
    "layouts": [{"name": "l1", "size": 768, "definition": {"name": "l1", "victims": {"P": "PNR"}},
                 "indices": {"seen": 5, "reasons": {"pawn-on-edge": 3}}, "active_histogram": [0, 4, 5]}],
    "by_pieces": [{"pieces": 31, "positions": 39, "histogram": [0, 1, 2], "pairs": [[1, 2], [3, 4]]},
                  {"pieces": 32, "positions": 2400, "histogram": [0, 2, 2], "pairs": [[5, 6], [7, 8]]}],
    "move_classes": [{"kind": "quiet", "moved": "N", "color": "white", "crossings": 0, "redundant": [5],
                      "cells": [[0, 1, 7], [2, 3, 9]]}],
    "duplicates": {"count": 0, "complete": true, "lines": []}, "bad_lines": [],
    "timing": {"seconds": 0.5, "nodes_per_second": 5000}
  })");
  json["tool"] = Json::parse(kTool);
  return json;
}

Json bench_sample(const BenchNoise& noise) {
  std::mt19937 random(noise.seed);
  // Not std::normal_distribution: the same numbers with every library.
  const auto normal = [&random] {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += static_cast<double>(random()) / 4294967296.0;
    return sum;
  };
  Json json = {{"schema", "threatperft.bench/1"},
               {"tool", Json::parse(kTool)},
               {"machine", {{"processor", "P"}}},
               {"command", {{"name", "bench"}, {"rounds", noise.rounds}, {"threads", 1U}}}};
  json["command"]["rounds"] = static_cast<unsigned>(noise.rounds);
  json["positions"] = Json::array();
  for (const char* id : {"one", "two", "three"}) {
    json["positions"].push_back(
        {{"id", id}, {"fen", "8/8/8/8/8/8/8/8 w - - 0 1"}, {"depth", 4U}, {"moves", 1000000U}});
  }
  json["walks"] = Json::array();
  for (const auto& [walk, updater] : {std::pair{"count", ""}, std::pair{"moves", ""},
                                      std::pair{"check", "scalar"}, std::pair{"check", "avx2"}}) {
    Json entry = {
        {"walk", walk}, {"updater", *updater == '\0' ? Json(nullptr) : Json(updater)}, {"build", "b"}};
    for (const Json& position : json["positions"]) {
      entry["positions"].push_back({{"id", position["id"]}, {"rounds", Json::array()}});
    }
    json["walks"].push_back(std::move(entry));
  }
  const double run = noise.of_run * normal();
  for (int round = 0; round < noise.rounds; ++round) {
    const double of_round = noise.of_round * normal();
    for (Json& walk : json["walks"]) {
      double base = 0.1;
      for (Json& position : walk["positions"]) {
        const double own = noise.of_walk * normal();
        const bool spike = static_cast<double>(random()) / 4294967296.0 < noise.spike_share;
        position["rounds"].push_back(base * std::exp(run + of_round + own) * (spike ? 1.5 : 1));
        base *= 2;
      }
    }
  }
  return json;
}

void slow_down(Json& bench, const std::string& walk, const std::string& updater, double factor,
               const std::string& position) {
  for (Json& each : bench["walks"]) {
    const bool is_meant =
        each["walk"] == walk && (updater.empty() ? each["updater"].is_null() : each["updater"] == updater);
    if (!is_meant) continue;
    for (Json& entry : each["positions"]) {
      if (!position.empty() && entry["id"] != position) continue;
      for (Json& seconds : entry["rounds"]) seconds = seconds.get<double>() * factor;
    }
  }
}

ResultDocument document(Json json, const std::string& path) {
  // As it comes from a file: numbers without sign where there is none.
  return result_document(Json::parse(json.dump()), path);
}

Differences differences_of(const Json& before, const Json& after, std::size_t limit) {
  return exact_differences(document(before), document(after), limit);
}

std::string line_of(const Difference& difference) {
  std::string text(to_string(difference.kind));
  text += ' ';
  if (!difference.suite.empty()) text += difference.suite + (difference.id.empty() ? " " : ":");
  if (!difference.id.empty()) text += difference.id + ' ';
  if (difference.depth) text += "depth " + std::to_string(*difference.depth) + ' ';
  text += difference.field + ": " + value_text(difference.before) + " -> " + value_text(difference.after);
  const std::string change = change_text(difference);
  return change.empty() ? text : text + " (" + change + ")";
}

std::vector<std::string> lines_of(const Differences& differences) {
  std::vector<std::string> lines;
  for (const DifferenceList* list : differences.lists()) {
    for (const Difference& difference : list->listed()) lines.push_back(line_of(difference));
  }
  return lines;
}

}  // namespace threatperft
