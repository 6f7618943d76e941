#!/usr/bin/env python3
"""Counts the instructions of the daemon for a report: the whole program as it ships, from one wait to the next.

  tools/bench/loop.py [--static] [--top CASE] [--accept]

  --static    the daemon of the packages, which tools/cross has built: one static file, for size. Nothing is compared
  --top CASE  also the functions that cost most in this case
  --accept    writes the figures into tools/bench/loop-figures.txt

A finger is dragged on a simulated chip behind this computer's interfaces (tools/testbed/abi); `taplined`, unmodified, runs under
callgrind, once for one second and once for four. The difference, divided by how many reports more there were, is a report:
waiting, edges, transfers, the pipeline, the level of the interrupt line, what is written. What the kernel does is not counted.
By whom: the core, from bytes to gestures, levels and text; the loop around it; what stands between it and C; libraries. (What
the compiler has put into a function of another module counts there.)

At the end the figures are held against the accepted ones, each within 2 %; where one differs more, all are counted again, and exit code
1 means that one differs in both counts. They are compared with Swift 6.3 and libgpiod 1 on x86-64 only; that of the CST816S is only shown, because it depends
on the computer's speed. Needs valgrind and a release build of taplined. Files stay in .build-bench/run/loop.
"""

import sys

sys.dont_write_bytecode = True

import argparse
import platform
import shutil
import subprocess

from report import commands, loop
from report.commands import BENCH, EX_UNAVAILABLE, EX_USAGE, FOLDER, refuse, run


def options():
    if {"-h", "--help"} & set(sys.argv[1:]):
        print(__doc__.strip())
        sys.exit(0)
    parser = argparse.ArgumentParser(prog="loop.py", add_help=False)
    parser.error = lambda message: refuse(EX_USAGE, f"{message}. See tools/bench/loop.py --help")
    parser.add_argument("--static", action="store_true")
    parser.add_argument("--top", choices=loop.CASES)
    parser.add_argument("--accept", action="store_true")
    chosen = parser.parse_args()
    if chosen.accept and not is_comparable(chosen):
        parser.error("only figures of Swift 6.3 and libgpiod 1 on x86-64, built for speed, are accepted")
    return chosen


def is_comparable(chosen):
    if chosen.static or platform.machine() != "x86_64" or "Swift version 6.3" not in run(["swift", "--version"]):
        return False
    return run(["pkg-config", "--modversion", "libgpiod"]).startswith("1.")


def count(chosen):
    """Prints what each case costs, and writes the figures that are compared."""
    print(loop.table_head())
    figures, top = [], []
    for name, shares, costs in loop.measure(chosen.static):
        print(loop.table_row(name, shares), flush=True)
        if name not in loop.UNSTEADY:
            figures.append(f"{name} {sum(shares.values())}\n")
        if name == chosen.top:
            top = sorted(((cost, function) for function, cost in costs.items()), reverse=True)[:40]
    (FOLDER / "loop/figures").write_text("".join(figures))
    if top:
        text = "".join(f"{cost:8.0f}  {function} \n" for cost, function in top)
        print(subprocess.run(["swift", "demangle", "--simplified"], input=text, capture_output=True, text=True).stdout)


def figures_in(path):
    """The figures of a file, by their names."""
    lines = [line.split() for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return {name: int(figure) for name, figure in lines}


def keep_nearer(first):
    """Of two counts of a case that one is compared which is nearer to the accepted one."""
    accepted = figures_in(BENCH / "loop-figures.txt")
    path = FOLDER / "loop/figures"
    kept = [
        (name, min(first[name], second, key=lambda figure: abs(figure - accepted.get(name, figure))))
        for name, second in figures_in(path).items()
    ]
    path.write_text("".join(f"{name} {figure}\n" for name, figure in kept))


def gate(*options):
    command = [BENCH / "gate", *options, BENCH / "loop-figures.txt", FOLDER / "loop/figures"]
    return subprocess.run(command, stdin=subprocess.DEVNULL).returncode


def main():
    commands.program = "loop.py"
    chosen = options()
    if not shutil.which("valgrind"):
        refuse(EX_UNAVAILABLE, "valgrind is missing: sudo apt-get install valgrind")
    count(chosen)
    if not is_comparable(chosen):
        print("not compared: the accepted figures are those of Swift 6.3 and libgpiod 1 on x86-64, built for speed")
        return
    if chosen.accept:
        sys.exit(gate("--accept"))
    if gate() == 0:
        return
    # (Another program may have delayed a turn. Such a chance does not come to one case twice; a change does.)
    first = figures_in(FOLDER / "loop/figures")
    print("counted once more:", flush=True)
    count(chosen)
    keep_nearer(first)
    if gate():
        print("loop.py: if the change is meant to do that: tools/bench/loop.py --accept, and say why", file=sys.stderr)
        sys.exit(1)


main()
