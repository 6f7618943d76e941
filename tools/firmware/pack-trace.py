#!/usr/bin/env python3
"""Turns a trace/1 recording into the bytes that the firmware image reads.

    tools/firmware/pack-trace.py TRACE.jsonl OUT

Their layout is that of Sources/CStartup/include/trace.h. A trace that is not well formed: the line and what is wrong
with it, exit code 65, nothing written. A trace that cannot be read: exit code 66.
"""
import json
import struct
import sys

MOST_CONTACTS = 16
# Of a number that has 32 bits.
LARGEST = 3.4028234663852886e38
KINDS = {"c": 0, "fault": 1, "cancel": 2}


class Malformed(Exception):
    pass


def number(value, what):
    # (A bool is an int to Python.)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= LARGEST:
        raise Malformed(f"{what} must be a finite number")
    return value


def whole(value, what, low, high):
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise Malformed(f"{what} must be a whole number from {low} to {high}")
    return value


def parse_header(header):
    if not isinstance(header, dict) or header.get("tapline") != "trace/1":
        raise Malformed('the first line must say "tapline":"trace/1"')
    panel = header.get("panel")
    if not isinstance(panel, dict):
        raise Malformed("the header has no panel")
    # (Whole pixels, 1 at least, as PanelGeometry takes them.)
    width, height = (max(1, int(number(panel.get(key), key))) for key in ("width", "height"))
    width_mm, height_mm = (number(panel.get(key, 0), key) for key in ("width_mm", "height_mm"))
    return width, height, width_mm, height_mm


def parse_line(line, earliest):
    """The time, the kind and the contacts of a line."""
    if not isinstance(line, dict):
        raise Malformed("not an object")
    time = whole(line.get("t"), "t", earliest, 2**63 - 1)
    kinds = [key for key in KINDS if key in line]
    if len(kinds) != 1:
        raise Malformed("one of c, fault and cancel is needed")
    contacts = []
    if kinds == ["c"]:
        if not isinstance(line["c"], list) or len(line["c"]) > MOST_CONTACTS:
            raise Malformed(f"c must be an array of at most {MOST_CONTACTS} contacts")
        for contact in line["c"]:
            if not isinstance(contact, list) or len(contact) not in (3, 4):
                raise Malformed("a contact is [id, x, y] or [id, x, y, pressure]")
            x, y, pressure = (number(value, "a coordinate") for value in (contact + [0])[1:4])
            contacts.append((whole(contact[0], "id", -1, 32767), x, y, pressure))
    return time, KINDS[kinds[0]], contacts


def parse(path):
    panel, lines, contacts, position = None, [], [], 0
    with open(path, encoding="utf-8") as file:
        for position, text in enumerate(file, 1):
            if not text.strip():
                continue
            try:
                value = json.loads(text)
                if panel is None:
                    panel = parse_header(value)
                    continue
                time, kind, fingers = parse_line(value, lines[-1][0] if lines else 0)
                lines.append((time, len(contacts), len(fingers), kind))
                contacts += fingers
            except (ValueError, RecursionError, Malformed) as error:
                raise Malformed(f"{path}:{position}: {error}") from None
    if panel is None:
        raise Malformed(f"{path}:1: no header")
    return panel, lines, contacts


def scales(panel):
    """Points per pixel and pixels per point, worked out in double precision, as PanelGeometry does; zeros without mm."""
    width, height, *millimetres = panel
    if min(millimetres) <= 0:
        return [0, 0], [0, 0]
    points = [mm / px / (25.4 / 160) for mm, px in zip(millimetres, (width, height))]
    return points, [1 / scale for scale in points]


def packed(panel, lines, contacts):
    points, pixels = scales(panel)
    header = struct.pack("<4sII6fI", b"TRC1", len(lines), len(contacts), *panel[:2], *points, *pixels, 0)
    return b"".join(
        [header]
        + [struct.pack("<QIHH", *line) for line in lines]
        + [struct.pack("<3fhH", x, y, pressure, identity, 0) for identity, x, y, pressure in contacts]
    )


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        packing = packed(*parse(sys.argv[1]))
    except (Malformed, UnicodeDecodeError, OverflowError) as error:
        print(f"pack-trace: {error}", file=sys.stderr)
        sys.exit(65)
    except OSError as error:
        print(f"pack-trace: {error}", file=sys.stderr)
        sys.exit(66)
    with open(sys.argv[2], "wb") as out:
        out.write(packing)


main()
