#!/usr/bin/env python3
"""Checks the links of all documents: files, headings, and the paths that stand between backquotes.

    tools/links.py
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CODE = re.compile(r"^```.*?^```", re.S | re.M)


def anchors(document):
    for heading in re.findall(r"^#+ (.*)$", CODE.sub("", document.read_text(encoding="utf-8")), re.M):
        yield re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def mistakes(document):
    text = CODE.sub("", document.read_text(encoding="utf-8"))
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        path, _, anchor = link.partition("#")
        target = (document.parent / path).resolve() if path else document
        if re.match(r"\w+:", link):
            continue
        if not target.exists() or anchor and anchor not in anchors(target):
            yield link
    for path in re.findall(r"`((?:Sources|Tests|tools|boards|Documentation)/[\w./+-]+)`", text):
        if not (ROOT / path).exists():
            yield path


documents = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
found = [f"{name}: there is no {wrong}" for name in documents for wrong in mistakes(ROOT / name)]
sys.exit("\n".join(found) if found else 0)
