#include <array>
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <string>
#include <vector>

#include "engine_core/chess/fen.h"
#include "tool/console.h"
#include "tool/numbers.h"
#include "tool/progress.h"
#include "tool/shell_quote.h"
#include "tool/suggest.h"
#include "tool/table.h"
#include "tool/threat_text.h"

using namespace threatperft;

BOOST_AUTO_TEST_CASE(numbers_are_grouped) {
  BOOST_TEST(with_commas(0) == "0");
  BOOST_TEST(with_commas(999) == "999");
  BOOST_TEST(with_commas(1000) == "1,000");
  BOOST_TEST(with_commas(18446744073709551615u) == "18,446,744,073,709,551,615");
}

BOOST_AUTO_TEST_CASE(rates_have_three_digits) {
  BOOST_TEST(rate_text(0) == "0");
  BOOST_TEST(rate_text(999.4) == "999");
  BOOST_TEST(rate_text(999.5) == "1.00 k");
  BOOST_TEST(rate_text(12345) == "12.3 k");
  BOOST_TEST(rate_text(3456789) == "3.46 M");
  BOOST_TEST(rate_text(123456789) == "123 M");
}

BOOST_AUTO_TEST_CASE(durations_grow_with_their_size) {
  BOOST_TEST(duration_text(0.123) == "0.12 s");
  BOOST_TEST(duration_text(12.34) == "12.3 s");
  BOOST_TEST(duration_text(59.97) == "1:00");
  BOOST_TEST(duration_text(3599.6) == "1:00:00");
  BOOST_TEST(duration_text(7384) == "2:03:04");
  BOOST_TEST(duration_text(1e300) == "277777777777:46:40");
}

BOOST_AUTO_TEST_CASE(signatures_have_sixteen_digits) {
  BOOST_TEST(signature_text(0) == "0000000000000000");
  BOOST_TEST(signature_text(0x045724015d16a5aau) == "045724015d16a5aa");
}

BOOST_AUTO_TEST_CASE(progress_tells_share_nodes_rate_and_time_left) {
  BOOST_TEST(progress_line(250, 1000, 2.5) == "25.0 %  250 nodes  100 nodes/s  7.50 s left");
  BOOST_TEST(progress_line(1000, 1000, 10) == "100.0 %  1,000 nodes  100 nodes/s");
  BOOST_TEST(progress_line(5000, 1000, 10) == "5,000 nodes  500 nodes/s");
  BOOST_TEST(progress_line(0, 0, 0) == "0 nodes  0 nodes/s");
}

BOOST_AUTO_TEST_CASE(mistyped_words_are_recognized) {
  const std::vector<std::string> options{"depth", "max-nodes", "threads", "max-failures", "help"};
  BOOST_TEST(suggest("dept", options).value() == "depth");
  BOOST_TEST(suggest("detph", options).value() == "depth");
  BOOST_TEST(suggest("max-node", options).value() == "max-nodes");
  BOOST_TEST(suggest("maxnodes", options).value() == "max-nodes");
  BOOST_TEST(suggest("thr", options).value() == "threads");
  BOOST_TEST(suggest("t", options).value() == "threads");
  BOOST_TEST(!suggest("colour", options));
  BOOST_TEST(!suggest("", options));
}

BOOST_AUTO_TEST_CASE(shell_words_are_quoted_where_they_must_be) {
  BOOST_TEST(shell_quote("e2e4") == "e2e4");
  BOOST_TEST(shell_quote("8/8 w - - 0 1") == "'8/8 w - - 0 1'");
  BOOST_TEST(shell_quote("it's") == "'it'\\''s'");
  BOOST_TEST(shell_quote("") == "''");
  BOOST_TEST(shell_quote("$HOME") == "'$HOME'");
}

BOOST_AUTO_TEST_CASE(columns_are_aligned_by_characters) {
  std::FILE* sink = std::tmpfile();
  BOOST_REQUIRE(sink != nullptr);
  const Console console(sink, sink);
  const Table table(console, {{"id", 4, true}, {"n", 3}, {"state", 5, true}});
  BOOST_TEST(table.header() == "id      n  state\n");
  BOOST_TEST(table.row({{"a"}, {"12"}, {"ok"}}) == "a      12  ok\n");
  BOOST_TEST(table.row({{"\xC3\xA9t\xC3\xA9"}, {"1"}, {"ok"}}) == "\xC3\xA9t\xC3\xA9     1  ok\n");
  BOOST_TEST(table.row({{"toolong"}, {"1"}, {"ok"}}) == "toolong    1  ok\n");
  std::fclose(sink);
}

BOOST_AUTO_TEST_CASE(long_ids_are_shortened) {
  BOOST_TEST(shortened("kiwipete", 8) == "kiwipete");
  BOOST_TEST(shortened("kiwipete!", 8) == "kiwip...");
  BOOST_TEST(shortened("\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9", 4) == "\xC3\xA9...");
  BOOST_TEST(shortened("abcd", 2) == "..");
}

BOOST_AUTO_TEST_CASE(a_stream_that_is_no_terminal_gets_no_colour) {
  std::FILE* sink = std::tmpfile();
  BOOST_REQUIRE(sink != nullptr);
  Console console(sink, sink);
  BOOST_TEST(console.styled(Style::bad, "FAILED") == "FAILED");
  BOOST_TEST(!console.shows_progress());
  console.show_progress("50 %");
  BOOST_TEST(std::ftell(sink) == 0);
  BOOST_TEST(console.finish());
  std::fclose(sink);
}

BOOST_AUTO_TEST_CASE(a_failed_write_is_remembered) {
  std::FILE* full = std::fopen("/dev/full", "w");
  std::FILE* messages = std::tmpfile();
  BOOST_REQUIRE(full != nullptr);
  BOOST_REQUIRE(messages != nullptr);
  Console console(full, messages);
  console.print("a result\n");
  BOOST_TEST(console.output_failed());
  BOOST_TEST(!console.finish());
  std::rewind(messages);
  std::array<char, 200> line{};
  BOOST_REQUIRE(std::fgets(line.data(), line.size(), messages) != nullptr);
  BOOST_TEST(std::string(line.data()) == "threatperft: standard output: No space left on device\n");
  std::fclose(full);
  std::fclose(messages);
}

BOOST_AUTO_TEST_CASE(threats_have_letters_and_squares) {
  BOOST_TEST(threat_text({Piece::white_queen, Square::d1, Piece::black_pawn, Square::d7}) == "Qd1>pd7");
  BOOST_TEST(threat_text({Piece::none, Square::none, Piece::black_pawn, Square::h8}) == "?[square 64]>ph8");
  BOOST_TEST(threats_text({}) == "none");
}

BOOST_AUTO_TEST_CASE(boards_have_coordinates) {
  const FenResult result = parse_fen("4k3/8/8/8/3p4/8/P7/R3K2R w KQ - 0 1");
  BOOST_REQUIRE(result.position.has_value());
  BOOST_TEST(board_text(*result.position) ==
             "8  . . . . k . . .\n7  . . . . . . . .\n6  . . . . . . . .\n5  . . . . . . . .\n"
             "4  . . . p . . . .\n3  . . . . . . . .\n2  P . . . . . . .\n1  R . . . K . . R\n"
             "   a b c d e f g h\n");
}
