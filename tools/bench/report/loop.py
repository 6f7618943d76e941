"""The whole daemon, counted from one wait to the next: what a report costs whoever runs it."""

import re
import shutil

from . import level2
from .commands import BUILT, EX_SOFTWARE, EX_UNAVAILABLE, FOLDER, ROOT, refuse, run

# (The C library copies bytes with what the processor can best: the same everywhere here, so that figures repeat.)
COPIES = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-AVX512F,-AVX512VL,-AVX512BW,-ERMS,-FSRM"}
STATIC = ROOT / ".build-cross/amd64/x86_64-unknown-none-elf/release"
SECONDS = 1, 4
# Which chip, with or without its interrupt line; how the daemon is started; what its configuration has besides.
CASES = {
    "gt911": ("gt911 address=0x5d", True, ["--quiet"], ""),
    "gt911-polled": ("gt911 address=0x5d", False, ["--quiet"], ""),
    "focaltech": ("ft5406 address=0x38", True, ["--quiet"], ""),
    "focaltech-polled": ("ft5406 address=0x38", False, ["--quiet"], ""),
    "cst816": ("cst816s address=0x15", True, ["--quiet"], ""),
    "ili2xxx": ("ili2117 address=0x41", True, ["--quiet"], ""),
    "ili2xxx-polled": ("ili2117 address=0x41", False, ["--quiet"], ""),
    "events": ("gt911 address=0x5d", True, [], "pan"),
    "serial": ("gt911 address=0x5d", True, ["--quiet"], "pan serial"),
    "service": ("gt911 address=0x5d", True, ["--name", "bench"], "pan"),
}
# Shown and not compared: whether its pulse of 1 ms is over when the daemon reads the line's level, and with it a turn of the loop,
# depends on the computer and on what else it does (2,748 to 2,901).
UNSTEADY = {"cst816"}
WHAT = {
    "gt911": "GT911, interrupt line; a line is all that is set", "gt911-polled": "the same, polled",
    "focaltech": "FocalTech, interrupt line", "focaltech-polled": "the same, polled",
    "cst816": "CST816S, interrupt line", "ili2xxx": "ILI2117, interrupt line", "ili2xxx-polled": "the same, polled",
    "events": "GT911; each report is an event on the standard output",
    "serial": "GT911; each report is a line on a serial port",
    "service": "GT911; a service: sockets that nobody reads",
}
SHARES = {
    "core": r"\$[se]\d+Tapline(Touches|Gestures|Controllers|Runtime|Outputs|Motion|Sensors|Remote)",
    "loop": r"\$[se]\d+Tapline|\$[se]\w*Tapline", "C": r"tapline_",
}


def prepare(name, folder):
    """The files of a case, and the words that start the daemon."""
    chip, has_line, options, extras = CASES[name]
    model, address = chip.split()
    pins = "int=GPIO4 reset=GPIO17" if has_line else "reset=GPIO17"
    (folder / "panel").write_text(
        'include pi\nbus /dev/i2c-1 "bcm2835 (i2c@7e804000)" one-read\n'
        f"chip {model} bus=/dev/i2c-1 {address} size=800x480 {pins}\n")
    board = (level2.COMMON / "board.yaml").read_text()
    board = board.replace("controller: gt911", f"controller: {model}").replace("max_fingers: 5\n", "")
    board = re.sub("addresses: .*", f"addresses: [{address.partition('=')[2]}]", board)
    (folder / "board.yaml").write_text(board if has_line else re.sub("interrupt_pin: .*\n", "", board))
    gestures = ["tap", "pan"] if "pan" in extras else ["tap"]
    text = "tapline: config/1\ngestures:\n" + "".join(f"  - {{name: {one}, kind: {one}}}\n" for one in gestures)
    text += "outputs:\n  - {on: touches, line: GPIO25, hold: true}\n"
    (folder / "config.yaml").write_text(text + ("  - {serial: /dev/ttyGS0}\n" if "serial" in extras else ""))
    return ["--board", "board.yaml", "--config", "config.yaml", *options]


def count(name, folder, supervisor, program):
    """{function: instructions of a report}."""
    words = prepare(name, folder)
    sums, reports = [], []
    for seconds in SECONDS:
        counted = folder / f"{name}-{seconds}.callgrind"
        text = "\n".join([
            "wait stderr *taplined: * at 0x*", "sweep 100 100 700 400", "wait line GPIO25 1", f"hold {seconds}s", "signal USR1",
            "wait stderr * reports, *", "lift", "wait line GPIO25 0", "signal TERM", "wait exit 0"])
        trace, _ = level2.play(
            folder, supervisor,
            ["valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={counted}", program, *words], text + "\n",
            options=["--capture"], env={**COPIES, "RUNTIME_DIRECTORY": str(folder / "service")})
        reports.append(next(int(found[1]) for _, what in trace if (found := re.search(r"(\d+) reports, ", what))))
        sums.append(own(counted))
    more = reports[1] - reports[0]
    if more < 100:
        refuse(EX_SOFTWARE, f"{name}: only {more} reports in {SECONDS[1] - SECONDS[0]} s")
    return {function: (cost - sums[0].get(function, 0)) / more for function, cost in sums[1].items()}


def own(file):
    """{function: its own instructions} of a file of callgrind's."""
    names, costs, function, is_call, total = {}, {}, "", False, 0
    for line in file.read_text().splitlines():
        if line.startswith("fn="):
            number, _, name = line[3:].partition(" ")
            function = names.setdefault(number, name)
        elif line.startswith("cfn="):
            number, _, name = line[4:].partition(" ")
            names.setdefault(number, name)
        elif line.startswith("calls="):
            is_call = True
        elif re.match(r"[+*\d-]", line):
            if not is_call:
                costs[function] = costs.get(function, 0) + int(line.split()[-1])
            is_call = False
        elif line.startswith("totals:"):
            total = int(line.split()[1])
    if sum(costs.values()) != total:
        refuse(EX_SOFTWARE, f"{file}: the functions have {sum(costs.values())} instructions, the program {total}")
    return costs


def shares(costs):
    found = dict.fromkeys([*SHARES, "libraries"], 0)
    for function, cost in costs.items():
        found[next((share for share, names in SHARES.items() if re.match(names, function)), "libraries")] += cost
    return {share: round(cost) for share, cost in found.items()}


def measure(is_static=False):
    """Yields (case, its shares, {function: instructions of a report}) for each case."""
    built = STATIC if is_static else BUILT
    if not (built / "taplined").exists():
        refuse(EX_UNAVAILABLE, "there is no daemon yet: " + (
            "tools/cross --build amd64" if is_static else "swift build -c release --omit-frame-pointers --product taplined"))
    supervisor = run([ROOT / "tools/testbed/abi/run", "--build"]).strip()
    folder = FOLDER / "loop"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "service").mkdir(parents=True)
    shutil.copy(level2.COMMON / "pi", folder)
    # (Valgrind gives up at the debug information of the daemon's modules; the names of functions stay.)
    run(["strip", "--strip-debug", "-o", folder / "taplined", built / "taplined"])
    for name in CASES:
        costs = count(name, folder, supervisor, folder / "taplined")
        yield name, shares(costs), costs


def table_head():
    return f"{'':58}{'a report':>9}" + "".join(f"{share:>10}" for share in [*SHARES, "libraries"])


def table_row(name, shared):
    return f"{WHAT[name]:58}{sum(shared.values()):9,}" + "".join(f"{share:10,}" for share in shared.values())
