"""Positions as text: FEN in standard, X-FEN and Shredder-FEN castling letters."""

import re

from rules import FILES, Position, attacked, name, square

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


class FenError(ValueError):
    """A FEN that names no position that can be walked."""


def read_fen(text):
    """The position of a FEN of 4 to 6 fields, castling in standard, X-FEN or Shredder-FEN letters."""
    fields = text.split()
    if not 4 <= len(fields) <= 6:
        raise FenError(f"{len(fields)} fields instead of 4 to 6: {text!r}")
    for clock in fields[4:]:
        if not (clock.isascii() and clock.isdigit()):
            raise FenError(f"clock {clock!r} is no number")
    board = read_board(fields[0])
    if fields[1] not in ("w", "b"):
        raise FenError(f"side to move {fields[1]!r}")
    white = fields[1] == "w"
    position = Position(board, white, read_castling(board, fields[2]), read_passed(board, white, fields[3]))
    if attacked(board, position.king(not white), white):
        raise FenError("the side that is not to move is in check")
    return position


def read_board(text):
    ranks = text.split("/")
    if len(ranks) != 8:
        raise FenError(f"{len(ranks)} ranks")
    board = [""] * 64
    for rank, row in zip(range(7, -1, -1), ranks):
        cells = []
        for letter in row:
            if letter in "12345678":
                cells += [""] * int(letter)
            elif letter in "PNBRQKpnbrqk":
                cells.append(letter)
            else:
                raise FenError(f"piece {letter!r}")
        if len(cells) != 8:
            raise FenError(f"{len(cells)} files in {row!r}")
        board[rank * 8:rank * 8 + 8] = cells
    if board.count("K") != 1 or board.count("k") != 1:
        raise FenError("not one king a side")
    if any(piece in ("P", "p") for piece in board[:8] + board[56:]):
        raise FenError("a pawn on the first or last rank")
    return board


def read_castling(board, text):
    """The rook squares that castling letters mean; a letter without its king and rook in place is an error here."""
    rooks = set()
    for letter in "" if text == "-" else text:
        white = letter.isupper()
        home = 0 if white else 56
        king = board.index("K" if white else "k")
        own = [at for at in range(home, home + 8) if board[at] == ("R" if white else "r")]
        if letter.lower() == "k":
            candidates = [at for at in own if at > king][-1:]
        elif letter.lower() == "q":
            candidates = [at for at in own if at < king][:1]
        elif letter.lower() in FILES:
            candidates = [at for at in own if at == home + FILES.index(letter.lower())]
        else:
            raise FenError(f"castling letter {letter!r}")
        if not candidates or king // 8 != home // 8:
            raise FenError(f"castling letter {letter!r} without its king and rook")
        rooks.update(candidates)
    return frozenset(rooks)


def read_passed(board, white, text):
    """The en-passant square, or None where no pawn can just have passed it."""
    if text == "-":
        return None
    if len(text) != 2 or text[0] not in FILES or text[1] not in "36":
        raise FenError(f"en-passant square {text!r}")
    at = square(FILES.index(text[0]), int(text[1]) - 1)
    back = -8 if white else 8
    pawn = "p" if white else "P"
    right = text[1] == ("6" if white else "3") and board[at + back] == pawn and not board[at] and not board[at - back]
    return at if right else None


def write_fen(position, halfmoves=0, moves=1):
    """The six-field FEN; castling rights by file letters unless they are those of standard chess."""
    rows = []
    for rank in range(7, -1, -1):
        row = "".join(piece or "." for piece in position.board[rank * 8:rank * 8 + 8])
        rows.append(re.sub(r"\.+", lambda gap: str(len(gap.group())), row))
    passed = "-" if position.passed is None else name(position.passed)
    side = "w" if position.white else "b"
    return f"{'/'.join(rows)} {side} {write_castling(position)} {passed} {halfmoves} {moves}"


def write_castling(position):
    letters = ""
    for white in (True, False):
        king = position.king(white)
        own = sorted((at for at in position.rooks if (at < 8) == white), reverse=True)
        standard = king % 8 == 4 and all(at % 8 in (0, 7) for at in own)
        for at in own:
            letter = ("k" if at > king else "q") if standard else FILES[at % 8]
            letters += letter.upper() if white else letter
    return letters or "-"


def mirrored(fen):
    """The FEN with the colours swapped and the board turned upside down: the same game seen from the other side."""
    board, side, castling, passed, *clocks = fen.split()
    turned = "/".join(reversed(board.split("/"))).swapcase()
    castling = "".join(sorted(castling.swapcase(), key=str.islower))  # white's letters first
    passed = passed.translate(str.maketrans("36", "63"))
    return " ".join([turned, "b" if side == "w" else "w", castling, passed, *clocks])

