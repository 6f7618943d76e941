#!/usr/bin/env python3
"""Between the edge that announces a report and its reading the sensor has the bus for one transfer at the most."""

import pathlib
import sys

BITS_PER_SECOND = 400_000


def microseconds(words):
    """What a transfer takes: a start, a stop, and nine bits for each byte and each address."""
    messages = [len(data) // 2 for kind, data in zip(words[0::2], words[1::2]) if kind in "wr"]
    return (1 + sum(10 + 9 * count for count in messages)) * 1_000_000 // BITS_PER_SECOND


edge = None
sensors = []  # when its transfers began and ended
delayed = [0, 0]  # how many reports waited for none of them, and for one
for line in pathlib.Path("trace").read_text(encoding="utf-8").splitlines():
    time, what, *words = line.split(" ")
    if what == "edge" and words == ["GPIO4", "0"]:
        edge = edge or int(time)
    elif what == "i2c" and words[0] == "0x6a":
        sensors.append((int(time), int(time) + microseconds(words[1:])))
    elif what == "i2c" and words[:3] == ["0x5d", "w", "814e"] and edge:
        waited = sum(began <= int(time) and ended > edge for began, ended in sensors[-20:])
        if waited > 1:
            sys.exit(f"{line}: the report announced at {edge} waited for {waited} transfers of the sensor")
        delayed[waited] += 1
        edge = None
print(f"{sum(delayed)} reports, {delayed[1]} of them behind a transfer of the sensor; {len(sensors)} of those")
# (They do meet: a sensor that delays nothing would prove nothing.)
if sum(delayed) < 500 or not delayed[1] or len(sensors) < 1_000:
    sys.exit("too few of something")
