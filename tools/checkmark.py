#!/usr/bin/env python3
"""Derives the built-in checkmarks from strokes that people drew.

  tools/checkmark.py [--write] [FILE]

  --write   puts the shapes into Sources/Core/Gestures/Recognizers/Stroke/StrokeTemplate+Checkmarks.swift
  FILE      strokes, an object a line: class, subject, points [[x, y, ms], …]; without it strokes/dollar-s01-s04.jsonl of
            TAPLINE_RECORDINGS: the logs of the $1 recognizer (Wobbrock et al., University of Washington, New BSD)

The shapes are the mean of the checks that subjects 1 and 2 drew, and the mean of those of subject 1, who draws less like it. Of each shape as few points stay as are as like it as a person's next check is. Prints how
many checks of the other subjects the shapes miss, and how many of their other strokes they take for one.
"""
import json
import math
import os
import pathlib
import sys

COUNT, ROTATION, LEAST, LIKE = 32, math.radians(15), 0.8, 0.975
TARGET = pathlib.Path(__file__).parent.parent / "Sources/Core/Gestures/Recognizers/Stroke/StrokeTemplate+Checkmarks.swift"


def even(path):
    """COUNT points at equal distances."""
    steps = [math.dist(a, b) for a, b in zip(path, path[1:])]
    whole, points, gone, i = sum(steps), [], 0.0, 0
    for k in range(COUNT):
        wanted = whole * k / (COUNT - 1)
        while i < len(steps) - 1 and gone + steps[i] < wanted:
            gone += steps[i]
            i += 1
        u = min((wanted - gone) / steps[i], 1) if steps[i] else 0
        points.append(tuple(a + u * (b - a) for a, b in zip(path[i], path[i + 1])))
    return points


def unit(points):
    """Around their center, the squares adding up to 1."""
    mx, my = (sum(axis) / len(points) for axis in zip(*points))
    size = math.sqrt(sum((x - mx) ** 2 + (y - my) ** 2 for x, y in points))
    return [((x - mx) / size, (y - my) / size) for x, y in points]


def shape(path):
    return unit(even(path))


def score(a, b):
    """As StrokeTemplates.best has it."""
    along = sum(p[0] * q[0] + p[1] * q[1] for p, q in zip(a, b))
    across = abs(sum(p[0] * q[1] - p[1] * q[0] for p, q in zip(a, b)))
    most = math.hypot(along, across)
    if along < most * math.cos(ROTATION):
        most = along * math.cos(ROTATION) + across * math.sin(ROTATION)
    return max(0.0, 1 - math.acos(max(-1.0, min(1.0, most))) * 2 / math.pi)


# Straight lines up: no checkmark should be like one.
LINES = [shape([(0, 0), (math.cos(angle / 20), -math.sin(angle / 20))]) for angle in range(32)]


def mean(shapes):
    return shape([tuple(sum(axis) / len(shapes) for axis in zip(*points)) for points in zip(*shapes)])


def few(points):
    """The fewest of the points that are like all of them, in a box 200 wide."""
    low = [min(axis) for axis in zip(*points)]
    scale = 200 / (max(x for x, _ in points) - low[0])
    whole = [(round((x - low[0]) * scale), round((y - low[1]) * scale)) for x, y in points]
    chosen = [0, COUNT - 1]
    while score(shape([whole[i] for i in chosen]), points) < LIKE:
        more = (sorted(chosen + [i]) for i in range(COUNT) if i not in chosen)
        chosen = max(more, key=lambda indices: score(shape([whole[i] for i in indices]), points))
    return [whole[i] for i in chosen]


def swift(name, help, path):
    rows = ", ".join(f"({x}, {y})" for x, y in path)
    return f"""    /// {help}
    public static func {name}(points count: Int = 32) -> StrokeTemplate {{
        checkmark([{rows}], points: count)
    }}
"""


def main(arguments):
    if {"-h", "--help"} & set(arguments):
        sys.exit(print(__doc__))
    files = [each for each in arguments if each != "--write"]
    file = files[0] if files else os.path.join(os.environ.get("TAPLINE_RECORDINGS", "."), "strokes/dollar-s01-s04.jsonl")
    strokes = [json.loads(line) for line in open(file)]
    for stroke in strokes:
        stroke["shape"] = shape([point[:2] for point in stroke["points"]])
    checks = [(s["subject"], s["shape"]) for s in strokes if s["class"] == "check" and s["subject"] <= 2]
    paths = [few(mean([shape for _, shape in checks])), few(mean([shape for person, shape in checks if person == 1]))]
    found = [shape(path) for path in paths]
    for count in (1, 2):
        others = [(s["class"] == "check", max(score(s["shape"], each) for each in found[:count])) for s in strokes if s["subject"] > 2]
        checks = [score for is_check, score in others if is_check]
        wrong = [score for is_check, score in others if not is_check]
        print(f"{count}: missed {sum(s < LEAST for s in checks)} of {len(checks)}, lowest score {min(checks):.2f}; "
              f"false {sum(s >= LEAST for s in wrong)} of {len(wrong)}, highest score {max(wrong):.2f}; "
              f"straight lines at most {max(score(line, each) for line in LINES for each in found[:count]):.2f}")
    text = f"""import TaplineTouches

// Derived by tools/checkmark.py: the means of checks that subjects 1 and 2 drew in the logs of the $1 recognizer (Wobbrock et
// al., University of Washington, New BSD).
extension StrokeTemplate {{
{swift("checkmark", "The built-in checkmark, together with ``bentCheckmark(points:)``.", paths[0])}
{swift("bentCheckmark", "A checkmark that sets in flat, and whose second leg is bent.", paths[1])}
    private static func checkmark<let n: Int>(_ corners: InlineArray<n, (Float, Float)>, points count: Int) -> StrokeTemplate {{
        var path = StrokePath()
        for i in corners.indices {{ path.append(Point(x: corners[i].0, y: corners[i].1)) }}
        // (A path that has a length always makes a template.)
        return StrokeTemplate(Name("checkmark"), path: &path, points: count) ?? StrokeTemplate()
    }}
}}
"""
    if "--write" in arguments:
        TARGET.write_text(text)
    else:
        print(text)


if __name__ == "__main__":
    main(sys.argv[1:])
