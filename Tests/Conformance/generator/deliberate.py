"""Cases 54 to 63: deliberate movement."""

import math

from corpus import EVEN, FINE, JITTER, SLOW, case, deliberate_at, first

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
    "A finger older than 300 ms needs its 10 pt and no more. A younger one has gone half of what it needs 15 ms before, going as in "
    "its last report. One that had gone less than its age asked for is asked again whenever its way has become 3 pt longer.")
def plain_movement(case):
    case.classic = False

    def drag(s, e, dx, dy, t, rests=0):
        f = s.down(0, 100, 240)
        if rests:
            f.hold(rests)
        f.by(rests + t, dx, dy).hold(rests + t + 40).up(rests + t + 60)
        began = deliberate_at(lengths(s), alone=True)
        _, x, y = s.way(since=began)[-1]
        e.event("drag", "began", began, dx=0, dy=0)
        e.event("drag", "ended", rests + t + 60, dx=x, dy=y)

    def rolls_then_goes(s, e):
        s.down(0, 300, 200).by(80, 15).hold(400).by(480, 60.7).hold(520).up(540)
        e.event("drag", "began", deliberate_at(lengths(s), alone=True), dx=0)
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
        e.event("drag", "began", deliberate_at(lengths(s), alone=True))
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


@case(
    "60-young-edge-pan",
    "A young finger that rolls at the edge does not come in.",
    "gestures:\n  - {name: edge, kind: edgePan}\n  - {name: tap, kind: tap}\n",
    "An edge pan asks for what a pan of one finger asks for. Its direction counts where its movement is deliberate: a finger that "
    "rolled along the edge may still come in, one that goes along it does not.")
def young_edge_pan(case):
    case.classic = False

    def comes_in(s, e, rests=0, roll=0):
        f = s.down(0, 6, 200)
        if roll:
            f.by(40, 1, roll)
        if rests:
            f.hold(rests)
        f.by(rests + 200, 150.7, 4).hold(rests + 240).up(rests + 250)
        began = deliberate_at(lengths(s), alone=True)
        x, y = next((x, y) for t, x, y in s.way() if t == began)
        assert x > abs(y) + 1, f"({x}, {y}) at {began} is too close to 45 degrees to tell"
        e.event("edge", "began", began, dx=0, dy=0)
        e.event("edge", "ended", rests + 250)

    def rolls(s, e):
        s.down(0, 6, 200).by(60, 26, 3).up(90)
        e.event("tap", "ended", 90)

    def along(s, e):
        s.down(0, 6, 200).by(200, 12, 150.7).hold(240).up(250)

    # (Not where the script lies elsewhere on the panel.)
    at_the_edge = [SLOW, JITTER, FINE]
    case.variants("comes-in", comes_in, only=at_the_edge)
    case.variants("comes-in-after-a-rest", comes_in, 320, only=at_the_edge)
    case.variants("rolls-along-and-comes-in", comes_in, 0, 14, only=at_the_edge)
    case.variants("rolls", rolls, only=at_the_edge)
    case.variants("goes-along", along, only=at_the_edge)


@case(
    "61-young-transform",
    "A transform begins by whichever of its parts is deliberate by itself.",
    "gestures:\n  - {name: both, kind: transform}\n  - {name: tap2, kind: tap, touches: 2}\n",
    "Its pan asks for 40 pt of the centroid at the last landing and for 10 pt from 300 ms on, its pinch falls to 16 pt, its rotation "
    "asks for 10° and an arc that falls to 0. What none of them reaches by itself is not added up.")
def young_transform(case):
    case.classic = False

    def two(s, e, a, b, t, rests=0, up=None, rolls=(0, 0)):
        """Two fingers, 200 pt apart, that go by `a` and `b`."""
        for x, (dx, dy) in ((300, a), (500, b)):
            f = s.down(0, x, 200)
            if rests:
                f.by(60, *rolls).hold(rests)
            f.by(rests + t, dx, dy)
            if up is None:
                f.hold(rests + t + 40)
            f.up(up or rests + t + 50)
        spans, turns = s.spans(0, 1), s.turns(0, 1)
        arcs = [(t, abs(angle) * span) for (t, angle), (_, span) in zip(turns, spans) if abs(angle) >= math.radians(10)]
        instants = [deliberate_at(lengths(s)), deliberate_at([(t, w - spans[0][1]) for t, w in spans], 16),
                    deliberate_at(arcs, 0)]
        began = min((t for t in instants if t is not None), default=None)
        if began is not None:
            e.event("both", "began", began, touches=2, dx=0, dy=0, scale=1, rotation=0)
            e.event("both", "ended", rests + t + 50)
        elif up is not None:
            e.event("tap2", "ended", up, touches=2)

    even = [SLOW, EVEN, FINE]
    case.variants("together", two, (120.3, 9), (120.3, 9), 300, only=even)
    case.variants("apart", two, (-61.3, 2), (61.3, 2), 300, only=even)
    case.variants("about-each-other", two, (0.3, -55.7), (0.3, 55.7), 250, only=even)
    case.variants("one-rests", two, (0, 0), (81.3, 3), 300, only=even)
    case.variants("roll", two, (9, 17), (22, 6), 70, 0, 90, only=even)
    case.variants("roll-and-rest", two, (1, 0.3), (1.6, 0.5), 200, 600, None, (11.3, 2), only=even)


@case(
    "62-rolling-thumb-on-a-control",
    "A button pressed with a rolling thumb is pressed: its touch ends, and no gesture around it takes it away.",
    {what: f"""zones:
  - {{name: thing, rect: [100pt, 100pt, 300pt, 200pt], control: {control}}}
gestures:
  - {{name: drag, kind: pan}}
  - {{name: edge, kind: edgePan}}
outputs:
  - {{on: touches, zone: thing, line: GPIO17, hold: true}}
""" for what, control in (("button.yaml", "button"), ("switch.yaml", "switch"))},
    "A pan that begins takes the touch away, and nothing is pressed. How far a young finger may roll is the pan's rule.")
def rolling_thumb(case):
    case.classic = False

    def press(s, e, dx, dy, t, up):
        e.more["streams"] = True
        f = s.down(0, 200, 180)
        f.by(t, dx, dy)
        if t < 200:
            f.hold(up - 10)
        f.up(up)
        e.touch("began", 0, to="thing", x=200, y=180)
        began = deliberate_at(lengths(s), alone=True)
        if began is None:
            e.touch("ended", up, to="thing")
        else:
            e.rows.append({"anyOrder": [e._event("drag", "began", began, {}),
                                        {"t": s.variant.time(began), "phase": "cancelled", "to": "thing"}]})
            e.event("drag", "ended", up)

    for config in case.configs:
        name = config.split(".")[0]
        case.variants(f"{name}-rolls", press, 3, 22, 60, 90, config=config)
        case.variants(f"{name}-rolls-far", press, -19, 21, 90, 110, config=config)
    case.variants("button-rolls-and-rests", press, 12.3, 9, 70, 600, config="button.yaml")
    case.variants("button-slides", press, 60.7, 9, 250, 260, config="button.yaml")


@case(
    "63-who-wins-among-young-fingers",
    "Relations hold for young fingers as for others.",
    {},
    "Rows of 41 that name a pan, by the default youth: what changes is when the pan begins. A swipe that has to wait for no one but "
    "an undecided pan waits for it; one that the pan does not prevent, or that waits for nobody, does not.")
def young_relations(case):
    case.classic = False
    press, drag = "name: press, kind: longPress, minimumPressDuration: 200ms", "name: drag, kind: pan"
    swipe = "name: swipe, kind: swipe"

    def row(name, lines, relation, play, *args, **more):
        file = f"{name}.yaml"
        case.configs[file] = "gestures:\n" + "".join(f"  - {{{line}}}\n" for line in lines)
        if relation:
            case.configs[file] += f"relations:\n  - {{{relation}}}\n"
        case.variants(name, play, *args, config=file, **more)

    def press_then_go(s, e, *expected):
        # It has rolled 29 pt, which is undecided, when the press comes.
        s.down(0, 200, 200).by(60, 29.3).hold(300).by(500, 61).hold(540).up(550)
        instants = {"presses": 200, "pans": deliberate_at(lengths(s), alone=True), "lifts": 550}
        for gesture, state, t in expected:
            e.event(gesture, state, instants[t])

    def flick(s, e, *expected):
        s.down(0, 200, 200).by(150, 121, 3).hold(200).up(210)
        pans = deliberate_at(lengths(s), alone=True)
        swipes = first([(t, abs(x)) for t, x, _ in s.way()], 25)
        assert swipes < pans
        instants = {"pans": pans, "swipes": swipes, "lifts": 210}
        for gesture, state, t in expected:
            e.event(gesture, state, instants[t])

    both = [("drag", "began", "pans"), ("drag", "ended", "lifts")]
    for order, name in ((("press", "drag"), "press-first"), (("drag", "press"), "pan-first")):
        lines = [press if one == "press" else drag for one in order]
        presses, ends = ("press", "began", "presses"), [(one, "ended", "lifts") for one in order]
        row(f"default-{name}", lines, None, press_then_go, presses, ("press", "ended", "lifts"))
        row(f"simultaneous-{name}", lines, "gesture: press, simultaneousWith: [drag]", press_then_go,
            presses, both[0], *ends)
        row(f"press-cannot-prevent-{name}", lines, "gesture: press, cannotPrevent: [drag]", press_then_go,
            presses, both[0], ("press", "cancelled", "pans"), both[1])
    for lines, name in (([drag, swipe], "pan-first"), ([swipe, drag], "swipe-first")):
        row(f"pan-and-swipe-{name}", lines, None, flick, *both)
        row(f"pan-waits-for-swipe-{name}", lines, "gesture: drag, requireToFail: [swipe]", flick,
            ("swipe", "ended", "swipes"))
        row(f"swipe-waits-for-pan-{name}", lines, "gesture: swipe, requireToFail: [drag]", flick, *both)
        row(f"pan-cannot-prevent-{name}", lines, "gesture: drag, cannotPrevent: [swipe]", flick,
            ("swipe", "ended", "swipes"))
        row(f"together-{name}", lines, "gesture: drag, simultaneousWith: [swipe]", flick,
            ("swipe", "ended", "swipes"), *both)
