"""Case 40: strokes."""

import math

from corpus import CHANGES, FINE, SLOW, VARIANTS, Variant, case


@case(
    "40-strokes",
    "A straight 30° line in whole pixels → no checkmark, by template or by arc corner; a checkmark whose corner is 6 px "
    "round → recognized by template.",
    {"template.yaml": "gestures:\n  - {name: check, kind: stroke, template: checkmark}\n",
     "corner.yaml": "gestures:\n  - {name: check, kind: stroke, rule: {corner: {sampling: arc}}}\n"},
    "A checkmark goes down to the right and then, about twice as long, up to the right; how large and how fast does not "
    "matter, nor a few degrees of slant. Its sharp corner is a corner between 50° and 135°.")
def strokes(case):
    whole = [SLOW, Variant("60hz", 60, start=9), Variant("240hz", 240, start=77_777), FINE, CHANGES]

    def line(s, e, angle, length, time):
        s.whole = True
        a = math.radians(angle)
        dx, dy = length * math.cos(a) / 2, length * math.sin(a) / 2
        s.down(0, 380 - dx, 220 - dy).by(time, 2 * dx, 2 * dy).up(time + 20)

    for angle in (30, 150, -30, 27):
        for config in ("template", "corner"):
            case.variants(f"{config}-line-{angle}deg", line, angle, 160, 700, config=f"{config}.yaml", only=whole)
    case.variants("corner-slow-line", line, 30, 60, 1500, config="corner.yaml", only=whole)

    def check(s, e, size, slant, radius, time):
        """Down to the right, round the corner, up to the right."""
        def place(path, u):
            total = sum(math.dist(p, q) for p, q in zip(path, path[1:]))
            left = u * total
            for p, q in zip(path, path[1:]):
                part = math.dist(p, q)
                if left <= part or q == path[-1]:
                    k = left / part
                    return p[0] + k * (q[0] - p[0]), p[1] + k * (q[1] - p[1])
                left -= part

        a, corner, b = (0.0, 0.55), (0.36, 1.0), (1.0, 0.0)
        turn = math.radians(slant)
        points = []
        for x, y in (a, corner, b):
            x, y = (x - 0.5) * size, (y - 0.5) * size
            points.append((400 + x * math.cos(turn) - y * math.sin(turn),
                           240 + x * math.sin(turn) + y * math.cos(turn)))
        a, corner, b = points
        path = [a, corner, b]
        if radius:
            # An arc of that radius that touches both legs.
            la, lb = math.dist(a, corner), math.dist(corner, b)
            ua = ((a[0] - corner[0]) / la, (a[1] - corner[1]) / la)
            ub = ((b[0] - corner[0]) / lb, (b[1] - corner[1]) / lb)
            half = math.acos(ua[0] * ub[0] + ua[1] * ub[1]) / 2
            back, far = radius / math.tan(half), radius / math.sin(half)
            mid = (ua[0] + ub[0], ua[1] + ub[1])
            norm = math.hypot(*mid)
            center = (corner[0] + mid[0] / norm * far, corner[1] + mid[1] / norm * far)
            p = (corner[0] + ua[0] * back, corner[1] + ua[1] * back)
            q = (corner[0] + ub[0] * back, corner[1] + ub[1] * back)
            start = math.atan2(p[1] - center[1], p[0] - center[0])
            sweep = math.atan2(q[1] - center[1], q[0] - center[0]) - start
            sweep = (sweep + math.pi) % (2 * math.pi) - math.pi
            arc = [(center[0] + radius * math.cos(start + sweep * k / 12),
                    center[1] + radius * math.sin(start + sweep * k / 12)) for k in range(13)]
            path = [a] + arc + [b]
        s.down(0, *a).along(time, lambda u: place(path, u)).up(time + 20)
        e.event("check", "ended", time + 20, kind="stroke", touches=1, **(
            {"score": {"from": 0.8, "to": 1}} if radius else {}))

    case.variants("template-round-corner", check, 110, 0, 6, 600, config="template.yaml")
    case.variants("template-large", check, 220, 0, 6, 900, config="template.yaml")
    case.variants("template-slanted", check, 120, 7, 6, 500, config="template.yaml")
    smooth = [v for v in VARIANTS if v.rate > 25]
    case.variants("corner-check", check, 150, 0, 0, 700, config="corner.yaml", only=smooth)
