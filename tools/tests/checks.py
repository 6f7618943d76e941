"""What mqtt.py and media.py share: a line for each check, waiting for what must come, programs that do not outlive a test."""

import contextlib
import signal
import subprocess
import time

PATIENCE = 30
# `with ending:` ends what was begun in it.
ending = contextlib.ExitStack()


def check(text, condition, *seen):
    """`passed TEXT`, or `failed TEXT` and what was seen instead."""
    print("passed" if condition else "failed", text, *([] if condition else map(str, seen)), flush=True)


def comes(what):
    end = time.monotonic() + PATIENCE
    while not what():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def until(text, what, *seen):
    check(text, comes(what), *(one() if callable(one) else one for one in seen))


class Program:
    def begin(self, *words, **more):
        self.process = subprocess.Popen(words, **more)
        ending.callback(self.process.kill)

    def end(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        return self.process.wait(PATIENCE)

    def kill(self):
        self.end(signal.SIGKILL)
