#!/usr/bin/env python3
"""Draws what rules for young fingers cost and save, from the episodes of one finger in recordings of real people.

    tools/recognition.py FOLDER [SCALE]     (the folder that tools/people.py takes)

Writes Documentation/Recognition.svg: for each rule, over its figure, the taps lost as drags against how long after 10 pt a drag
begins (mean). Prints the same as a table. With SCALE it only prints what the rules give on a panel so many times as large; the
last rows are Tapline's: also half of it 15 ms before, and so checked at every report in place of every 3 pt. The rules are those of Documentation/Recognition.md, in a few lines each; what
the programs themselves reach, tools/people.py says.
"""

import math
import sys
from pathlib import Path

sys.dont_write_bytecode = True
from people import read  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
STRIDE = 3
# Name, color, the figures on its curve, and the distance that is needed at an age of `a` ms.
RULES = [
    ("a larger slop at any age", "#b5651d", [8, 10, 12, 14, 16, 20, 24, 28, 32, 36], lambda p, a: p),
    ("a slop until 250 ms, then 10 pt", "#5b6f9b", [10, 12, 14, 16, 20, 24, 28, 32, 36, 40],
     lambda p, a: p if a < 250 else 10),
    ("falling evenly to 10 pt at 300 ms", "#2e8b57", [10, 14, 18, 22, 26, 30, 34, 36, 40, 44, 50],
     lambda p, a: 10 + max(p - 10, 0) * max(0, 1 - a / 300)),
]
OURS = (2, 40)
AHEAD = 15


def episodes(folder, scale):
    """([paths of taps], [paths of drags]): [(ms, x, y)] in pt since the landing, the reports in which the finger moved."""
    paths = {"tap": [], "drag": []}
    for trace in sorted(Path(folder).glob("*.jsonl")):
        head, frames, labels = read(trace)
        points = scale * head["panel"]["width_mm"] / head["panel"]["width"] / 0.15875
        at = 0
        for start, end, label in labels:
            path, landing, last = [], None, None
            while at < len(frames) and frames[at]["t"] <= end:
                frame = frames[at]
                at += 1
                if frame["t"] < start or not frame["c"]:
                    continue
                place = tuple(c * points for c in frame["c"][0][1:3])
                landing = landing or place
                if last not in (None, place):
                    path.append(((frame["t"] - start) / 1000, place[0] - landing[0], place[1] - landing[1]))
                last = place
            if label in paths:
                paths[label].append(path)
    return paths["tap"], paths["drag"]


def begins(path, needed, stride, ahead):
    """When a drag begins, ms; None: never. After a check that failed, the next one comes `stride` pt farther or nearer. Until
    300 ms half of what is needed has been gone `ahead` ms before."""
    checked, last = None, (0, 0)
    for t, x, y in path:
        distance = math.hypot(x, y)
        before, last = last, (t, distance)
        half = distance - ahead * (distance - before[1]) / max(t - before[0], 0.001) if t < 300 else math.inf
        if distance < needed(math.inf) or checked is not None and abs(distance - checked) < stride:
            continue
        if distance >= needed(t) and (not ahead or half >= needed(t) / 2):
            return t
        checked = distance
    return None


def point(taps, drags, rule, figure, stride=STRIDE, ahead=0):
    needed = lambda age: rule(figure, age)  # noqa: E731
    lost = sum(begins(path, needed, stride, ahead) is not None for path in taps) / len(taps)
    late = []
    for path in drags:
        ten = next((t for t, x, y in path if math.hypot(x, y) >= 10), None)
        begun = begins(path, needed, stride, ahead)
        if ten is not None and begun is not None:
            late.append(max(0, begun - ten))
    late.sort()
    return late[len(late) // 2], late[int(0.9 * (len(late) - 1))], sum(late) / len(late), 100 * lost


def tell(figure, median, ninth, mean, lost):
    print(f"{figure:7} {median:10.0f} {ninth:8.0f} {mean:5.1f} {lost:9.2f} %")


def draw(curves, ours):
    left, top, width, height, most_ms, most_lost = 64, 40, 560, 320, 60, 8
    x = lambda ms: left + min(ms, most_ms) / most_ms * width  # noqa: E731
    y = lambda lost: top + height - math.sqrt(min(lost, most_lost) / most_lost) * height  # noqa: E731
    svg = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 30} {top + height + 60}" '
           'font-family="sans-serif" font-size="12">', '<rect width="100%" height="100%" fill="#ffffff"/>']
    for ms in range(0, most_ms + 1, 10):
        svg.append(f'<line x1="{x(ms):.1f}" y1="{top}" x2="{x(ms):.1f}" y2="{top + height}" stroke="#e4e4e8"/>'
                   f'<text x="{x(ms):.1f}" y="{top + height + 18}" text-anchor="middle">{ms}</text>')
    for lost in (0, 0.1, 0.5, 1, 2, 4, 6, 8):
        svg.append(f'<line x1="{left}" y1="{y(lost):.1f}" x2="{left + width}" y2="{y(lost):.1f}" stroke="#e4e4e8"/>'
                   f'<text x="{left - 8}" y="{y(lost) + 4:.1f}" text-anchor="end">{lost} %</text>')
    svg.append(f'<text x="{left + width / 2}" y="{top + height + 42}" text-anchor="middle">'
               'ms after 10 pt until a drag begins (mean)</text>')
    svg.append(f'<text x="{left}" y="20" font-weight="bold">Taps lost as drags</text>')
    for row, ((name, color, figures, _), points) in enumerate(zip(RULES, curves)):
        path = " ".join(f"{x(mean):.1f},{y(lost):.1f}" for _, _, mean, lost in points)
        svg.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>')
        for figure, (_, _, mean, lost) in zip(figures, points):
            svg.append(f'<circle cx="{x(mean):.1f}" cy="{y(lost):.1f}" r="3" fill="{color}">'
                       f"<title>{figure} pt: {mean:.0f} ms, {lost:.2f} %</title></circle>")
        at = top + 16 + 18 * row
        svg.append(f'<rect x="{left + width - 230}" y="{at - 9}" width="12" height="10" fill="{color}"/>'
                   f'<text x="{left + width - 212}" y="{at}">{name}</text>')
    _, _, mean, lost = ours
    svg.append(f'<circle cx="{x(mean):.1f}" cy="{y(lost):.1f}" r="6" fill="#22223b">'
               f"<title>{mean:.0f} ms, {lost:.2f} %</title></circle>"
               f'<text x="{x(mean) + 10:.1f}" y="{y(lost) - 8:.1f}" font-weight="bold">Tapline</text>')
    return "\n".join(svg) + "\n</svg>\n"


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    taps, drags = episodes(sys.argv[1], float(sys.argv[2]) if len(sys.argv) == 3 else 1)
    curves = []
    for name, _, figures, rule in RULES:
        print(f"{name}\n     pt  median ms  9 of 10  mean   taps lost")
        curves.append([point(taps, drags, rule, figure) for figure in figures])
        for figure, found in zip(figures, curves[-1]):
            tell(figure, *found)
    row, figure = OURS
    ours = point(taps, drags, RULES[row][3], figure, ahead=AHEAD)
    print("the last with 40 pt, half of it 15 ms before; so checked at every report")
    tell(figure, *ours)
    tell(figure, *point(taps, drags, RULES[row][3], figure, stride=0, ahead=AHEAD))
    if len(sys.argv) == 2:
        (ROOT / "Documentation/Recognition.svg").write_text(draw(curves, ours), encoding="utf-8")


main()
