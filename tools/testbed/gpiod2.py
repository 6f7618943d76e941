#!/usr/bin/env python3
"""Links the release programs once more, to the libgpiod 2 that tools/fetch-suite unpacked into PREFIX.

  tools/testbed/gpiod2.py PREFIX

They are those of `swift build -c release`, object by object; only CTaplineGPIO, the page of C that speaks to the library, is
compiled anew. They end up in .build-gpiod2/release.
"""
import json
import pathlib
import platform
import re
import subprocess
import sys

if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
    sys.exit(__doc__.strip())
root = pathlib.Path(__file__).resolve().parents[2]
prefix = pathlib.Path(sys.argv[1]).resolve()
out = root / ".build-gpiod2/release"
out.mkdir(parents=True, exist_ok=True)
library = next(prefix.glob("usr/lib/*/libgpiod.so.3")).parent
sources = root / "Sources/C/CTaplineGPIO"
plan = (root / ".build/release.yaml").read_text()


def run(command):
    ended = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if ended.returncode:
        sys.exit(f"gpiod2: {ended.stdout}")


shim = []
for source in sorted(sources.glob("*.c")):
    shim.append(str(out / f"{source.stem}.o"))
    run(["clang", "-O2", "-I", sources / "include", "-I", prefix / "usr/include", "-c", source, "-o", shim[-1]])
for product in ("tapline", "taplined"):
    link = re.search(rf'"C\.{product}-{platform.machine()}-[^"]*-release\.exe":\n(?:    .*\n)*?    args: (\[.*\])', plan)
    if not link:
        sys.exit(f"gpiod2: there is no release build of {product}")
    words = json.loads(link[1])
    objects = next(word for word in words if word.startswith("@"))
    others = [line for line in pathlib.Path(objects[1:]).read_text().splitlines() if "/CTaplineGPIO.build/" not in line]
    (out / f"{product}.objects").write_text("\n".join(others + shim) + "\n")
    words[words.index(objects)] = f"@{out}/{product}.objects"
    words[words.index("-o") + 1] = str(out / product)
    run([words[0], f"-L{library}", *words[1:]])
