#!/usr/bin/env python3
"""Lets the kernel's own drivers read three motion sensors, then Tapline's the same ones: both have to see the same counts of the same scale."""

import glob
import json
import os
import socket
import subprocess
import time

BUS = "/sys/bus/i2c/devices/i2c-1/"
STANDARD_GRAVITY = 9.80665
READINGS = 16
# The chip, where it is, and how many g the data sheet gives for a unit of its range of 2 g: 12 bits, 12, 16.
CHIPS = (("lis3dh", 0x18, 0.001), ("mma8452", 0x1C, 1 / 1024), ("mpu6050", 0x68, 1 / 16384))
# Both may be off by one unit: a count, and the last digit of a scale.
ONE = 1.001


def write(path, text):
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


def read(path):
    with open(path, encoding="ascii") as file:
        return file.read().strip()


def last_digit(text):
    """What a unit of its last digit is worth: a millionth for 0.009806."""
    return 10.0 ** -len(text.partition(".")[2])


def seen_by_the_kernel(chip, address):
    """The counts of each reading, and the scale as it is written, m/s2 a count."""
    write(BUS + "new_device", f"{chip} {address:#x}")
    folder = glob.glob(f"/sys/bus/i2c/devices/1-{address:04x}/iio:device*")[0]
    for rate in glob.glob(folder + "/*sampling_frequency"):
        write(rate, "100")
    scale = read(glob.glob(folder + "/in_accel*_scale")[0])
    counts = [[int(read(f"{folder}/in_accel_{axis}_raw")) for axis in "xyz"] for _ in range(READINGS)]
    write(BUS + "delete_device", f"{address:#x}")
    return counts, scale


def seen_by_tapline(chip, address):
    """Each reading, g: Tapline writes it in tenths of a mg."""
    board = "tapline: board/1\nname: bench\nsource: a test\ncontroller: none\n"
    sensor = f"{{chip: {chip}, bus: /dev/i2c-1, addresses: [{address}], rate: 50Hz, range: 2g}}"
    write("board.yaml", f"{board}sensors: [{sensor}]\n")
    environment = dict(os.environ, RUNTIME_DIRECTORY=os.getcwd() + "/run")
    daemon = subprocess.Popen(
        ["taplined", "--quiet", "--name", "bench", "--board", "board.yaml", "--config", "config.yaml"], env=environment
    )
    with socket.socket(socket.AF_UNIX) as control:
        while True:
            try:
                control.connect("run/control")
                break
            except OSError:
                assert daemon.poll() is None, "the daemon has ended"
                time.sleep(0.05)
        control.sendall(b"follow motion\n")
        found = readings(control)
    daemon.terminate()
    daemon.wait()
    return found


def readings(control):
    found = []
    with control.makefile(encoding="utf-8") as file:
        while len(found) < READINGS:
            line = file.readline()
            assert line, "the daemon has closed the socket"
            if line.startswith("{"):
                found += [value for key, value in json.loads(line).items() if key == "a"]
    return found


for name, place, unit in CHIPS:
    kernel, scale = seen_by_the_kernel(name, place)
    tapline = [[value / unit for value in reading] for reading in seen_by_tapline(name, place)]
    # (Every reading against every other: the chips have no noise.)
    furthest = max(abs(a - b) for one in kernel for other in tapline for a, b in zip(one, other))
    scales_differ = abs(float(scale) - unit * STANDARD_GRAVITY) / last_digit(scale)
    # (And they felt something, on every axis.)
    agrees = furthest <= ONE and scales_differ <= ONE and min(map(abs, kernel[0])) > 200
    print(
        name,
        "agrees:" if agrees else "DIFFERS:",
        *kernel[0],
        f"of {scale} m/s2; Tapline's",
        *(f"{count:.1f}" for count in tapline[0]),
        f"of {unit:.6f} g; {furthest:.2f} counts, {scales_differ:.2f} digits apart",
        flush=True,
    )
