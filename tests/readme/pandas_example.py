#!/usr/bin/env python3
"""Runs the Python example of a Markdown file in a folder that `stats` has just written.

usage: pandas_example.py PROGRAM FILE
Exit status 77 (skipped, for ctest) if pandas is not installed.
"""

import pathlib
import re
import subprocess
import sys
import tempfile


def main():
    program, file = sys.argv[1:]
    try:
        import numpy
        import pandas
    except ImportError as error:
        print(f"skipped: {error}")
        return 77
    (example,) = re.findall(r"^```python\n(.*?)^```$", pathlib.Path(file).read_text(encoding="utf-8"),
                            re.MULTILINE | re.DOTALL)
    with tempfile.TemporaryDirectory() as folder:
        tables = pathlib.Path(folder) / "tables"
        subprocess.run([program, "stats", "--filter", "^kiwipete$", "--depth", "2", "--output", tables], check=True,
                       stdout=subprocess.DEVNULL)
        shown = subprocess.run([sys.executable, "-c", example], cwd=tables, check=True, text=True,
                               stdout=subprocess.PIPE).stdout
        print(shown)
        counts = numpy.load(tables / "features.npy")
        features = pandas.read_csv(tables / "features.csv")
        assert counts.dtype == numpy.uint64 and (counts == features["count"].to_numpy(numpy.uint64)).all()
        assert counts.sum() == 123133, counts.sum()  # threats(2) of this position
        assert pandas.read_csv(tables / "pairs.csv").query("pieces == 'all'")["count"].sum() == 123133
        assert pandas.read_csv(tables / "deltas.csv")["moves"].sum() == 2039
        assert len(shown.splitlines()) == 11 + 14 + 7, "the example shows something else"
    return 0


sys.exit(main())
