#!/usr/bin/env python3
"""Judges what the image with a motion sensor prints (standard input) by what its scene was made of.

  tools/firmware/run --motion CPU | tools/firmware/motion.py
  tools/firmware/motion.py --expect

The scene (Sources/MotionImage/Scene.swift) is said here once more, and the rule of shakes is that of GESTURES.md, worked out in
double precision a thousand times a second, where the image has a chip's readings: the two may differ by a reading and
what filters make of it. --expect prints what is expected.
"""
import json
import math
import sys

# The scene, s and g: a finger, then the device goes to and fro along x, another way each 100 ms; it lies before and after.
FINGER = (1.000, 1.080)
PLACE = (400.0, 240.0)
SHAKEN = (2.000, 3.000)
HALF = 0.100
STRENGTH = 2.0

# The rule.
THRESHOLD, COUNT, WINDOW, REST = 0.7, 4, 1.0, 0.5
GRAVITY, SMOOTHED = 0.5, 0.008
SHORTEST, MEAN, MEAN_FROM_START = 0.035, 0.050, 0.080
SHARE, SLOW_SHARE, MOST = 0.65, 0.95, 1.5 * THRESHOLD

# A reading of 100 Hz, and the scan of a panel.
READING = 0.010
TOLERANCE = 2 * READING


def acceleration(time):
    """Along x, and out of the front."""
    if not SHAKEN[0] <= time < SHAKEN[1]:
        return (0.0, 1.0)
    return (STRENGTH if int((time - SHAKEN[0]) / HALF + 1e-9) % 2 == 0 else -STRENGTH, 1.0)


def shake():
    """When it begins and when it ends."""
    step = 0.001
    slow, first, second = acceleration(0), (0.0, 0.0), (0.0, 0.0)
    swings = []  # when each was largest, and its acceleration
    began = last = None
    moved = []  # when, and how much it counts
    time = 0.0

    def passed(old, new, constant):
        share = 1 - math.exp(-step / constant)
        return tuple(a + (b - a) * share for a, b in zip(old, new))

    while time < 6:
        time += step
        felt = acceleration(time)
        slow = passed(slow, felt, GRAVITY)
        user = tuple(a - b for a, b in zip(felt, slow))
        first = passed(first, user, SMOOTHED)
        second = passed(second, first, SMOOTHED)
        moved.append((time, min(math.hypot(*user), MOST)))
        size = math.hypot(*second)
        if size >= THRESHOLD:
            last = time
            along = sum(a * b for a, b in zip(second, swings[-1][1])) if swings else 0
            if not swings or along < -math.cos(math.pi / 4) * size * math.hypot(*swings[-1][1]):
                if not swings or time - swings[-1][0] >= SHORTEST:
                    swings.append((time, second))
            elif size > math.hypot(*swings[-1][1]):
                swings[-1] = (time, second)
        if began is None and len(swings) >= COUNT:
            start = swings[-COUNT][0]
            lengths = [b[0] - a[0] for a, b in zip(swings[-COUNT:], swings[-COUNT + 1 :])]
            share = SLOW_SHARE if max(lengths) >= 0.2 else SHARE
            mean = sum(value for when, value in moved if when > start) * step / (time - start)
            if (
                time - start <= WINDOW
                and swings[-1][0] - start >= MEAN * (COUNT - 1)
                and swings[-1][0] - SHAKEN[0] >= MEAN_FROM_START * (COUNT - 1)
                and max(lengths) <= 3 * min(lengths) + 0.04
                and mean >= share * THRESHOLD
            ):
                began = time
        if began is not None and time - last >= REST:
            return began, time
    sys.exit("the rule finds no shake in the scene")


def expected():
    began, ended = shake()
    at_shake = {"gesture": "shake", "kind": "shake", "touches": 0, "x": 0.0, "y": 0.0}
    return [
        (0.0, {"sensor": "there"}),
        (
            FINGER[1],
            {"gesture": "tap", "kind": "tap", "state": "ended", "touches": 1, "x": PLACE[0], "y": PLACE[1], "taps": 1},
        ),
        (began, {**at_shake, "state": "began"}),
        (ended, {**at_shake, "state": "ended"}),
    ]


def main():
    if sys.argv[1:] == ["--expect"]:
        for time, event in expected():
            print(f"{time:.3f} s", json.dumps(event))
        return
    if sys.argv[1:]:
        print(__doc__.strip())
        return
    lines = [json.loads(line) for line in sys.stdin if not line.startswith("-- ")]
    wanted = expected()
    if len(lines) != len(wanted):
        sys.exit(f"{len(lines)} events in the place of {len(wanted)}: {lines}")
    for number, (line, (time, event)) in enumerate(zip(lines, wanted), 1):
        said = {"seq": number, **event}
        at = line.pop("t") / 1e6
        if line != said or abs(at - time) > TOLERANCE:
            sys.exit(f"event {number} at {at:.6f} s is {line}; expected at {time:.3f} s: {said}")


main()
