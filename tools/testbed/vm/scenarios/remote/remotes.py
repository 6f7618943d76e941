#!/usr/bin/env python3
"""Remote controls on a real kernel: an infrared one through rc-loopback, others through uinput, and a knob on gpio-sim.

  remotes.py learn             the receiver listens to NEC, and its keymap has one key: 0x402d is NEXTSONG
  remotes.py send SCANCODE     sends it, as the remote control would
  remotes.py device NAME       makes an input device, and does what is written to the pipe NAME: CODE VALUE a line, or gone
  remotes.py turn STEPS RATE   turns the knob on GPIO5 and GPIO6 by so many steps, so many a second
"""

import fcntl
import glob
import os
import struct
import sys
import time

# Numbers of the kernel's interfaces: input.h, uinput.h, lirc.h.
EVIOCSKEYCODE_V2 = 0x40284504
UI_SET_EVBIT, UI_SET_KEYBIT, UI_DEV_SETUP, UI_DEV_CREATE = 0x40045564, 0x40045565, 0x405C5503, 0x5501
LIRC_SET_SEND_MODE, LIRC_MODE_SCANCODE, RC_PROTO_NEC = 0x40046911, 8, 9
EV_SYN, EV_KEY = 0, 1
KEY_A, KEY_NEXTSONG, KEY_PLAYPAUSE, KEY_REWIND, KEY_PLAYCD, KEY_FASTFORWARD = 30, 163, 164, 168, 200, 208


def text(path):
    with open(path, encoding="ascii") as file:
        return file.read().strip()


def learn():
    receiver = next(path for path in glob.glob("/sys/class/rc/rc*") if "nec" in text(path + "/protocols"))
    with open(receiver + "/protocols", "w", encoding="ascii") as file:
        file.write("nec")
    event = os.path.basename(glob.glob(receiver + "/input*/event*")[0])
    key = struct.pack("=BBHI4s28x", 0, 4, 0, KEY_NEXTSONG, struct.pack("=I", 0x402D))
    with open("/dev/input/" + event, "rb") as device:
        fcntl.ioctl(device, EVIOCSKEYCODE_V2, key)


def send(scancode):
    with open(glob.glob("/dev/lirc*")[0], "r+b", buffering=0) as lirc:
        fcntl.ioctl(lirc, LIRC_SET_SEND_MODE, struct.pack("=I", LIRC_MODE_SCANCODE))
        lirc.write(struct.pack("=QHHIQ", 0, 0, RC_PROTO_NEC, 0, scancode))


def make(name):
    os.mkfifo(name)
    with open("/dev/uinput", "wb", buffering=0) as device:
        fcntl.ioctl(device, UI_SET_EVBIT, EV_KEY)
        for code in (KEY_A, KEY_NEXTSONG, KEY_PLAYPAUSE, KEY_REWIND, KEY_PLAYCD, KEY_FASTFORWARD):
            fcntl.ioctl(device, UI_SET_KEYBIT, code)
        fcntl.ioctl(device, UI_DEV_SETUP, struct.pack("=HHHH80sI", 5, 1, 1, 1, name.encode(), 0))
        fcntl.ioctl(device, UI_DEV_CREATE)
        while True:
            with open(name, encoding="ascii") as pipe:
                for line in pipe:
                    if line.strip() == "gone":
                        os.unlink(name)
                        return
                    code, value = map(int, line.split())
                    for kind, number, what in ((EV_KEY, code, value), (EV_SYN, 0, 0)):
                        device.write(struct.pack("=qqHHi", 0, 0, kind, number, what))


def pull_of(line):
    for path in glob.glob("/sys/kernel/config/gpio-sim/*/*/line*/name"):
        if text(path) == line:
            bank = os.path.dirname(os.path.dirname(path))
            offset = os.path.basename(os.path.dirname(path))[4:]
            device = text(os.path.dirname(bank) + "/dev_name")
            return f"/sys/devices/platform/{device}/{text(bank + '/chip_name')}/sim_gpio{offset}/pull"
    sys.exit(f"there is no line {line}")


def turn(steps, rate):
    lines = [open(pull_of(line), "w", encoding="ascii") for line in ("GPIO5", "GPIO6")]
    due = time.monotonic()
    for _ in range(steps):
        for line, level in ((0, "pull-down"), (1, "pull-down"), (0, "pull-up"), (1, "pull-up")):
            lines[line].write(level)
            lines[line].flush()
            due += 1 / (4 * rate)
            time.sleep(max(0, due - time.monotonic()))


what, arguments = sys.argv[1], sys.argv[2:]
if what == "learn":
    learn()
elif what == "send":
    send(int(arguments[0], 0))
elif what == "device":
    make(arguments[0])
else:
    turn(int(arguments[0]), float(arguments[1]))
