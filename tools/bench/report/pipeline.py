"""Tapline's pipeline, from a chip's registers to effects: the same fingers, the same counters."""

from .commands import BENCH, BUILT, EX_SOFTWARE, FOLDER, heap_requests, instructions, median, refuse, run, worst_instructions

MIX = BENCH / "mix.yaml"
FINGERS = [1, 2, 5, 10]
RECOGNIZERS = [1, 8, 16, 32]
# The order of `Instructions moving`.
KINDS = ["pan", "pinch", "rotation", "tap", "longPress", "swipe", "edgePan", "transform"]


def write_traces(reports):
    """The mix and ten fingers, as registers: {name: path}."""
    traces = {"mix": FOLDER / "mix.registers", "ten": FOLDER / "ten.registers"}
    run([BUILT / "Mix", "registers", 1, 100, reports, traces["mix"]])
    run([BUILT / "Mix", "registers", "ten", max(2000, reports // 5), traces["ten"]])
    return traces


def counted(*case):
    """Instructions of a report."""
    total, printed = instructions([FOLDER / "Instructions", *case], "measured_*")
    return total / int(printed.split()[0])


def timed(configuration, path, repeats):
    times = []
    for _ in range(repeats):
        done, effects, ns, _, _ = map(int, run([BUILT / "Times", configuration, path]).split())
        times.append(ns / done)
    return min(times), median(times), effects


def measure(traces, repeats, heap_library):
    result = {}
    for trace, path in traces.items():
        best, middle, effects = timed(MIX, path, repeats)
        if effects == 0 and trace == "mix":
            refuse(EX_SOFTWARE, "no gesture was recognized in the mix")
        few, many = (heap_requests([BUILT / "Times", MIX, path, "--reports", n], heap_library) for n in (1000, 2000))
        result[trace] = dict(
            instructions=counted("replay", MIX, path), best_ns=best, median_ns=middle, heap=(many - few) / 1000)
    return result


def worst_reports():
    """Instructions of the worst single report of so many: {name: (instructions, reports)}."""
    worst = {}
    for name, mix, reports in (("mix", [1, 100], 3000), ("ten", ["ten"], 2000)):
        path = FOLDER / f"part-{name}.registers"
        run([BUILT / "Mix", "registers", *mix, reports, path])
        worst[name] = (worst_instructions([FOLDER / "Instructions", "replay", MIX, path], "measured_*", "next_report"), reports)
    return worst


def effect_latency(path):
    """From a report's bytes to its first effect, ns: median, 99th percentile, and of how many."""
    median_ns, most_ns, count = map(int, run([BUILT / "Times", MIX, path, "--effects"]).split())
    return dict(p50_ns=median_ns, p99_ns=most_ns, count=count)


def growth(repeats, fingers=FINGERS, recognizers=RECOGNIZERS):
    """Instructions and ns of a report for so many fingers that move and recognizers that may all go on together."""
    rows = []
    for count in fingers:
        path = FOLDER / f"moving-{count}.registers"
        path.write_bytes(moving(count))
        for kinds in recognizers:
            configuration = FOLDER / f"recognizers-{kinds}.yaml"
            configuration.write_text(configuration_of(kinds))
            best, middle, _ = timed(configuration, path, repeats)
            rows.append(dict(
                fingers=count, recognizers=kinds, instructions=counted("moving", count, kinds), best_ns=best,
                median_ns=middle))
    return rows


def moving(count, reports=2000):
    """Fingers in a row that go up and down by 3 px a report, and lift in one of a hundred, as `Instructions moving` has
    them: for each report its time and 61 registers."""
    file = bytearray()
    for index in range(reports):
        step = index % 100
        down = 0 if step == 99 else count
        registers = bytearray(61)
        registers[0] = down
        for finger in range(down):
            x, y = 40 + 80 * finger, 100 + 3 * min(step, 100 - step) + finger
            registers[1 + 6 * finger:5 + 6 * finger] = bytes(
                [x >> 8 | (0 if step == 0 else 0x80), x & 0xFF, y >> 8 | finger << 4, y & 0xFF])
        file += (index * 10_000).to_bytes(8, "little") + registers
    return bytes(file)


def configuration_of(count):
    """A configuration of so many gestures of the library's kinds in turn, none of which makes another fail."""
    lines = ["tapline: config/1", "gestures:"]
    lines += [f"  - {{name: g{i}, kind: {KINDS[i % len(KINDS)]}}}" for i in range(count)]
    if count > 1:
        lines.append("relations:")
        lines += [f"  - {{gesture: g{i}, simultaneousWith: [{', '.join(f'g{j}' for j in range(i))}]}}"
                  for i in range(1, count)]
    return "\n".join(lines) + "\n"
