"""The rules of chess, Chess960 included, as a plain mailbox program.

A second opinion for the C++ program: it shares no idea with it. There are no bitboards, no pin or check masks and no
incremental state. A board is a list of 64 piece letters ('' is empty), rays are walked square by square, a move makes a
new position, and a move is legal when the mover's king is not attacked afterwards.
"""

FILES = "abcdefgh"
STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def square(file, rank):
    """The index of a square from file and rank, both 0 to 7; None off the board."""
    return rank * 8 + file if 0 <= file < 8 and 0 <= rank < 8 else None


def name(at):
    """'e4' for 28."""
    return FILES[at % 8] + str(at // 8 + 1)


def walk(at, step, longest=7):
    """The squares met from `at` in one direction, nearest first, at most `longest` of them."""
    path = []
    file, rank = at % 8 + step[0], at // 8 + step[1]
    while len(path) < longest and square(file, rank) is not None:
        path.append(square(file, rank))
        file, rank = file + step[0], rank + step[1]
    return tuple(path)


def walks(steps, longest=7):
    """For every square, the walks in all the given directions that leave it."""
    return [tuple(path for path in (walk(at, step, longest) for step in steps) if path) for at in range(64)]


def flat(table):
    """For every square, the squares of its walks in one tuple."""
    return [tuple(at for path in paths for at in path) for paths in table]


STRAIGHT_WALKS = walks(STRAIGHT)
DIAGONAL_WALKS = walks(DIAGONAL)
KNIGHT_SQUARES = flat(walks(JUMPS, 1))
KING_SQUARES = flat(walks(STRAIGHT + DIAGONAL, 1))
# Where a pawn of a colour captures: for white (True) up the board, for black (False) down.
PAWN_SQUARES = {True: flat(walks(((-1, 1), (1, 1)), 1)), False: flat(walks(((-1, -1), (1, -1)), 1))}
SLIDES = {"b": DIAGONAL_WALKS, "r": STRAIGHT_WALKS, "q": walks(STRAIGHT + DIAGONAL)}
LEAPS = {"n": KNIGHT_SQUARES, "k": KING_SQUARES}


def attacked(board, at, by_white):
    """Whether a piece of the given colour attacks the square."""
    if by_white:
        pawn, knight, bishop, rook, queen, king = "PNBRQK"
    else:
        pawn, knight, bishop, rook, queen, king = "pnbrqk"
    for path in STRAIGHT_WALKS[at]:
        for other in path:
            piece = board[other]
            if piece:
                if piece == rook or piece == queen:
                    return True
                break
    for path in DIAGONAL_WALKS[at]:
        for other in path:
            piece = board[other]
            if piece:
                if piece == bishop or piece == queen:
                    return True
                break
    for other in KNIGHT_SQUARES[at]:
        if board[other] == knight:
            return True
    for other in PAWN_SQUARES[not by_white][at]:
        if board[other] == pawn:
            return True
    for other in KING_SQUARES[at]:
        if board[other] == king:
            return True
    return False


class Position:
    """A board, the side to move, the squares of rooks that may castle, and the en-passant square or None."""

    __slots__ = ("board", "white", "rooks", "passed")

    def __init__(self, board, white, rooks, passed):
        self.board = board
        self.white = white
        self.rooks = rooks
        self.passed = passed

    def king(self, white):
        return self.board.index("K" if white else "k")

    def in_check(self):
        return attacked(self.board, self.king(self.white), not self.white)

    def moves(self):
        """Legal (move, position after it), where move is (from, to, kind); see pseudo_moves."""
        for move in pseudo_moves(self):
            after = self.play(move)
            if not attacked(after.board, after.king(self.white), after.white):
                yield move, after

    def play(self, move):
        """The position after a pseudo-legal move."""
        start, end, kind = move
        board = self.board[:]
        piece = board[start]
        passed = None
        board[start] = ""
        if kind == "castle":
            board[end] = ""
            home = start - start % 8
            to_right = end > start
            board[home + (6 if to_right else 2)] = piece
            board[home + (5 if to_right else 3)] = "R" if self.white else "r"
        elif kind == "passing":
            board[end] = piece
            board[start - start % 8 + end % 8] = ""
        elif kind == "double":
            board[end] = piece
            passed = (start + end) // 2
        else:
            board[end] = kind or piece
        rooks = self.rooks
        if rooks:
            if piece == "K" or piece == "k":
                rooks = frozenset(at for at in rooks if (at < 8) != self.white)
            if start in rooks or end in rooks:
                rooks = rooks - {start, end}
        return Position(board, not self.white, rooks, passed)


def pseudo_moves(position):
    """Moves (from, to, kind) that may leave the king attacked. Kind: '' or 'double', 'passing' (en passant),
    'castle' (`to` is the rook's square), or the letter of the promoted piece."""
    board, white = position.board, position.white
    for start, piece in enumerate(board):
        if not piece or piece.isupper() != white:
            continue
        lower = piece.lower()
        if lower == "p":
            yield from pawn_moves(position, start)
        elif lower in LEAPS:
            for end in LEAPS[lower][start]:
                if not board[end] or board[end].isupper() != white:
                    yield start, end, ""
        else:
            for path in SLIDES[lower][start]:
                for end in path:
                    if not board[end]:
                        yield start, end, ""
                        continue
                    if board[end].isupper() != white:
                        yield start, end, ""
                    break
    yield from castlings(position)


def pawn_moves(position, start):
    board, white = position.board, position.white
    ahead = 8 if white else -8
    last = range(56, 64) if white else range(8)
    promoted = "QRBN" if white else "qrbn"
    end = start + ahead
    if not board[end]:
        if end in last:
            for letter in promoted:
                yield start, end, letter
        else:
            yield start, end, ""
        if start // 8 == (1 if white else 6) and not board[end + ahead]:
            yield start, end + ahead, "double"
    for end in PAWN_SQUARES[white][start]:
        if board[end] and board[end].isupper() != white:
            if end in last:
                for letter in promoted:
                    yield start, end, letter
            else:
                yield start, end, ""
        elif end == position.passed:
            yield start, end, "passing"


def castlings(position):
    """Nothing between king, rook and their targets but those two; the king neither leaves, crosses nor (tested by
    `moves`, with the rook moved too) enters an attacked square."""
    board, white = position.board, position.white
    own = [at for at in position.rooks if (at < 8) == white]
    if not own:
        return
    king = position.king(white)
    home = king - king % 8
    for rook in own:
        king_target = home + (6 if rook > king else 2)
        rook_target = home + (5 if rook > king else 3)
        used = (king, rook, king_target, rook_target)
        if any(board[at] for at in range(min(used), max(used) + 1) if at not in (king, rook)):
            continue
        if any(attacked(board, at, not white) for at in range(min(king, king_target), max(king, king_target) + 1)
               if at != king_target or at == king):
            continue
        yield king, rook, "castle"


def move_text(move, chess960=False):
    """UCI text of a move."""
    start, end, kind = move
    if kind == "castle":
        if not chess960:
            end = start - start % 8 + (6 if end > start else 2)
        return name(start) + name(end)
    return name(start) + name(end) + (kind.lower() if len(kind) == 1 else "")
