#!/usr/bin/env python3
"""Compares what the peers saw of the same fingers with what we saw: in a folder that the scenario left.

Contacts, their coordinates in order, the order of landings and of lifts must be the same; what was recognized is a table.
"""
import json
import re
import sys

SIZE = (800, 480)


class Touches:
    """Touches by the order in which they land: the places of each, without repetitions, and who lifts when."""

    def __init__(self):
        self.places = []
        self.lifts = []

    def land(self, place):
        self.places.append([place])
        return len(self.places) - 1

    def move(self, touch, place):
        if self.places[touch][-1] != place:
            self.places[touch].append(place)

    def lift(self, touch):
        self.lifts.append(touch)


def ours():
    """Our touches, from the port's bytes in the trace."""
    touches, names = Touches(), {}
    for line in open("trace"):
        sent = re.match(r'\d+ tty /dev/ttyGS0 "(.*)"$', line)
        if not sent or '\\"touch\\"' not in sent[1]:
            continue
        event = json.loads(sent[1].replace('\\"', '"').replace("\\r", "").replace("\\n", ""))
        place = (round(event["x"]), round(event["y"]))
        if event["phase"] == "began":
            names[event["touch"]] = touches.land(place)
        elif event["phase"] == "moved":
            touches.move(names[event["touch"]], place)
        else:
            assert event["phase"] == "ended", event
            touches.lift(names.pop(event["touch"]))
    return touches


def evtest():
    """The kernel's, protocol B: slots with tracking numbers, packet by packet."""
    touches, slot, slots, packet = Touches(), 0, {}, {}
    for line in open("then/evtest.out"):
        event = re.match(r"Event: .*\((ABS_MT_\w+)\), value (-?\w+)", line)
        if event:
            code, value = event[1], int(event[2])
            if code == "ABS_MT_SLOT":
                slot = value
            else:
                packet.setdefault(slot, {})[code] = value
        elif "SYN_REPORT" in line:
            for key, news in packet.items():
                state = slots.setdefault(key, {"touch": None, "x": 0, "y": 0})
                state["x"] = news.get("ABS_MT_POSITION_X", state["x"])
                state["y"] = news.get("ABS_MT_POSITION_Y", state["y"])
                number = news.get("ABS_MT_TRACKING_ID")
                if number == -1:
                    touches.lift(state["touch"])
                elif number is not None:
                    state["touch"] = touches.land((state["x"], state["y"]))
                elif state["touch"] is not None:
                    touches.move(state["touch"], (state["x"], state["y"]))
            packet = {}
    return touches


def libinput():
    """libinput's, whose places are hundredths of the panel."""
    touches, slots = Touches(), {}
    for line in open("then/libinput.out"):
        event = re.search(r"TOUCH_(DOWN|MOTION|UP)\s+\S+\s+(?:\d+\s+)?(\d+) \((\d+)\)(?:\s+([\d.]+)/\s*([\d.]+))?", line)
        if not event:
            continue
        slot = event[2]
        if event[1] == "UP":
            touches.lift(slots.pop(slot))
            continue
        place = tuple(round(float(event[4 + i]) * SIZE[i] / 100) for i in range(2))
        if event[1] == "DOWN":
            slots[slot] = touches.land(place)
        else:
            touches.move(slots[slot], place)
    return touches


def difference(us, peer):
    if len(us.places) != len(peer.places):
        return f"{len(us.places)} contacts here and {len(peer.places)} there"
    for touch, (here, there) in enumerate(zip(us.places, peer.places)):
        if len(here) != len(there) or any(
            abs(a - b) > 1 for one, other in zip(here, there) for a, b in zip(one, other)
        ):
            return f"contact {touch} was at {here} here and at {there} there"
    if us.lifts != peer.lifts:
        return f"lifts in the order {us.lifts} here and {peer.lifts} there"
    return None


failed = False
us = ours()
assert us.places, "there are no touches"
for name, peer in (("goodix_ts", evtest()), ("libinput", libinput())):
    problem = difference(us, peer)
    failed = failed or problem is not None
    count = sum(len(places) for places in peer.places)
    print(f"{name:<10} {len(peer.places)} contacts, {count} places, lifts {peer.lifts}: {problem or 'the same'}")
ways = {"LR": "right", "RL": "left", "DU": "up", "UD": "down"}
lisgd = [line.split() for line in open("then/lisgd.out")]
theirs = {(int(count), ways[way]) for count, way in lisgd}
here, others = set(), []
for line in open("stdout"):
    event = json.loads(line)
    if event.get("kind") == "swipe":
        here.add((event["touches"], event["direction"]))
    elif event.get("state") in ("ended", "began"):
        others.append(f'{event["kind"]} {event["state"]}')
for count, way in sorted(here | theirs):
    found = ["yes" if (count, way) in side else "no" for side in (here, theirs)]
    print(f"swipe {way:<6} {count} finger{'s' if count > 1 else ' '}   Tapline {found[0]:<4} lisgd {found[1]}")
# (The fingers of the script; what lisgd makes of them is its own concern, but not nothing.)
for problem in ([] if here == {(1, "right"), (1, "up"), (2, "down")} else [f"our swipes are {sorted(here)}"]) + (
        [] if theirs else ["lisgd saw no swipe"]):
    print(problem)
    failed = True
print(f"others           Tapline {', '.join(others)}   lisgd none (it knows swipes only)")
sys.exit(failed)
