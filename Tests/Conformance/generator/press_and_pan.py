"""Cases 10 to 15."""

from corpus import EXACT, case, first

PRESS = "gestures:\n  - {name: press, kind: longPress}\n"


@case(
    "10-press-by-the-clock",
    "D0, no further report → longPress begins at exactly 500 by timer.",
    {"config.yaml": PRESS, "300ms.yaml": PRESS.replace("longPress}", "longPress, minimumPressDuration: 300ms}")},
    "At the very same instant the deadline comes before the report: a finger that lifts at 500 has pressed.")
def press_by_the_clock(case):
    def play(s, e, up, duration=500):
        s.down(0, 300, 200).up(up)
        if up >= duration:
            e.event("press", "began", duration, kind="longPress", touches=1, taps=0, x=300, y=200)
            e.event("press", "ended", up, kind="longPress", x=300, y=200)

    case.variants("", play, 900)
    case.variants("silent", play, 900, grid=False)
    case.variants("300ms", play, 650, 300, config="300ms.yaml")
    for up in (499, 500, 501):
        case.variants(f"u{up}", play, up)


@case(
    "11-press-follows-the-finger",
    "Began, then 300 px away → changed … ended.",
    PRESS,
    "`allowableMovement`, 10 pt, counts only until it has begun.")
def press_follows(case):
    def far(s, e):
        s.down(0, 200, 200).hold(600).by(900, 300, 0).up(950)
        e.event("press", "began", 500, x=200, y=200)
        e.event("press", "ended", 950, x=500, y=200)
        e.each("press", ["changed"], count={"from": 3}, x=e.step(-2 * s.variant.jitter, s.largest_step() + 0.01))

    def early(s, e, dx, dy):
        s.down(0, 200, 200).by(300, dx, dy).hold(800).up(850)
        if dx * dx + dy * dy <= 100:
            e.event("press", "began", 500)
            e.event("press", "ended", 850)

    case.variants("300px-after", far)
    case.variants("10pt-before", early, 6, 8, only=EXACT)
    case.variants("11pt-before", early, -11, 0)


@case(
    "12-pan-slow-ramp",
    "Slow ramp → translation 0 at began, then monotone within one step.",
    "gestures:\n  - {name: drag, kind: pan}\n",
    "It begins at the first report whose way is at least the slop of 10 pt. No step of the translation is longer than "
    "the finger's, or goes back.")
def ramp(case):
    def play(s, e, dx, dy):
        s.down(0, 300, 200).by(1000, dx, dy).up(1040)
        t = s.pan_begins()
        _, x, y = s.way(since=t)[-1]
        e.event("drag", "began", t, kind="pan", touches=1, dx=0, dy=0)
        e.event("drag", "ended", 1040, kind="pan", dx=x, dy=y)
        slack = 2 * s.variant.jitter + 0.002
        step = s.largest_step() + 0.002
        for key, way in (("dx", dx), ("dy", dy)):
            low, high = (-slack, step) if way > 0 else (-step, slack)
            e.each("drag", count={"from": 5}, **{key: e.step(low, high)})

    case.variants("60pt", play, 61.7, 0.5)
    case.variants("diagonal", play, -80, 45)


@case(
    "13-finger-joins-a-pan",
    "Second finger lands far away mid-pan → translation does not jump, nor on its lift.",
    "gestures:\n  - {name: drag, kind: pan}\n",
    "Between two reports the translation never goes further than a finger has gone. Where the fingers rest while one "
    "comes and goes, the whole way is known: alone, half of one of two, alone.")
def joining_finger(case):
    def resting(s, e):
        s.down(0, 100, 100).by(200, 60).hold(300).by(500, 40).hold(600).by(700, 30).hold(740).up(760)
        s.down(250, 700, 400).up(550)
        t = s.pan_begins(ident=0)
        alone = s.way(0, since=t)
        x = sum((alone[n + 1][1] - alone[n][1]) * (0.5 if 250 < alone[n + 1][0] < 550 else 1)
                for n in range(len(alone) - 1))
        # A second finger that jitters takes part.
        e.event("drag", "began", t, touches=1, dx=0, dy=0)
        e.event("drag", "ended", 760, dx=e.near(x, 0.05 + 2 * s.variant.jitter), touches=1)
        bound = s.largest_step() + s.variant.jitter + 0.01
        e.each("drag", count={"from": 5}, dx=e.step(-bound, bound), dy=e.step(-bound, bound))

    def moving(s, e):
        s.down(0, 100, 100).by(700, 200, 30).up(720)
        s.down(250, 700, 400).by(480, 50, -60).up(500)
        t = s.pan_begins(ident=0)
        bound = s.largest_step() + s.variant.jitter + 0.01
        e.event("drag", "began", t, touches=1, dx=0, dy=0)
        e.event("drag", "ended", 720, touches=1)
        e.each("drag", count={"from": 5}, dx=e.step(-bound, bound), dy=e.step(-bound, bound))

    case.variants("resting", resting)
    case.variants("moving", moving)


@case(
    "14-fingers-of-a-pan",
    "`maximumTouches: 1`, second finger mid-pan → ignored, before began → fails; `minimumTouches: 2`, one lifts → ended.",
    {"most.yaml": "gestures:\n  - {name: drag, kind: pan, maximumTouches: 1}\n",
     "least.yaml": "gestures:\n  - {name: drag, kind: pan, minimumTouches: 2}\n"},
    "What has failed stays so until all fingers are up; then it can begin again.")
def touches_of_a_pan(case):
    def mid_pan(s, e):
        s.down(0, 100, 100).by(400, 100).hold(440).up(450)
        s.down(200, 600, 300).by(500, -200, 100).up(520)
        t = s.pan_begins(ident=0)
        _, x, _ = s.way(0, since=t)[-1]
        e.event("drag", "began", t, touches=1, dx=0)
        e.event("drag", "ended", 450, touches=1, dx=x)

    def before(s, e):
        s.down(0, 100, 100).hold(150).by(500, 100).hold(540).up(550)
        s.down(50, 600, 300).hold(150).by(500, 100).up(560)
        s.down(900, 100, 100).by(1100, 101).up(1150)
        t = first(s.moved_x(900), 10)
        e.event("drag", "began", t, touches=1)
        e.event("drag", "ended", 1150)

    def two(s, e):
        s.down(0, 100, 100).by(300, 60, 10).hold(340).up(350)
        s.down(0, 220, 160).by(300, 60, 10).hold(440).up(450)
        t = s.pan_begins(fingers=2)
        e.event("drag", "began", t, touches=2, dx=0)
        e.event("drag", "ended", 350)

    def one(s, e):
        s.down(0, 100, 100).by(300, 200).up(350)

    case.variants("most-1-mid-pan", mid_pan, config="most.yaml")
    case.variants("most-1-before", before, config="most.yaml")
    case.variants("least-2", two, config="least.yaml")
    case.variants("least-2-alone", one, config="least.yaml")


@case(
    "15-cancel-mid-pan",
    "Cancel mid-pan → cancelled; no swipe, no velocity.",
    {"config.yaml": """
gestures:
  - {name: drag, kind: pan}
  - {name: swipe, kind: swipe, fires: onLift}
""", "together.yaml": """
gestures:
  - {name: drag, kind: pan}
  - {name: swipe, kind: swipe, fires: onLift}
relations:
  - {gesture: drag, simultaneousWith: [swipe]}
"""},
    "The finger is ignored until it lifts. A pan that is cancelled has velocity 0.")
def cancel(case):
    def play(s, e):
        s.down(0, 100, 100).by(400, 400).up(420)
        s.cancel(205)
        s.down(900, 100, 100).by(1300, 101).hold(1500).up(1520)
        t = s.pan_begins()
        e.event("drag", "began", t, dx=0)
        e.event("drag", "cancelled", 205, vx=0, vy=0)
        e.event("drag", "began", first(s.moved_x(900), 10))
        e.event("drag", "ended", 1520)

    case.variants("", play)
    case.variants("together", play, config="together.yaml")
