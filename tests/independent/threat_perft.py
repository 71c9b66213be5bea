#!/usr/bin/env python3
"""Threat-perft numbers by an independent program, to hold the C++ one against.

For the leaves at exactly depth N of the legal move tree: their number (D), the sum of the lengths of their threat lists
(T), and the sum modulo 2^64 of the mixed threats (S). Every list is computed from scratch.

  threat_perft.py FEN --depth N           one line D/T/S for each depth
  threat_perft.py FEN --depth N --divide  leaves and numbers by root move
  threat_perft.py --verify SUITE...       compare D, T and S of suites, up to --max-nodes leaves
  threat_perft.py --annotate SUITE...     fill in T and S wherever D stands, up to --max-nodes leaves
  threat_perft.py --self-test             test this program; --max-nodes says how deep
"""

import argparse
import os
import sys
import time

from fen import FenError, read_fen
from rules import DIAGONAL_WALKS, KING_SQUARES, KNIGHT_SQUARES, PAWN_SQUARES, STRAIGHT_WALKS, move_text
from suite_lines import Line, SuiteError, read_suite

PIECES = "PpNnBbRrQqKk"  # in the order of their codes
MASK = 2**64 - 1


def mix(x):
    """The splitmix64 step."""
    x = (x + 0x9E3779B97F4A7C15) & MASK
    x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ x >> 27) * 0x94D049BB133111EB) & MASK
    return x ^ x >> 31


def steps_of(piece, at):
    """The walks along which a piece attacks from a square; a leaper's walks have one square each."""
    kind = piece.lower()
    if kind == "p":
        return [(other,) for other in PAWN_SQUARES[piece == "P"][at]]
    if kind == "n":
        return [(other,) for other in KNIGHT_SQUARES[at]]
    if kind == "k":
        return [(other,) for other in KING_SQUARES[at]]
    return (DIAGONAL_WALKS[at] if kind in "bq" else ()) + (STRAIGHT_WALKS[at] if kind in "rq" else ())


def weighted_steps(piece, at):
    """steps_of with the mixed value of the threat on each kind of victim beside each square."""
    attacker = PIECES.index(piece) | at << 8
    return tuple(tuple((other, {victim: mix(attacker | code << 16 | other << 24)
                                for code, victim in enumerate(PIECES)}) for other in path)
                 for path in steps_of(piece, at))


STEPS = {piece: [weighted_steps(piece, at) for at in range(64)] for piece in PIECES}


def threat_sums(board):
    """(number, sum of mixed values) of the threats on a board."""
    number = total = 0
    for at, piece in enumerate(board):
        if piece:
            for path in STEPS[piece][at]:
                for other, weights in path:
                    victim = board[other]
                    if victim:
                        number += 1
                        total += weights[victim]
                        break
    return number, total


class Tally:
    """Leaves, threats and signature of one depth."""

    def __init__(self):
        self.nodes = self.threats = self.signature = 0

    def add(self, board):
        number, total = threat_sums(board)
        self.nodes += 1
        self.threats += number
        self.signature = (self.signature + total) & MASK

    def numbers(self):
        return {"D": self.nodes, "T": self.threats, "S": self.signature}

    def __str__(self):
        return f"{self.nodes}/{self.threats}/{self.signature:016x}"


def descend(position, tallies):
    """Adds every position below to the tallies, one for each ply."""
    for _, after in position.moves():
        tallies[0].add(after.board)
        if len(tallies) > 1:
            descend(after, tallies[1:])


def threat_perft(position, depth):
    """The tallies of depths 1 to `depth`."""
    tallies = [Tally() for _ in range(depth)]
    if depth:
        descend(position, tallies)
    return tallies


def show(fen, depth):
    for number, tally in enumerate(threat_perft(read_fen(fen), depth), 1):
        print(number, tally)


def divide(fen, depth):
    lines = {}
    for move, after in read_fen(fen).moves():
        tally = Tally()
        if depth > 1:
            tally = threat_perft(after, depth - 1)[-1]
        else:
            tally.add(after.board)
        lines[move_text(move, chess960=True)] = tally
    for text, tally in sorted(lines.items()):
        print(text, tally)


def affordable(line, most):
    """The depths whose count stands in the line and is not above `most`."""
    return [depth for depth, numbers in line.depths.items() if depth and numbers.get("D", most + 1) <= most]


def compare_line(line, most):
    """(texts of the differences, leaves compared) of one suite line, up to `most` leaves a depth."""
    depths = affordable(line, most)
    tallies = threat_perft(read_fen(line.fen), max(depths, default=0))
    differences = []
    for depth in depths:
        found = tallies[depth - 1].numbers()
        for letter, expected in line.depths[depth].items():
            if found[letter] != expected:
                form = "016x" if letter == "S" else "d"
                differences.append(f"{line.id}: {letter}{depth} is {found[letter]:{form}}, not {expected:{form}}")
    return differences, sum(line.depths[depth]["D"] for depth in depths)


def verify(paths, most):
    """Whether all suites stand; says what does not."""
    started = time.time()
    positions = leaves = wrong = 0
    for path in paths:
        for line in read_suite(path):
            if isinstance(line, Line):
                differences, compared = compare_line(line, most)
                for text in differences:
                    print(f"{path}: {text}")
                positions, leaves, wrong = positions + 1, leaves + compared, wrong + len(differences)
    print(f"{positions} positions, {leaves} leaves compared, {wrong} differences, {time.time() - started:.1f} s")
    return wrong == 0


def annotate(path, most):
    """Rewrites a suite with T and S beside every affordable D, keeping what stands there; raises if a D is wrong."""
    texts = []
    for line in read_suite(path):
        if isinstance(line, Line):
            missing = [depth for depth in affordable(line, most) if "S" not in line.depths[depth]]
            for depth, tally in enumerate(threat_perft(read_fen(line.fen), max(missing, default=0)), 1):
                expected = line.depths.get(depth, {}).get("D", tally.nodes)
                if expected != tally.nodes:
                    raise SuiteError(f"{path}: {line.id}: D{depth} is {tally.nodes}, not {expected}")
                line.depths.setdefault(depth, {}).update(tally.numbers())
            line = line.text()
        texts.append(line + "\n")
    with open(path + ".new", "w", encoding="ascii") as file:
        file.writelines(texts)
    os.replace(path + ".new", path)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fen", nargs="?", metavar="FEN", help="a position, quoted")
    parser.add_argument("--depth", type=int, default=3, help="with FEN: the deepest depth (3)")
    parser.add_argument("--divide", action="store_true", help="with FEN: by root move")
    parser.add_argument("--verify", nargs="+", metavar="SUITE")
    parser.add_argument("--annotate", nargs="+", metavar="SUITE")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--max-nodes", type=int, default=20000, help="the most leaves to walk at one depth (20000)")
    options = parser.parse_args(arguments)
    if options.self_test:
        import self_test  # imports this module, so not at the top
        return 0 if self_test.run(options.max_nodes) else 1
    if options.verify:
        return 0 if verify(options.verify, options.max_nodes) else 1
    if options.annotate:
        for path in options.annotate:
            annotate(path, options.max_nodes)
        return 0
    if options.fen is None or options.depth < 1:
        parser.error("a FEN with a depth of at least 1, or one of --verify, --annotate, --self-test")
    (divide if options.divide else show)(options.fen, options.depth)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (FenError, SuiteError, OSError) as error:
        sys.exit(f"threat_perft.py: {error}")
