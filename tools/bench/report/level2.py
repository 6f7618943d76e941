"""The daemon as it is, with the kernel interface answered from outside (tools/testbed/abi), beside a bare C loop."""

import os
import subprocess
import time
from pathlib import Path

from .commands import BENCH, EX_SOFTWARE, FOLDER, ROOT, median, percentile, refuse, run

COMMON = ROOT / "tools/testbed/abi/scenarios/common"
CONFIGURATION = """tapline: config/1
gestures:
  - {name: tap, kind: tap}
outputs:
  - {on: touches, line: GPIO25, hold: true}
"""


def prepare():
    """The folder of the runs, the supervisor and the bare loop."""
    folder = FOLDER / "level2"
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("board.yaml", "panel", "gt911", "pi"):
        (folder / name).write_text((COMMON / name).read_text())
    (folder / "config.yaml").write_text(CONFIGURATION)
    version = run(["pkg-config", "--modversion", "libgpiod"])
    first = ["-DGPIO_V1"] if version.startswith("1.") else []
    bare = folder / "bare-loop"
    run(["gcc", "-O2", "-Wall", "-Wextra", *first, BENCH / "level2/bare-loop.c", "-o", bare])
    supervisor = run([ROOT / "tools/testbed/abi/run", "--build"]).strip()
    return folder, Path(supervisor), bare


def script(is_daemon, body):
    ready = ["wait line GPIO25 0"]
    # (The daemon has reset the chip and knows it; the bare loop does neither.)
    ready += ["wait i2c 0x5d w 8140 r 3931310060", "quiet 50ms"] if is_daemon else ["hold 100ms"]
    return "\n".join(ready + body + ["signal TERM", "wait exit 0"]) + "\n"


def play(folder, supervisor, command, text, sample=False, options=(), env=None):
    """Runs a program under the supervisor. Answers its trace as (µs, text), and its CPU time as (µs, ns)."""
    (folder / "script").write_text(text)
    trace = folder / "trace"
    trace.unlink(missing_ok=True)
    samples = []
    with open(folder / "stdout", "w") as out, open(folder / "stderr", "w") as errors:
        process = subprocess.Popen(
            [supervisor, "--panel", "panel", "--script", "script", "--trace", "trace", *options, "--", *map(str, command)],
            cwd=folder, env={**os.environ, **(env or {})}, stdout=out, stderr=errors, stdin=subprocess.DEVNULL)
        deadline = time.monotonic() + 300
        while process.poll() is None:
            if time.monotonic() > deadline:
                process.kill()
                refuse(EX_SOFTWARE, f"{command[0]} did not end under the supervisor")
            if sample:
                samples += cpu_time(process.pid)
            time.sleep(0.1)
    if process.returncode != 0:
        refuse(EX_SOFTWARE, (folder / "stderr").read_text()[-2000:])
    lines = []
    for line in trace.read_text().splitlines():
        at, _, what = line.partition(" ")
        lines.append((int(at), what))
    return lines, samples


def cpu_time(supervisor):
    """The CPU time of the supervisor's child until now."""
    try:
        child = Path(f"/proc/{supervisor}/task/{supervisor}/children").read_text().split()[0]
        spent = int(Path(f"/proc/{child}/schedstat").read_text().split()[0])
        return [(time.monotonic_ns() // 1000, spent)]
    except (OSError, IndexError):
        return []


def line_latency(folder, supervisor, programs, taps, rounds):
    """From the edge of the interrupt line to the output's level, µs: {name: {p50, p99, count}}. The programs take turns."""
    times = {name: [] for name in programs}
    body = ["tap 200 150 30ms", "wait line GPIO25 1", "wait line GPIO25 0", "hold 20ms"] * taps
    for _ in range(rounds):
        for name, command in programs.items():
            trace, _ = play(folder, supervisor, command, script(name == "taplined", body))
            times[name] += latencies(trace)
    for name, found in times.items():
        if len(found) < taps * rounds:
            refuse(EX_SOFTWARE, f"{name}: only {len(found)} levels changed after an interrupt")
    return {name: dict(p50_us=median(found), p99_us=percentile(found, 99), count=len(found))
            for name, found in times.items()}


def latencies(trace):
    found = []
    edge = read = None
    for at, what in trace:
        if what == "edge GPIO4 0":
            edge = at
        elif " w 814e r " in what:
            # What this report leads to belongs to the edge before it was read.
            read = edge
        elif what.startswith("line GPIO25 ") and read is not None:
            found.append(at - read)
            read = None
    return found


def at_rest_and_touched(folder, supervisor, command, is_daemon, seconds):
    """CPU time per second, µs, and wake-ups: nobody touches, then a finger that moves at 100 Hz."""
    body = ["hold 1s", "count wakeups", f"hold {seconds}s", "count wakeups", "count memory", "sweep 100 100 700 400",
            "hold 500ms", "count wakeups", f"hold {seconds}s", "count wakeups", "lift", "hold 200ms"]
    trace, samples = play(folder, supervisor, command, script(is_daemon, body), sample=True)
    counts = [(at, int(what.split()[1])) for at, what in trace if what.startswith("wakeups ")]
    memory_kb = next(int(what.split()[1]) for _, what in trace if what.startswith("memory "))
    rest, touched = counts[:2], counts[2:]

    def share(window):
        (start, before), (end, after) = window
        inside = [sample for sample in samples if start <= sample[0] <= end]
        transfers = sum(start <= at <= end and what.startswith("i2c ") for at, what in trace)
        reports = sum(start <= at <= end and " w 814e r 8" in what for at, what in trace)
        cpu = (inside[-1][1] - inside[0][1]) / (inside[-1][0] - inside[0][0]) * 1000 if len(inside) > 1 else None
        length = (end - start) / 1e6
        return dict(cpu_us=cpu, wakeups=after - before, transfers=transfers, reports=reports / length, seconds=length)

    return dict(rest=share(rest), touched=share(touched), memory_kb=memory_kb)


def resident(folder, supervisor, program):
    """The memory that is resident while the daemon rests after a tap, KB."""
    text = script(True, ["tap 200 150 30ms", "wait line GPIO25 1", "wait line GPIO25 0", "hold 200ms", "count memory"])
    trace, _ = play(folder, supervisor, [program, "--board", "board.yaml", "--config", "config.yaml"], text)
    return next(int(what.split()[1]) for _, what in trace if what.startswith("memory "))


def relinked(program):
    """The same objects once more, with Swift's standard library in the program as `--static-swift-stdlib` puts it there."""
    objects = program.resolve().parent / "taplined.product/Objects.LinkFileList"
    out = FOLDER / "taplined-static"
    libraries = run(["pkg-config", "--libs", "libgpiod", "yaml-0.1"]).split()
    run(["swiftc", "-emit-executable", "-static-stdlib", "-Xlinker", "--gc-sections", "-Xlinker", "--defsym", "-Xlinker",
         "main=taplined_main", f"@{objects}", *libraries, "-lm", "-o", out])
    return out


def embedded():
    """The daemon as Embedded Swift for this machine, one static file: the one that the packages have."""
    processor = run(["dpkg", "--print-architecture"]).strip()
    run([ROOT / "tools/cross", "--build", processor], limit_s=1800)
    return ROOT / ".build-cross" / processor / "taplined"
