"""Cases 47 and 48: what a zone is told of its touches."""

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
