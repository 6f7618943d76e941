"""Cases 16 to 28."""

import math

from corpus import EVEN, EXACT, FINE, JITTER, SLOW, case, first, tidy

PINCH = "gestures:\n  - {name: zoom, kind: pinch}\n"
TURN = "gestures:\n  - {name: turn, kind: rotation}\n"
BOTH = """
gestures:
  - {name: zoom, kind: pinch}
  - {name: turn, kind: rotation}
relations:
  - {gesture: zoom, simultaneousWith: [turn]}
"""
SLOP = math.radians(10)


def pair(s, t, half, angle=0, x=400, y=240):
    """Two fingers around a centre; `half` of their distance, `angle` in degrees."""
    dx, dy = half * math.cos(math.radians(angle)), half * math.sin(math.radians(angle))
    return s.down(t, x - dx, y - dy), s.down(t, x + dx, y + dy)


def open_to(fingers, t, half, angle=0, x=400, y=240):
    dx, dy = half * math.cos(math.radians(angle)), half * math.sin(math.radians(angle))
    fingers[0].to(t, x - dx, y - dy)
    fingers[1].to(t, x + dx, y + dy)


def lift(fingers, t, *ups):
    """They rest until t; the first lifts at the first of `ups`, the second at the last."""
    fingers[0].hold(t).up(ups[0])
    fingers[1].hold(t).up(ups[-1])


def turn_to(fingers, t, half, start, end, x=400, y=240):
    """Both turn about the centre, from an angle to another, in degrees."""
    def course(side):
        def place(u):
            a = math.radians(start + u * (end - start))
            return x + side * half * math.cos(a), y + side * half * math.sin(a)
        return place
    fingers[0].along(t, course(-1))
    fingers[1].along(t, course(1))


def pinch_begins(s, slop=16, a=0, b=1, until=None):
    """(ms, span): the first report whose span has changed by the slop since the fingers landed."""
    spans = s.spans(a, b, until=until)
    start = spans[0][1]
    t = first([(t, span - start) for t, span in spans], slop)
    return t, dict(spans)[t]


def scale(value, within=0.001):
    return {"is": tidy(value, 5), "within": tidy(max(within, 0.0002), 5)}


@case(
    "16-lifts-after-a-pinch",
    "Two fingers lift 12 apart → no change in scale or focus, ended at the last.",
    PINCH,
    "From the last report that shows both on, `scale`, `x` and `y` stay.")
def lifts_apart(case):
    def play(s, e, moves):
        a, b = pair(s, 0, 50)
        open_to((a, b), 340, 98)
        a.up(350)
        if moves:
            b.by(350, 3).by(356, 4, 3).up(362)
        else:
            b.hold(350).up(362)
        t, span = pinch_begins(s)
        e.event("zoom", "began", t, kind="pinch", touches=2, scale=1)
        e.event("zoom", "ended", 362, scale=scale(196 / span))
        e.each("zoom", during=(340, 362), scale={"step": 0}, x={"step": 0}, y={"step": 0})

    case.variants("resting", play, False)
    case.variants("moving", play, True)


def other_finger(s, e, landing, x, y):
    """A pinch whose second finger lifts at 400; another lands at (x, y), and from 700 on its span grows by a fifth."""
    a, b = pair(s, 0, 50)
    open_to((a, b), 300, 97)
    b.hold(390).up(400)
    a.hold(700)
    c = s.down(landing, x, y, ident=1 if landing > 400 else 2).hold(700)
    ax, ay = 400 - 97, 240
    a.to(900, ax + (ax - x) * 0.1, ay + (ay - y) * 0.1).hold(940).up(960)
    c.to(900, x + (x - ax) * 0.1, y + (y - ay) * 0.1).hold(940).up(950)
    t, span = pinch_begins(s, until=400)
    s1 = 194 / span
    noise = 4 * s.variant.jitter / math.hypot(x - ax, y - ay)
    e.event("zoom", "began", t, scale=1)
    e.event("zoom", "ended", 960, scale=scale(s1 * 1.2, 0.002 + noise * s1))
    e.each("zoom", ["changed"], during=(300, 700), scale=scale(s1, 0.001 + 2 * noise * s1), count={"from": 0})


@case(
    "17-finger-lands-elsewhere",
    "One lifts and lands elsewhere → scale goes on from where it was.",
    PINCH,
    "The scale stays until both move again, and grows by the factor of the new span.")
def lands_elsewhere(case):
    case.variants("farther", other_finger, 500, 580, 330)
    case.variants("beside", other_finger, 500, 430, 100)


@case(
    "18-third-finger-mid-pinch",
    "Third finger mid-pinch → |Δscale| < 1e-6.",
    PINCH,
    "`events/1` tells four decimals: the scale is told as the same. It goes on between the first two fingers.")
def third_finger(case):
    def resting(s, e):
        a, b = pair(s, 0, 50)
        open_to((a, b), 300, 97)
        lift((a, b), 800, 820, 830)
        s.down(400, 420, 60).by(700, 150, 30).up(720)
        t, span = pinch_begins(s)
        e.event("zoom", "began", t, touches=2)
        e.event("zoom", "ended", 830, scale=scale(194 / span))
        e.each("zoom", during=(300, 830), scale={"step": 0}, x={"step": 0}, y={"step": 0})

    def moving(s, e):
        a, b = pair(s, 0, 50)
        open_to((a, b), 800, 147)
        lift((a, b), 840, 850)
        s.down(400, 420, 60).by(700, 150, 30).up(720)
        t, span = pinch_begins(s)
        e.event("zoom", "began", t, touches=2)
        e.event("zoom", "ended", 850, scale=scale(294 / span))
        step = 2.01 * s.largest_step() / span + 0.0002
        e.each("zoom", scale={"step": {"from": tidy(-4 * s.variant.jitter / span - 0.0001, 5), "to": tidy(step, 5)}})

    case.variants("resting", resting, only=EXACT)
    case.variants("moving", moving)


@case(
    "19-one-lifts-another-lands",
    "One lifts and another lands in one report → re-anchored.",
    PINCH,
    "The scale does not change there, and goes on by the factor of the new span.")
def exchange(case):
    case.variants("farther", other_finger, 400, 590, 340)
    case.variants("other-side", other_finger, 400, 120, 200)


@case(
    "20-span-below-the-minimum",
    "Span 300→12→300 → finite, frozen below the minimum.",
    PINCH,
    "`minimumSpan` is 6 mm, 37.8 pt. Below it the scale stays at what the last span that counts has made of it, at most "
    "one step below what the minimum would.")
def narrow(case):
    def play(s, e, angle):
        a, b = pair(s, 0, 150, angle)
        open_to((a, b), 1300, 6, angle)
        open_to((a, b), 2600, 150, angle)
        a.up(2640)
        b.up(2640)
        t, span = pinch_begins(s)
        below = [t for t, w in s.spans(0, 1) if w < 37.7]
        least = 37.795 / span
        e.event("zoom", "began", t, scale=1)
        e.event("zoom", "ended", 2640, scale={"from": 0.5, "to": 2})
        e.each("zoom", scale={"from": tidy(least - 0.01, 5), "to": 2})
        # (From the first report below on, which may still come down to the minimum.)
        e.each("zoom", during=(below[0], below[-1]), count={"from": 0}, scale={"step": 0})

    case.variants("level", play, 0)
    case.variants("steep", play, 70)


@case(
    "21-span-from-zero",
    "Span 0 at start → scale 1, no NaN.",
    PINCH,
    "It begins at the slop of 16 pt at the earliest, and at the latest where the span exceeds the minimum, 37.8 pt, by "
    "the slop. From there the scale grows.")
def from_nothing(case):
    def play(s, e, half, x, y):
        a, b = s.down(0, x, y), s.down(0, x, y)
        open_to((a, b), 900, half, 20, x, y)
        lift((a, b), 940, 950)
        early = next(t for t, w in s.spans(0, 1) if w >= 15)
        late = next(t for t, w in s.spans(0, 1) if w >= 55)
        v = s.variant
        e.event("zoom", "began", {"from": v.time(early), "to": v.time(late)}, scale=1)
        e.event("zoom", "ended", 950, scale={"from": tidy(1.8 * half / 60, 4), "to": tidy(2 * half / 15, 4)})
        slack = tidy(4 * v.jitter / 15 + 0.0001, 5)
        e.each("zoom", count={"from": 5}, scale={"step": {"from": -slack}})

    case.variants("wide", play, 100, 400, 240)
    case.variants("wider", play, 140, 300, 200)


@case(
    "22-impossible-ratio",
    "One-report ratio > 2 or < 0.1 → dropped once.",
    PINCH,
    "Seen in one report only it never shows. A second report that shows it is believed, also where no finger moves in it, "
    "and before the pinch has begun.")
def impossible(case):
    def play(s, e, half, wrong, stays, drift=3):
        a, b = pair(s, 0, half - 25)
        open_to((a, b), 300, half)
        last = wrong + drift if stays else half
        for t, width in ((400, half), (408, wrong), (416, wrong if stays else half), (600, last)):
            open_to((a, b), t, width)
        a.up(620)
        b.up(620)
        s.silent(400, 416)
        t, span = pinch_begins(s)
        good = 2 * half / span
        e.event("zoom", "began", t, scale=1)
        end = 2 * last / span
        noise = 4 * s.variant.jitter / span
        if drift == 0:
            e.event("zoom", "changed", 416, scale=scale(end))
        e.event("zoom", "ended", 620, scale=scale(end, 0.001 + noise))
        e.each("zoom", during=(300, 408), count={"from": 0}, scale=scale(good, 0.001 + noise))
        if not stays:
            e.each("zoom", during=(300, 620), scale=scale(good, 0.001 + noise))

    case.variants("wider-once", play, 60, 130, False)
    # (A finger that stays must be reported twice.)
    twice = [SLOW, EVEN, JITTER, FINE]
    case.variants("wider-stays", play, 60, 130, True, only=twice)
    case.variants("narrower-once", play, 225, 20, False)
    case.variants("narrower-stays", play, 225, 20, True, only=twice)
    # Also where it does not move any more.
    still = [SLOW, EVEN, FINE]
    case.variants("wider-rests", play, 60, 130, True, 0, only=still)
    case.variants("narrower-rests", play, 225, 20, True, 0, only=still)

    def leap(s, e, half, wide, rests):
        a, b = pair(s, 0, half)
        for t, width in ((400, half), (408, wide), (416, wide if rests else half), (600, wide if rests else half)):
            open_to((a, b), t, width)
        a.up(620)
        b.up(620)
        s.silent(400, 416)
        if rests:
            e.event("zoom", "began", 416, scale=1)
            e.event("zoom", "ended", 620, scale=1)

    # And where that report is the whole pinch.
    for half, wide in ((30, 70), (45, 140)):
        case.variants(f"leap-{2 * half}pt-rests", leap, half, wide, True, only=still)
        case.variants(f"leap-{2 * half}pt-once", leap, half, wide, False)


@case(
    "23-two-whole-turns",
    "Two whole turns → ±(4π − slop), no jump at ±π.",
    TURN,
    "Clockwise is positive. The slop that is left out is what they had turned at the report that began it, 10° or more.")
def two_turns(case):
    def play(s, e, sign, radius):
        a, b = pair(s, 0, radius)
        turn_to((a, b), 2317, radius, 0, sign * 720)
        lift((a, b), 2360, 2370)
        turns = s.turns(0, 1)
        t = first(turns, SLOP)
        total = turns[-1][1] - dict(turns)[t]
        e.event("turn", "began", t, kind="rotation", touches=2, rotation=0)
        e.event("turn", "ended", 2370, rotation={"is": tidy(total, 5), "within": 0.002})
        steps = [abs(q - p) for (_, p), (_, q) in zip(turns, turns[1:])]
        bound = tidy(max(steps) + 0.002, 5)
        e.each("turn", count={"from": 30}, rotation={"step": {"from": -bound, "to": bound}})

    case.variants("clockwise", play, 1, 80)
    case.variants("counterclockwise", play, -1, 130)


@case(
    "24-one-degree-after-began",
    "After began, ±1° → ±1°.",
    TURN,
    "Radians, clockwise positive; the slop counts only until it has begun.")
def one_degree(case):
    def play(s, e, sign):
        a, b = pair(s, 0, 120, 30)
        turn_to((a, b), 300, 120, 30, 30 + sign * 15.7)
        a.hold(400)
        b.hold(400)
        turn_to((a, b), 500, 120, 30 + sign * 15.7, 30 + sign * 16.7)
        a.hold(600)
        b.hold(600)
        turn_to((a, b), 700, 120, 30 + sign * 16.7, 30 + sign * 15.7)
        lift((a, b), 800, 810)
        turns = s.turns(0, 1)
        t = first(turns, SLOP)
        base = sign * math.radians(15.7) - dict(turns)[t]
        degree = sign * math.radians(1)
        e.event("turn", "began", t, rotation=0)
        e.event("turn", "changed", 500, rotation={"is": tidy(base + degree, 5), "within": 0.0003})
        e.event("turn", "changed", 700, rotation={"is": tidy(base, 5), "within": 0.0003})
        e.event("turn", "ended", 810, rotation={"is": tidy(base, 5), "within": 0.0003})

    case.variants("clockwise", play, 1, only=EXACT)
    case.variants("counterclockwise", play, -1, only=EXACT)


@case(
    "25-first-finger-lifts",
    "The first finger lifts → no 180° flip.",
    TURN,
    "It lands elsewhere and the two turn on: the rotation goes on from where it was.")
def first_lifts(case):
    def play(s, e, sign, which):
        fingers = pair(s, 0, 90)
        turn_to(fingers, 300, 90, 0, sign * 24.7)
        goes, stays = fingers[which], fingers[1 - which]
        goes.hold(390).up(400)
        stays.hold(700)
        sx, sy = stays.keys[-1][1:3]
        new = s.down(500, sx + 40, sy - 110).hold(700)

        def about(u):
            turn = math.radians(sign * 20 * u) + math.atan2(-110, 40)
            return sx + math.hypot(40, 110) * math.cos(turn), sy + math.hypot(40, 110) * math.sin(turn)
        new.along(900, about).hold(940).up(950)
        stays.hold(940).up(960)
        before = s.turns(0, 1, until=400)
        t = first(before, SLOP)
        after = s.turns(stays.ident, new.ident, since=500)
        # (The last report before the lift, and the first after the landing, may tremble.)
        noise = 6 * s.variant.jitter / 90
        total = sign * math.radians(44.7) - dict(before)[t]
        e.event("turn", "began", t, rotation=0)
        e.event("turn", "ended", 960, rotation={"is": tidy(total, 5), "within": tidy(0.001 + noise, 5)})
        steps = [abs(q - p) for turns in (before, after) for (_, p), (_, q) in zip(turns, turns[1:])]
        bound = tidy(max(steps) + 0.002 + noise, 5)
        e.each("turn", count={"from": 3}, rotation={"step": {"from": -bound, "to": bound}})

    case.variants("clockwise", play, 1, 0)
    case.variants("counterclockwise", play, -1, 0)
    case.variants("second-lifts", play, 1, 1)


@case(
    "26-held-still-at-an-angle",
    "Held still at 60° → no event.",
    BOTH)
def still(case):
    def play(s, e, angle, half):
        a, b = pair(s, 0, half, angle)
        lift((a, b), 900, 940)

    case.variants("60deg", play, 60, 80)
    case.variants("179deg", play, 179, 60)
    case.variants("minus-90deg", play, -90, 110)


@case(
    "27-pinch-with-a-little-twist",
    "Span × 1.5 with 5° of twist → no rotation.",
    BOTH)
def little_twist(case):
    def play(s, e, sign, angle):
        def course(side):
            def place(u):
                half, a = 80 * (1 + 0.5 * u), math.radians(angle + sign * 5 * u)
                return 400 + side * half * math.cos(a), 240 + side * half * math.sin(a)
            return place
        s.down(0, *course(-1)(0)).along(507, course(-1)).hold(540).up(550)
        s.down(0, *course(1)(0)).along(507, course(1)).hold(540).up(560)
        t, span = pinch_begins(s)
        e.event("zoom", "began", t, scale=1)
        e.event("zoom", "ended", 560, scale=scale(240 / span, 0.002))

    case.variants("clockwise", play, 1, 0)
    case.variants("counterclockwise", play, -1, 100)


@case(
    "28-one-finger-still",
    "One finger still, the other 10 mm outward → pinch, not swipe.",
    """
gestures:
  - {name: swipe, kind: swipe}
  - {name: swipeTwo, kind: swipe, touches: 2}
  - {name: zoom, kind: pinch}
""",
    "10 mm are 63 pt.")
def one_still(case):
    def play(s, e, landing, dx, dy):
        s.down(0, 350, 240).hold(400).up(420)
        s.down(landing, 350 + dx, 240 + dy).hold(60).by(200, dx * 0.63, dy * 0.63).hold(400).up(410)
        t, span = pinch_begins(s)
        e.event("zoom", "began", t, scale=1)
        e.event("zoom", "ended", 420, scale=scale(163 / span, 0.001 + 2 * s.variant.jitter / span))

    case.variants("together", play, 0, 100, 0)
    case.variants("40ms-later", play, 40, -60, -80)
