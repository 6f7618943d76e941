#!/usr/bin/env python3
"""Draws the pictures of the README anew.

    tools/pictures.py [FOLDER]

FOLDER has the programs: .build/release unless it is named. Writes Documentation/Plot.svg (`tapline plot` of a recording) and
Documentation/Monitor.svg (`tapline monitor` in a terminal of 80 columns, on the simulated panel). Needs tmux.
"""

import html
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COLUMNS, ROWS = 80, 24
# A cell of the terminal in px, and the colors of its escape sequences.
WIDTH, HEIGHT = 9, 18
BACKGROUND, FOREGROUND = "#1e1e2e", "#dcdce4"
COLORS = {31: "#f38ba8", 32: "#a6e3a1", 33: "#f9e2af", 34: "#89b4fa", 35: "#f5c2e7", 36: "#94e2d5", 90: "#8a8aa0"}


def plot(tapline):
    examples = ROOT / "boards/examples"
    subprocess.run([tapline, "plot", examples / "face.jsonl", "--config", examples / "face.yaml", "--force",
                    "--title", "Pinch, rotation, pan, tap and swipe", "-o", ROOT / "Documentation/Plot.svg"], check=True)


def screen(tapline):
    """The monitor's screen with its escape sequences, while a finger drags."""
    with tempfile.TemporaryDirectory() as folder:
        panel = subprocess.Popen([tapline, "run", "--board", "simulated", "--config", ROOT / "boards/examples/demo.yaml",
                                  "--sockets", f"{folder}/lamp"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        tmux = ["tmux", "-S", f"{folder}/tmux"]
        try:
            subprocess.run([*tmux, "-f", "/dev/null", "new-session", "-d", "-x", str(COLUMNS), "-y", str(ROWS),
                            f"LC_ALL=C.UTF-8 TAPLINE_RUNTIME='{folder}' '{tapline}' monitor --wait lamp"], check=True)
            subprocess.run([*tmux, "set", "status", "off"], check=True)
            for _ in range(600):
                time.sleep(0.05)
                text = subprocess.run([*tmux, "capture-pane", "-p", "-e"], capture_output=True, text=True, check=True).stdout
                if re.search(r"drag, moved [0-9]{3}", re.sub(r"\x1b\[[0-9;]*m", "", text)):
                    return text
            sys.exit("tools/pictures.py: the monitor shows no drag:\n" + text)
        finally:
            subprocess.run([*tmux, "kill-server"], check=False)
            panel.terminate()
            panel.wait()


def cells(line, style):
    """The runs of one style in a line: the column, the text, the style. `style` goes on in the next line."""
    column = 0
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if not part.startswith("\x1b"):
            if part.strip():
                yield column, part, dict(style)
            column += len(part)
            continue
        for code in (int(code or 0) for code in part[2:-1].split(";")):
            if code == 0:
                style.clear()
            elif code == 1:
                style["font-weight"] = "bold"
            elif code in COLORS:
                style["fill"] = COLORS[code]
            elif code == 2:
                style["fill"] = COLORS[90]
            elif code == 7:
                style["reverse"] = True
            elif code == 39:
                style.pop("fill", None)


def draw(text):
    style = {}
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {(COLUMNS + 2) * WIDTH} {(ROWS + 1) * HEIGHT}" '
           f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="15" fill="{FOREGROUND}">')
    yield f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>'
    for row, line in enumerate(text.splitlines()):
        for column, run, look in cells(line, style):
            x, y = (column + 1) * WIDTH, (row + 1) * HEIGHT
            if look.pop("reverse", False):
                yield f'<rect x="{x}" y="{y - 13}" width="{len(run) * WIDTH}" height="{HEIGHT}" fill="{FOREGROUND}"/>'
                look["fill"] = BACKGROUND
            attributes = "".join(f' {key}="{value}"' for key, value in look.items())
            yield (f'<text x="{x}" y="{y}" xml:space="preserve" textLength="{len(run) * WIDTH}"{attributes}>'
                   f'{html.escape(run)}</text>')
    yield "</svg>"


if "-h" in sys.argv[1:] or "--help" in sys.argv[1:]:
    sys.exit(print(__doc__.strip()))
program = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build/release").resolve() / "tapline"
plot(program)
(ROOT / "Documentation/Monitor.svg").write_text("\n".join(draw(screen(program))) + "\n", encoding="utf-8")
