#!/usr/bin/env python3
"""Writes layout_golden.txt: active indices of some positions in every known layout, for both sides.

An implementation of its own: it shares no code or table with the program, and enumerates a layout's threats one by
one into a dictionary instead of computing indices. Run it as `layout_golden.py > layout_golden.txt`.
"""

import sys

TYPES = "PNBRQK"
LAYOUTS = {
    "79856": {"P": "PNR", "N": "PNBRQK", "B": "PNBRK", "R": "PNBRK", "Q": "PNBRQK", "K": "PNBR"},
    "66864": {"P": "PNR", "N": "PNBRQ", "B": "PNBR", "R": "PNBR", "Q": "PNBRQ", "K": "PNBR"},
    "60144": {"P": "PNR", "N": "PNBRQ", "B": "PNBR", "R": "PNBR", "Q": "PNBRQ", "K": ""},
    "59808": {"P": "NR", "N": "PNBRQ", "B": "PNBR", "R": "PNBR", "Q": "PNBRQ", "K": ""},
}
POSITIONS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1b1qrk1/ppp2pp1/2np1n1p/2b1p3/2B1P3/2PP1N2/PP1N1PPP/R1BQR1K1 b - - 0 9",
    "2k1r3/1pp2p2/p1n5/3Pp1K1/2P1P3/5q2/P4r2/8 w - - 4 40",
    "8/1k6/2pP4/1PK1p3/3P4/8/8/8 b - - 0 60",
]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def rays(piece, square, board):
    """The squares attacked by a piece: capitals are white; `board` (square to piece) blocks sliders."""
    kind = piece.upper()
    if kind == "P":
        forward = 1 if piece == "P" else -1
        steps, length = [(-1, forward), (1, forward)], 1
    else:
        steps = {"N": KNIGHT, "B": DIAGONAL, "R": STRAIGHT}.get(kind, DIAGONAL + STRAIGHT)
        length = 1 if kind in "NK" else 7
    for file_step, rank_step in steps:
        file, rank = square % 8, square // 8
        for _ in range(length):
            file, rank = file + file_step, rank + rank_step
            if not (0 <= file < 8 and 0 <= rank < 8):
                break
            yield rank * 8 + file
            if rank * 8 + file in board:
                break


def numbering(victims):
    """From (attacker, square, victim, square), seen from white's side, to its index; None for a dropped one."""
    numbers, count = {}, 0
    for attacker in TYPES + TYPES.lower():
        kind = attacker.upper()
        squares = range(8, 56) if kind == "P" else range(64)
        for victim in [v for v in TYPES if v in victims[kind]] + [v.lower() for v in TYPES if v in victims[kind]]:
            for source in squares:
                for target in sorted(rays(attacker, source, {})):
                    mutual = kind == victim.upper() and (kind != "P" or attacker != victim)
                    dropped = mutual and source < target
                    numbers[attacker, source, victim, target] = None if dropped else count
                    count += 1
    return numbers, count


def read_board(fen):
    board = {}
    for i, row in enumerate(fen.split()[0].split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                board[(7 - i) * 8 + file] = letter
                file += 1
    return board


def active(board, side, numbers):
    """Sorted indices of the threats on the board as one side sees them."""
    own_king = "K" if side == "white" else "k"
    king_file = next(square for square, piece in board.items() if piece == own_king) % 8
    seen = {}
    for square, piece in board.items():
        file, rank = square % 8, square // 8
        if side == "black":
            rank, piece = 7 - rank, piece.swapcase()
        if king_file >= 4:
            file = 7 - file
        seen[rank * 8 + file] = piece
    found = []
    for source, attacker in seen.items():
        for target in rays(attacker, source, seen):
            if target in seen:
                number = numbers.get((attacker, source, seen[target], target))
                if number is not None:
                    found.append(number)
    return sorted(found)


def main():
    print("# Written by layout_golden.py: layout, side and position, then the active indices.")
    for name, victims in LAYOUTS.items():
        numbers, count = numbering(victims)
        if count != int(name):
            sys.exit(f"layout {name} has {count} indices")
        for fen in POSITIONS:
            board = read_board(fen)
            for side in ("white", "black"):
                print(f"{name} {side} {fen}")
                print(" ".join(map(str, active(board, side, numbers))))


if __name__ == "__main__":
    main()
