#!/usr/bin/env python3
"""Runs the commands in the console blocks of a Markdown file and compares what they print with what stands there.

usage: readme_commands.py PROGRAM FILE

A command is a line "$ threatperft ..."; the lines up to the next one, or to the end of the block, are its output. What
depends on the machine is not compared: times, speeds, the number of threads and the updater.
"""

import difflib
import pathlib
import re
import shlex
import subprocess
import sys

OF_THE_MACHINE = [
    (r"\b\d+(?::\d\d)+\b", "TIME"),
    (r"\b[\d.]+ m?s\b", "TIME"),
    (r"\b[\d.,]+ (?:[kMG] )?nodes/s", "SPEED"),
    (r"(  ok +)[\d.]+(?: [kMG])?$", r"\1SPEED"),
    (r"\b\d+ threads?\b(?=[,)])", "THREADS"),
    (r"\bupdater \w+ \([^)]*\)", "UPDATER"),
]


def comparable(text):
    lines = []
    for line in text.strip("\n").split("\n"):
        for pattern, word in OF_THE_MACHINE:
            line = re.sub(pattern, word, line)
        lines.append(re.sub(r" +", " ", line).rstrip())
    return lines


def commands_in(markdown):
    """(command line, expected output) of every command."""
    for block in re.findall(r"^```console\n(.*?)^```$", markdown, re.MULTILINE | re.DOTALL):
        if not block.startswith("$ "):
            raise SystemExit("a console block does not begin with a command")
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = part.partition("\n")
            yield command, expected


def differs(program, command, expected):
    words = shlex.split(command)
    if words[0] != "threatperft":
        raise SystemExit(f"this test runs no '{words[0]}'")
    result = subprocess.run([program, *words[1:]], capture_output=True, text=True)
    difference = list(difflib.unified_diff(comparable(expected), comparable(result.stdout), "the file", "the program",
                                           lineterm=""))
    print(f"$ {command}: exit status {result.returncode}, {'differs' if difference else 'as shown'}")
    print("\n".join(difference) or result.stderr, end="\n" if difference else "")
    return bool(difference) or result.returncode != 0


def main():
    program, file = sys.argv[1:]
    commands = list(commands_in(pathlib.Path(file).read_text(encoding="utf-8")))
    if not commands:
        raise SystemExit(f"{file} shows no command")
    wrong = sum(differs(program, command, expected) for command, expected in commands)
    print(f"{len(commands)} commands, {wrong} not as shown")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
