"""Cases 70 to 75: what the classic programs do otherwise, as parameters, and what the kinds do without them."""

import math

from corpus import EXACT, SLOW, Expect, case

SWIPE = "kind: swipe, deviation: 5pt, minimumVelocity: 0, maxDuration: none"


def told(e, gesture, hits, end, **keys):
    """A repeating gesture that is made at `hits` and whose last finger lifts at `end`."""
    if not hits:
        return
    e.event(gesture, "began", hits[0], **keys)
    e.each(gesture, states=["changed"], count=len(hits) - 1)
    e.event(gesture, "ended", end)


def moves(s):
    """[(ms, places, landings, moved)] of every report: by finger, and which have gone on since the report before."""
    landings, last = {}, {}
    for t, row in s.reports():
        now = {i: (x, y) for i, x, y in row}
        landings = {i: landings.get(i, place) for i, place in now.items()}
        yield t, now, dict(landings), {i for i in now if i in last and now[i] != last[i]}
        last = now


def far(value, limit):
    assert abs(value - limit) > 1e-3 or abs(value - limit) < 1e-9, f"{value} is too close to {limit} to tell"
    return value >= limit - 1e-9


def swipe_hits(s, axis, finger=0):
    """Where one finger is 25 pt along an axis from its landing and not more than 5 aside, just having moved."""
    hits = []
    for t, now, landings, moved in moves(s):
        if finger in moved:
            way = [abs(now[finger][k] - landings[finger][k]) for k in (0, 1)]
            if far(way[axis], 25) and not (way[1 - axis] > 5 + 1e-9):
                hits.append(t)
    return hits


@case(
    "70-repeating-swipe",
    "With `repeating: true` a swipe is judged anew at each move against the landing: straying and coming back counts, one touch is "
    "told of again and again, across and then up. Without it who has gone aside has failed.",
    {"repeating.yaml": f"gestures:\n  - {{name: across, {SWIPE}, directions: [left, right], repeating: true}}\n"
                       f"  - {{name: upDown, {SWIPE}, directions: [up, down], repeating: true}}\n"
                       "relations:\n  - {gesture: across, simultaneousWith: [upDown]}\n",
     "once.yaml": f"gestures:\n  - {{name: across, {SWIPE}, directions: [left, right]}}\n"
                  f"  - {{name: upDown, {SWIPE}, directions: [up, down]}}\n"})
def repeating_swipe(case):
    def strays(s, e, repeats):
        s.down(0, 300, 240).by(200, 40, 9).by(300, 30, -6).up(320)
        if repeats:
            told(e, "across", swipe_hits(s, 0), 320, direction="right")

    def turns(s, e, repeats):
        s.down(0, 300, 240).by(100, 40).by(200, -40).by(300, 2, -60).up(320)
        if repeats:
            across, up = swipe_hits(s, 0), swipe_hits(s, 1)
            e.event("across", "began", across[0], direction="right")
            e.event("upDown", "began", up[0], direction="up")
            e.any_order(("across", "ended", 320, {}), ("upDown", "ended", 320, {}))
            e.each("across", states=["changed"], count=len(across) - 1)
            e.each("upDown", states=["changed"], count=len(up) - 1)
        else:
            e.event("across", "ended", swipe_hits(s, 0)[0], direction="right")

    def short(s, e, repeats):
        s.down(0, 300, 240).by(150, 24, 4).by(250, -48, -4).up(270)

    for name in ("repeating", "once"):
        case.variants(f"{name}-strays", strays, name == "repeating", config=f"{name}.yaml", only=EXACT)
        case.variants(f"{name}-turns", turns, name == "repeating", config=f"{name}.yaml", only=EXACT)
        case.variants(f"{name}-short", short, name == "repeating", config=f"{name}.yaml", only=EXACT)


@case(
    "71-extra-touches",
    "With `extraTouches: ignore` a finger too many does not exist for a gesture, and its sequence is its own fingers alone; without it "
    "the gesture fails until all are up.",
    {"ignore.yaml": f"gestures:\n  - {{name: swipe, {SWIPE}, extraTouches: ignore}}\n",
     "fail.yaml": f"gestures:\n  - {{name: swipe, {SWIPE}}}\n"})
def extra_touches(case):
    def play(s, e, ignores):
        s.down(0, 200, 200).hold(60).by(160, 60).up(200)
        # It rests on while another finger comes and goes.
        s.down(30, 600, 300).hold(500).up(520)
        s.down(300, 200, 100).by(400, 0, 60).up(420)
        if ignores:
            e.event("swipe", "ended", swipe_hits(s, 0)[0], direction="right")
            later = [t for t, now, landings, _ in moves(s)
                     if t > 300 and 0 in now and far(now[0][1] - landings[0][1], 25)]
            e.event("swipe", "ended", later[0], direction="down")

    case.variants("ignore", play, True, config="ignore.yaml", only=EXACT)
    case.variants("fail", play, False, config="fail.yaml", only=EXACT)


def pair_hits(s, oldest):
    """[(ms, direction)]: where the distance of the oldest two fingers differs by more than 100 from when they became the pair."""
    order, pair, base, hits = [], None, 0.0, []
    for t, now, _, moved in moves(s):
        order = [i for i in order if i in now] + [i for i in now if i not in order]
        if len(order) > 2 and not oldest:
            return hits
        before, pair = pair, tuple(order[:2]) if len(order) > 1 else None
        if pair is None:
            continue
        span = math.dist(now[pair[0]], now[pair[1]])
        if pair != before:
            base = span
        elif moved & set(pair) and abs(span - base) > 100.002:
            hits.append((t, "outward" if span > base else "inward"))
    return hits


@case(
    "72-oldest-pair",
    "With `pair: oldest` a pinch measures the two fingers that landed first of those on the panel: a third one that rests does not "
    "matter, nor does its lift; when one of the two lifts, the next pair starts anew. Repeating, it is told outward and inward.",
    {"oldest.yaml": "gestures:\n  - {name: pinch, kind: pinch, discrete: {exceeds: 100pt}, repeating: true, pair: oldest}\n",
     "fixed.yaml": "gestures:\n  - {name: pinch, kind: pinch, discrete: {delta: 100pt}}\n"})
def oldest_pair(case):
    def exchange(s, e, oldest):
        s.down(0, 200, 200).hold(500).up(520)
        s.down(0, 300, 200).by(100, 70).up(150)
        s.down(200, 370, 200).by(300, 40).hold(500).up(520)
        if not oldest:
            # 70 and 30 of two pairs are 100: the change of the span over all pairs.
            spans = [(t, 70 + now[1][0] - 370) for t, now, _, _ in moves(s) if t >= 200 and 1 in now]
            e.event("pinch", "ended", next(t for t, span in spans if far(span, 100)), direction="outward")

    def bystander(s, e, oldest):
        s.down(0, 200, 200).hold(600).up(620)
        s.down(0, 300, 200).hold(100).by(200, 120).by(400, -60).hold(600).up(620)
        s.down(50, 500, 400).hold(300).up(310)
        if oldest:
            hits = pair_hits(s, True)
            told(e, "pinch", [t for t, _ in hits], 620, direction="outward")

    def both_ways(s, e, oldest):
        s.down(0, 200, 200).hold(600).up(620)
        s.down(0, 400, 200).by(200, 140).by(500, -270).up(620)
        if oldest:
            hits = pair_hits(s, True)
            e.event("pinch", "began", hits[0][0], direction="outward")
            e.each("pinch", states=["changed"], count=len(hits) - 1)
            e.event("pinch", "ended", 620, direction=hits[-1][1])
        else:
            spans = [(t, now[1][0] - 400) for t, now, _, _ in moves(s) if 1 in now]
            e.event("pinch", "ended", next(t for t, span in spans if far(span, 100)), direction="outward")

    for name, play in (("exchange", exchange), ("bystander", bystander), ("both-ways", both_ways)):
        for config in ("oldest", "fixed"):
            case.variants(f"{config}-{name}", play, config == "oldest", config=f"{config}.yaml", only=EXACT)


@case(
    "73-exceeds",
    "`exceeds` is a figure that only more than it reaches; a figure that is reached and one that is exceeded, both in one gesture, are "
    "refused.",
    {"exceeds.yaml": "gestures:\n  - {name: pinch, kind: pinch, discrete: {exceeds: 100pt}}\n"
                     f"  - {{name: swipe, {SWIPE}, exceeds: 30pt}}\n",
     "reaches.yaml": "gestures:\n  - {name: pinch, kind: pinch, discrete: {delta: 100pt}}\n"
                     f"  - {{name: swipe, {SWIPE}, distance: 30pt}}\n",
     "both.yaml": f"gestures:\n  - {{name: swipe, {SWIPE}, distance: 30pt, exceeds: 30pt}}\n"})
def exceeds(case):
    def swipe(s, e, way, is_one):
        s.down(0, 300, 200).by(100, way).up(120)
        if is_one:
            hits = [t for t, now, landings, _ in moves(s) if abs(now.get(0, (300,))[0] - 300) >= 30 - 1e-9]
            e.event("swipe", "ended", hits[0], direction="right")

    def pinch(s, e, way, is_one):
        s.down(0, 300, 200).hold(300).up(320)
        s.down(0, 420, 200).by(200, way).hold(300).up(320)
        if is_one:
            hits = [t for t, now, _, _ in moves(s) if 1 in now and now[1][0] - 420 >= 100 - 1e-9]
            e.event("pinch", "ended", hits[0], direction="outward")

    for name, config in (("exceeds", "exceeds.yaml"), ("reaches", "reaches.yaml")):
        for way in (29.5, 30, 31):
            is_one = way > 30 if name == "exceeds" else way >= 30
            case.variants(f"{name}-swipe-{way}pt", swipe, way, is_one, config=config, only=[SLOW], grid=False)
        for way in (99.5, 100, 101):
            is_one = way > 100 if name == "exceeds" else way >= 100
            case.variants(f"{name}-pinch-{way}pt", pinch, way, is_one, config=config, only=[SLOW], grid=False)
    case.add("both", None, Expect(SLOW, "both.yaml", refused=["'distance' and 'exceeds'"]))


@case(
    "74-taps-by-the-touchs-count",
    "With `counting: touch` each tap waits for its own time and is withdrawn only by the next one in its row: single taps here and "
    "there are each told of, a fifth tap tells nothing, fingers that land at once are one tap.",
    {"touch.yaml": "gestures:\n"
                   "  - {name: single, kind: tap, counting: touch, wait: 400ms}\n"
                   "  - {name: double, kind: tap, counting: touch, taps: 2, wait: 400ms}\n"
                   "  - {name: triple, kind: tap, counting: touch, taps: 3}\n",
     "gesture.yaml": "gestures:\n"
                     "  - {name: single, kind: tap, fires: onDown, interval: 400ms, intervalFrom: down}\n"
                     "  - {name: double, kind: tap, taps: 2, fires: onDown, interval: 400ms, intervalFrom: down}\n"
                     "relations:\n  - {gesture: single, requireToFail: [double]}\n"})
def counted_taps(case):
    def apart(s, e, counts):
        s.tap(0, 60, 200, 200)
        s.tap(160, 220, 600, 300)
        if counts:
            e.event("single", "ended", 400, x=200, y=200)
            e.event("single", "ended", 560, x=600, y=300)
        else:
            # The second landing, elsewhere, says that the first is no double.
            e.event("single", "ended", 160)
            e.event("single", "ended", 560)

    def row(s, e, taps):
        for k in range(taps):
            s.tap(150 * k, 150 * k + 60, 300, 200)
        if taps == 1:
            e.event("single", "ended", 400)
        elif taps == 2:
            e.event("double", "ended", 550)
        else:
            e.event("triple", "ended", 300)

    def at_once(s, e, counts):
        s.tap(0, 100, 200, 200)
        s.tap(0, 100, 500, 200)
        if counts:
            e.event("single", "ended", 400)

    case.variants("touch-apart", apart, True, config="touch.yaml", only=EXACT)
    case.variants("gesture-apart", apart, False, config="gesture.yaml", only=EXACT)
    for taps in (1, 2, 3, 4, 6):
        case.variants(f"touch-row-of-{taps}", row, taps, config="touch.yaml", only=EXACT)
    case.variants("touch-two-at-once", at_once, True, config="touch.yaml", only=EXACT)
    case.variants("gesture-two-at-once", at_once, False, config="gesture.yaml", only=EXACT)


@case(
    "75-corners-again",
    "With `repeating: true` each further corner tells again; without it the first one is all.",
    {"repeating.yaml": "gestures:\n  - {name: check, kind: stroke, rule: {corner: {sampling: raw, exceeds: 10pt}}, fires: onMove, "
                       "repeating: true}\n",
     "once.yaml": "gestures:\n  - {name: check, kind: stroke, rule: {corner: {sampling: raw, exceeds: 10pt}}, fires: onMove}\n"})
def corners_again(case):
    def zigzag(s, e, repeats):
        s.down(0, 200, 200).by(40, 30, 40).by(80, 40, -40).by(120, 30, 40).up(160)
        if repeats:
            e.event("check", "began", 80, name="corner")
            e.each("check", states=["changed"], count=1)
            e.event("check", "ended", 160)
        else:
            e.event("check", "ended", 80)

    def early(s, e, repeats):
        # Exactly 10 pt before the corner.
        s.down(0, 200, 200).by(40, 6, 8).by(80, 40, -30).up(120)

    for name in ("repeating", "once"):
        for script, play in (("zigzag", zigzag), ("after-10pt", early)):
            case.variants(f"{name}-{script}", play, name == "repeating", config=f"{name}.yaml", only=[SLOW], grid=False)
