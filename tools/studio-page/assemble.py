#!/usr/bin/env python3
"""Puts the studio's page together: assemble.py ENGINE.wasm STUDIO.html. The same files make the same bytes."""

import base64
import gzip
import hashlib
import json
import pathlib
import sys

SCRIPTS = "engine recordings model panel timeline curves editor labels exports live main".split()
LARGEST = 1_200_000


def main(engine, page):
    folder = pathlib.Path(__file__).parent
    wasm = base64.b64encode(gzip.compress(pathlib.Path(engine).read_bytes(), 9, mtime=0)).decode()
    sources = [(folder / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS]
    boards = {file.name: file.read_text(encoding="utf-8") for file in sorted((folder.parents[1] / "boards").glob("*.yaml"))}
    # (What HTML ends a script at cannot stand in one.)
    written_boards = json.dumps(boards, sort_keys=True).replace("<", "\\u003c")
    script = '"use strict";\n' + "\n".join(sources) + f'\nconst BOARDS = {written_boards};\nstart("{wasm}");\n'
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    style = (folder / "style.css").read_text(encoding="utf-8")
    style_digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = (f"default-src 'none'; script-src 'sha256-{digest}' 'wasm-unsafe-eval'; style-src 'sha256-{style_digest}'; "
              "connect-src 'self'; img-src data: blob:; base-uri 'none'; form-action 'none'")
    text = (folder / "page.html").read_text(encoding="utf-8")
    for name, value in (("POLICY", policy), ("STYLE", style), ("SCRIPT", script)):
        text = text.replace(f"@{name}@", value, 1)
    written = text.encode()
    if len(written) > LARGEST:
        sys.exit(f"assemble.py: the page has {len(written)} bytes, {LARGEST} at most")
    pathlib.Path(page).write_bytes(written)
    print(f"{page}: {len(written)} bytes, engine {pathlib.Path(engine).stat().st_size}")


main(*sys.argv[1:])
