"""Scripts of fingers, expectations, and the files they become.

Cases are written in pt and ms. A variant says how a panel would report them: how often, how exactly, in which pixels,
since when. Nothing here knows how any recognizer works; what is expected is said by the cases, from the text of the rules.
"""

import json
import math
import random


class Variant:
    """How a panel reports fingers."""

    def __init__(self, name, rate, jitter=0.0, scale=1, start=0, shift=(0, 0), changes=False, anonymous=False):
        self.name = name
        self.rate = rate  # reports a second while a finger is down
        self.jitter = jitter  # pt, of every place but those where a finger lands, turns or stops
        self.scale = scale  # px in a pt
        self.start = start  # µs, the time of the script's 0
        self.shift = shift  # pt, where the script's origin lies
        self.changes = changes  # still fingers are not reported: an interrupt-driven chip
        self.anonymous = anonymous  # the chip gives no identities

    def time(self, ms):
        return self.start + round(ms * 1000)

    def x(self, pt):
        return tidy((pt + self.shift[0]) * self.scale)

    def y(self, pt):
        return tidy((pt + self.shift[1]) * self.scale)

    def px(self, pt):
        return tidy(pt * self.scale)


# 800 × 480 pt all of them; only the fine one knows its size in mm (1 pt is 0.15875 mm).
SLOW = Variant("25hz", 25)
JITTER = Variant("60hz-jitter", 60, jitter=0.3, start=1_000_003)
FINE = Variant("120hz-fine", 120, scale=2, start=20_000_000)
CHANGES = Variant("100hz-changes", 100, start=86_400_000_000, shift=(40, 30), changes=True)
VARIANTS = [SLOW, JITTER, FINE, CHANGES]
EVEN = Variant("60hz", 60, start=2_000_000)
# All without jitter, where a finger must be exactly somewhere.
EXACT = [SLOW, EVEN, FINE, CHANGES]


def tidy(number, digits=3):
    number = round(number, digits)
    return int(number) if number == int(number) else number


class Finger:
    """The way of a finger: straight lines between places at instants."""

    def __init__(self, script, ident, t, x, y):
        self.script = script
        self.ident = ident
        self.keys = [(t, x, y, None)]
        self.end = None

    def to(self, t, x, y):
        """Goes straight on to (x, y), where it is at t."""
        assert self.end is None and t > self.keys[-1][0]
        self.keys.append((t, x, y, None))
        return self

    def along(self, t, course):
        """Follows a curve, course(0) to course(1), until t."""
        assert self.end is None and t > self.keys[-1][0]
        self.keys.append((t, *course(1), course))
        return self

    def by(self, t, dx, dy=0):
        """Goes straight on by (dx, dy)."""
        return self.to(t, self.keys[-1][1] + dx, self.keys[-1][2] + dy)

    def hold(self, t):
        """Stays where it is until t."""
        return self.by(t, 0, 0)

    def up(self, t):
        """Lifts: the report at t does not show it any more."""
        assert t > self.keys[-1][0]
        self.end = t
        return self

    def is_down(self, t):
        return self.keys[0][0] <= t < self.end

    def is_key(self, t):
        return any(abs(k[0] - t) < 1e-9 for k in self.keys)

    def place(self, t):
        before = self.keys[0]
        for key in self.keys:
            if key[0] > t:
                u = (t - before[0]) / (key[0] - before[0])
                if key[3]:
                    return key[3](u)
                return before[1] + u * (key[1] - before[1]), before[2] + u * (key[2] - before[2])
            before = key
        return before[1], before[2]


class Script:
    """Fingers on a panel, and what else happens to it."""

    def __init__(self, variant, grid=True, mm=None):
        self.variant = variant
        self.fingers = []
        self.others = []  # (ms, line)
        self.exact = []  # reports at further instants
        self.dropped = []  # (from, to): no reports between
        self.grid = grid  # whether there are reports between the instants that the script names
        self.mm = variant.scale != 1 if mm is None else mm
        self.whole = False  # places in whole pixels
        self.swapped = False  # contacts in the reverse order in every second report
        self.random = random.Random(variant.name)
        self._reports = None

    def down(self, t, x, y, ident=None):
        """A finger lands; its identity is the lowest free one."""
        if ident is None:
            taken = [f.ident for f in self.fingers if f.end is None or f.end > t]
            ident = next(i for i in range(16) if i not in taken)
        finger = Finger(self, ident, t, x, y)
        self.fingers.append(finger)
        return finger

    def tap(self, t, up, x=100, y=100):
        return self.down(t, x, y).up(up)

    def cancel(self, t):
        self.others.append((t, {"cancel": True}))

    def fault(self, t):
        self.others.append((t, {"fault": "bus"}))

    def report_at(self, *instants):
        self.exact += instants

    def silent(self, start, end):
        self.dropped.append((start, end))

    def reports(self):
        """[(ms, [(ident, x, y)])]: what the panel reports, in pt, as exactly as the files say it."""
        if self._reports is not None:
            return self._reports
        v = self.variant
        instants = set(self.exact)
        for finger in self.fingers:
            instants |= {key[0] for key in finger.keys} | {finger.end}
        marks = sorted(instants)
        if self.grid:
            period = 1000 / v.rate
            t = marks[0]
            while t < marks[-1]:
                t += period
                tick = t + (self.random.uniform(-0.1, 0.1) * period if v.jitter else 0)
                tick = round(tick, 3)
                near = any(abs(tick - m) < 2 for m in marks)
                if near or not any(f.is_down(tick) for f in self.fingers):
                    continue
                if any(a < tick < b for a, b in self.dropped):
                    continue
                instants.add(tick)
        reports = []
        for t in sorted(instants):
            row = []
            for f in self.fingers:
                if not f.is_down(t):
                    continue
                x, y = f.place(t)
                if v.jitter and not f.is_key(t):
                    x += self.random.uniform(-v.jitter, v.jitter)
                    y += self.random.uniform(-v.jitter, v.jitter)
                px, py = v.x(x), v.y(y)
                if self.whole:
                    px, py = round(px), round(py)
                row.append((f.ident, px / v.scale - v.shift[0], py / v.scale - v.shift[1]))
            if v.changes and reports and reports[-1][1] == row and t not in self.exact:
                continue
            reports.append((t, row))
        self._reports = reports
        return reports

    def lines(self):
        """The trace's file."""
        v = self.variant
        panel = {"width": 800 * v.scale, "height": 480 * v.scale}
        if self.mm:
            panel |= {"width_mm": 127.0, "height_mm": 76.2}
        out = [{"tapline": "trace/1", "panel": panel, "rate_hz": v.rate}]
        rows = []
        for n, (t, row) in enumerate(self.reports()):
            contacts = [[-1 if v.anonymous else i, v.x(x), v.y(y)] for i, x, y in row]
            if self.swapped and n % 2:
                contacts.reverse()
            rows.append((t, {"t": v.time(t), "c": contacts}))
        rows += [(t, {"t": v.time(t)} | line) for t, line in self.others]
        out += [row for _, row in sorted(rows, key=lambda r: r[0])]
        return out

    # What a text's rule sees: places and sums of steps, report by report.

    def way(self, ident=None, since=None):
        """[(ms, dx, dy)]: the sum of the centroid's steps between reports that show the same fingers (pt), since the
        report at `since`; of one finger only where `ident` says so."""
        out, sx, sy, last = [], 0.0, 0.0, {}
        for t, row in self.reports():
            now = {i: (x, y) for i, x, y in row if ident is None or i == ident}
            if now and now.keys() == last.keys() and (since is None or t > since):
                sx += sum(now[i][0] - last[i][0] for i in now) / len(now)
                sy += sum(now[i][1] - last[i][1] for i in now) / len(now)
            last = now
            if now:
                out.append((t, sx, sy))
        return out

    def moved(self, since):
        """[(ms, dx, dy)]: the way of the only finger since the last report at or before `since`, until all are up."""
        out, start = [], None
        for t, row in self.reports():
            if t <= since:
                start = row[0][1:] if row else None
            elif not row:
                break
            else:
                start = start or row[0][1:]
                out.append((t, row[0][1] - start[0], row[0][2] - start[1]))
        return out

    def moved_x(self, since=-1):
        """The same, only along x."""
        return [(t, x) for t, x, _ in self.moved(since)]

    def pan_begins(self, slop=10, ident=None, fingers=1):
        """The first report whose way is at least the slop."""
        counts = {t: len(row) for t, row in self.reports()}
        for t, x, y in self.way(ident):
            length = (x * x + y * y) ** 0.5
            assert abs(length - slop) > 0.002 or length == slop, f"{length} is too close to the slop to tell"
            if length >= slop and counts[t] >= fingers:
                return t
        raise AssertionError("the pan never begins")

    def vectors(self, a, b, since=None, until=None):
        """[(ms, x, y)]: from finger a to finger b, in the reports that show both, as often as both are there."""
        out = []
        for t, row in self.reports():
            now = {i: (x, y) for i, x, y in row}
            if a in now and b in now and (since is None or t >= since) and (until is None or t <= until):
                out.append((t, now[b][0] - now[a][0], now[b][1] - now[a][1]))
        return out

    def spans(self, a, b, since=None, until=None):
        """[(ms, pt)]: how far two fingers are apart."""
        return [(t, math.hypot(x, y)) for t, x, y in self.vectors(a, b, since, until)]

    def turns(self, a, b, since=None, until=None):
        """[(ms, radians)]: how far two fingers have turned since the first report, clockwise, unwrapped."""
        out, sum_, last = [], 0.0, None
        for t, x, y in self.vectors(a, b, since, until):
            if last:
                sum_ += math.atan2(last[0] * y - last[1] * x, last[0] * x + last[1] * y)
            last = (x, y)
            out.append((t, sum_))
        return out

    def largest_step(self):
        """The longest step of a finger between two reports, pt."""
        longest, last = 0.0, {}
        for _, row in self.reports():
            now = {i: (x, y) for i, x, y in row}
            for i in now.keys() & last.keys():
                dx, dy = now[i][0] - last[i][0], now[i][1] - last[i][1]
                longest = max(longest, (dx * dx + dy * dy) ** 0.5)
            last = now
        return longest


class Expect:
    """What must happen: a file of expect/1."""

    def __init__(self, variant, config="config.yaml", **header):
        self.variant = variant
        self.header = {"tapline": "expect/1", "config": config}
        self.more = header
        self.rows = []

    def _event(self, gesture, state, t, keys):
        v = self.variant
        row = {"t": v.time(t) if isinstance(t, (int, float)) else t, "gesture": gesture, "state": state}
        slack = 0.002 + v.jitter * v.scale
        for key, value in keys.items():
            number = isinstance(value, (int, float)) and not isinstance(value, bool)
            if key in ("x", "y"):
                value = {"is": v.x(value) if key == "x" else v.y(value), "within": tidy(slack)}
            elif key in ("dx", "dy") and number and value != 0:
                value = {"is": v.px(value), "within": 0.05}
            row[key] = value
        return row

    def event(self, gesture, state, t, **keys):
        """Times in ms, x and y in pt with the jitter's slack, dx and dy in pt."""
        self.rows.append(self._event(gesture, state, t, keys))
        return self

    def any_order(self, *events):
        """(gesture, state, t, keys) each."""
        self.rows.append({"anyOrder": [self._event(*event) for event in events]})
        return self

    def touch(self, phase, t, to=None, **keys):
        """A touch's line; what the zone `to` is told."""
        v = self.variant
        row = {"t": v.time(t), "phase": phase} | ({"to": to} if to else {})
        for key, value in keys.items():
            if key in ("x", "y"):
                value = {"is": v.x(value) if key == "x" else v.y(value), "within": tidy(0.002 + v.jitter * v.scale)}
            row[key] = value
        self.rows.append(row)
        return self

    def each(self, gesture, states=None, during=None, count=None, **keys):
        """What all events of a gesture must be. `during` in ms; lengths are the case's affair (see near, step)."""
        row = {"each": gesture}
        if states:
            row["states"] = states
        if during:
            row["during"] = {"from": self.variant.time(during[0]), "to": self.variant.time(during[1])}
        if count is not None:
            row["count"] = count
        self.rows.append(row | keys)
        return self

    def near(self, pt, within):
        """A length or a speed in pt as a matcher in px."""
        return {"is": self.variant.px(pt), "within": self.variant.px(within)}

    def between(self, low, high):
        out = {}
        if low is not None:
            out["from"] = self.variant.px(low)
        if high is not None:
            out["to"] = self.variant.px(high)
        return out

    def step(self, low, high):
        """How a length (pt) may differ from the one before."""
        return {"step": self.between(low, high)}

    def lines(self, trace):
        header = dict(self.header)
        if trace:
            header["trace"] = trace
        return [header | self.more] + self.rows


def first(values, limit):
    """The first instant of [(ms, value)] at which the value is at least the limit."""
    for t, value in values:
        assert abs(abs(value) - limit) > 1e-3 * limit, f"{value} at {t} is too close to {limit} to tell"
        if abs(value) >= limit:
            return t
    raise AssertionError(f"{limit} is never reached")


def deliberate_at(ways, slop=10, young=0, youth=300, plain=40, stride=3, alone=False):
    """The first instant of [(ms, way)] at which a movement is deliberate, after GESTURES.md, "Deliberate movement": the way asked for
    falls evenly from 40 pt, when the last of the fingers landed or lifted (`young`), to the slop. A young finger `alone` has gone
    half of it 15 ms before. None where it never is."""
    asked, last = None, (0, 0)
    for t, way in ways:
        way = abs(way)
        before, last = last, (t, way)
        assert abs(way - slop) > 1e-3, f"{way} at {t} is too close to the slop to tell"
        if asked is not None:
            if way - asked < stride - 0.02:
                asked = min(asked, max(way, slop))
                continue
            assert way - asked - stride + 0.016 > 0.02, f"{way} at {t} is too close to {asked} to tell"
        if way < slop:
            continue
        needed = slop + max(plain - slop, 0) * max(0, 1 - (t - young) / youth)
        assert abs(way - needed) > 1e-3, f"{way} at {t} is too close to {needed} to tell"
        half = needed / 2
        if alone and t - young < youth:
            half = way - (way - before[1]) / (t - before[0]) * 15
            assert abs(half - needed / 2) > 1e-3, f"{way} at {t} is too close to half of {needed} to tell"
        if way >= needed and half >= needed / 2:
            return t
        asked = way
    return None


# Most cases are about something else than when a movement is deliberate: by the slop alone.
CLASSIC = "options: {youth: none}\n"
MOVING = ("kind: longPress", "kind: pan", "kind: edgePan", "kind: pinch", "kind: rotation", "kind: transform")


class Case:
    """A case of the rules: a folder."""

    def __init__(self, name, rule, configs, reading=""):
        self.name = name
        self.rule = rule
        self.configs = configs if isinstance(configs, dict) else {"config.yaml": configs}
        self.reading = reading
        self.rows = {}  # name: (Script or None, Expect)
        self.classic = True  # whether fingers are never young

    def add(self, name, script, expect):
        assert name not in self.rows, name
        self.rows[name] = script, expect

    def variants(self, name, play, *args, config="config.yaml", only=None, mm=None, grid=True, **header):
        """Adds a variant of a script for every panel: play(Script, Expect, *args)."""
        for v in only or VARIANTS:
            script = Script(v, mm=mm, grid=grid)
            expect = Expect(v, config, **header)
            play(script, expect, *args)
            self.add(f"{name}-{v.name}" if name else v.name, script, expect)

    def files(self):
        """{path: text}"""
        number = self.name.split("-")[0].lstrip("0")
        page = f"# Case {number}\n\n> {self.rule}\n"
        if self.reading:
            page += f"\n{self.reading}\n"
        files = {f"{self.name}/case.md": page}
        for name, gestures in self.configs.items():
            classic = CLASSIC if self.classic and any(kind in gestures for kind in MOVING) else ""
            files[f"{self.name}/{name}"] = "tapline: config/1\n" + classic + gestures.strip("\n") + "\n"
        for name, (script, expect) in self.rows.items():
            trace = None
            if script is not None:
                trace = f"{name}.trace.jsonl"
                files[f"{self.name}/{trace}"] = jsonl(script.lines())
            files[f"{self.name}/{name}.expect.jsonl"] = jsonl(expect.lines(trace))
        return files


CASES = []  # as their chapters declare them


def case(*args):
    """Declares a case, whose variants the function below adds."""
    def declare(add_variants):
        CASES.append(Case(*args))
        add_variants(CASES[-1])
    return declare


def jsonl(rows):
    return "".join(json.dumps(row, separators=(",", ":"), ensure_ascii=False) + "\n" for row in rows)
