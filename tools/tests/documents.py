#!/usr/bin/env python3
"""Checks that every whole configuration which a document prints is one.

  tools/tests/documents.py TAPLINE

Whole is a block of YAML that begins with `tapline: config/1`. Boards beside it are those of boards/examples.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parents[2]


def main(program):
    tried = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for board in (root / "boards/examples").glob("*"):
            (pathlib.Path(folder) / board.name).symlink_to(board)
        written = pathlib.Path(folder) / "printed.yaml"
        for document in [*sorted(root.glob("*.md")), *sorted(root.glob("Documentation/*.md"))]:
            text = document.read_text()
            for block in re.finditer(r"^```yaml\n(tapline: config/1\n.*?)^```", text, re.S | re.M):
                written.write_text(block[1])
                ended = subprocess.run(
                    [program, "check", written], text=True, capture_output=True,
                    env=dict(os.environ, TAPLINE_BOARDS=str(root / "boards")))
                tried += 1
                if ended.returncode:
                    failed += 1
                    line = text[: block.start()].count("\n") + 1
                    print(f"{document.relative_to(root)}:{line}: {ended.stderr or ended.stdout}", file=sys.stderr)
    print(f"documents: {tried} configurations tried, {failed} wrong")
    sys.exit(failed > 0 or tried == 0)


main(*sys.argv[1:])
