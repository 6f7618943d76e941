#!/usr/bin/env python3
"""Scores real people's fingers: every labelled episode must give its gesture exactly once, and nothing else.

    tools/people.py [--beside] [--variant NAME] [--least FIGURES] [--report N] TAPLINE FOLDER

FOLDER has recordings (trace/1, *.jsonl) and beside each its labels: a line [start µs, end µs, label] an episode. What is armed
is what a map viewer arms; with --beside also rotation, swipe, edge pan and transform. Names of variants: mirrored, half (every
other report), smaller and larger (the panel's size in mm times 0.75 and 1.5).

Prints by label how many are right and what the others became, and when drags began after the first report 10 pt from the
landing. --report names every wrong episode, N of a label at most, with the command that draws it. Exit code 1 where a label has
fewer right than --least says, in per cent: tap=99.4,drag=100; `late=25/45` are ms, the median and nine of ten.
"""

import argparse
import collections
import json
import math
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

# What an episode is to give: the gesture, and which way its scale goes.
WANTED = {"tap": ("one", 0), "drag": ("drag", 0), "tap2": ("tap2", 0), "tap5": ("tap5", 0), "pinchIn": ("zoom", -1),
          "pinchOut": ("zoom", 1)}
ARMED = """tapline: config/1
gestures:
  - {name: one, kind: tap}
  - {name: two, kind: tap, taps: 2}
  - {name: tap2, kind: tap, touches: 2}
  - {name: tap5, kind: tap, touches: 5}
  - {name: press, kind: longPress}
  - {name: drag, kind: pan}
  - {name: zoom, kind: pinch}
"""
# They go on beside the others: what they take from them must be theirs by the rule alone.
BESIDE = """  - {name: turn, kind: rotation}
  - {name: flick, kind: swipe}
  - {name: edge, kind: edgePan}
  - {name: both, kind: transform}
"""
RELATIONS = "relations:\n  - {gesture: one, requireToFail: [two]}\n"
# Rotation, edge pan and transform measure the same fingers: beside a pan or a pinch they tell of the same episode.
TOGETHER = """  - {gesture: turn, simultaneousWith: [zoom, both, drag]}
  - {gesture: both, simultaneousWith: [zoom, drag]}
  - {gesture: edge, simultaneousWith: [drag]}
"""
HAPPEN = ("tap", "swipe", "stroke")


def read(path):
    with open(path, encoding="utf-8") as lines:
        head, *frames = (json.loads(line) for line in lines)
    labels = [json.loads(line) for line in open(path.with_suffix(".labels"), encoding="utf-8")]
    return head, frames, labels


def vary(head, frames, variant):
    """The same episodes as another panel would report them."""
    panel = dict(head["panel"])
    if variant in ("smaller", "larger"):
        for side in ("width_mm", "height_mm"):
            panel[side] *= 0.75 if variant == "smaller" else 1.5
    if variant == "mirrored":
        frames = [{**f, "c": [[c[0], panel["width"] - 1 - c[1], *c[2:]] for c in f["c"]]} for f in frames]
    if variant == "half":
        # Where fingers land or lift every report stays.
        kept, last, dropped = [], None, False
        for frame in frames:
            fingers = [c[0] for c in frame["c"]]
            if fingers == last and not dropped:
                dropped = True
                continue
            kept.append(frame)
            last, dropped = fingers, False
        frames = kept
    return {**head, "panel": panel}, frames


def replay(tapline, config, trace):
    done = subprocess.run([tapline, "replay", "--config", config, trace], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{trace}: exit code {done.returncode}: {done.stderr[:300]}")
    events = (json.loads(line) for line in done.stdout.splitlines() if line)
    return [e for e in events if "gesture" in e and "seq" in e]


def lateness(frames, start, end, began, points):
    """How long after the first report 10 pt from the landing it began, ms."""
    landing = None
    for frame in frames:
        if start <= frame["t"] <= end:
            for _, x, y, *_ in frame["c"]:
                landing = landing or (x, y)
                if math.dist(landing, (x, y)) * points >= 10:
                    return max(0, began - frame["t"]) / 1000
    return 0


class Score:
    def __init__(self):
        self.count, self.right = collections.Counter(), collections.Counter()
        self.became = collections.defaultdict(collections.Counter)
        self.wrong, self.late = collections.defaultdict(list), []

    def take(self, path, head, frames, labels, events):
        points = head["panel"]["width_mm"] / head["panel"]["width"] / 0.15875
        at = frame = 0
        for start, end, label in labels:
            here = []
            while at < len(events) and events[at]["t"] <= end + 900_000:
                if events[at]["t"] >= start:
                    here.append(events[at])
                at += 1
            told = [e["gesture"] for e in here if e["state"] == "began" or e["state"] == "ended" and e["kind"] in HAPPEN]
            name, way = WANTED[label]
            # What goes on beside it does not count, what takes its place does.
            beside = {"turn", "both", "edge"} if name in told and name in ("zoom", "drag") else set()
            told = [gesture for gesture in told if gesture not in beside]
            right = told == [name]
            if right and way:
                right = ([e["scale"] for e in here if e["gesture"] == name][-1] - 1) * way > 0
            self.count[label] += 1
            self.right[label] += right
            if not right:
                became = "+".join(sorted(told)) or "nothing"
                self.became[label][became] += 1
                self.wrong[label].append((path, start, end, became))
            if label == "drag" and right:
                while frame < len(frames) and frames[frame]["t"] < start:
                    frame += 1
                began = next(e["t"] for e in here if e["gesture"] == "drag")
                self.late.append(lateness(frames[frame:frame + 2000], start, end, began, points))

    def delays(self):
        late = sorted(self.late) or [0]
        return late[len(late) // 2], late[int(0.9 * (len(late) - 1))]

    def tell(self, config, most):
        for label, count in self.count.items():
            others = ", ".join(f"{n} {what}" for what, n in self.became[label].most_common())
            share = 100 * self.right[label] / count
            print(f"{label:9}{self.right[label]:6} of {count:6} {share:7.2f} %   wrong: {others or '-'}")
        print("drags began {:.0f} ms (median) and {:.0f} ms (nine of ten) after 10 pt".format(*self.delays()))
        for label, episodes in self.wrong.items():
            for path, start, end, became in episodes[:most]:
                command = ["tapline", "plot", str(path), "--config", config, "--from", f"{max(0, start / 1e6 - 0.1):.3f}",
                           "--to", f"{end / 1e6 + 0.1:.3f}", "-o", f"{path.stem}-{start}.svg"]
                print(f"{path.stem} at {start}: {label} became {became}: {shlex.join(command)}")

    def falls_short(self, least):
        short = []
        for name, figure in least.items():
            if name == "late":
                limits = [float(f) for f in figure.split("/")]
                if any(delay > limit for delay, limit in zip(self.delays(), limits)):
                    short.append(f"drags begin later than {figure} ms after 10 pt")
            elif 100 * self.right[name] < float(figure) * self.count[name]:
                short.append(f"fewer than {figure} % of {name} are right")
        return short


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--beside", action="store_true")
    parser.add_argument("--variant", choices=["mirrored", "half", "smaller", "larger"])
    parser.add_argument("--least", default="")
    parser.add_argument("--report", type=int, default=0)
    parser.add_argument("tapline")
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    traces = sorted(options.folder.glob("*.jsonl"))
    if not traces:
        sys.exit(f"{options.folder}: no recordings")
    score = Score()
    with tempfile.TemporaryDirectory() as folder:
        config = f"{folder}/armed.yaml"
        Path(config).write_text(ARMED + BESIDE * options.beside + RELATIONS + TOGETHER * options.beside, encoding="utf-8")
        for path in traces:
            head, frames, labels = read(path)
            trace = path
            if options.variant:
                head, frames = vary(head, frames, options.variant)
                trace = Path(folder, path.name)
                trace.write_text("\n".join(json.dumps(line) for line in [head, *frames]) + "\n", encoding="utf-8")
            score.take(path, head, frames, labels, replay(options.tapline, config, trace))
    print("--", "as recorded" if not options.variant else options.variant, "beside others" if options.beside else "")
    score.tell("armed.yaml", options.report)
    short = score.falls_short(dict(item.split("=") for item in options.least.split(",") if item))
    if short:
        sys.exit("tools/people.py: " + "; ".join(short))


if __name__ == "__main__":
    main()
