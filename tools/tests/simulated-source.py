#!/usr/bin/env python3
"""Simulates a daemon's socket or a serial port, and tells the lines of a file.

    tools/tests/simulated-source.py [OPTION…] PATH [FILE]

PATH becomes a unix stream socket, or with --serial a link to a terminal. Without a file the lines come from the standard
input.

    --serial        a serial port in the place of a socket
    --control       the socket wants a line first and answers it: see --answer
    --answer TEXT   what it answers (ok); a line that begins with "status" gets --status, too
    --status FILE   the lines of the status
    --rate N        so many lines a second; without it as fast as they are taken
    --times N       the file N times
    --sequence      the lines are templates, in which {seq} counts and {t} is µs
    --stay          do not end after the last line, until the standard input of this program ends or it is killed
    --ready FILE    make this file when a reader may come
    --log FILE      write what readers asked
"""
import argparse
import fcntl
import os
import pty
import signal
import socket
import struct
import termios
import time
import tty


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("path")
    parser.add_argument("file", nargs="?")
    for flag in ("serial", "control", "sequence", "stay"):
        parser.add_argument("--" + flag, action="store_true")
    parser.add_argument("--answer", default="ok")
    for name in ("status", "ready", "log"):
        parser.add_argument("--" + name)
    parser.add_argument("--rate", type=float)
    parser.add_argument("--times", type=int, default=1)
    options = parser.parse_args()
    with open(options.file or 0, "rb") as file:
        lines = file.read().splitlines(keepends=True)
    (serial if options.serial else listen)(options, lines)


def ready(options):
    if options.ready:
        open(options.ready, "w").close()


def serial(options, lines):
    main_end, far_end = pty.openpty()
    tty.setraw(far_end)
    # A terminal whose only other end is closed is hung up; a reader is there when the last line is taken.
    if os.path.islink(options.path):
        os.unlink(options.path)
    os.symlink(os.ttyname(far_end), options.path)
    ready(options)
    wait_for_reader(os.ttyname(far_end))
    tell(options, lines, lambda line: write_all(main_end, line))
    # What was written must be read before the port goes.
    while struct.unpack("i", fcntl.ioctl(far_end, termios.FIONREAD, b"\0" * 4))[0]:
        time.sleep(0.01)
    if options.stay:
        signal.pause()
    os.unlink(options.path)


def wait_for_reader(path):
    """Until another process has the terminal open."""
    while True:
        for process in filter(str.isdigit, os.listdir("/proc")):
            if int(process) == os.getpid():
                continue
            try:
                for name in os.listdir("/proc/%s/fd" % process):
                    if os.readlink("/proc/%s/fd/%s" % (process, name)) == path:
                        return
            except OSError:
                pass
        time.sleep(0.02)


def write_all(descriptor, data):
    while data:
        data = data[os.write(descriptor, data):]


def listen(options, lines):
    server = socket.socket(socket.AF_UNIX)
    if os.path.exists(options.path):
        os.unlink(options.path)
    server.bind(options.path)
    server.listen()
    ready(options)
    while True:
        reader, _ = server.accept()
        try:
            serve(options, reader, lines)
        except (BrokenPipeError, ConnectionResetError):
            pass
        reader.close()
        if not options.stay:
            break
    server.close()
    os.unlink(options.path)


def serve(options, reader, lines):
    if options.control:
        requests = reader.makefile("rb")
        while True:
            request = requests.readline().decode()
            if not request:
                return
            if options.log:
                with open(options.log, "a") as log:
                    log.write(request)
            if options.status and request.startswith("status"):
                with open(options.status, "rb") as status:
                    reader.sendall(status.read())
            reader.sendall((options.answer + "\n").encode())
            if options.answer != "ok":
                return
            if request.startswith("follow"):
                break
    tell(options, lines, reader.sendall)
    if options.stay:
        reader.recv(1)


def tell(options, lines, write):
    number = 0
    start = time.monotonic()
    for _ in range(options.times):
        for line in lines:
            number += 1
            if options.rate:
                time.sleep(max(0, start + number / options.rate - time.monotonic()))
            if options.sequence:
                micros = str(int(number * 1e6 / (options.rate or 200))).encode()
                line = line.replace(b"{seq}", str(number).encode()).replace(b"{t}", micros)
                if line.startswith(b"$"):
                    line = sentence(line)
            write(line)


def sentence(line):
    body = line.strip().lstrip(b"$").split(b"*")[0]
    check = 0
    for byte in body:
        check ^= byte
    return b"$%s*%02X\r\n" % (body, check)


main()
