"""Cases 49 to 53: what panels and chips do."""

from corpus import CHANGES, EVEN, FINE, JITTER, SLOW, VARIANTS, Variant, case, first, tidy
from pinch_and_rotation import lift, open_to, pair, pinch_begins, scale

DRAG = "gestures:\n  - {name: drag, kind: pan}\n"


@case(
    "49-slots-swap",
    "The chip swaps its slots, identities stable → nothing changes.",
    """
gestures:
  - {name: zoom, kind: pinch}
  - {name: turn, kind: rotation}
  - {name: drag, kind: pan}
relations:
  - {gesture: zoom, simultaneousWith: [turn]}
""",
    "In every second report the contacts stand in the other order.")
def slots_swap(case):
    def play(s, e, angle):
        s.swapped = True
        a, b = pair(s, 0, 60, angle)
        open_to((a, b), 400, 117, angle)
        lift((a, b), 440, 450, 460)
        t, span = pinch_begins(s)
        e.event("zoom", "began", t)
        e.event("zoom", "ended", 460, scale=scale(234 / span))
        bound = tidy(2.01 * s.largest_step() / span + 0.001, 5)
        e.each("zoom", scale={"step": {"from": -bound, "to": bound}})

    def drags(s, e):
        s.swapped = True
        s.down(0, 100, 100).by(400, 200, 20).up(420)
        s.down(0, 500, 300).by(400, 200, 20).up(420)
        t = s.pan_begins()
        _, x, y = s.way(since=t)[-1]
        e.event("drag", "began", t, touches=2)
        e.event("drag", "ended", 420, dx=x, dy=y)

    case.variants("pinch", play, 0)
    case.variants("pinch-upright", play, 80)
    case.variants("pan", drags)


@case(
    "50-lift-never-comes",
    "The lift never comes, `touchTimeout` set → cancelled.",
    "gestures:\n  - {name: drag, kind: pan}\n  - {name: press, kind: longPress}\n",
    "The touch is cancelled when no report has confirmed it for so long. A contact that is shown again afterwards is "
    "ignored until it lifts. Without a `touchTimeout` silence is no lift, and a failed read none either.")
def lift_never_comes(case):
    def play(s, e, timeout):
        e.more["touchTimeout"] = timeout * 1000
        s.down(0, 200, 200).by(300, 60.3).hold(2000).up(2100)
        s.silent(300, 2000)
        s.report_at(2000)
        s.down(2500, 200, 200).by(2700, 61).up(2740)
        t = s.pan_begins()
        e.event("drag", "began", t)
        e.event("drag", "cancelled", 300 + timeout, vx=0, vy=0)
        e.event("drag", "began", first(s.moved_x(2500), 10))
        e.event("drag", "ended", 2740)

    def silence(s, e):
        s.down(0, 200, 200).by(300, 60.3).hold(2000).up(2100)
        s.silent(300, 2000)
        for t in (400, 500, 1900):
            s.fault(t)
        e.event("drag", "began", s.pan_begins())
        e.event("drag", "ended", 2100)

    # A chip that says nothing of fingers that rest would need another time-out.
    even = [v for v in VARIANTS if not v.changes] + [Variant("100hz", 100, start=5)]
    case.variants("100ms", play, 100, only=even)
    case.variants("300ms", play, 300, only=even)
    case.variants("no-timeout", silence)


@case(
    "51-one-report-contact",
    "A one-report contact in a corner mid-pan → ignored.",
    {"config.yaml": DRAG, "tap.yaml": "gestures:\n  - {name: tap, kind: tap}\n"},
    "It lived less than 17 ms and in one report only, beside another finger: nobody sees it, and a tap goes on. One that "
    "lived longer, or in two reports, is a finger, which fails a tap of one.")
def flicker(case):
    def mid_pan(s, e, x, y, lived):
        s.down(0, 200, 200).by(400, 160, 20).up(420)
        s.down(203, x, y).up(203 + lived)
        s.silent(203, 203 + lived)
        t = s.pan_begins(ident=0)
        _, dx, dy = s.way(0, since=t)[-1]
        e.event("drag", "began", t, touches=1)
        e.event("drag", "ended", 420, touches=1, dx=dx, dy=dy)
        e.each("drag", touches=1)

    def mid_tap(s, e, lived, reports):
        s.down(0, 200, 200).up(150)
        s.down(70, 780, 460).up(70 + lived)
        s.silent(70, 70 + lived)
        if reports == 2:
            s.report_at(70 + lived / 2)
        if lived < 17 and reports == 1:
            e.event("tap", "ended", 150)

    case.variants("bottom-right", mid_pan, 790, 470, 9)
    case.variants("top-left", mid_pan, 3, 2, 16.5)
    case.variants("beside-a-tap", mid_tap, 10, 1, config="tap.yaml")
    case.variants("beside-a-tap-longer", mid_tap, 18, 1, config="tap.yaml")
    case.variants("beside-a-tap-two-reports", mid_tap, 12, 2, config="tap.yaml")


@case(
    "52-impossible-step",
    "50 mm in one report → dropped.",
    {"config.yaml": DRAG, "none.yaml": "gestures:\n  - {name: tap, kind: tap}\n"},
    "50 mm are 315 pt; within 10 ms that is 5 m/s, or more where the reports come sooner. The step is dropped, and the "
    "velocity does not know it. A second report that agrees with the new place is believed: more than 20 mm off it is "
    "another finger, and the first has lifted. On a panel of unknown size every step is believed.")
def jump(case):
    def once(s, e, period, dx, dy):
        f = s.down(0, 100, 100).by(200, 81)
        f.by(200 + period, dx, dy).to(200 + 2 * period, 181 + 0.81 * period, 100).by(400, 70).up(403)
        s.silent(200, 200 + 2 * period)
        way = [(t, x) for t, x, _ in s.way() if t <= 200]
        t = first(way, 10)
        clean = [(t, x - 100) for t, row in s.reports() for _, x, _ in row if abs(t - 200 - period) > 1e-6]
        e.event("drag", "began", t)
        e.event("drag", "ended", 403, dx=e.near(clean[-1][1] - dict(way)[t], 0.05), dy=e.near(0, 0.7))
        e.each("drag", dx=e.between(-1, 170), dy=e.between(-1, 1), vx=e.between(-500, 700), vy=e.between(-200, 200))

    def stays(s, e):
        # Told as touches: what a pan makes of a finger that lifts as another lands is not said.
        e.more["touches"] = True
        v = s.variant
        s.down(0, 100, 100).by(200, 81).by(210, 315).hold(300).by(500, 83).hold(540).up(550)
        s.silent(200, 210)
        s.silent(210, 220)
        s.report_at(220)
        e.touch("began", 0, x=100)
        e.rows.append({"anyOrder": [
            {"t": v.time(220), "phase": "ended", "x": {"is": v.x(181), "within": 0.01}},
            {"t": {"oneOf": [v.time(210), v.time(220)]}, "phase": "began", "x": {"is": v.x(496), "within": 0.01}}]})
        e.touch("ended", 550)

    def unknown(s, e):
        s.down(0, 100, 100).by(200, 81).by(210, 315).by(300, 40).up(310)
        s.silent(200, 210)
        t = s.pan_begins()
        _, x, _ = s.way(since=t)[-1]
        e.event("drag", "began", t)
        e.event("drag", "ended", 310, dx=x)

    case.variants("10ms", once, 10, 315, 0, mm=True)
    case.variants("8ms", once, 8, 200, 250, mm=True)
    case.variants("stays", stays, config="none.yaml", mm=True, only=[SLOW, EVEN, FINE])
    case.variants("size-unknown", unknown, mm=False, only=[SLOW, JITTER, CHANGES])


@case(
    "53-clock-past-32-bits",
    "Clock past 2³² µs → nothing changes.",
    """
gestures:
  - {name: single, kind: tap}
  - {name: double, kind: tap, taps: 2}
  - {name: press, kind: longPress}
  - {name: drag, kind: pan}
relations:
  - {gesture: single, requireToFail: [double]}
""",
    "The same script so that the count passes 2³¹, 2³² and 2³³ µs in the middle of a tap's pause, a press, a pan.")
def clock(case):
    def play(s, e):
        s.tap(0, 80)
        e.event("single", "ended", 430)
        s.tap(1000, 1080)
        s.tap(1200, 1270)
        e.event("double", "ended", 1270)
        s.down(2000, 300, 200).hold(2700).up(2750)
        e.event("press", "began", 2500)
        e.event("press", "ended", 2750)
        s.down(3500, 300, 200).by(3700, 201).up(3705)
        way = s.moved_x(3500)
        t = first(way, 10)
        e.event("drag", "began", t)
        e.event("drag", "ended", 3705, vx={"is": s.variant.px(1005), "within": s.variant.px(40)},
                dx=e.near(way[-1][1] - dict(way)[t], 0.05))

    wraps = []
    for bits in (31, 32, 33):
        for n, (name, ms) in enumerate((("tap", 200), ("press", 2300), ("pan", 3600))):
            rate, jitter, size = ((60, 0, 1), (25, 0, 1), (120, 0.2, 2))[(bits + n) % 3]
            wraps.append(Variant(f"2-{bits}-mid-{name}-{rate}hz", rate, jitter=jitter, scale=size,
                                 start=2 ** bits - ms * 1000 - 1))
    case.variants("", play, only=wraps)
