#!/usr/bin/env python3
"""Positions out of random games: the same seed gives the same positions.

Prints suite lines without counts (`FEN; id "..."`); threat_perft.py --annotate fills them in once the D operations are
there, which --counts adds by walking.
"""

import argparse
import random
import sys

from fen import START, read_fen, write_fen
from suite_lines import Line
from threat_perft import threat_perft

RARE = ("castle", "passing", "double", "Q", "R", "B", "N", "q", "r", "b", "n")


def chess960_start(rng):
    """A random start position: bishops on both colours, the king between the rooks."""
    row = [""] * 8
    row[rng.randrange(0, 8, 2)] = "b"
    row[rng.randrange(1, 8, 2)] = "b"
    for piece in "qnn":
        row[rng.choice([file for file in range(8) if not row[file]])] = piece
    for piece in "rkr":
        row[row.index("")] = piece
    rooks = "".join("abcdefgh"[file] for file in (7, 6, 5, 4, 3, 2, 1, 0) if row[file] == "r")
    text = "".join(row)
    return f"{text}/pppppppp/8/8/8/8/PPPPPPPP/{text.upper()} w {rooks.upper()}{rooks} - 0 1"


def weight(position, move, bias):
    """How likely a random player is to choose a move: rare kinds and captures more, by `bias`."""
    start, end, kind = move
    if kind in RARE:
        return 1 + 2 * bias
    if position.rooks and position.board[start] in ("K", "k"):
        return 0.15  # or hardly any right would live long
    return 1 + bias if position.board[end] else 1


def random_position(rng, fen, plies, bias):
    """(FEN after a random game of the given length, whether moves are left), the game cut short at its end."""
    position = read_fen(fen)
    clock, number = 0, 1
    for _ in range(plies):
        moves = list(position.moves())
        if not moves:
            break
        weights = [weight(position, move, bias) for move, _ in moves]
        move, after = rng.choices(moves, weights)[0]
        quiet = move[2] in ("", "castle") and not position.board[move[1]] and position.board[move[0]] not in ("P", "p")
        clock = clock + 1 if quiet or move[2] == "castle" else 0
        number += not position.white
        position = after
    return write_fen(position, clock, number), any(True for _ in position.moves())


def with_counts(text, most):
    """The line with D, T and S for every depth of at most `most` leaves, three at the most."""
    line = Line(text)
    for depth in range(1, 4):
        tally = threat_perft(read_fen(line.fen), depth)[-1]
        if tally.nodes > most:
            break
        line.depths[depth] = tally.numbers()
    return line.text()


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--prefix", default="random", help="of the ids")
    parser.add_argument("--plies", type=int, nargs=2, default=(6, 120), metavar=("LEAST", "MOST"))
    parser.add_argument("--bias", type=float, default=1.0, help="how much captures and rare moves are preferred")
    parser.add_argument("--chess960", choices=("never", "half", "always"), default="never")
    parser.add_argument("--counts", type=int, metavar="MOST", help="add D, T and S up to MOST leaves a depth")
    options = parser.parse_args(arguments)
    rng = random.Random(options.seed)
    for number in range(1, options.count + 1):
        fischer = options.chess960 == "always" or (options.chess960 == "half" and number % 2 == 0)
        moves_left = False
        while not moves_left:
            start = chess960_start(rng) if fischer else START
            fen, moves_left = random_position(rng, start, rng.randint(*options.plies), options.bias)
        text = f'{fen}; id "{options.prefix}-{number:02}"'
        print(with_counts(text, options.counts) if options.counts else text + ";")


if __name__ == "__main__":
    main(sys.argv[1:])
