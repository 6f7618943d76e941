"""How the benchmark speaks, starts programs and keeps its files."""

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
BENCH = ROOT / "tools/bench"
FOLDER = ROOT / ".build-bench/run"
BUILT = ROOT / ".build/release"

EX_USAGE, EX_UNAVAILABLE, EX_SOFTWARE = 64, 69, 70


# Who speaks.
program = "run"


def refuse(code, text):
    print(f"{program}: {text}", file=sys.stderr)
    sys.exit(code)


class Progress:
    """A line on standard error for each step, with the time that it took."""

    def __init__(self):
        self.begun = time.monotonic()

    def step(self, text):
        elapsed = int(time.monotonic() - self.begun)
        print(f"[{elapsed // 60}:{elapsed % 60:02}] {text}", file=sys.stderr, flush=True)


progress = Progress()


def run(command, *, env=None, cwd=ROOT, limit_s=600):
    """The standard output of a program that must succeed."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(
            words, env={**os.environ, **(env or {})}, cwd=cwd, capture_output=True, text=True, timeout=limit_s,
            stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        refuse(EX_SOFTWARE, f"{' '.join(words)} did not end within {limit_s} s")
    except OSError as error:
        refuse(EX_UNAVAILABLE, f"{words[0]}: {error.strerror}")
    if done.returncode != 0:
        sys.stderr.write(done.stdout[-4000:] + done.stderr[-4000:])
        refuse(EX_SOFTWARE, f"{' '.join(words)} ended with exit code {done.returncode}")
    return done.stdout


def callgrind(command, toggle, options=(), env=None):
    """Counts in functions of these names alone, or in all. Answers the sums of all parts, and what the program printed."""
    out = FOLDER / "callgrind.out"
    out.unlink(missing_ok=True)
    only = [f"--toggle-collect={toggle}"] if toggle else []
    # (Else the first call of each function would find its library.)
    fixed = {"LD_BIND_NOW": "1", "PYTHONHASHSEED": "0", **(env or {})}
    printed = run(["valgrind", "--tool=callgrind", *only, *options, f"--callgrind-out-file={out}", *command], env=fixed)
    with open(out) as lines:
        totals = [int(line.split()[1]) for line in lines if line.startswith("totals:")]
    if not totals:
        refuse(EX_SOFTWARE, f"callgrind counted nothing in {command[0]}")
    return totals, printed


def instructions(command, toggle=None, env=None):
    """How many instructions callgrind counts, in functions of these names alone; and what the program printed."""
    totals, printed = callgrind(command, toggle, env=env)
    return totals[0], printed


def worst_instructions(command, toggle, before):
    """The most instructions between two calls of the function `before`. What comes before its second call is the start."""
    totals, _ = callgrind(command, toggle, ["--combine-dumps=yes", f"--dump-before={before}"])
    return max(totals[1:])


def heap_requests(command, library, env=None):
    """How often a program asks the heap for memory, from beginning to end."""
    counts = FOLDER / "heap-count"
    counts.write_bytes(b"")
    run(command, env={"LD_PRELOAD": str(library), "TAPLINE_HEAP_COUNT": str(counts), **(env or {})})
    return int.from_bytes(counts.read_bytes()[8:16], "little")


def median(numbers):
    return percentile(numbers, 50)


def percentile(numbers, share):
    ordered = sorted(numbers)
    return ordered[min(len(ordered) - 1, len(ordered) * share // 100)]
