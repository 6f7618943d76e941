"""Cases 29 to 39."""

from corpus import EXACT, FINE, JITTER, SLOW, Variant, case, first, tidy
from pinch_and_rotation import open_to, pair, pinch_begins, scale

DRAG = "gestures:\n  - {name: drag, kind: pan}\n"


def speed(v, pt, part=0.01):
    """A speed in pt/s as a matcher, to within a part of it."""
    return {"is": v.px(pt), "within": tidy(abs(v.px(pt)) * part)}


@case(
    "29-pinch-is-no-swipe",
    "Pinch ends, lifts 30 apart at speed → no swipe, tap or pan.",
    """
gestures:
  - {name: tap, kind: tap}
  - {name: swipe, kind: swipe, fires: onLift}
  - {name: zoom, kind: pinch}
  - {name: drag, kind: pan}
""")
def pinch_is_no_swipe(case):
    def play(s, e, angle, gap):
        a, b = pair(s, 0, 40, angle)
        open_to((a, b), 200, 140, angle)
        a.up(210)
        vx, vy = b.keys[-1][1] - b.keys[0][1], b.keys[-1][2] - b.keys[0][2]
        b.by(200 + gap, vx * gap / 200, vy * gap / 200).up(210 + gap)
        t, _ = pinch_begins(s)
        e.event("zoom", "began", t)
        e.event("zoom", "ended", 210 + gap)

    case.variants("level", play, 0, 30)
    case.variants("upright", play, 90, 30)
    case.variants("level-60ms", play, 0, 60)


@case(
    "30-pause-before-the-lift",
    "Fast drag, 500 pause, lift (`onLift`) → none.",
    {"config.yaml": "gestures:\n  - {name: swipe, kind: swipe, fires: onLift}\n",
     "two-seconds.yaml": "gestures:\n  - {name: swipe, kind: swipe, fires: onLift, maxDuration: 2s}\n",
     "any-duration.yaml": "gestures:\n  - {name: swipe, kind: swipe, fires: onLift, maxDuration: none}\n"},
    "Judged is the speed at the lift, 200 pt/s being the least: after the pause there is none, also where any duration will "
    "do, and where the way was so long that it is fast enough on average. Without the pause it is a swipe.")
def pause_before_the_lift(case):
    def play(s, e, dx, dy, pause, direction=None):
        s.down(0, 400, 240).by(100, dx, dy).hold(100 + pause).up(110 + pause)
        if direction:
            e.event("swipe", "ended", 110 + pause, direction=direction, kind="swipe")

    for config, name in (("config.yaml", ""), ("any-duration.yaml", "any-duration-")):
        case.variants(name + "right", play, 110, 3, 500, config=config)
        case.variants(name + "down", play, -4, 90, 500, config=config)
        case.variants(name + "no-pause", play, -110, 3, 20, "left", config=config)
    for pause, direction in ((550, None), (20, "right")):
        case.variants(f"two-seconds-{pause}ms", play, 350, 9, pause, direction, config="two-seconds.yaml")


@case(
    "31-standstill",
    "1000 px/s at 100 Hz then k = 1…5 still samples → non-increasing, never negative, 0 from k = 5.",
    DRAG,
    "Nine pans one after another, each ending after a longer standstill: 0, 10, 20, 30, 40, 50, 60, 90 and 120 ms, and "
    "1 ms more. The velocity is 0 after a standstill of more than 40 ms and of more than twice the report interval.")
def still_samples(case):
    pauses = [0, 10, 20, 30, 40, 50, 60, 90, 120]

    def play(s, e, pt_per_second, axis):
        v = s.variant
        zero = max(40, 2000 / v.rate)
        sign = 1 if pt_per_second > 0 else -1
        key, other = ("vx", "vy") if axis == "x" else ("vy", "vx")
        length = pt_per_second * 0.2
        for n, pause in enumerate(pauses):
            start = 1000 * n
            f = s.down(start, *((400 - length / 2, 240) if axis == "x" else (400, 240 - length / 2)))
            f.by(start + 200, *((length, 0) if axis == "x" else (0, length)))
            if pause:
                f.hold(start + 200 + pause)
            f.up(start + 201 + pause)
        for n, pause in enumerate(pauses):
            start = 1000 * n
            began = first([(t, (x if axis == "x" else y)) for t, x, y in s.moved(start)], 10)
            e.event("drag", "began", began)
            if pause == 0:
                wanted = speed(v, pt_per_second, 0.03)
            elif pause + 1 > zero + 5:
                wanted = 0
            else:
                wanted = e.between(*sorted((0, pt_per_second * 1.03)))
            e.event("drag", "ended", start + 201 + pause, **{key: wanted, other: 0})
        e.each("drag", ["ended"], count=len(pauses),
               **{key: {"step": {"to": 0.5} if sign > 0 else {"from": -0.5}}})

    hundred = Variant("100hz", 100)
    case.variants("right", play, 1003, "x", only=[hundred] + EXACT)
    case.variants("up", play, -703, "y", only=[hundred] + EXACT)


@case(
    "32-three-moves",
    "Moves 10,20,30 at 0,10,20, up at 30 → 1000; up at 3000 → 0.",
    DRAG)
def three_moves(case):
    def play(s, e, step, period, up, sign=1):
        f = s.down(0, 300 + sign * step, 200)
        f.by(period, sign * step).by(2 * period, sign * step)
        f.up(up)
        e.event("drag", "began", period)
        wanted = speed(s.variant, sign * step * 1000 / period) if up < 1000 else 0
        e.event("drag", "ended", up, vx=wanted, vy=0)

    case.variants("up-30", play, 10, 10, 30, grid=False, only=EXACT)
    case.variants("up-3000", play, 10, 10, 3000, grid=False, only=EXACT)
    case.variants("left-up-37", play, 15, 12, 37, -1, grid=False, only=EXACT)
    case.variants("left-up-2000", play, 15, 12, 2000, -1, grid=False, only=EXACT)


@case(
    "33-down-and-two-moves",
    "Down and two moves → not zero.",
    DRAG)
def two_moves(case):
    def play(s, e, step, period, up):
        s.down(0, 300, 200).by(period, 0, step).by(2 * period, 0, step).up(up)
        e.event("drag", "began", period)
        least, most = sorted((step * 1000 / period * 0.5, step * 1000 / period * 1.5))
        e.event("drag", "ended", up, vx=0, vy=e.between(least, most))

    case.variants("8ms", play, 12, 8, 24, grid=False, only=EXACT)
    case.variants("17ms", play, -20, 17, 40, grid=False, only=EXACT)
    case.variants("40ms", play, 30, 40, 90, grid=False, only=EXACT)


@case(
    "35-samples-close-together",
    "Two samples 0.5 ms apart in 1000 px/s → within 10 % of 1000.",
    DRAG)
def close_samples(case):
    def play(s, e, pt_per_second, instants, name):
        length = pt_per_second * 0.3
        f = s.down(0, 400 - length / 2, 200).by(300, length)
        for t in instants:
            s.report_at(t, t + 0.5)
            # (No report of the grid close to them: the two alone are close.)
            s.silent(t - 6, t + 6.5)
        f.up(305)
        t = first([(t, x) for t, x, _ in s.way()], 10)
        e.event("drag", "began", t)
        e.event("drag", "ended", 305, vx=speed(s.variant, pt_per_second, 0.1))
        if s.variant.rate > 25:
            e.each("drag", ["changed"], during=(60, 300), vx=speed(s.variant, pt_per_second, 0.1))

    hundred = Variant("100hz", 100)
    only = [hundred, SLOW, JITTER, FINE]
    case.variants("once", play, 1003, [203.25], "", only=only)
    case.variants("often", play, -997, [103.25, 153.5, 203.5, 253.75], "", only=only)
    case.variants("last", play, 1003, [299.5], "", only=only)


@case(
    "37-kick-back",
    "Last sample 3 px back → stays positive.",
    DRAG,
    "The finger rolls back a little as it lifts. A finger that turns round for good has the new sign.")
def kick_back(case):
    def play(s, e, dx, back, period=10):
        s.down(0, 400 - dx / 2, 200).by(200, dx).by(200 + period, -back if dx > 0 else back).up(203 + period)
        t = first([(t, x) for t, x, _ in s.way()], 10)
        e.event("drag", "began", t)
        e.event("drag", "ended", 203 + period, vx=e.between(1, None) if dx > 0 else e.between(None, -1))

    def turns(s, e):
        s.down(0, 300, 200).by(200, 150).by(400, -150).up(405)
        t = first([(t, x) for t, x, _ in s.way()][:s.variant.rate // 8], 10)
        e.event("drag", "began", t)
        e.event("drag", "ended", 405, vx=e.between(None, -1))

    case.variants("right", play, 203, 3)
    case.variants("left", play, -157, 3)
    case.variants("right-5ms", play, 203, 3, 5)
    case.variants("turns-round", turns)


@case(
    "38-one-decision-at-every-rate",
    "One path at 25, 60, 100 Hz, with jitter → one decision.",
    """
gestures:
  - {name: tap, kind: tap}
  - {name: swipe, kind: swipe}
  - {name: drag, kind: pan}
  - {name: press, kind: longPress}
relations:
  - {gesture: drag, requireToFail: [swipe]}
""",
    "Fast and straight: a swipe. Slow: a pan, when the swipe has failed at its `maxDuration`. Aslant: a pan as soon as "
    "the swipe has failed for its direction. Wavering on the spot: a tap, or a press.")
def one_decision(case):
    rates = [Variant(f"{rate}hz", rate, jitter=jitter, start=rate * 1_000_000) for rate, jitter in
             ((25, 0), (25.0, 0.4), (60, 0.4), (100, 0.4), (240, 0.4))]
    rates[1].name = "25hz-jitter"

    def fast(s, e):
        s.down(0, 200, 200).by(140, 141, 9).up(150)
        v = s.variant
        e.event("swipe", "ended", {"from": v.time(20), "to": v.time(90)}, direction="right")

    def slow(s, e):
        s.down(0, 200, 200).by(900, 90, -6).up(950)
        e.event("drag", "began", 500, dx=0)
        e.event("drag", "ended", 950)

    def aslant(s, e):
        s.down(0, 200, 200).by(160, 160, 130).up(170)
        v = s.variant
        e.event("drag", "began", {"from": v.time(20), "to": v.time(90)})
        e.event("drag", "ended", 170)

    def wavering_tap(s, e):
        s.down(0, 200, 200).by(40, 2, 1).by(90, -3, 1).by(130, 1, -2).up(160)
        e.event("tap", "ended", 160)

    def wavering_press(s, e):
        s.down(0, 200, 200).by(200, 2, 2).by(400, -3, 1).by(800, 1, -2).up(830)
        e.event("press", "began", 500)
        e.event("press", "ended", 830)

    for name, play in (("fast", fast), ("slow", slow), ("aslant", aslant), ("wavering-tap", wavering_tap),
                       ("wavering-press", wavering_press)):
        case.variants(name, play, only=rates)


@case(
    "39-second-finger-lands-beside",
    "Second finger lands 30 px right of the first and both jitter → nothing.",
    """
gestures:
  - {name: swipe, kind: swipe}
  - {name: swipeTwo, kind: swipe, touches: 2}
  - {name: lifted, kind: swipe, touches: 2, fires: onLift}
  - {name: any, kind: swipe, touches: 2, minimumVelocity: 0pt/s, maxDuration: none}
  - {name: drag, kind: pan}
  - {name: zoom, kind: pinch}
  - {name: turn, kind: rotation}
""",
    "Each finger is measured from its own start.")
def finger_lands_beside(case):
    wobbling = [Variant(f"{rate}hz-wobble", rate, jitter=1.0, scale=scale, start=rate * 997) for rate, scale in
                ((25, 1), (60, 1), (120, 2), (200, 1))]

    def play(s, e, dx, dy):
        s.down(0, 300, 200).hold(380).up(420)
        s.down(60, 300 + dx, 200 + dy).hold(380).up(410)

    case.variants("right", play, 30, 0, only=wobbling)
    case.variants("above", play, 0, -31, only=wobbling)
    case.variants("60px-left", play, -60, 2, only=wobbling)
