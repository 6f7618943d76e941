#!/usr/bin/env python3
"""Scores real people's fingers: every labelled episode must give its gesture exactly once, and nothing else.

    tools/people.py [--beside] [--youth TIME] [--variant NAME] [--board FILE] [--least COUNTS [--of COUNTS]] [--report N] TAPLINE FOLDER

FOLDER has recordings (trace/1, *.jsonl) and beside each its labels: a line [start µs, end µs, label] an episode. What is armed
is what a map viewer arms; with --beside also rotation, swipe, edge pan and transform, without a relation. --youth none is the
slop alone. Names of variants: mirrored, half (without every other report; those in which a finger lands or lifts stay), sparse
(the same, only those without a finger stay), nameless (the chip does not say which finger is which), smaller and larger (the
panel's size in mm times 0.75 and 1.5). --board names one whose rules count.

Prints by label how many are right and what the others became, and when drags began after the first report 10 pt from the
landing, of all and by recording. --report names every wrong episode, N of a label at most, with the command that draws it; the
configuration and the varied recordings stay in .build/people. Exit code 1 where a label has fewer right than --least says
(tap=14437,drag=245,late=25/42: episodes; ms, the median and nine of ten), or --least leaves a label out or names one that no
episode has, or there are not as many episodes of each as --of says.
"""

import argparse
import collections
import json
import math
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

# What an episode is to give: the gesture, and whether its scale grows (1) or shrinks (-1).
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
# Nothing but the rule decides between them and the others.
BESIDE = """  - {name: turn, kind: rotation}
  - {name: flick, kind: swipe}
  - {name: edge, kind: edgePan}
  - {name: both, kind: transform}
"""
RELATIONS = "relations:\n  - {gesture: one, requireToFail: [two]}\n"
HAPPEN = ("tap", "swipe", "stroke")
KEPT = Path(__file__).resolve().parent.parent / ".build/people"


def read(path):
    with open(path, encoding="utf-8") as lines:
        head, *frames = (json.loads(line) for line in lines)
    labels = [json.loads(line) for line in open(path.with_suffix(".labels"), encoding="utf-8")]
    if not frames or not labels:
        sys.exit(f"{path}: no reports or no episodes")
    unknown = {label for _, _, label in labels} - WANTED.keys()
    if unknown:
        sys.exit(f"{path}: labels that are not known: {unknown}")
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
    if variant == "nameless":
        frames = [{**f, "c": [[-1, *c[1:]] for c in f["c"]]} for f in frames]
    if variant == "sparse":
        frames = [frame for index, frame in enumerate(frames) if index % 2 == 0 or not frame["c"]]
    return {**head, "panel": panel}, frames


def replay(tapline, board, config, trace):
    of = ["--board", board] if board else []
    done = subprocess.run([tapline, "replay", *of, "--config", config, trace], capture_output=True, text=True)
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
        # By recording, ms.
        self.late = collections.defaultdict(list)
        self.wrong = collections.defaultdict(list)

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
            name, growth = WANTED[label]
            right = told == [name]
            if right and growth:
                right = ([e["scale"] for e in here if e["gesture"] == name][-1] - 1) * growth > 0
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
                self.late[path.stem].append(lateness(frames[frame:frame + 2000], start, end, began, points))

    def delays(self):
        late = sorted(delay for delays in self.late.values() for delay in delays) or [math.inf]
        return late[len(late) // 2], late[int(0.9 * (len(late) - 1))]

    def tell(self, tapline, config, most):
        for label, count in self.count.items():
            others = ", ".join(f"{n} {what}" for what, n in self.became[label].most_common())
            share = 100 * self.right[label] / count
            print(f"{label:9}{self.right[label]:6} of {count:6} {share:7.2f} %   wrong: {others or '-'}")
        medians = ", ".join(f"{name} {sorted(late)[len(late) // 2]:.0f}" for name, late in self.late.items())
        if medians:
            print("drags began {:.0f} ms (median) and {:.0f} ms (nine of ten) after 10 pt".format(*self.delays()), f"({medians})")
        for label, episodes in self.wrong.items():
            for path, start, end, became in episodes[:most]:
                picture = config.with_name(f"{path.stem}-{start}.svg")
                command = [tapline, "plot", path, "--config", config, "--from", f"{max(0, start / 1e6 - 0.1):.3f}",
                           "--to", f"{end / 1e6 + 0.1:.3f}", "--force", "-o", picture]
                print(f"{path.stem} at {start}: {label} became {became}: {shlex.join(map(str, command))}")

    def falls_short(self, least, of):
        limits = least.pop("late", None)
        if limits and any(delay >= float(limit) + 0.5 for delay, limit in zip(self.delays(), limits.split("/"), strict=True)):
            yield f"drags begin later than {limits} ms after 10 pt"
        if least and least.keys() != self.count.keys():
            yield f"--least names {sorted(least)}, the episodes are {sorted(self.count)}"
        for name, figure in least.items():
            if self.right[name] < int(figure):
                yield f"{self.right[name]} of {name} are right, fewer than {figure}"
        if of and {name: int(figure) for name, figure in of.items()} != self.count:
            yield f"other recordings than --least was counted on: {dict(self.count)} episodes"


def figures(text):
    return dict(item.split("=") for item in text.split(",") if item)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--beside", action="store_true")
    parser.add_argument("--youth")
    parser.add_argument("--variant", choices=["mirrored", "half", "sparse", "nameless", "smaller", "larger"])
    parser.add_argument("--board")
    parser.add_argument("--least", type=figures, default={})
    parser.add_argument("--of", type=figures, default={})
    parser.add_argument("--report", type=int, default=0)
    parser.add_argument("tapline")
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    if not shutil.which(options.tapline):
        sys.exit(f"{options.tapline}: there is no such program; swift build --product tapline makes .build/debug/tapline")
    traces = sorted(options.folder.glob("*.jsonl"))
    if not traces:
        sys.exit(f"{options.folder}: no recordings")
    name = "-".join(filter(None, [options.variant or "recorded", options.beside and "beside", options.youth]))
    config = KEPT / name / "armed.yaml"
    config.parent.mkdir(parents=True, exist_ok=True)
    youth = f"options: {{youth: {options.youth}}}\n" if options.youth else ""
    config.write_text(ARMED + BESIDE * options.beside + RELATIONS + youth, encoding="utf-8")
    score = Score()
    for path in traces:
        head, frames, labels = read(path)
        if options.variant:
            head, frames = vary(head, frames, options.variant)
            path = config.with_name(path.name)
            path.write_text("\n".join(json.dumps(line) for line in [head, *frames]) + "\n", encoding="utf-8")
        score.take(path, head, frames, labels, replay(options.tapline, options.board, config, path))
    print("--", name)
    score.tell(options.tapline, config, options.report)
    short = list(score.falls_short(options.least, options.of))
    if short:
        sys.exit("tools/people.py: " + "; ".join(short))


if __name__ == "__main__":
    main()
