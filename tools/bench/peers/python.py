#!/usr/bin/env python3
"""a plain Python loop, as people write it for an FT6206

Includes: a driver class that asks for the number of touches, then reads the first 32 registers and makes a dict of each
touch with struct, as the drivers of the makers' libraries do, and a loop that looks at them for tap, double tap, long press,
swipe and pinch. The block reads are answered from the trace: no bus and no system call.
Lacks: more than two fingers (its chip has two), who wins, relations, zones, errors of the bus, identities of fingers.

    python.py REGISTERS REPORTS PASSES [--smbus2]

Plays the first REPORTS so many times. Prints what the other peers print (harness.h); the requests to the heap are 0, because
they are counted from outside. With --smbus2 the bus is Debian's python3-smbus2, as a program on a Pi has it, and only its
ioctl is answered from the trace.
"""
import math
import struct
import sys
import time


class Bus:
    """Answers as smbus2 does."""

    def __init__(self):
        self.registers = bytes(63)

    def read_i2c_block_data(self, address, register, length):
        return list(self.registers[register:register + length])


def smbus2_bus():
    """smbus2's own bus, whose ioctl finds the registers in place of a chip."""
    import ctypes
    import smbus2.smbus2 as library

    bus = library.SMBus()

    def ioctl(_, request, message):
        if request == library.I2C_SMBUS:
            # The data are the length, then the bytes.
            data, register = message.data.contents, message.command
            answer = bus.registers[register:register + data.byte]
            ctypes.memmove(ctypes.addressof(data) + 1, answer, len(answer))

    library.ioctl = ioctl
    return bus


class FT6206:
    def __init__(self, bus, address=0x38):
        self.bus = bus
        self.address = address

    @property
    def touched(self):
        return self.bus.read_i2c_block_data(self.address, 0x02, 1)[0] & 0x0F

    @property
    def touches(self):
        points = []
        data = bytes(self.bus.read_i2c_block_data(self.address, 0x00, 32))
        for i in range(2):
            record = data[3 + 6 * i:9 + 6 * i]
            if all(byte == 0xFF for byte in record):
                continue
            x, y, weight, area = struct.unpack(">HHBB", record)
            points.append({"x": x & 0x0FFF, "y": y & 0x0FFF, "id": y >> 12, "weight": weight})
        return points


class Gestures:
    def __init__(self):
        self.start = None
        self.last = None
        self.started = 0.0
        self.pressed = False
        self.last_tap = -10.0
        self.distance = None
        self.fired = []

    def fire(self, name):
        self.fired.append(name)

    def update(self, points, now):
        if len(points) == 2:
            a, b = points
            distance = math.hypot(a["x"] - b["x"], a["y"] - b["y"])
            if self.distance is None:
                self.distance = distance
            elif distance > 1.5 * self.distance:
                self.fire("pinch out")
                self.distance = distance
            elif distance < 0.67 * self.distance:
                self.fire("pinch in")
                self.distance = distance
            self.pressed = True
        elif len(points) == 1:
            point = points[0]
            if self.start is None:
                self.start = (point["x"], point["y"])
                self.started = now
                self.pressed = False
            self.last = (point["x"], point["y"])
            dx = self.last[0] - self.start[0]
            dy = self.last[1] - self.start[1]
            if not self.pressed and now - self.started > 0.5 and abs(dx) < 10 and abs(dy) < 10:
                self.fire("long press")
                self.pressed = True
        elif self.start is not None:
            dx = self.last[0] - self.start[0]
            dy = self.last[1] - self.start[1]
            if not self.pressed:
                if math.sqrt(dx * dx + dy * dy) > 50:
                    if now - self.started < 0.4:
                        if abs(dx) > abs(dy):
                            self.fire("swipe right" if dx > 0 else "swipe left")
                        else:
                            self.fire("swipe down" if dy > 0 else "swipe up")
                elif now - self.last_tap < 0.3:
                    self.fire("double tap")
                    self.last_tap = -10.0
                else:
                    self.fire("tap")
                    self.last_tap = now
            self.start = None
            self.distance = None
        else:
            self.distance = None


def main():
    path, most, passes = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    reports = []
    with open(path, "rb") as file:
        while len(reports) < most and len(record := file.read(69)) == 69:
            reports.append((int.from_bytes(record[:8], "little") / 1e6, bytes(2) + record[8:]))
    bus = smbus2_bus() if "--smbus2" in sys.argv else Bus()
    panel = FT6206(bus)
    start = time.process_time_ns()
    for _ in range(passes):
        gestures = Gestures()
        for now, bus.registers in reports:
            gestures.update(panel.touches if panel.touched else [], now)
    spent = time.process_time_ns() - start
    with open("/proc/self/status") as status:
        peak = next(line.split()[1] for line in status if line.startswith("VmHWM:"))
    print(len(reports) * passes, len(gestures.fired), spent, 0, peak)


main()
