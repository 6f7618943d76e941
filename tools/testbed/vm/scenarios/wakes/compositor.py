#!/usr/bin/env python3
"""Reads input devices as libinput does, and tells every event: a line for each frame (what comes up to a SYN_REPORT).

  compositor.py NAME…     waits for the devices that are called so; ends when they have gone

`screen 0 down 300,160` (the slot, and where), `move`, `up`, `palm`; `keys 158 1`. What is no part of that is told with its
numbers. Nothing is grabbed, and no read waits: epoll says when there is something.
"""

import fcntl
import glob
import os
import select
import struct
import sys
import time

# input-event-codes.h, input.h
EV_SYN, EV_KEY, EV_ABS, EV_MSC = 0, 1, 3, 4
SYN_REPORT, SYN_DROPPED = 0, 3
BTN_TOUCH, ABS_X, ABS_Y, MSC_TIMESTAMP = 330, 0, 1, 5
SLOT, X, Y, TOOL, TRACKING, PRESSURE = 0x2F, 0x35, 0x36, 0x37, 0x39, 0x3A
EVIOCSCLOCKID, CLOCK_MONOTONIC = 0x400445A0, 1
EVENT = struct.Struct("=qqHHi")
# As many as libevdev reads at once.
BATCH = 256


def find(name):
    for path in glob.glob("/sys/class/input/event*/device/name"):
        with open(path, encoding="utf-8") as file:
            if file.read().strip() == name:
                return "/dev/input/" + path.split("/")[4]
    return None


class Device:
    def __init__(self, name):
        while (path := find(name)) is None or not os.path.exists(path):
            time.sleep(0.05)
        self.label = {"touchscreen": "screen"}.get(name.split()[-1], name.split()[-1])
        self.fd = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        fcntl.ioctl(self.fd, EVIOCSCLOCKID, struct.pack("=i", CLOCK_MONOTONIC))
        self.slot, self.places, self.changes, self.others = 0, {}, {}, []

    def read(self):
        """False: the device has gone."""
        while True:
            try:
                data = os.read(self.fd, BATCH * EVENT.size)
            except BlockingIOError:
                return True
            except OSError:
                return False
            for _, _, kind, code, value in EVENT.iter_unpack(data):
                self.take(kind, code, value)

    def take(self, kind, code, value):
        change = self.changes.setdefault(self.slot, {})
        if (kind, code) == (EV_SYN, SYN_REPORT):
            self.end_frame()
        elif (kind, code) == (EV_SYN, SYN_DROPPED):
            print(self.label, "dropped", flush=True)
        elif (kind, code) == (EV_ABS, SLOT):
            self.slot = value
        elif kind == EV_ABS and code in (X, Y, TOOL, TRACKING):
            change[code] = value
        # (What old readers have of the same fingers, and what nobody needs.)
        elif (kind, code) not in ((EV_ABS, ABS_X), (EV_ABS, ABS_Y), (EV_ABS, PRESSURE), (EV_KEY, BTN_TOUCH), (EV_MSC, MSC_TIMESTAMP)):
            self.others.append(f"{code} {value}" if kind == EV_KEY else f"{kind}/{code} {value}")

    def end_frame(self):
        told = list(self.others)
        for slot, change in self.changes.items():
            place = self.places.setdefault(slot, {X: 0, Y: 0})
            place.update({code: change[code] for code in (X, Y) if code in change})
            at = f"{place[X]},{place[Y]}"
            if change.get(TOOL):
                told.append(f"{slot} palm")
            if change.get(TRACKING) == -1:
                told.append(f"{slot} up")
            elif TRACKING in change:
                told.append(f"{slot} down {at}")
            elif X in change or Y in change:
                told.append(f"{slot} move {at}")
        print(self.label, "; ".join(told) or "nothing", flush=True)
        self.changes, self.others = {}, []


devices = [Device(name) for name in sys.argv[1:]]
poller = select.epoll()
for device in devices:
    poller.register(device.fd, select.EPOLLIN)
    device.read()
print("compositor ready", flush=True)
while devices:
    for fd, _ in poller.poll():
        device = next(each for each in devices if each.fd == fd)
        if not device.read():
            poller.unregister(fd)
            devices.remove(device)
