"""The suite format of this project: `FEN; id "name"; D1 20; T1 880; S1 0123456789abcdef; ...`, # begins a comment."""

import re

NUMBER = re.compile(r"([DTS])([0-9]+) ([0-9a-f]+)")


class SuiteError(ValueError):
    """A suite line that cannot be read."""


class Line:
    """A position of a suite: FEN, id, other operations as they stand, and {depth: {'D': n, 'T': n, 'S': n}}."""

    def __init__(self, text):
        fen, *operations = split_operations(text)
        self.fen = fen
        self.id = None
        self.others = []
        self.depths = {}
        for operation in operations:
            number = NUMBER.fullmatch(operation)
            if operation.startswith("id "):
                self.id = operation[3:].strip('"')
            elif number:
                letter, depth, digits = number.groups()
                self.depths.setdefault(int(depth), {})[letter] = int(digits, 16 if letter == "S" else 10)
            else:
                self.others.append(operation)
        if len(fen.split()) != 6 or self.id is None:
            raise SuiteError(f"no 6-field FEN with an id: {text}")

    def text(self):
        parts = [self.fen, f'id "{self.id}"', *self.others]
        for depth, numbers in sorted(self.depths.items()):
            parts += [f"{letter}{depth} " + (f"{numbers[letter]:016x}" if letter == "S" else str(numbers[letter]))
                      for letter in "DTS" if letter in numbers]
        return "; ".join(parts) + ";"

    def only_independent(self):
        """Whether the line says that other programs cannot hold it."""
        return any(operation.startswith("c0 ") and "stockfish" in operation for operation in self.others)


def split_operations(text):
    """The pieces between semicolons, those inside quotes left alone."""
    return [piece.strip() for piece in re.findall(r'(?:"[^"]*"|[^;"])+', text) if piece.strip()]


def read_suite(path):
    """The lines of a suite in order: a Line for a position, a string for a comment or blank line."""
    with open(path, encoding="ascii") as file:
        for text in file.read().splitlines():
            yield Line(text) if text.strip() and not text.startswith("#") else text
