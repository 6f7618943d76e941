"""The report's picture: instructions by whom, and their growth with fingers and recognizers."""

from .tables import OURS, number

STYLE = """
  .paper { fill: #ffffff; }
  text { fill: #1f2328; font: 13px system-ui, sans-serif; }
  .title { font-weight: 600; font-size: 15px; }
  .note { font-size: 12px; fill: #59636e; }
  .end { text-anchor: end; }
  .middle { text-anchor: middle; }
  .ours { font-weight: 600; }
  rect.bar { fill: #b6c7de; }
  rect.bar.ten { fill: #dde5f0; }
  rect.mine { fill: #2f7d4f; }
  rect.mine.ten { fill: #9ccfae; }
  .rule { stroke: #59636e; stroke-opacity: 0.25; fill: none; }
  .line { fill: none; stroke-width: 2; }
  .s0 { stroke: #7aa6d8; } .s1 { stroke: #3f78b5; } .s2 { stroke: #2f7d4f; } .s3 { stroke: #b0562f; }
  .d0 { fill: #7aa6d8; } .d1 { fill: #3f78b5; } .d2 { fill: #2f7d4f; } .d3 { fill: #b0562f; }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117; }
    text { fill: #e6edf3; }
    .note { fill: #9198a1; }
    rect.bar { fill: #3b5476; }
    rect.bar.ten { fill: #24344b; }
    rect.mine { fill: #3fa06a; }
    rect.mine.ten { fill: #24583c; }
    .rule { stroke: #9198a1; }
  }
"""


class Drawing:
    def __init__(self):
        self.parts = []

    def text(self, x, y, text, kind=""):
        text = str(text).replace("&", "&amp;").replace("<", "&lt;")
        self.parts.append(f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{text}</text>')

    def box(self, x, y, width, height, kind):
        self.parts.append(f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"/>')

    def rule(self, x0, y0, x1, y1):
        self.parts.append(f'<path class="rule" d="M{x0:.1f} {y0:.1f} L{x1:.1f} {y1:.1f}"/>')

    def line(self, points, series):
        path = " L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        self.parts.append(f'<path class="line s{series}" d="M{path}"/>')
        for x, y in points:
            self.parts.append(f'<circle class="d{series}" cx="{x:.1f}" cy="{y:.1f}" r="3"/>')


def bars(drawing, results, top, width):
    """Instructions of a report on a logarithmic scale: the mix, and ten fingers."""
    import math

    rows = [(OURS, results["tapline"])] + list(results.get("peers", {}).items())
    rows.sort(key=lambda row: row[1]["mix"]["instructions"])
    left, right = 250, width - 110
    values = [cost[trace]["instructions"] for _, cost in rows for trace in ("mix", "ten") if cost.get(trace)]
    most = math.ceil(math.log10(max(values)))

    def at(value):
        return left + (right - left) * (math.log10(max(10, value)) - 1) / (most - 1)

    drawing.text(20, top, "Instructions of a report", "title")
    drawing.text(20, top + 20, "Dark: the mix of gestures. Light: ten fingers that move. Logarithmic. What each number includes: "
                 "see the report.", "note")
    base, pitch = top + 46, 34
    for power in range(1, most + 1):
        drawing.rule(at(10 ** power), base - 6, at(10 ** power), base + pitch * len(rows))
        drawing.text(at(10 ** power), base + pitch * len(rows) + 14, f"{10 ** power:,}", "note middle")
    for index, (name, cost) in enumerate(rows):
        y = base + pitch * index
        is_ours = name == OURS
        drawing.text(left - 10, y + 15, name, "end ours" if is_ours else "end")
        kind = "mine" if is_ours else "bar"
        for offset, trace in ((0, "mix"), (13, "ten")):
            if not cost.get(trace):
                continue
            value = cost[trace]["instructions"]
            drawing.box(left, y + offset, at(value) - left, 11, kind + (" ten" if trace == "ten" else ""))
            drawing.text(at(value) + 6, y + offset + 10, number(value), "note")
    return base + pitch * len(rows) + 40


def lines(drawing, rows, top, left, width, height, across, along, title):
    """Instructions by `across`, a line for each number of `along`."""
    numbers = sorted({row[across] for row in rows})
    series = sorted({row[along] for row in rows})
    cells = {(row[across], row[along]): row["instructions"] for row in rows}
    step = nice(max(cells.values()) / 5)
    most = step * 5
    base = top + 40 + height
    drawing.text(left, top, title, "title")
    drawing.text(left, top + 20, f"{across} from left to right, a line for each number of {along}", "note")
    x0 = left + 54

    def place(number, value):
        return x0 + (width - 150) * number / numbers[-1], base - height * value / most

    for mark in range(6):
        y = base - height * mark / 5
        drawing.rule(x0, y, x0 + width - 150, y)
        drawing.text(x0 - 8, y + 4, number(mark * step), "note end")
    for count in numbers:
        drawing.text(place(count, 0)[0], base + 18, count, "note middle")
    labels = []
    for index, name in enumerate(series):
        points = [place(count, cells[count, name]) for count in numbers]
        drawing.line(points, index)
        labels.append((points[-1][1], name, points[-1][0]))
    # (Labels that would lie on each other are moved apart.)
    last = base + 100
    for y, name, x in sorted(labels, reverse=True):
        last = min(y + 4, last - 14)
        drawing.text(x + 8, last, f"{name} {along if name > 1 else along[:-1]}", "note")
    return base + 50


def nice(value):
    """The next larger of 1, 2, 3, 4, 5, 10…"""
    power = 1
    while power * 10 <= value:
        power *= 10
    return next(power * factor for factor in (1, 2, 3, 4, 5, 10) if power * factor >= value)


def picture(results):
    drawing = Drawing()
    width = 960
    drawing.text(20, 32, f"Tapline beside others, {results['date']}", "title")
    drawing.text(20, 52, f"{results['machine']['processor']}, {results['machine']['system']}; counted by callgrind", "note")
    below = bars(drawing, results, 88, width)
    left = lines(drawing, results["growth"], below, 20, 470, 220, "fingers", "recognizers", "Growth with fingers")
    lines(drawing, results["growth"], below, 490, 470, 220, "recognizers", "fingers", "Growth with recognizers")
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {left:.0f}" width="{width}" height="{left:.0f}" '
            f'role="img">\n<title>Instructions of a report: Tapline and others</title>\n<style>{STYLE}</style>\n'
            '<rect class="paper" width="100%" height="100%"/>\n' + "\n".join(drawing.parts) + "\n</svg>\n")
