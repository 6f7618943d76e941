#!/usr/bin/env python3
"""Links release programs once more, to the libgpiod that lies unpacked in another place than the system's.

  tools/relink.py [--static] PREFIX FOLDER PRODUCT…

PREFIX is what tools/fetch-suite has unpacked, with PREFIX/usr/include and PREFIX/usr/lib. The programs are those of `swift
build -c release`, object by object; only CTaplineGPIO, the page of C that speaks to the library, is compiled anew. They end up
in FOLDER. --static: with Swift's standard library in them, and what PREFIX has static archives of.
"""
import json
import pathlib
import platform
import re
import subprocess
import sys

words = sys.argv[1:]
static = "--static" in words
if static:
    words.remove("--static")
if len(words) < 3 or words[0].startswith("-"):
    sys.exit(__doc__.strip())
root = pathlib.Path(__file__).resolve().parents[1]
prefix, out = (pathlib.Path(word).resolve() for word in words[:2])
out.mkdir(parents=True, exist_ok=True)
library = next(prefix.glob(f"usr/lib/*/libgpiod.{'a' if static else 'so.3'}")).parent
sources = root / "Sources/C/CTaplineGPIO"
plan = (root / ".build/release.yaml").read_text()
more = [f"-L{library}"]
if static:
    # (Objects that were compiled for shared libraries do not name what FoundationEssentials needs.)
    more += ["-static-stdlib", *(f"-l{name}" for name in ("_FoundationCollections", "_FoundationCShims", "swiftSynchronization"))]


def run(command):
    ended = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if ended.returncode:
        sys.exit(f"relink: {ended.stdout}")


shim = []
for source in sorted(sources.glob("*.c")):
    shim.append(str(out / f"{source.stem}.o"))
    run(["clang", "-O2", "-I", sources / "include", "-I", prefix / "usr/include", "-c", source, "-o", shim[-1]])
for product in words[2:]:
    link = re.search(rf'"C\.{product}-{platform.machine()}-[^"]*-release\.exe":\n(?:    .*\n)*?    args: (\[.*\])', plan)
    if not link:
        sys.exit(f"relink: there is no release build of {product}")
    command = json.loads(link[1])
    objects = next(word for word in command if word.startswith("@"))
    lines = pathlib.Path(objects[1:]).read_text().splitlines()
    others = [line for line in lines if "/CTaplineGPIO.build/" not in line]
    (out / f"{product}.objects").write_text("\n".join(others + (shim if others != lines else [])) + "\n")
    command[command.index(objects)] = f"@{out}/{product}.objects"
    command[command.index("-o") + 1] = str(out / product)
    run([command[0], more[0], *command[1:], *more[1:]])
