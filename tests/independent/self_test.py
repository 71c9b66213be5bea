"""What threat_perft.py --self-test runs: the independent program against known facts."""

import os
import tempfile

import threat_perft
from fen import START, FenError, mirrored, read_fen, write_fen
from rules import move_text
from suite_lines import Line, SuiteError

# The project's reference values: FEN, depth, leaves, threats, signature.
REFERENCE = (
    (START, 3, 8902, 364218, 0x61E96230A05264E5),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97862, 5810169, 0x045724015D16A5AA),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43238, 324762, 0x653B043A4BABB419),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9467, 486709, 0x5D281FE0755FB9BA),
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 3, 12189, 582205, 0xB0E74C02E3006089),
    ("3K4/2B1Q3/kr1RNRn1/2QnQnq1/1QNQnr1B/2QNqNq1/1b1qNqn1/2b1r3 w - - 0 1", 1, 70, None, None),
    ("3K4/2B1Q3/kr1RNRn1/2QnQnq1/1QNQnr1B/2QNqNq1/1b1qNqn1/2b1r3 w - - 0 1", 2, 3534, None, None),
)

# Published leaf counts of well-known positions, by depth from 1.
PUBLISHED = (
    (START, (20, 400, 8902, 197281, 4865609)),
    (REFERENCE[1][0], (48, 2039, 97862, 4085603)),
    (REFERENCE[2][0], (14, 191, 2812, 43238, 674624)),
    (REFERENCE[3][0], (6, 264, 9467, 422333)),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", (44, 1486, 62379, 2103487)),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", (46, 2079, 89890, 3894594)),
)

# FENs that must be refused.
REFUSED = (
    "8/8/8/8/8/8/8/K6 w - - 0 1",  # a rank too short
    "k7/8/8/8/8/8/8/8/K7 w - - 0 1",  # nine ranks
    "8/8/8/8/8/8/8/K7 w - - 0 1",  # one king
    "kk6/8/8/8/8/8/8/K7 w - - 0 1",
    "k6P/8/8/8/8/8/8/K7 w - - 0 1",
    "k6x/8/8/8/8/8/8/K7 w - - 0 1",
    "k7/8/8/8/8/8/8/K7 x - - 0 1",
    "k7/8/8/8/8/8/8/K7 w K - 0 1",  # a right without a rook
    "k7/8/8/8/8/8/8/K7 w - e5 0 1",
    "k7/8/8/8/8/8/8/K7 w - - -1 1",
    "k6R/8/8/8/8/8/8/K7 w - - 0 1",  # black is in check, white to move
)

# FEN, the root moves that start with the text, and those moves.
ROOT_MOVES = (
    ("8/8/8/K2pP2r/8/8/8/7k w - d6 0 1", "e5", {"e5e6"}),  # en passant would open the rank
    ("8/8/8/1K1pP3/8/8/8/7k w - d6 0 1", "e5", {"e5e6", "e5d6"}),
    ("4k3/8/8/8/8/8/8/r1R1K2R w KC - 0 1", "e1", {"e1d1", "e1d2", "e1e2", "e1f2", "e1f1", "e1h1"}),  # Rc1 is pinned
    ("4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "c1", {"c1c2", "c1d1", "c1d2", "c1b2"}),  # the castling rook is pinned
    ("5rk1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1", {"e1d1", "e1d2", "e1e2", "e1a1"}),  # f1 is attacked, b1 does not matter
    ("1r5k/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1", {"e1d1", "e1d2", "e1e2", "e1f2", "e1f1", "e1a1"}),
    ("n7/1P6/8/8/8/8/8/K6k w - - 0 1", "b7", {"b7a8" + to for to in "qrbn"} | {"b7b8" + to for to in "qrbn"}),
    ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", set()),  # stalemate
    ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "", set()),  # checkmate
)


def numbers_at(fen, depth):
    tally = threat_perft.threat_perft(read_fen(fen), depth)[-1]
    return tally.nodes, tally.threats, tally.signature


def reference_values(most):
    for fen, depth, *expected in REFERENCE:
        if expected[0] <= most:
            found = numbers_at(fen, depth)
            yield fen, all(want in (None, got) for want, got in zip(expected, found))
            yield "mirrored " + fen, numbers_at(mirrored(fen), depth)[:2] == found[:2]


def published_counts(most):
    for fen, counts in PUBLISHED:
        affordable = [count for count in counts if count <= most]
        tallies = threat_perft.threat_perft(read_fen(fen), len(affordable))
        yield fen, [tally.nodes for tally in tallies] == affordable


def root_moves(_):
    for fen, beginning, expected in ROOT_MOVES:
        texts = {move_text(move, chess960=True) for move, _ in read_fen(fen).moves()}
        yield fen, {text for text in texts if text.startswith(beginning)} == expected


def refusals(_):
    for fen in REFUSED:
        try:
            read_fen(fen)
            yield fen, False
        except FenError:
            yield fen, True


def notations(_):
    """X-FEN and Shredder letters are the same rights; what is written reads as the same position."""
    board = "1r2k1rr/8/8/8/8/8/8/1R2K1RR"
    yield "KQkq is HBhb", (read_fen(f"{board} w KQkq - 0 1").rooks == read_fen(f"{board} w HBhb - 0 1").rooks)
    yield "inner rook", read_fen(f"{board} w Gg - 0 1").rooks == {6, 62}
    for fen, *_ in REFERENCE:
        again = read_fen(write_fen(read_fen(fen)))
        yield fen, (again.board, again.white, again.rooks) == (lambda p: (p.board, p.white, p.rooks))(read_fen(fen))


def threat_lists(_):
    """Lists that can be counted by hand; mix against the published first output of splitmix64 with seed 0."""
    yield "mix", threat_perft.mix(0) == 0xE220A8397B1DCDAF
    rook_on_pawn = threat_perft.mix(6 | 0 << 8 | 1 << 16 | 48 << 24)  # Ra1 on a7
    king_on_pawn = threat_perft.mix(11 | 57 << 8 | 1 << 16 | 48 << 24)  # kb8 on a7
    board = read_fen("1k5K/p7/8/8/8/8/8/R7 w - - 0 1").board
    number, total = threat_perft.threat_sums(board)
    yield "rook, king and pawn", (number, total) == (2, rook_on_pawn + king_on_pawn)
    board = read_fen("8/8/1k6/p1p5/1P6/K7/8/8 w - - 0 1").board
    # The pawns hit each other on both sides: 4 threats; Ka3 on b4; kb6 on a5 and c5.
    yield "pawns and kings", threat_perft.threat_sums(board)[0] == 7


def suite_text(_):
    text = '8/8/8/8/8/8/8/K6k w - - 0 1; id "a; b"; c0 "x"; D1 3; T1 0; S1 00000000000000ff; D3 9;'
    yield "round trip", Line(text).text() == text
    yield "quoted semicolon", Line(text).id == "a; b"
    try:
        Line("8/8/8/8/8/8/8/K6k w - - 0 1; D1 3")
        yield "an id is needed", False
    except SuiteError:
        yield "an id is needed", True
    line = Line(f'{START}; id "x"; D1 20; T1 807; S1 cc465daeddc2774f; D2 401;')
    differences, compared = threat_perft.compare_line(line, 1000)
    yield "differences are found", len(differences) == 2 and compared == 421


def annotation(_):
    handle, path = tempfile.mkstemp(suffix=".epd")
    with os.fdopen(handle, "w") as file:
        file.write(f'# comment\n{START}; id "x"; D1 20; D2 400; D3 8902;\n')
    try:
        threat_perft.annotate(path, 500)
        with open(path, encoding="ascii") as file:
            text = file.read()
        yield "annotation", text == (f'# comment\n{START}; id "x"; D1 20; T1 806; S1 cc465daeddc2774f; '
                                     "D2 400; T2 16308; S2 7ff786228c3ee92b; D3 8902;\n")
    finally:
        os.unlink(path)


def run(most):
    """Whether everything holds; prints each group's result. `most` bounds the leaves walked at one depth."""
    failures = 0
    for group in (threat_lists, refusals, notations, root_moves, suite_text, annotation, published_counts,
                  reference_values):
        results = list(group(most))
        bad = [what for what, good in results if not good]
        for what in bad:
            print(f"FAILED {group.__name__}: {what}")
        print(f"{group.__name__}: {len(results) - len(bad)} of {len(results)} right")
        failures += len(bad)
        if not results:
            print(f"FAILED {group.__name__}: nothing was tested")
            failures += 1
    return failures == 0
