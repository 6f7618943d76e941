"""Cases 54 to 59: deliberate movement."""

import math

from corpus import EVEN, FINE, JITTER, SLOW, case, deliberate_at

VIEWER = """
gestures:
  - {name: tap, kind: tap}
  - {name: tap2, kind: tap, touches: 2}
  - {name: press, kind: longPress}
  - {name: drag, kind: pan}
"""
ZOOM = "  - {name: zoom, kind: pinch}\n"
TURN = "  - {name: turn, kind: rotation}\n"


def lengths(s, ident=None, since=None):
    return [(t, math.hypot(x, y)) for t, x, y in s.way(ident, since)]


@case(
    "54-rolling-tap",
    "A young finger that rolls and lifts is a tap, not a pan.",
    VIEWER,
    "A pan asks for 40 pt at the landing and for 10 pt from 300 ms on, evenly less between. What rolled so far and rests "
    "trembling is never a pan: it is a press.")
def rolling_tap(case):
    case.classic = False

    def roll(s, e, dx, dy, t, up):
        s.down(0, 300, 200).by(t, dx, dy).up(up)
        e.event("tap", "ended", up)

    def rest(s, e, dx, dy):
        s.down(0, 300, 200).by(80, dx, dy).hold(1200).up(1250)
        e.event("press", "began", 500)
        e.event("press", "ended", 1250)

    def slips_back(s, e):
        s.down(0, 300, 200).by(80, 15).hold(600).by(700, -3.5).hold(1200).up(1250)
        e.event("press", "began", 500)
        e.event("press", "ended", 1250)

    case.variants("15pt", roll, 15, 0, 60, 90)
    case.variants("28pt", roll, -17.5, 22, 90, 110)
    case.variants("37pt-at-once", roll, 0, -36, 35, 60)
    case.variants("rolls-and-rests", rest, 15, 0)
    case.variants("rolls-up-and-rests", rest, -3, -24)
    case.variants("rolls-and-slips-back", slips_back)


@case(
    "55-plain-movement",
    "What goes far enough for its age is a pan at once, from translation 0 on.",
    VIEWER,
    "A finger older than 300 ms needs its 10 pt and no more. One that had gone less than its age asked for is asked again "
    "whenever its way has become 3 pt longer.")
def plain_movement(case):
    case.classic = False

    def drag(s, e, dx, dy, t, rests=0):
        f = s.down(0, 100, 240)
        if rests:
            f.hold(rests)
        f.by(rests + t, dx, dy).hold(rests + t + 40).up(rests + t + 60)
        began = deliberate_at(lengths(s))
        _, x, y = s.way(since=began)[-1]
        e.event("drag", "began", began, dx=0, dy=0)
        e.event("drag", "ended", rests + t + 60, dx=x, dy=y)

    def rolls_then_goes(s, e):
        s.down(0, 300, 200).by(80, 15).hold(400).by(480, 60.7).hold(520).up(540)
        e.event("drag", "began", deliberate_at(lengths(s)), dx=0)
        e.event("drag", "ended", 540)

    case.variants("fast", drag, 300.7, 20, 200)
    case.variants("slow", drag, 61.7, 3, 1000)
    case.variants("slower", drag, 0.3, -40.3, 400)
    case.variants("after-a-rest", drag, -60.7, 1, 150, 320)
    case.variants("rolls-then-goes", rolls_then_goes)


@case(
    "56-two-fingers-move",
    "A thumb that rests while another finger drags pans, unless a pinch, rotation or transform competes for the two.",
    {"pan.yaml": VIEWER, "both.yaml": VIEWER + ZOOM},
    "Where one competes every finger goes along by a third of the common way or more. Two that go together pan in any case. "
    "A pinch asks for 40 pt at the landing of the second finger and for 16 pt from 300 ms on.")
def two_fingers(case):
    case.classic = False

    def thumb(s, e, pinches):
        s.down(0, 200, 300).hold(900).up(910)
        s.down(100, 300, 300).hold(450).by(800, 120.7).hold(900).up(920)
        if pinches:
            spans = s.spans(0, 1)
            e.event("zoom", "began", deliberate_at([(t, w - 100) for t, w in spans], 16, 100), scale=1)
            e.event("zoom", "ended", 920)
        else:
            e.event("drag", "began", deliberate_at(lengths(s), 10, 100), touches=2)
            e.event("drag", "ended", 920)

    def together(s, e):
        for x in (200, 320):
            s.down(0, x, 300).by(300, 120.3, 10).hold(340).up(350)
        e.event("drag", "began", deliberate_at(lengths(s)), touches=2)
        e.event("drag", "ended", 350)

    def roll(s, e):
        s.down(0, 200, 300).by(70, 3, 22).up(90)
        s.down(25, 320, 260).by(80, 21, -2).up(110)
        e.event("tap2", "ended", 110, touches=2)

    def open_(s, e):
        a, b = s.down(0, 330, 240).by(300, -61.3), s.down(40, 470, 240).by(300, 61.3)
        for f in (a, b):
            f.hold(340).up(350)
        spans = s.spans(0, 1)
        e.event("zoom", "began", deliberate_at([(t, w - spans[0][1]) for t, w in spans], 16, 40), scale=1)
        e.event("zoom", "ended", 350)

    even = [SLOW, EVEN, FINE]
    case.variants("thumb-pans", thumb, False, config="pan.yaml", only=even)
    case.variants("thumb-leaves-it-to-the-pinch", thumb, True, config="both.yaml", only=even)
    case.variants("together", together, config="both.yaml")
    case.variants("roll", roll, config="both.yaml", only=[EVEN, JITTER, FINE])
    case.variants("open", open_, config="both.yaml", only=even)


@case(
    "57-pan-and-swipe-of-young-fingers",
    "A pan and a swipe without a relation: the pan still wins.",
    {"config.yaml": "gestures:\n  - {name: swipe, kind: swipe}\n  - {name: drag, kind: pan}\n"},
    "The swipe has gone its 25 pt before the pan its 40: it waits as long as the pan has gone its slop. Where the finger "
    "lifts before the pan, it is a swipe, however long it rested within the 500 ms of a swipe.")
def pan_and_swipe(case):
    case.classic = False

    def pans(s, e, dx, dy):
        s.down(0, 300, 200).by(150, dx, dy).hold(200).up(210)
        e.event("drag", "began", deliberate_at(lengths(s)))
        e.event("drag", "ended", 210)

    def flicks(s, e):
        s.down(0, 300, 200).by(50, 30.5).up(60)
        e.event("swipe", "ended", 60, direction="right")

    case.variants("pans", pans, 121, 3)
    case.variants("pans-up", pans, 2, -90)
    def rests(s, e, up):
        s.down(0, 300, 200).by(50, 30.5).hold(up - 20).up(up)
        if up <= 500:
            e.event("swipe", "ended", up, direction="right")

    case.variants("lifts-before", flicks)
    case.variants("rests-before-the-lift", rests, 350)
    case.variants("rests-too-long", rests, 550)


@case(
    "58-young-rotation",
    "Rotation of young fingers needs an arc as well as an angle.",
    "gestures:\n" + TURN,
    "10° at 6 mm are 3 pt a finger: by themselves they mean nothing before 300 ms. The arc is how far one finger has gone about "
    "the other: 40 pt at the landing, evenly less until 300 ms.")
def young_rotation(case):
    case.classic = False

    def turn(s, e, half, degrees, t, rests=0):
        def course(side):
            return lambda u: (400 + side * half * math.cos(math.radians(degrees * u)),
                              240 + side * half * math.sin(math.radians(degrees * u)))
        fingers = [s.down(0, *course(side)(0)) for side in (-1, 1)]
        for side, f in zip((-1, 1), fingers):
            if rests:
                f.hold(rests)
            f.along(rests + t, course(side)).hold(rests + t + 40).up(rests + t + 50)
        arcs = [(time, abs(angle) * 2 * half) for time, angle in s.turns(0, 1) if abs(angle) >= math.radians(10)]
        began = deliberate_at(arcs, 0)
        if began is not None:
            e.event("turn", "began", began, rotation=0)
            e.event("turn", "ended", rests + t + 50)

    even = [SLOW, EVEN, FINE]
    case.variants("close-fingers-roll", turn, 30, 24, 80, only=even)
    case.variants("close-fingers-later", turn, 30, 33, 150, 320, only=even)
    case.variants("far-fingers", turn, 90, 47, 200, only=even)


@case(
    "59-never-young",
    "With `youth: none` the slop alone counts, for one gesture or, as an option, for all.",
    {"one.yaml": "gestures:\n  - {name: drag, kind: pan, youth: none}\n  - {name: tap, kind: tap}\n",
     "all.yaml": "options: {youth: none}\ngestures:\n  - {name: drag, kind: pan}\n  - {name: tap, kind: tap}\n",
     "but.yaml": "options: {youth: none}\ngestures:\n  - {name: drag, kind: pan, youth: 300ms}\n  - {name: tap, kind: tap}\n"},
    "What a gesture says itself goes before the option.")
def never_young(case):
    case.classic = False

    def roll(s, e, pans):
        s.down(0, 300, 200).by(60, 15.3).up(90)
        if pans:
            e.event("drag", "began", s.pan_begins())
            e.event("drag", "ended", 90)
        else:
            e.event("tap", "ended", 90)

    case.variants("one", roll, True, config="one.yaml")
    case.variants("all", roll, True, config="all.yaml")
    case.variants("but", roll, False, config="but.yaml")
