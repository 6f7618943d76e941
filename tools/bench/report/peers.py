"""The others: built from peers/ and Debian's packages, measured on the same fingers."""

import hashlib
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from .commands import (BENCH, EX_SOFTWARE, EX_UNAVAILABLE, FOLDER, ROOT, heap_requests, instructions, median, progress,
                       refuse, run)

SOURCES = BENCH / "peers"
PROGRAMS = FOLDER / "peers"
LISGD = ROOT / ".cache/lisgd"
# Not one that a version manager has put in front of it.
PYTHON = "/usr/bin/python3"


@dataclass
class Peer:
    name: str
    source: str
    flags: tuple = ()
    libraries: tuple = ()
    # Whether it is given a simulated input device.
    has_device: bool = False
    takes_ten: bool = True

    @property
    def program(self):
        return PROGRAMS / "".join(c if c.isalnum() else "-" for c in self.name)

    @property
    def note(self):
        """The comment at the head of its source: what its number includes and lacks."""
        lines = []
        for line in (SOURCES / self.source).read_text().splitlines():
            if not line.startswith("//"):
                break
            lines.append(line[2:].strip())
        return "\n".join(lines[1:]).strip()


PEERS = [
    Peer("least: parse the bytes", "floor-parse.c"),
    Peer("least: parse + slot table", "floor-table.c"),
    Peer("lisgd, swipe logic alone", "lisgd.c", ("-w",), ("-lm",)),
    Peer("tslib, three filters", "tslib.c", (), ("-lts",), True),
    Peer("mtdev, tracked", "mtdev.c", (), ("-lmtdev",), True),
    Peer("mtdev, anonymous", "mtdev.c", ("-DIS_ANONYMOUS",), ("-lmtdev",), True),
    Peer("libinput + libevdev", "libinput.c", (), ("-linput",), True),
    Peer("libinput + libevdev + lisgd", "libinput-lisgd.c", ("-w",), ("-linput", "-lm"), True),
]
LVGL = [
    Peer("LVGL, recognizers alone", "lvgl.c"),
    Peer("LVGL, with its input loop", "lvgl.c", ("-DWITH_LOOP",)),
]
PYTHON_LOOP = "a Python loop (FT6206)"
SMBUS2_LOOP = "a Python loop with smbus2"
PYTHON_NOTE = (SOURCES / "python.py").read_text().split('"""')[1].split("\n\n")[1]
SMBUS2_NOTE = ("Includes: what the loop above does, and what python3-smbus2 does for a block read: its structures are made anew for each. Lacks: "
               "the same, and the ioctl.")


def build(lvgl):
    """Every program. Answers the peers that there are."""
    PROGRAMS.mkdir(parents=True, exist_ok=True)
    peers = list(PEERS)
    if fetch_lisgd():
        # Its configuration is the shipped one.
        (PROGRAMS / "lisgd-source.c").write_text((LISGD / "lisgd.c").read_text())
        (PROGRAMS / "config.h").write_text((LISGD / "config.def.h").read_text())
    else:
        progress.step("lisgd's source cannot be fetched: it is left out")
        peers = [peer for peer in peers if "lisgd" not in peer.name]
    extra = {}
    if lvgl:
        archive, flags = build_lvgl(Path(lvgl))
        peers += LVGL
        extra = {peer.name: (flags, [archive, "-lm"]) for peer in LVGL}
    for peer in peers:
        flags, libraries = extra.get(peer.name, ([], peer.libraries))
        parts = [peer.source, "harness.c", "events.c"] + (["device.c"] if peer.has_device else [])
        run(["gcc", "-O2", "-g", "-Wall", "-Wextra", *peer.flags, *flags, f"-I{PROGRAMS}", f"-I{SOURCES}",
             *[SOURCES / part for part in parts], *libraries, "-o", peer.program])
    return peers


def fetch_lisgd():
    """Whether lisgd's source is here."""
    fetched = subprocess.run([ROOT / "tools/fetch-suite", "--source", LISGD, "lisgd"], stdout=sys.stderr)
    return fetched.returncode == 0


def build_lvgl(checkout):
    """LVGL as one archive, with the least that its recognizers need."""
    if not (checkout / "src/indev/lv_indev_gesture.c").exists():
        refuse(EX_UNAVAILABLE, f"{checkout} is no checkout of LVGL 9.3 or newer: it has no src/indev/lv_indev_gesture.c")
    name = hashlib.sha256(str(checkout.resolve()).encode()).hexdigest()[:8]
    objects = FOLDER / f"lvgl-{name}"
    objects.mkdir(parents=True, exist_ok=True)
    flags = [f"-I{checkout}", f"-I{checkout}/src", f'-DLV_CONF_PATH="{SOURCES}/lv_conf.h"']
    sources = sorted((checkout / "src").rglob("*.c"))
    progress.step(f"LVGL: {len(sources)} files")
    commands = []
    for source in sources:
        to = objects / ("-".join(source.relative_to(checkout).parts) + ".o")
        if not to.exists() or to.stat().st_mtime < source.stat().st_mtime:
            commands.append(["gcc", "-O2", "-w", *flags, "-c", str(source), "-o", str(to)])
    running = []
    for command in commands:
        running.append(subprocess.Popen(command))
        if len(running) == 2 and running.pop(0).wait() != 0:
            refuse(EX_SOFTWARE, "LVGL does not build: see above")
    if any(process.wait() != 0 for process in running):
        refuse(EX_SOFTWARE, "LVGL does not build: see above")
    archive = FOLDER / f"liblvgl-{name}.a"
    archive.unlink(missing_ok=True)
    run(["ar", "rcs", archive, *objects.glob("*.o")])
    return archive, flags


def versions():
    """What the libraries are, by Debian's names."""
    names = ["libinput10", "libevdev2", "libmtdev1", "libts0", "libts0t64", "python3", "python3-smbus2"]
    shown = subprocess.run(
        ["dpkg-query", "--show", "--showformat=${Package} ${Version}\n", *names], capture_output=True, text=True).stdout
    rows = [line for line in shown.splitlines() if len(line.split()) == 2]
    fetched = LISGD / ".fetched"
    lines = fetched.read_text().splitlines() if fetched.exists() else []
    return ", ".join(rows + [line.replace("Version:", "lisgd") for line in lines if line.startswith("Version: ")])


def measure(peer, traces, repeats):
    """What a peer costs on each trace: {trace: {instructions, ns, heap, …}}, and its memory."""
    result = {}
    for trace, path in traces.items():
        total, printed = instructions([peer.program, path], "measured_report")
        reports = int(printed.split()[0])
        times = []
        for _ in range(repeats):
            done, outcomes, ns, requests, memory_kb = map(int, run([peer.program, path]).split())
            times.append(ns / done)
        # (lisgd knows no swipe of ten fingers.)
        if outcomes == 0 and trace == "mix":
            refuse(EX_SOFTWARE, f"{peer.name}: nothing came of {done} reports")
        result[trace] = dict(
            instructions=total / reports, best_ns=min(times), median_ns=median(times), heap=requests / done,
            memory_kb=memory_kb)
    return result


def measure_python(path, reports, repeats, heap_library, *options):
    """The Python loop on the mix: of one pass and two the difference, so that the interpreter's start and reading the file
    are in neither."""
    program = [PYTHON, SOURCES / "python.py", path, reports]
    once, twice = (instructions([*program, passes, *options])[0] for passes in (1, 2))
    # (Else the interpreter's own pools would hide what it asks for.)
    shown = {"PYTHONMALLOC": "malloc", "PYTHONHASHSEED": "0"}
    few, many = (heap_requests([*program, passes, *options], heap_library, shown) for passes in (1, 2))
    times = []
    for _ in range(repeats):
        done, outcomes, ns, _, memory_kb = map(int, run([*program, 2, *options]).split())
        times.append(ns / done)
    if outcomes == 0:
        refuse(EX_SOFTWARE, "the Python loop recognized nothing")
    return {"mix": dict(
        instructions=(twice - once) / reports, best_ns=min(times), median_ns=median(times), heap=(many - few) / reports,
        memory_kb=memory_kb)}
