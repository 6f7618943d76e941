"""The report as text."""

import textwrap

from . import loop

# Instructions of a peer in ours, and of our time from an interrupt to a level in that of the bare loop: median, 99th percentile.
WANTED = {
    "LVGL, recognizers alone": 0.77, "libinput + libevdev + lisgd": 4.5, "a Python loop (FT6206)": 20,
    "a Python loop with smbus2": 65}
WANTED_LATENCY = 1.1, 1.3
OURS = "Tapline, registers to effects"


def number(value, digits=0):
    return "–" if value is None else f"{value:,.{digits}f}"


def headline(text):
    return f"\n{text}\n{'-' * len(text)}\n"


def paragraph(text):
    return textwrap.fill(text, 118) + "\n"


def row(cells, widths):
    first = str(cells[0]).ljust(widths[0])
    return (first + "".join(str(cell).rjust(width) for cell, width in zip(cells[1:], widths[1:]))).rstrip() + "\n"


def report(results):
    parts = [heading(results), comparison(results), effects(results), growth(results), bus(results)]
    if "line" in results:
        parts += [whole_daemon(results), line(results), daemon(results)]
    return "\n".join(part.strip("\n") + "\n" for part in parts)


def heading(results):
    machine = results["machine"]
    text = f"Tapline beside others, {results['date']}\n{machine['processor']}, {machine['system']}, {machine['compiler']}\n"
    text += f"{results['versions']}\n" if results.get("versions") else ""
    return text + paragraph(
        f"The mix: {results['reports']:,} reports of labelled gestures at 100 Hz, half of them without a finger, seed 1. Ten: "
        "ten fingers that move in 99 of 100 reports. Instructions (Ir) are callgrind's and repeat. Times are CPU time of this "
        "process and drift with the machine's load and clock, up to twofold: the best of "
        f"{results['repeats']} runs, and their median.")


def comparison(results):
    widths = [30, 9, 9, 10, 9, 8, 8, 8, 9]
    text = headline("A report, by whom")
    text += row(["", "mix Ir", "ten Ir", "mix ns", "median", "ten ns", "heap", "MB", "Ir: ours"], widths)
    ours = results["tapline"]["mix"]["instructions"]
    for name, costs in [(OURS, results["tapline"])] + list(results.get("peers", {}).items()):
        mix, ten = costs["mix"], costs.get("ten")
        text += row([
            name, number(mix["instructions"]), number(ten and ten["instructions"]), number(mix["best_ns"]),
            number(mix["median_ns"]), number(ten and ten["best_ns"]), number(mix["heap"], 1),
            number(mix["memory_kb"] / 1024, 1) if mix.get("memory_kb") else "–",
            "" if name == OURS else f"x {mix['instructions'] / ours:.2f}"], widths)
    if "worst" in results:
        (mix, mixes), (ten, tens) = results["worst"]["mix"], results["worst"]["ten"]
        text += f"Tapline's worst single report: {mix:,} Ir of {mixes:,} of the mix, {ten:,} of {tens:,} of ten fingers.\n"
    text += paragraph("heap: requests a report. MB: the most that was resident; of Tapline the whole daemon (below). Ir: ours: "
                      "how many times our instructions on the mix.")
    for name, wanted in WANTED.items():
        if name in results.get("peers", {}):
            ratio = results["peers"][name]["mix"]["instructions"] / ours
            text += f"{name}: {ratio:.1f} times ours, wanted {wanted}: {'reached' if ratio >= wanted else 'not reached'}\n"
        elif results.get("peers"):
            how = " (--lvgl DIR)" if "LVGL" in name else ""
            text += f"{name}: not measured{how}, wanted {wanted}\n"
    if not results.get("peers"):
        return text
    text += headline("What each number includes, and lacks")
    text += paragraph(
        "Tapline. Includes: the wish for each transfer, parsing the bytes, checks of the chip, the touch table with "
        "identities, ghosts and velocity, the 13 recognizers of mix.yaml with a stroke among them, who wins, deadlines, and "
        "the calls of the sink. The times also include moving each report's bytes to the pipeline. Lacks: the bus, and what a "
        "sink does with an event.")
    names = {}
    for name, note in results["notes"].items():
        names.setdefault(" ".join(note.split()), []).append(name)
    for note, who in names.items():
        text += paragraph(f"{'; '.join(who)}. {note}")
    return text


def effects(results):
    found = results["effect"]
    return headline("From a report's bytes to its first effect, inside the process") + (
        f"median {found['p50_ns']:,} ns, 99th percentile {found['p99_ns']:,} ns, of {found['count']:,} reports of the mix that "
        "had one\n")


def growth(results):
    text = headline("By fingers that move and recognizers that may all go on together")
    rows = results["growth"]
    fingers = sorted({cell["fingers"] for cell in rows})
    recognizers = sorted({cell["recognizers"] for cell in rows})
    cells = {(cell["fingers"], cell["recognizers"]): cell for cell in rows}
    widths = [14] + [16] * len(recognizers) + [18]
    text += row(["Ir (ns)"] + [f"{count} rec." for count in recognizers] + ["each further one"], widths)
    for count in fingers:
        line = [cells[count, kinds] for kinds in recognizers]
        per = (line[-1]["instructions"] - line[0]["instructions"]) / (recognizers[-1] - recognizers[0])
        text += row(
            [f"{count} finger{'s'[:count > 1]}"]
            + [f"{number(cell['instructions'])} ({number(cell['best_ns'])})" for cell in line] + [f"{number(per)} Ir"], widths)
    per = [(cells[fingers[-1], kinds]["instructions"] - cells[fingers[0], kinds]["instructions"])
           / (fingers[-1] - fingers[0]) for kinds in recognizers]
    text += row(["each finger"] + [f"{number(value)} Ir" for value in per], widths)
    return text + paragraph("Kinds in turn: pan, pinch, rotation, tap, long press, swipe, edge pan, transform. Pinch and rotation "
                            "take two fingers, so two keep more of them going than any other number.")


def bus(results):
    text = headline("Bytes and bits on the bus, of a report with as many fingers as the one before")
    widths = [12] + [22] * 5
    text += row(["", "1 finger", "2 fingers", "5 fingers", "10 fingers", "idle look"], widths)
    for chip, cells in results["bus"].items():
        text += row([chip] + cells, widths)
    return text + paragraph("From CHIPS.md, where a test holds the driver to it: transfers, bytes without addresses, and bits on "
                            "the wires, all of them. \"of\": what was published before there was a driver.")


def whole_daemon(results):
    text = headline("The whole daemon, from one wait to the next: instructions of a report")
    text += loop.table_head() + "\n"
    for name, shares in results["loop"].items():
        text += loop.table_row(name, shares) + "\n"
    return text + paragraph(
        "taplined as it is, behind the kernel's interface answered from outside (tools/bench/loop.py); a finger is dragged. The core: "
        "from bytes to gestures, levels and text. The loop: edges, transfers, readers, timers, commands. C: what calls the kernel. "
        "Libraries: the C library, libgpiod, Swift's. What the kernel does is not counted.")


def line(results):
    ours, bare = results["line"]["taplined"], results["line"]["bare C loop"]
    text = headline("From the interrupt line to an output's level, at level 2")
    widths = [16, 12, 12, 10]
    text += row(["", "median µs", "99 % µs", "levels"], widths)
    for name, found in results["line"].items():
        text += row([name, number(found["p50_us"]), number(found["p99_us"]), found["count"]], widths)
    for what, key, wanted in zip(("median", "99th percentile"), ("p50_us", "p99_us"), WANTED_LATENCY):
        ratio = ours[key] / bare[key]
        text += f"{ratio:.2f} times the bare loop's {what}, wanted {wanted}: {'reached' if ratio <= wanted else 'not reached'}\n"
    return text + paragraph(
        "Both make the same calls of the kernel's interface in the same order and took turns under the same supervisor "
        "(tools/testbed/abi), which answers every call from another process: it takes most of this time, of both. A chip's "
        "transfers take no time there. The output shows whether a finger is down.")


def daemon(results):
    text = headline("The daemon: CPU time, wake-ups, memory, size")
    widths = [16, 16, 14, 16, 18, 18]
    text += row(["", "at rest µs/s", "wake-ups", "bus transfers", "touched µs/s", "of 100 reports"], widths)
    for name, found in results["load"].items():
        rest, touched = found["rest"], found["touched"]
        text += row([
            name, number(rest["cpu_us"]), f"{rest['wakeups']} in {rest['seconds']:.0f} s",
            f"{rest['transfers']} in {rest['seconds']:.0f} s", number(touched["cpu_us"]),
            number(touched["cpu_us"] and touched["cpu_us"] / max(1, touched["reports"]) * 100) + " µs"], widths)
    text += paragraph("CPU time of the program alone. Touched: one finger that moves, as many reports a second as the supervisor "
                      "managed to make, and beside it the time for 100 of them. Each call waits for the supervisor, a switch of "
                      "programs that a kernel's own drivers do not need, so these are upper bounds.")
    text += "\n"
    widths = [58, 12, 14]
    text += row(["taplined for this machine", "file MB", "resident MB"], widths)
    for binary in results["binaries"]:
        text += row([binary["what"], number(binary["bytes"] / 1e6, 2),
                     number(binary["memory_kb"] and binary["memory_kb"] / 1024, 1)], widths)
        if binary["memory_kb"] and "wanted_mb" in binary:
            is_reached = binary["memory_kb"] / 1024 <= binary["wanted_mb"]
            text += f"    wanted {binary['wanted_mb']} MB: {'reached' if is_reached else 'not reached'}\n"
    return text + paragraph(
        "Files stripped. Resident: after a tap, on one panel, with the pages of libraries, which other programs may share. A "
        "daemon that is ready lets go of all code that is mapped, most of which only the start needs; what runs comes back "
        "from the kernel's cache (with --lock-memory all of it stays). The packages have the last one.")
