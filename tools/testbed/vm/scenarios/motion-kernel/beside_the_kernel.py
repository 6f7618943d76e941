#!/usr/bin/env python3
"""Lets the kernel's own drivers read three motion sensors, then Tapline's the same ones: both have to see the same."""

import glob
import json
import os
import socket
import subprocess
import time

BUS = "/sys/bus/i2c/devices/i2c-1/"
STANDARD_GRAVITY = 9.80665
# How many readings are averaged, and a unit of a chip of 10 bits at 2 g, g.
READINGS = 16
COARSEST = 0.004
# The chip, what the kernel's driver calls it, and where it is.
CHIPS = (("lis3dh", "lis3dh", 0x18), ("mma8452", "mma8452", 0x1C), ("mpu6050", "mpu6050", 0x68))


def write(path, text):
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


def read(path):
    with open(path, encoding="ascii") as file:
        return float(file.read())


def mean(vectors):
    return [sum(values) / len(values) for values in zip(*vectors)]


def seen_by_the_kernel(driver, address):
    """The acceleration, g, and the unit of its numbers, g."""
    write(BUS + "new_device", f"{driver} {address:#x}")
    folder = glob.glob(f"/sys/bus/i2c/devices/1-{address:04x}/iio:device*")[0]
    for rate in glob.glob(folder + "/*sampling_frequency"):
        write(rate, "100")
    unit = read(glob.glob(folder + "/in_accel*_scale")[0]) / STANDARD_GRAVITY
    values = mean([read(f"{folder}/in_accel_{axis}_raw") * unit for axis in "xyz"] for _ in range(READINGS))
    write(BUS + "delete_device", f"{address:#x}")
    return values, unit


def seen_by_tapline(chip, address):
    """The same."""
    board = "tapline: board/1\nname: bench\nsource: a test\ncontroller: none\n"
    write("board.yaml", f"{board}sensors: [{{chip: {chip}, bus: /dev/i2c-1, addresses: [{address}], rate: 50Hz}}]\n")
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
    return mean(found)


def readings(control):
    found = []
    with control.makefile(encoding="utf-8") as file:
        while len(found) < READINGS:
            line = file.readline()
            assert line, "the daemon has closed the socket"
            if line.startswith("{"):
                found += [value for key, value in json.loads(line).items() if key == "a"]
    return found


for chip, driver, address in CHIPS:
    kernel, unit = seen_by_the_kernel(driver, address)
    tapline = seen_by_tapline(chip, address)
    # (A chip's noise is two of its units, whose mean is less than one; the kernel may ask for fewer bits than Tapline does.)
    agrees = all(abs(a - b) <= COARSEST for a, b in zip(kernel, tapline)) and max(map(abs, kernel)) > 0.9
    values = " ".join(f"{value:.4f}" for value in kernel + tapline)
    print(chip, "agrees:" if agrees else "DIFFERS:", values, f"(unit {unit:.6f} g)", flush=True)
