#!/usr/bin/env python3
"""Turns a trace/1 recording into C arrays for the firmware image.

    tools/firmware/embed-trace.py TRACE.jsonl OUT.inc

The types are those of Sources/CStartup/include/trace.h. A trace that is not well formed: the line and what is wrong
with it, exit code 65, nothing written. A trace that cannot be read: exit code 66.
"""
import json
import math
import sys

MOST_CONTACTS = 16
KINDS = {"c": "TRACE_CONTACTS", "fault": "TRACE_FAULT", "cancel": "TRACE_CANCEL"}


class Malformed(Exception):
    pass


def number(value, what):
    # (A bool is an int to Python.)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise Malformed(f"{what} must be a finite number")
    return value


def whole(value, what, low, high):
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise Malformed(f"{what} must be a whole number from {low} to {high}")
    return value


def literal(value):
    # The shortest digits that give the double; C rounds them to float as it does the double.
    return repr(float(value)) + "f"


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


def write_arrays(out, panel, lines, contacts):
    points, pixels = (", ".join(map(literal, pair)) for pair in scales(panel))
    out.write("static const trace_panel panel = {%s, %s, {%s}, {%s}};\n" % (*map(literal, panel[:2]), points, pixels))
    out.write(f"enum {{ line_count = {len(lines)}, contact_count = {len(contacts)} }};\n")
    # (C has no arrays of length 0.)
    out.write(f"static const trace_line lines[{max(len(lines), 1)}] = {{\n")
    for time, first, count, kind in lines or [(0, 0, 0, "TRACE_CONTACTS")]:
        out.write(f"    {{{time}u, {first}, {count}, {kind}}},\n")
    out.write(f"}};\nstatic const trace_contact contacts[{max(len(contacts), 1)}] = {{\n")
    for identity, x, y, pressure in contacts or [(-1, 0, 0, 0)]:
        out.write(f"    {{{literal(x)}, {literal(y)}, {literal(pressure)}, {identity}}},\n")
    out.write("};\n")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        panel, lines, contacts = parse(sys.argv[1])
    except (Malformed, UnicodeDecodeError) as error:
        print(f"embed-trace: {error}", file=sys.stderr)
        sys.exit(65)
    except OSError as error:
        print(f"embed-trace: {error}", file=sys.stderr)
        sys.exit(66)
    with open(sys.argv[2], "w", encoding="ascii") as out:
        write_arrays(out, panel, lines, contacts)


main()
