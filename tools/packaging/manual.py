#!/usr/bin/env python3
"""Writes manual pages from what programs say of themselves.

  tools/packaging/manual.py --json HELP.json --folder FOLDER --version VERSION --date DATE
  tools/packaging/manual.py --text HELP.txt --section 8 --folder FOLDER --version VERSION --date DATE [--file PATH TEXT]...

HELP.json is what `PROGRAM --experimental-dump-help` prints (swift-argument-parser): a page for the program and one for each
of its commands, PROGRAM-COMMAND.1. HELP.txt is a `--help` of our own programs without that library: "usage: PROGRAM …",
paragraphs, and options indented by two spaces. Warns of nothing and guesses nothing: what the help does not say is not
in the page. man-pages(7) and groff_man(7) say how a page is laid out.
"""

import argparse
import json
import os
import re


def escape(text):
    """Text as roff has it: nothing in it is a request, hyphens are hyphens of the keyboard."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = text.replace("^", "\\(ha").replace("~", "\\(ti").replace("`", "\\(ga").replace("'", "\\(aq")
    text = "".join(c if ord(c) < 128 else "\\[u%04X]" % ord(c) for c in text)
    return text


def prose(text):
    """A paragraph: one line of the source, which roff fills. A line must not begin with a dot."""
    text = escape(" ".join(text.split()))
    return "\\&" + text if text.startswith(".") else text


def paragraphs(text):
    """Blocks between empty lines; indented lines, however they are mixed with others, stay as they are."""
    lines, out, filled, kept = text.strip("\n").split("\n"), [], [], []

    def flush():
        if filled:
            out.append((".PP\n" if out else "") + prose(" ".join(filled)))
            filled.clear()
        if kept:
            out.append(".PP\n.RS 4\n.EX\n" + "\n".join("\\&" + escape(line) for line in kept) + "\n.EE\n.RE")
            kept.clear()

    for line in lines:
        if not line.strip():
            flush()
        elif line.startswith("  "):
            if filled:
                flush()
            kept.append(line.strip())
        else:
            if kept:
                flush()
            filled.append(line)
    flush()
    return "\n".join(out)


class Page:
    def __init__(self, name, section, options):
        self.name, self.section, self.options, self.parts = name, section, options, []

    def add(self, title, body):
        if body:
            self.parts.append(".SH %s\n%s" % (title, body))

    def write(self):
        head = '.TH %s %s "%s" "tapline %s" "Tapline"\n' % (
            escape(self.name.upper()), self.section, self.options.date, self.options.version)
        # Neither hyphenated nor spread over the line: options and file names stay whole.
        text = ".nr HY 0\n" + head + ".nh\n.ad l\n" + "\n".join(self.parts) + "\n"
        path = os.path.join(self.options.folder, "%s.%s" % (self.name, self.section))
        with open(path, "w", encoding="ascii") as file:
            file.write(text)


def sentence(text):
    """The line after the name: a sentence without its capital and its full stop."""
    text = " ".join(text.split()).rstrip(".")
    return escape(text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text)


# swift-argument-parser's JSON

def option_name(name):
    return {"long": "--%s", "short": "-%s", "longWithSingleDash": "-%s"}[name["kind"]] % name["name"]


def placeholder(argument):
    return (argument.get("valueName") or "value").upper()


def usage_word(argument):
    if argument["kind"] == "positional":
        word = "\\fI%s\\fR" % escape(placeholder(argument))
    else:
        word = "\\fB%s\\fR" % escape(option_name(argument["preferredName"]))
        if argument["kind"] == "option":
            word += " \\fI%s\\fR" % escape(placeholder(argument))
    if argument.get("isRepeating"):
        word += "\\&..."
    return "[%s]" % word if argument.get("isOptional") else word


def entry(argument):
    if argument["kind"] == "positional":
        label = "\\fI%s\\fR" % escape(placeholder(argument))
    else:
        label = ", ".join("\\fB%s\\fR" % escape(option_name(name)) for name in argument["names"])
        if argument["kind"] == "option":
            label += " \\fI%s\\fR" % escape(placeholder(argument))
    text = argument.get("abstract") or ""
    if argument.get("discussion"):
        text += " " + argument["discussion"]
    values = argument.get("allValues") or argument.get("allValueStrings") or []
    if values and not all(value in text for value in values):
        text += " One of: %s." % ", ".join(values)
    if argument.get("defaultValue") and argument["kind"] == "option":
        text += " Without it: %s." % argument["defaultValue"]
    return ".TP\n%s\n%s" % (label, prose(text) or "\\&")


def command_pages(command, names, options, related):
    """The page of a command and those of the commands in it."""
    name = "-".join(names)
    page = Page(name, 1, options)
    page.add("NAME", "%s \\- %s" % (escape(name), sentence(command.get("abstract") or "")))
    shown = [a for a in command.get("arguments", []) if a.get("shouldDisplay", True)]
    inner = [c for c in command.get("subcommands", []) if c.get("shouldDisplay", True) and c["commandName"] != "help"]
    words = ["\\fB%s\\fR" % escape(" ".join(names))]
    if inner:
        words.append("\\fICOMMAND\\fR")
        words.append("[\\fIARGUMENT\\fR\\&...]")
    else:
        words += [usage_word(a) for a in shown]
    page.add("SYNOPSIS", ".HP\n" + " ".join(words))
    page.add("DESCRIPTION", paragraphs(command.get("discussion") or command.get("abstract") or ""))
    page.add("COMMANDS", "\n".join(
        ".TP\n\\fB%s\\fR\n%s" % (escape(c["commandName"]), prose(c.get("abstract") or "")) for c in inner))
    sections = {}
    for argument in shown:
        title = argument.get("sectionTitle") or ("ARGUMENTS" if argument["kind"] == "positional" else "OPTIONS")
        sections.setdefault(title.upper(), []).append(entry(argument))
    for title in sorted(sections, key=lambda title: title != "ARGUMENTS"):
        page.add(escape(title), "\n".join(sections[title]))
    above = ["-".join(names[:-1])] if len(names) > 1 else []
    see = above + ["-".join(names + [c["commandName"]]) for c in inner]
    links = ["\\fB%s\\fR(1)" % escape(other) for other in see] + \
        ["\\fB%s\\fR(8)" % escape(other) for other in related]
    page.add("SEE ALSO", ",\n".join(links))
    page.write()
    for c in inner:
        command_pages(c, names + [c["commandName"]], options, related)


# The plain help of our own programs

def text_page(text, options):
    blocks = re.split(r"\n\s*\n", text.strip("\n"))
    match = re.match(r"usage: (\S+)(.*)", blocks[0], re.S)
    if not match:
        raise SystemExit("manual: the help does not begin with \"usage: PROGRAM\"")
    # (Each line of it that begins with the program's name is a way to call it.)
    name, ways = match.group(1), re.split(r"\n\s+%s(?= )" % re.escape(match.group(1)), match.group(2))
    page = Page(name, options.section, options)
    page.add("NAME", "%s \\- %s" % (escape(name), sentence(re.split(r"[.,:;](?:\s|$)", blocks[1])[0])))
    usages = [re.sub(r"\b([A-Z][A-Z]+)\b", lambda m: "\\fI%s\\fR" % m.group(1), escape(" ".join(way.split())))
              for way in ways]
    page.add("SYNOPSIS", "\n".join(".HP\n\\fB%s\\fR %s" % (escape(name), usage) for usage in usages))
    description, entries = [], []
    for block in blocks[1:]:
        if not re.match(r"\s+(-|[a-z]+  )", block):
            description.append(block)
            continue
        for item in re.split(r"\n(?=\s{1,4}[-a-z])", block):
            label, _, meaning = item.strip().partition("  ")
            label = re.sub(r"\b([A-Z][A-Z]+)\b", lambda m: "\\fI%s\\fR" % m.group(1), escape(label))
            label = re.sub(r"(?<!\w)(\\-\\-[a-z\\-]+|\\-[a-z])(?=[ ,]|$)", lambda m: "\\fB%s\\fR" % m.group(1), label)
            entries.append(".TP\n%s\n%s" % (label, prose(meaning)))
    page.add("DESCRIPTION", paragraphs("\n\n".join(description)))
    page.add("OPTIONS", "\n".join(entries))
    page.add("FILES", "\n".join(".TP\n\\fI%s\\fR\n%s" % (escape(path), prose(what)) for path, what in options.file))
    page.add("SEE ALSO", ",\n".join(
        "\\fB%s\\fR(%s)" % tuple(escape(part) for part in other.split(".")) for other in options.see))
    page.write()


def main():
    parser = argparse.ArgumentParser(description="Writes manual pages from what programs say of themselves.")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--json")
    source.add_argument("--text")
    parser.add_argument("--section", default="8")
    parser.add_argument("--folder", required=True)
    parser.add_argument("--version", required=True)
    parser.add_argument("--date", required=True)
    parser.add_argument("--file", nargs=2, action="append", default=[], metavar=("PATH", "TEXT"))
    parser.add_argument("--see", action="append", default=[], help="another page, NAME.SECTION")
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    with open(options.json or options.text, encoding="utf-8") as file:
        text = file.read()
    if options.json:
        command = json.loads(text)["command"]
        command_pages(command, [command["commandName"]], options, [other.split(".")[0] for other in options.see])
    else:
        text_page(text, options)


main()
