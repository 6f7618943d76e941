"""Cases 47, 48 and 70: what a zone is told of its touches; 76: gestures and zones that are switched."""

from corpus import case, first

ZONES = """
zones:
  - {name: button, rect: [100pt, 100pt, 200pt, 150pt]}
  - {name: other, rect: [450pt, 100pt, 200pt, 150pt]}
"""
OUTPUTS = "outputs:\n  - {on: touches, zone: button, line: GPIO17, hold: true}\n"


@case(
    "47-swipe-over-a-button",
    "Swipe over a button → the zone gets one cancelled, no click.",
    {"config.yaml": ZONES + """gestures:
  - {name: swipe, kind: swipe}
  - {name: click, kind: tap, zone: button}
""" + OUTPUTS, "keeps.yaml": ZONES + """gestures:
  - {name: swipe, kind: swipe, cancelsTouches: false}
  - {name: click, kind: tap, zone: button, cancelsTouches: false}
""" + OUTPUTS},
    "With `cancelsTouches` off the zone sees the whole touch. A tap on the button is a click.")
def swipe_over_a_button(case):
    def play(s, e, dx, dy, direction, keeps=False):
        e.more["streams"] = True
        s.down(0, 200, 180).by(160, dx, dy).hold(200).up(230)
        t = first([(t, max(abs(x), abs(y))) for t, x, y in s.way()], 25)
        e.touch("began", 0, to="button", x=200, y=180)
        lines = [e._event("swipe", "ended", t, {"direction": direction})]
        if not keeps:
            lines.append({"t": s.variant.time(t), "phase": "cancelled", "to": "button"})
        e.rows.append({"anyOrder": lines})
        if keeps:
            e.touch("ended", 230, to="button")

    def click(s, e, keeps):
        e.more["streams"] = True
        s.tap(0, 80, 200, 180)
        e.touch("began", 0, to="button")
        e.rows.append({"anyOrder": [
            e._event("click", "ended", 80, {"zone": "button"}),
            {"t": s.variant.time(80), "phase": "ended" if keeps else "cancelled", "to": "button"}]})

    def beside(s, e):
        e.more["streams"] = True
        s.down(0, 500, 180).by(160, -121, 0).up(230)
        e.event("swipe", "ended", first(s.moved_x(), 25), direction="left")

    case.variants("right", play, 121, 4, "right")
    case.variants("down", play, -3, 141, "down")
    case.variants("keeps", play, 121, 4, "right", True, config="keeps.yaml")
    case.variants("click", click, False)
    case.variants("click-keeps", click, True, config="keeps.yaml")
    case.variants("beside-the-button", beside)


DELAYED = ZONES + """gestures:
  - {name: swipe, kind: swipe, zone: button%s}
  - {name: beside, kind: tap, zone: other}
""" + OUTPUTS


@case(
    "48-delayed-touches",
    "Delayed touches after a failure → in order, original times.",
    {"config.yaml": DELAYED % ", delaysBegan: true", "at-once.yaml": DELAYED % ""},
    "Meanwhile a tap in another zone shows that the touch is told later than it happened: when the swipe fails, at its "
    "`maxDuration` or at the lift. Where the swipe is recognized the zone never hears of the touch.")
def delayed(case):
    def play(s, e, up, delays):
        e.more["streams"] = True
        s.down(0, 150, 180).by(up - 30, 17, 4).hold(up - 10).up(up)
        s.tap(90, 170, 550, 180)
        if delays:
            e.event("beside", "ended", 170, zone="other")
        e.touch("began", 0, to="button", x=150, y=180)
        if not delays:
            e.event("beside", "ended", 170, zone="other")
        e.touch("ended", up, to="button")

    def recognized(s, e):
        e.more["streams"] = True
        s.down(0, 150, 180).by(160, 121, 4).hold(200).up(230)
        e.event("swipe", "ended", first(s.moved_x(), 25))

    case.variants("lifts-short", play, 300, True)
    case.variants("too-long", play, 900, True)
    case.variants("at-once", play, 300, False, config="at-once.yaml")
    case.variants("recognized", recognized)


@case(
    "70-sets-of-touches",
    "The touches of a phase come with their number; at a last lift it is 1.",
    {"config.yaml": """
zones:
  - {name: pad, rect: [100pt, 50pt, 300pt, 300pt], multipleTouch: true}
outputs:
  - {on: touches, zone: pad, line: GPIO17, hold: true}
""", "notched.yaml": """
zones:
  - {name: pad, polygon: [[100pt, 50pt], [400pt, 50pt], [400pt, 350pt], [250pt, 200pt], [100pt, 350pt]], multipleTouch: true}
outputs:
  - {on: touches, zone: pad, line: GPIO17, hold: true}
"""},
    "Two fingers that land or lift in one report are a set of two, one that comes or goes alone is a set of one, however many are on "
    "the panel (`touches`). What lies in the notch of a polygon is not in it.")
def sets_of_touches(case):
    def play(s, e):
        e.more["streams"] = True
        s.down(0, 150, 100).hold(360).up(400)
        s.down(0, 350, 100).hold(360).up(400)
        s.tap(800, 1000, 150, 150)
        for finger in (1, 2):
            e.touch("began", 0, to="pad", set=2, own=2, touches=2, zone="pad")
        for finger in (1, 2):
            e.touch("ended", 400, to="pad", set=2, own=2, touches=0)
        e.touch("began", 800, to="pad", set=1, own=1, touches=1)
        e.touch("ended", 1000, to="pad", set=1, own=1, touches=0)

    def one_by_one(s, e):
        e.more["streams"] = True
        s.down(0, 150, 100).hold(760).up(800)
        s.down(200, 350, 100).hold(560).up(600)
        e.touch("began", 0, to="pad", set=1, own=1)
        e.touch("began", 200, to="pad", set=1, own=2)
        e.touch("ended", 600, to="pad", set=1, own=2, touches=1)
        e.touch("ended", 800, to="pad", set=1, own=1, touches=0)

    def beside(s, e):
        e.more["streams"] = True
        s.tap(0, 80, 250, 300)
        s.tap(600, 680, 120, 150)
        e.touch("began", 600, to="pad", set=1)
        e.touch("ended", 680, to="pad", set=1)

    case.variants("together", play)
    case.variants("one-by-one", one_by_one)
    case.variants("notch", beside, config="notched.yaml")


SWITCHED = """
zones:
  - {name: kitchen, rect: [450pt, 50pt, 300pt, 350pt]}
  - {name: corner, rect: [20pt, 20pt, 100pt, 100pt]}
  - {name: field, rect: [130pt, 20pt, 300pt, 400pt]}
gestures:
  - {name: behind, kind: tap}
  - {name: light, kind: tap, zone: kitchen}
  - {name: double, kind: tap, taps: 2, zone: field}
  - {name: single, kind: tap, zone: field}
  - {name: drag, kind: pan, zone: field}
  - {name: asleep, kind: tap, touches: 2, zone: field, enabled: false}
  - {name: lock, kind: longPress, zone: corner}
  - {name: unlock, kind: tap, zone: corner}
relations:
  - {gesture: single, requireToFail: [double]}
outputs:
  - {on: lock, disable: [double, drag, zone kitchen]}
  - {on: unlock, enable: [double, drag, asleep, zone kitchen]}
"""


@case(
    "76-disabled",
    "A gesture that is disabled gets no touches that land. If it has begun, it is cancelled; who waited for it to fail goes on at once. "
    "A zone that is disabled is not hit: a touch goes to what lies behind it. What is enabled gets the touches that land from then on.",
    {"config.yaml": SWITCHED},
    "A long press in the corner begins by the clock and disables; what that ends is told at that very instant. A tap in the corner enables "
    "again. Another finger rests or moves in the field.")
def disabled(case):
    def locks(s, e, down=0):
        """Presses the corner for so long that it locks, and says when."""
        s.down(down, 60, 60).hold(down + 560).up(down + 600)
        e.event("lock", "began", down + 500)

    def cancelled(s, e):
        # The finger that drags goes on: nothing is told of it, until it has lifted and all is enabled again.
        s.down(0, 200, 200).by(300, 60, 20).hold(700).by(900, 40, 90).up(940)
        s.down(100, 60, 60).hold(660).up(700)
        s.down(1300, 200, 200).by(1500, 120).up(1540)
        s.tap(2000, 2060, 60, 60)
        s.down(2500, 200, 200).by(2700, 121).up(2740)
        e.event("drag", "began", s.pan_begins(ident=0), zone="field")
        e.event("lock", "began", 600)
        e.event("drag", "cancelled", 600)
        e.event("lock", "ended", 700)
        e.event("unlock", "ended", 2060)
        e.event("drag", "began", first(s.moved_x(2500), 10), zone="field")
        e.event("drag", "ended", 2740)
        e.each("drag", states=["changed"], during=(600, 2500), count=0)

    def waited_for(s, e):
        locks(s, e)
        s.tap(340, 400, 200, 200)
        e.event("single", "ended", 500, zone="field")
        e.event("lock", "ended", 600)
        # A double tap is two single ones now.
        for t in (1000, 1160):
            s.tap(t, t + 60, 200, 200)
            e.event("single", "ended", t + 60)

    def zone(s, e):
        s.tap(0, 60, 600, 200)
        e.event("light", "ended", 60, zone="kitchen")
        locks(s, e, 400)
        e.event("lock", "ended", 1000)
        s.tap(1400, 1460, 600, 200)
        e.event("behind", "ended", 1460)
        s.tap(1900, 1960, 60, 60)
        e.event("unlock", "ended", 1960)
        s.tap(2400, 2460, 600, 200)
        e.event("light", "ended", 2460, zone="kitchen")

    def from_the_start(s, e):
        for t in (0, 1000):
            s.tap(t, t + 80, 200, 200)
            s.tap(t, t + 80, 300, 200)
        s.tap(500, 560, 60, 60)
        e.event("unlock", "ended", 560)
        e.event("asleep", "ended", 1080, zone="field", touches=2)

    case.variants("cancelled", cancelled)
    case.variants("waited-for", waited_for)
    case.variants("zone", zone)
    case.variants("from-the-start", from_the_start)
