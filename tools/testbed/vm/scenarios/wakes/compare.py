#!/usr/bin/env python3
"""Judges a run of the scenario: of every wake the compositor has seen the touch after it, whole, and nothing else."""

import re
import statistics
import sys

WHOLE = ["0 down 300,400", "1 down 500,420", "0 up", "1 up"]


class Wake:
    def __init__(self, rests):
        self.rests, self.touched, self.shines, self.is_over = rests, None, None, False
        self.fingers, self.frames, self.seen = 0, 0, []

    def take(self, instant, what):
        if what.startswith("stdout screen "):
            self.frames += 1
            self.seen += what.removeprefix("stdout screen ").split("; ")
        elif what.startswith(("> fingers ", "> swipe ")) and not self.is_over:
            self.touched = self.touched or instant
            self.fingers = max(self.fingers, what.count(":"), 1)
        elif what == "backlight 255":
            self.shines = instant
        elif what == "> include whole":
            self.is_over = True

    def is_right(self):
        return sorted(self.seen) == sorted(WHOLE) and self.seen[:2] == WHOLE[:2] and self.shines


wakes, others = [], []
with open("trace", encoding="utf-8", errors="replace") as trace:
    for line in trace:
        instant, what = re.fullmatch(r"(\d+) (.*)\n", line).groups()
        if what == "backlight 0":
            wakes.append(Wake(int(instant)))
        elif wakes:
            wakes[-1].take(int(instant), what)
        if what.startswith("stdout ") and not what.startswith("stdout screen ") and what != "stdout compositor ready":
            others.append(what)
# (What the end comes upon is no wake.)
wakes = [wake for wake in wakes if wake.touched]
wrong = [wake for wake in wakes if not wake.is_right()]
delays = [(wake.shines - wake.touched) / 1_000 for wake in wakes if wake.shines]
counts = ", ".join(f"{sum(wake.fingers == count for wake in wakes)} by {count}" for count in range(1, 6))
print(f"{len(wakes)} wakes ({counts} fingers), {statistics.median(delays):.1f} ms from finger to light, {max(delays):.1f} at most")
print(f"{sum(wake.frames for wake in wakes)} frames seen, those of {len(wakes) - len(wrong)} touches after wakes")
for wake in wrong[:5]:
    print(f"at {wake.rests / 1e6:.3f} s, by {wake.fingers} fingers: {'; '.join(wake.seen) or 'nothing'}", file=sys.stderr)
for what in others[:5]:
    print(what, file=sys.stderr)
with open("script", encoding="utf-8") as script:
    wanted = 10 * int(re.search(r"^repeat (\d+) wakes", script.read(), re.M)[1])
if wrong or others or len(wakes) < wanted:
    sys.exit(f"of {wanted} wakes there were {len(wakes)}; {len(wrong)} of {len(wakes)} wakes are not as they must be, and {len(others)} other things were seen")
