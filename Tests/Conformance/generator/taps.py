"""Cases 1 to 9c."""

from corpus import case

SINGLE_AND_DOUBLE = """
gestures:
  - {name: single, kind: tap}
  - {name: double, kind: tap, taps: 2}
relations:
  - {gesture: single, requireToFail: [double]}
"""


@case(
    "01-single-waits-for-double",
    "Single waits for double: D0 U80 → single at exactly 430, not before.",
    {"config.yaml": SINGLE_AND_DOUBLE, "interval-200ms.yaml": SINGLE_AND_DOUBLE.replace(
        "taps: 2}", "taps: 2, interval: 200ms}")},
    "The pause after the lift is the double tap's `interval`, 350 ms unless it says otherwise.")
def single_waits(case):
    def play(s, e, up, interval):
        s.tap(0, up)
        e.event("single", "ended", up + interval, kind="tap", touches=1, taps=1, x=100, y=100, zone=None)

    case.variants("", play, 80, 350)
    case.variants("u200", play, 200, 350)
    case.variants("interval-200ms", play, 80, 200, config="interval-200ms.yaml")


@case(
    "02-double-within-the-interval",
    "up→down 349 ms → double; 351 → single, and a new count.",
    SINGLE_AND_DOUBLE,
    "Limits are inclusive: 350 ms is still a double.")
def interval(case):
    def play(s, e, gap):
        s.tap(0, 80)
        s.tap(80 + gap, 80 + gap + 70, 110, 95)
        if gap <= 350:
            e.event("double", "ended", gap + 150, kind="tap", taps=2, touches=1)
        else:
            e.event("single", "ended", 430, kind="tap", taps=1)
            e.event("single", "ended", gap + 150 + 350, kind="tap", taps=1)

    for gap in (100, 349, 350, 351):
        case.variants(f"{gap}ms", play, gap)


@case(
    "03-double-on-the-ancestor",
    "Double on the ancestor, single on the child, no dependency → child fires at each U, the double at the second.",
    """
zones:
  - {name: child, rect: [50pt, 50pt, 400pt, 300pt]}
gestures:
  - {name: double, kind: tap, taps: 2}
  - {name: single, kind: tap, zone: child}
""",
    "In one report the nearer zone comes first.")
def ancestor(case):
    def play(s, e, gap):
        s.tap(0, 80)
        s.tap(80 + gap, 150 + gap)
        e.event("single", "ended", 80, zone="child", taps=1)
        e.event("single", "ended", 150 + gap, zone="child", taps=1)
        e.event("double", "ended", 150 + gap, zone=None, taps=2)

    case.variants("", play, 120)
    case.variants("300ms", play, 300)


@case(
    "04-bounce",
    "D0 U60 D62 U75 same spot → one tap; 300 px away → two.",
    {"config.yaml": "gestures:\n  - {name: single, kind: tap}\n", "double.yaml": SINGLE_AND_DOUBLE},
    "The tap fires at the first lift; where it waits for a double tap, the pause counts from the bounce's lift. A gap "
    "of exactly `bounce`, 40 ms, is no bounce. A landing far away is no bounce either, nor the second tap of a double: "
    "the single fires when that finger lands.")
def bounce(case):
    def one(s, e):
        s.tap(0, 60)
        s.tap(62, 75)
        e.event("single", "ended", 60, taps=1)

    def two(s, e):
        s.tap(0, 60)
        s.tap(62, 75, 400, 100)
        e.event("single", "ended", 60, x=100)
        e.event("single", "ended", 75, x=400)

    def one_waits(s, e):
        s.tap(0, 60)
        s.tap(62, 75)
        e.event("single", "ended", 425)

    def two_wait(s, e):
        s.tap(0, 60)
        s.tap(62, 75, 400, 100)
        e.event("single", "ended", 62, x=100)
        e.event("single", "ended", 425, x=400)

    def slow(s, e):
        s.tap(0, 60)
        s.tap(100, 150)
        e.event("single", "ended", 60)
        e.event("single", "ended", 150)

    case.variants("same-spot", one)
    case.variants("300px-away", two)
    case.variants("waiting-same-spot", one_waits, config="double.yaml")
    case.variants("waiting-300px-away", two_wait, config="double.yaml")
    case.variants("gap-40ms", slow)


@case(
    "05-three-taps",
    "Three taps 200 apart, {single, double} → one double, then one single; never two doubles.",
    SINGLE_AND_DOUBLE)
def three_taps(case):
    def play(s, e, period):
        for n in range(3):
            s.tap(n * period, n * period + 80)
        e.event("double", "ended", period + 80, taps=2)
        e.event("single", "ended", 2 * period + 430, taps=1)

    case.variants("", play, 200)
    case.variants("310ms", play, 310)


@case(
    "06-two-finger-tap",
    "Two fingers, second 80 later, up 150/160 → one two-finger tap; second after `skew` → none; both up in one report "
    "→ tap.",
    """
gestures:
  - {name: two, kind: tap, touches: 2}
  - {name: one, kind: tap}
""",
    "`skew` is 200 ms, inclusive. The second finger fails the tap of one. Once one has lifted, the other may go 90 pt from its start: "
    "it slides as the hand leaves.")
def two_fingers(case):
    def play(s, e, second, first_up, second_up, expected):
        s.down(0, 100, 100).up(first_up)
        s.down(second, 220, 140).up(second_up)
        if expected:
            e.event("two", "ended", max(first_up, second_up), touches=2, taps=1, x=160, y=120)

    case.variants("80ms", play, 80, 150, 160, True)
    case.variants("at-skew", play, 200, 290, 280, True)
    case.variants("after-skew", play, 201, 280, 290, False)
    case.variants("up-together", play, 50, 150, 150, True)

    def slides(s, e, before, after):
        s.down(0, 100, 100).up(120)
        f = s.down(20, 220, 140)
        if before:
            f.by(100, before)
        f.hold(121).by(200, after).up(220)
        if before <= 45 and before + after <= 90:
            e.event("two", "ended", 220, touches=2)

    case.variants("slides-as-the-hand-leaves", slides, 0, 85)
    case.variants("slides-too-far", slides, 30, 65)
    case.variants("slides-too-early", slides, 50, 10)


@case(
    "07-longest-press",
    "D0 U749 → tap; U751 → none.",
    "gestures:\n  - {name: single, kind: tap}\n",
    "`maxPress` is 750 ms, inclusive: at the very same instant the lift counts first.")
def long_tap(case):
    def play(s, e, up):
        s.tap(0, up)
        if up <= 750:
            e.event("single", "ended", up)

    for up in (749, 750, 751):
        case.variants(f"u{up}", play, up)


@case(
    "08-out-and-back",
    "Out 46 pt and back → failed, for good.",
    "gestures:\n  - {name: single, kind: tap}\n",
    "`movement` is 45 pt, inclusive. The next tap, after all fingers are up, is a tap again.")
def out_and_back(case):
    def play(s, e, dx, dy):
        s.down(0, 200, 200).by(100, dx, dy).to(200, 200, 200).up(260)
        s.tap(700, 760, 200, 200)
        if dx * dx + dy * dy <= 45 * 45:
            e.event("single", "ended", 260)
        e.event("single", "ended", 760)

    case.variants("45pt", play, 45, 0)
    case.variants("46pt", play, 46, 0)
    case.variants("diagonal-45pt", play, -27, 36)
    case.variants("diagonal-46pt", play, -28, 37)


@case(
    "09-failed-while-a-finger-holds",
    "Failed tap while another finger still holds, tap again in the same zone → nothing until all are up; in another "
    "zone → tap.",
    """
zones:
  - {name: left, rect: [0pt, 0pt, 400pt, 480pt]}
  - {name: right, rect: [400pt, 0pt, 400pt, 480pt]}
gestures:
  - {name: tapLeft, kind: tap, zone: left}
  - {name: tapRight, kind: tap, zone: right}
""")
def failed_with_a_finger_down(case):
    def play(s, e, x, is_other):
        # It goes too far for a tap and then rests.
        s.down(0, 100, 100).by(40, 100, 0).hold(400).up(450)
        s.tap(150, 230, x, 300)
        s.tap(900, 960, 100, 100)
        if is_other:
            e.event("tapRight", "ended", 230, zone="right", touches=1)
        e.event("tapLeft", "ended", 960, zone="left", touches=1)

    case.variants("same-zone", play, 300, False)
    case.variants("other-zone", play, 600, True)


@case(
    "09b-tap-then-swipe",
    "Tap, then a swipe 200 later → both.",
    """
gestures:
  - {name: single, kind: tap}
  - {name: double, kind: tap, taps: 2}
  - {name: swipe, kind: swipe}
relations:
  - {gesture: single, requireToFail: [double]}
""",
    "The swipe fires at the first report that shows 25 pt. It makes the double tap fail, and the single fires at that "
    "instant; which of the two is told first is open.")
def tap_and_swipe(case):
    def play(s, e, dx, dy, direction):
        s.tap(0, 80, 200, 200)
        s.down(280, 210, 205).by(400, dx, dy).up(420)
        t = next(t for t, x, y in s.way() if t >= 280 and max(abs(x), abs(y)) >= 25)
        e.any_order(("single", "ended", t, {"x": 200, "y": 200}),
                    ("swipe", "ended", t, {"direction": direction}))

    case.variants("right", play, 120, 0, "right")
    case.variants("up", play, 0, -150, "up")


@case(
    "09c-two-taps-far-apart",
    "Two taps 300 px and 150 ms apart, {single, double} → two singles.",
    SINGLE_AND_DOUBLE,
    "`movement` is 45 pt, also from the first tap to the second. The second landing fails the double tap, and the first "
    "single fires then.")
def far_apart(case):
    def play(s, e, dx, dy):
        s.tap(0, 80, 200, 150)
        s.tap(230, 290, 200 + dx, 150 + dy)
        e.event("single", "ended", 230, x=200, y=150)
        e.event("single", "ended", 640, x=200 + dx, y=150 + dy)

    def near(s, e):
        s.tap(0, 80, 200, 150)
        s.tap(230, 290, 227, 186)
        e.event("double", "ended", 290)

    case.variants("300px", play, 300, 0)
    case.variants("46px", play, 28, -37)
    case.variants("45px", near)
