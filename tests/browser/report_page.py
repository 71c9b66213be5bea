#!/usr/bin/env python3
"""Opens the page that `threatperft stats` writes in headless Chromium: it must show what it is made of, be fit for use
(exercise.js), and the console must stay empty.

usage: report_page.py PROGRAM

Exit status 77 where there is no Chromium.
"""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1; id "kiwipete"; D2 2039;\n'
# As a path, it would end the data block and add an element.
HOSTILE = "x</script><img src=x onerror=fail()>.epd"
EXERCISE = pathlib.Path(__file__).with_name("exercise.js")
CHARTS = ["active", "pieces", "move", "coverage", "index", "layout", "activation"]


class Loaded:
    """A page after its scripts have run, and what they wrote to the console."""

    def __init__(self, browser, page, width):
        with tempfile.TemporaryDirectory(prefix="browser.", ignore_cleanup_errors=True) as profile:
            command = [browser, "--headless", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                       "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={profile}",
                       f"--window-size={width},1000", "--enable-logging=stderr", "--dump-dom", page.as_uri()]
            if os.geteuid() == 0:
                command.insert(1, "--no-sandbox")
            result = subprocess.run(command, capture_output=True, timeout=60, check=False)
        self.dom = result.stdout.decode(errors="replace")
        log = result.stderr.decode(errors="replace")
        if result.returncode != 0 or not self.dom:
            raise SystemExit(f"{browser}: exit status {result.returncode}\n{log[-4000:]}")
        self.console = [line for line in log.splitlines() if re.search(r":CONSOLE[:(]", line)]
        # Without what stands in scripts.
        self.markup = re.sub(r"<script\b.*?</script>", "", self.dom, flags=re.DOTALL)

    def is_rendered(self):
        return re.search(r'<html\b[^>]* data-rendered="yes"', self.dom) is not None

    def faults(self):
        yield from self.console
        if not self.is_rendered():
            yield "the script did not come to its end"
        if not re.search(r'<p id="alert"[^>]* hidden', self.markup):
            yield "the page shows an error"
        if "<img" in self.markup:
            yield "a path became an element"
        if self.markup.count("<svg") != 2:
            yield f"{self.markup.count('<svg')} boards, not 2"


def section(markup, name):
    """The element with the id, up to the next one that has an id."""
    return re.search(rf'id="{name}".*?(?= id="|\Z)', markup, re.DOTALL).group(0)


def faults_of_full(page):
    """After the exercise, too."""
    yield from page.faults()
    for chart in CHARTS:
        if "<canvas" not in section(page.markup, f"{chart}-chart"):
            yield f"no chart: {chart}"
    matrix = section(page.markup, "pair-matrix")
    if matrix.count("<td") != 1 + 144:
        yield f"the matrix has {matrix.count('<td') - 1} cells, not 144"
    totals = section(page.markup, "totals")
    for number in ["2,039", "123,133", "677c8a42192deb86"]:
        if number not in totals:
            yield f"{number} is not among the totals"
    if HOSTILE.replace("<", "&lt;").replace(">", "&gt;") not in section(page.markup, "input-table"):
        yield "the input's path is not shown"
    if 'data-exercised="yes"' not in page.dom:
        yield "the exercise did not come to its end"


def faults_of_bare(page):
    """Without moves and layouts."""
    yield from page.faults()
    for place, text in [("move-chart", "No moves"), ("layout-table", "No layout")]:
        if text not in section(page.markup, place):
            yield f"{place} does not say: {text}"


def write_report(program, folder, name, *options):
    subprocess.run([program, "stats", HOSTILE, "--threads", "1", "--output", name, *options], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL)
    return folder / name / "report.html"


def changed(page, name, old, new):
    text = page.read_text(encoding="utf-8")
    if text.count(old) != 1:
        raise SystemExit(f"{name}: the page has {old!r} {text.count(old)} times")
    other = page.with_name(name)
    other.write_text(text.replace(old, new), encoding="utf-8")
    return other


def faults_of_thrown(page):
    """An error that the test itself put in, to see that it is noticed."""
    if not any("deliberate" in line for line in page.console):
        yield "not noticed on the console"
    if page.is_rendered():
        yield "not noticed by the end of the script"
    if "deliberate" not in section(page.markup, "alert"):
        yield "not shown by the page"


def load_and_judge(browser, name, page, width, faults_of):
    faults = list(faults_of(Loaded(browser, page, width)))
    print("\n  ".join([f"{name}: {'FAULTY' if faults else 'as it should be'}", *faults]))
    return not faults


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if browser is None:
        print(">> the page of stats was not opened: chromium is not installed")
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix="report_page.") as name:
        folder = pathlib.Path(name)
        (folder / HOSTILE).parent.mkdir()
        (folder / HOSTILE).write_text(KIWIPETE, encoding="ascii")
        full = write_report(program, folder, "full", "--depth", "2")
        bare = write_report(program, folder, "bare", "--depth", "0", "--no-moves", "--layouts", "none")
        exercised = changed(full, "exercised.html", "</body>",
                            f"<script>{EXERCISE.read_text(encoding='utf-8')}</script></body>")
        thrown = changed(full, "thrown.html", "\nsetUpCoverage();", "\nthrow new Error('deliberate');")
        pages = [("the page, and everything on it used", exercised, 800, faults_of_full),
                 ("without moves and layouts", bare, 1280, faults_of_bare),
                 ("an error", thrown, 1280, faults_of_thrown)]
        with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
            good = list(pool.map(lambda page: load_and_judge(browser, *page), pages))
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
