"""Cases 41 to 45: who wins."""

from corpus import EXACT, FINE, JITTER, SLOW, Expect, case, first


HALVES = """
zones:
  - {name: outer, rect: [20pt, 20pt, 500pt, 400pt]}
  - {name: inner, rect: [60pt, 60pt, 300pt, 250pt], parent: outer}
  - {name: other, rect: [540pt, 20pt, 200pt, 400pt]}
"""


def gestures(*lines, zones=False, relations=()):
    text = (HALVES.strip("\n") + "\n" if zones else "") + "gestures:\n" + "".join(f"  - {{{line}}}\n" for line in lines)
    if relations:
        text += "relations:\n" + "".join(f"  - {{{line}}}\n" for line in relations)
    return text


PRESS = "name: press, kind: longPress, minimumPressDuration: 200ms"
DRAG = "name: drag, kind: pan"
ZOOM = "name: zoom, kind: pinch"
TURN = "name: turn, kind: rotation"
TAP = "name: tap, kind: tap"
DOUBLE = "name: double, kind: tap, taps: 2"
SWIPE = "name: swipe, kind: swipe"


@case(
    "41-who-wins",
    "The whole prevention table, both directions, each delegate answer.",
    {},
    "Each variant is one row of the table, from either side and in either order, in the configuration that its header names. "
    "What a delegate answers is in the header of the expectations.\n\n"
    "- Default: what recognizes makes the others that share a touch fail, or cancels them where they have begun.\n"
    "- Of two that are ready in one report the nearer zone's comes first, then the configuration's order.\n"
    "- tap(n) prevents tap(m) only where n ≥ m.\n"
    "- `requireToFail`: it waits, and fires when the other fails, or fails when the other is recognized.\n"
    "- `simultaneousWith`: either side's word is enough. `cannotPrevent` and `cannotBePreventedBy` are one-way.\n"
    "- Gestures that share no touch have nothing to do with each other.")
def prevention(case):
    def row(name, config, play, *args, only=None, **header):
        # Rows of one configuration share its file, which has the first row's name.
        file = next((file for file, text in case.configs.items() if text == config), f"{name}.yaml")
        case.configs[file] = config
        case.variants(name, play, *args, config=file, only=only, **header)

    # Press, then the finger moves. Or the other way round: it moves at once.
    def press_then_move(s, e, *expected):
        s.down(0, 200, 200).hold(300).by(500, 61).hold(540).up(550)
        moved = first(s.moved_x(300), 10)
        for gesture, state in expected:
            e.event(gesture, state, {"began": 200 if gesture == "press" else moved, "cancelled": moved,
                                     "ended": 550}[state])

    def move_then_rest(s, e, *expected):
        s.down(0, 200, 200).by(100, 61).hold(800).up(850)
        moved = first([(t, x) for t, x, _ in s.way()], 10)
        for gesture, state in expected:
            e.event(gesture, state, moved if state == "began" else 850)

    began, ended, cancelled = "began", "ended", "cancelled"
    press_wins = (("press", began), ("press", ended))
    drag_wins = (("drag", began), ("drag", ended))
    both = (("press", began), ("drag", began), ("press", ended), ("drag", ended))
    both_other = (("press", began), ("drag", began), ("drag", ended), ("press", ended))
    drag_cancels = (("press", began), ("drag", began), ("press", cancelled), ("drag", ended))

    def either(first_, second):
        """Two gestures end in one report: nearer zone, then configuration order. Both are in the panel's zone."""
        return both if first_ == PRESS else both_other

    for order, name in (((PRESS, DRAG), "press-first"), ((DRAG, PRESS), "pan-first")):
        row(f"default-press-{name}", gestures(*order), press_then_move, *press_wins)
        row(f"default-pan-{name}", gestures(*order), move_then_rest, *drag_wins)
        row(f"simultaneous-by-press-{name}", gestures(
            *order, relations=["gesture: press, simultaneousWith: [drag]"]), press_then_move, *either(*order))
        row(f"simultaneous-by-pan-{name}", gestures(
            *order, relations=["gesture: drag, simultaneousWith: [press]"]), press_then_move, *either(*order))
        # The press lets the pan begin, which then cancels the press.
        row(f"press-cannot-prevent-{name}", gestures(
            *order, relations=["gesture: press, cannotPrevent: [drag]"]), press_then_move, *drag_cancels)
        row(f"pan-cannot-be-prevented-{name}", gestures(
            *order, relations=["gesture: drag, cannotBePreventedBy: [press]"]), press_then_move, *drag_cancels)
        # Said of the other direction it changes nothing here.
        row(f"pan-cannot-prevent-{name}", gestures(
            *order, relations=["gesture: drag, cannotPrevent: [press]"]), press_then_move, *press_wins)
        row(f"press-cannot-be-prevented-{name}", gestures(
            *order, relations=["gesture: press, cannotBePreventedBy: [drag]"]), press_then_move, *press_wins)
        # Both one-way words together are simultaneous.
        row(f"neither-prevents-{name}", gestures(*order, relations=[
            "gesture: press, cannotPrevent: [drag]", "gesture: drag, cannotPrevent: [press]"]),
            press_then_move, *either(*order))

        # The delegate says the same, of either side.
        for question, asked, answer, outcome in (
                ("shouldRecognizeSimultaneously", ("press", "drag"), True, either(*order)),
                ("shouldRecognizeSimultaneously", ("drag", "press"), True, either(*order)),
                ("canPrevent", ("press", "drag"), False, drag_cancels),
                ("canBePrevented", ("drag", "press"), False, drag_cancels),
                ("canPrevent", ("drag", "press"), False, press_wins),
                ("canBePrevented", ("press", "drag"), False, press_wins)):
            row(f"asked-{question}-{asked[0]}-{name}", gestures(*order), press_then_move, *outcome, only=[SLOW, JITTER, FINE],
                answers=[{question: list(asked), "is": answer}])
        row(f"kinds-together-{name}", gestures(*order, relations=[
            "kind: longPress, simultaneousWith: [{kind: pan}]"]), press_then_move, *either(*order))

    # Taps by count, one zone.
    def two_taps(s, e, *expected):
        s.tap(0, 80)
        s.tap(200, 270)
        for gesture, t in expected:
            e.event(gesture, "ended", t)

    row("tap-1-before-tap-2", gestures(TAP, DOUBLE), two_taps, ("tap", 80), ("tap", 270), ("double", 270))
    row("tap-2-before-tap-1", gestures(DOUBLE, TAP), two_taps, ("tap", 80), ("double", 270))
    row("tap-1-twice", gestures(TAP, "name: same, kind: tap"), two_taps, ("tap", 80), ("tap", 270))
    row("tap-1-twice-together", gestures(TAP, "name: same, kind: tap", relations=[
        "gesture: same, simultaneousWith: [tap]"]), two_taps, ("tap", 80), ("same", 80), ("tap", 270), ("same", 270))
    row("tap-2-cannot-prevent-tap-1", gestures(DOUBLE, TAP, relations=["gesture: double, cannotPrevent: [tap]"]),
        two_taps, ("tap", 80), ("double", 270), ("tap", 270))
    row("tap-waits", gestures(TAP, DOUBLE, relations=["gesture: tap, requireToFail: [double]"]),
        two_taps, ("double", 270))

    def one_tap(s, e, t):
        s.tap(0, 80)
        e.event("tap", "ended", t)

    for order, name in (((TAP, DOUBLE), "tap-1-first"), ((DOUBLE, TAP), "tap-2-first")):
        row(f"asked-nothing-{name}", gestures(*order), one_tap, 80)
        row(f"asked-shouldRequireFailure-{name}", gestures(*order), one_tap, 430,
            answers=[{"shouldRequireFailure": ["tap", "double"], "is": True}])
        row(f"asked-shouldBeRequiredToFail-{name}", gestures(*order), one_tap, 430,
            answers=[{"shouldBeRequiredToFail": ["double", "tap"], "is": True}])
        row(f"asked-whether-the-other-waits-{name}", gestures(*order), one_tap, 80,
            answers=[{"shouldRequireFailure": ["double", "tap"], "is": True}])

    # Zones: the inner one is nearer.
    def tap_inside(s, e, *expected):
        s.tap(0, 80, 200, 200)
        for gesture in expected:
            e.event(gesture, "ended", 80)

    def zoned(*lines, relations=()):
        return gestures(*lines, zones=True, relations=relations)

    inner, outer = "name: inside, kind: tap, zone: inner", "name: around, kind: tap, zone: outer"
    row("inner-first", zoned(inner, outer), tap_inside, "inside")
    row("inner-last", zoned(outer, inner), tap_inside, "inside")
    row("inner-and-panel", zoned("name: panel, kind: tap", outer), tap_inside, "around")
    row("zones-together", zoned(outer, inner, relations=["gesture: around, simultaneousWith: [inside]"]),
        tap_inside, "inside", "around")
    row("inner-cannot-prevent", zoned(outer, inner, relations=["gesture: inside, cannotPrevent: [around]"]),
        tap_inside, "inside", "around")
    row("inner-waits", zoned(outer, inner, relations=["gesture: inside, requireToFail: [around]"]),
        tap_inside, "around")

    # Who waits, and what becomes of it.
    def swipe_or_drag(s, e, dx, t1, *expected):
        s.down(0, 200, 200).by(t1, dx, 3).hold(t1 + 40).up(t1 + 50)
        at = {"end": t1 + 50, "failed": 500}
        ways = [(t, x) for t, x, _ in s.way()]
        at["slop"] = next(t for t, x, y in s.way() if (x * x + y * y) ** 0.5 >= 10)
        if abs(dx) > 25:
            at["distance"] = first(ways, 25)
        for gesture, state, when in expected:
            e.event(gesture, state, at[when])

    waits = ["gesture: drag, requireToFail: [swipe]"]
    for order, name in (((SWIPE, DRAG), "swipe-first"), ((DRAG, SWIPE), "pan-first")):
        row(f"pan-waits-swipe-wins-{name}", gestures(*order, relations=waits),
            swipe_or_drag, 120, 150, ("swipe", "ended", "distance"))
        row(f"pan-waits-swipe-fails-{name}", gestures(*order, relations=waits),
            swipe_or_drag, 61, 700, ("drag", "began", "failed"), ("drag", "ended", "end"))
        row(f"kind-waits-swipe-wins-{name}", gestures(
            *order, relations=["kind: pan, requireToFail: [{kind: swipe}]"]),
            swipe_or_drag, 120, 150, ("swipe", "ended", "distance"))
        row(f"kind-waits-swipe-fails-{name}", gestures(
            *order, relations=["kind: pan, requireToFail: [{kind: swipe}]"]),
            swipe_or_drag, 61, 700, ("drag", "began", "failed"), ("drag", "ended", "end"))
        row(f"pan-does-not-wait-{name}", gestures(*order),
            swipe_or_drag, 121, 200, ("drag", "began", "slop"), ("drag", "ended", "end"))
        row(f"swipe-cancels-a-pan-{name}", gestures(*order, relations=["gesture: drag, cannotPrevent: [swipe]"]),
            swipe_or_drag, 121, 200, ("drag", "began", "slop"), ("swipe", "ended", "distance"),
                          ("drag", "cancelled", "distance"))

    # A control takes what is its own before recognizers of the zones around it.
    def control(what, *lines):
        return ("zones:\n  - {name: thing, rect: [100pt, 100pt, 300pt, 200pt], control: " + what + "}\n"
                + gestures(*lines))

    def tap_at(s, e, x, y, *expected):
        s.tap(0, 80, x, y)
        for gesture in expected:
            e.event(gesture, "ended", 80)

    def drag_by(s, e, dx, dy, *expected):
        s.down(0, 200, 200).by(200, dx, dy).hold(240).up(250)
        for gesture in expected:
            e.event(gesture, "began", first([(t, max(abs(x), abs(y))) for t, x, y in s.way()], 10))
            e.event(gesture, "ended", 250)

    click = "name: click, kind: tap, zone: thing"
    for what in ("button", "switch", "stepper", "{segmented: 3}", "{pageControl: 3}"):
        name = what.strip("{").split(":")[0]
        row(f"{name}-takes-a-tap", control(what, TAP, DRAG), tap_at, 200, 200)
        row(f"{name}-leaves-taps-elsewhere", control(what, TAP, DRAG), tap_at, 500, 200, "tap")
        row(f"{name}-with-a-tap-of-its-own", control(what, TAP, click), tap_at, 200, 200, "click")
    row("stepper-leaves-a-pan", control("stepper", TAP, DRAG), drag_by, 61, 0, "drag")
    row("button-leaves-a-pan", control("button", TAP, DRAG), drag_by, 61, 0, "drag")
    row("horizontal-slider-takes-its-axis", control("{slider: horizontal}", TAP, DRAG), drag_by, 61, 0)
    row("horizontal-slider-leaves-the-other", control("{slider: horizontal}", TAP, DRAG), drag_by, 0, -61, "drag")
    row("vertical-slider-takes-its-axis", control("{slider: vertical}", TAP, DRAG), drag_by, 0, 61)
    row("vertical-slider-leaves-the-other", control("{slider: vertical}", TAP, DRAG), drag_by, -61, 0, "drag")
    row("slider-leaves-a-tap", control("{slider: horizontal}", TAP, DRAG), tap_at, 200, 200, "tap")

    # Fingers of their own: two zones that lie beside each other.
    def apart(s, e):
        s.down(0, 200, 200).by(200, 61).hold(400).up(450)
        s.down(50, 640, 200).by(250, 0, 73).hold(400).up(460)
        e.any_order(("here", "began", first([(t, x) for t, x, _ in s.way(0)], 10), {"touches": 1}),
                    ("there", "began", first([(t, y) for t, _, y in s.way(1)], 10), {"touches": 1}),
                    )
        e.event("here", "ended", 450)
        e.event("there", "ended", 460)

    row("zones-apart", zoned("name: here, kind: pan, zone: outer", "name: there, kind: pan, zone: other"), apart)

    # Pinch and rotation share both fingers.
    def twist(s, e, *expected):
        import math

        def course(side):
            def place(u):
                half, a = 70 + 40 * u, math.radians(60 * u)
                return 400 + side * half * math.cos(a), 240 + side * half * math.sin(a)
            return place
        s.down(0, *course(-1)(0)).along(611, course(-1)).hold(640).up(650)
        s.down(0, *course(1)(0)).along(611, course(1)).hold(640).up(650)
        spans, turns = s.spans(0, 1), s.turns(0, 1)
        at = {"zoom": first([(t, w - spans[0][1]) for t, w in spans], 16), "turn": first(turns, math.radians(10))}
        assert at["turn"] < at["zoom"]
        for gesture, state in expected:
            e.event(gesture, state, at[gesture] if state == "began" else 650)

    row("turn-prevents-zoom", gestures(ZOOM, TURN), twist, ("turn", began), ("turn", ended))
    row("zoom-with-turn", gestures(ZOOM, TURN, relations=["gesture: zoom, simultaneousWith: [turn]"]),
        twist, ("turn", began), ("zoom", began), ("zoom", ended), ("turn", ended))
    row("turn-with-zoom", gestures(ZOOM, TURN, relations=["gesture: turn, simultaneousWith: [zoom]"]),
        twist, ("turn", began), ("zoom", began), ("zoom", ended), ("turn", ended))
    row("turn-waits-for-zoom", gestures(ZOOM, TURN, relations=["gesture: turn, requireToFail: [zoom]"]),
        twist, ("zoom", began), ("zoom", ended))


@case(
    "44-cycle-is-refused",
    "A cycle is refused when configured, naming its members.",
    {
        "two.yaml": gestures(TAP, DRAG, relations=[
            "gesture: tap, requireToFail: [drag]", "gesture: drag, requireToFail: [tap]"]),
        "three.yaml": gestures(TAP, DOUBLE, DRAG, PRESS, relations=[
            "gesture: tap, requireToFail: [press]", "gesture: press, requireToFail: [drag]",
            "gesture: drag, requireToFail: [tap]", "gesture: double, requireToFail: [press]"]),
        "itself.yaml": gestures(TAP, DRAG, relations=["gesture: drag, requireToFail: [drag]"]),
        "chain.yaml": gestures(TAP, DOUBLE, DRAG, relations=[
            "gesture: tap, requireToFail: [double, drag]", "gesture: double, requireToFail: [drag]"]),
    },
    "No fingers are needed. Two of them, three of four, and one with itself; a chain is no cycle.")
def cycle(case):
    for name, members in (("two", ["tap", "drag"]), ("three", ["tap", "press", "drag"]), ("itself", ["drag"])):
        case.add(name, None, Expect(EXACT[0], f"{name}.yaml", refused=members))

    def chain(s, e):
        s.tap(0, 80)
        e.event("tap", "ended", 430)

    case.variants("chain", chain, config="chain.yaml")


@case(
    "45-pan-waits-for-swipe",
    "Pan waits for swipe, slow drag → pan begins at the instant swipe fails.",
    gestures(SWIPE, DRAG, relations=["gesture: drag, requireToFail: [swipe]"]),
    "Slowness alone never fails the swipe: its `maxDuration` does, 500 ms after the landing. Where the finger strays it "
    "fails in the report that shows it. A fast and straight one is a swipe, and no pan.")
def pan_waits(case):
    def slow(s, e, dx, dy):
        s.down(0, 200, 200).by(1000, dx, dy).hold(1040).up(1050)
        v = s.variant
        e.event("drag", "began", 500, dx=0, dy=0)
        e.event("drag", "ended", 1050)

    def strays(s, e):
        s.down(0, 200, 200).by(200, 119, 117).hold(240).up(250)
        t = first([(t, max(x, y)) for t, x, y in s.way()], 25)
        e.event("drag", "began", t, dx=0, dy=0)
        e.event("drag", "ended", 250)

    def fast(s, e):
        s.down(0, 200, 200).by(100, 3, 121).up(110)
        t = first([(t, y) for t, _, y in s.way()], 25)
        e.event("swipe", "ended", t, direction="down")

    case.variants("slow-right", slow, 81, 4)
    case.variants("slow-up", slow, -5, -73)
    case.variants("strays", strays)
    case.variants("fast", fast)


@case(
    "46-asked-before",
    "shouldBegin no → failed for the sequence; shouldReceive no → not counted.",
    {"drag.yaml": gestures(DRAG, SWIPE), "tap.yaml": gestures(TAP), "one.yaml": gestures(DRAG + ", maximumTouches: 1"),
     "zoom.yaml": gestures(ZOOM)},
    "What is answered is in the header of the expectations. One that may not begin leaves the touches to the others. A "
    "touch that is not received does not exist for that gesture: it neither fails nor helps it.")
def answers(case):
    def may_not_begin(s, e):
        s.down(0, 200, 200).by(200, 121).hold(600).by(800, 90).up(850)
        e.event("swipe", "ended", first(s.moved_x(), 25), direction="right")

    def may_not_begin_while_one_holds(s, e):
        s.down(0, 200, 200).by(300, 21).hold(900).up(950)
        s.down(400, 300, 300).by(700, 90).up(750)

    def may_begin(s, e):
        s.down(0, 200, 200).by(200, 121).hold(600).up(850)
        e.event("drag", "began", first(s.moved_x(), 10))
        e.event("drag", "ended", 850)

    no = {"shouldBegin": "drag", "is": False}
    case.variants("may-not-begin", may_not_begin, config="drag.yaml", answers=[no])
    case.variants("may-not-begin-while-a-finger-holds", may_not_begin_while_one_holds, config="one.yaml", answers=[no])
    case.variants("may-begin", may_begin, config="drag.yaml", answers=[{"shouldBegin": "drag", "is": True}])

    def second_finger(s, e, received):
        e.more["answers"] = [{"shouldReceive": "tap", "is": received,
                              "rect": [s.variant.x(400), 0, 900 * s.variant.scale, 900 * s.variant.scale]}]
        s.down(0, 100, 100).up(150)
        s.down(60, 600, 200).hold(250).up(300)
        if not received:
            e.event("tap", "ended", 150, touches=1, x=100, y=100)

    def before_it_begins(s, e):
        e.more["answers"] = [{"shouldReceive": "drag", "is": False,
                              "rect": [s.variant.x(400), 0, 900 * s.variant.scale, 900 * s.variant.scale]}]
        s.down(0, 100, 100).hold(200).by(500, 81).hold(540).up(550)
        s.down(60, 600, 200).hold(200).by(500, -150).up(600)
        e.event("drag", "began", next(t for t, x, _ in s.way(0) if x >= 10), touches=1)
        e.event("drag", "ended", 550, touches=1)

    def none_for_the_pinch(s, e):
        s.down(0, 300, 200).by(300, -80).up(350)
        s.down(0, 400, 200).by(300, 80).up(350)

    case.variants("not-received", second_finger, False, config="tap.yaml")
    case.variants("received", second_finger, True, config="tap.yaml")
    case.variants("not-received-by-a-pan", before_it_begins, config="one.yaml")
    case.variants("nothing-received", none_for_the_pinch, config="zoom.yaml",
             answers=[{"shouldReceive": "zoom", "is": False}])
