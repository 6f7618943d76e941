"""Command lines that a document prints: which there are, and whether the programs have such commands and options.

What `tapline` and `taplined` take is read from tools/tests/fixtures/help, which command-line.bash holds against the programs; what
tapline-studio, tapline-media and tapline-mqtt take, from their usage in Sources; what a script of tools/ takes must stand in it.
"""
import pathlib
import re
import shlex

root = pathlib.Path(__file__).resolve().parents[2]
HELP = root / "tools/tests/fixtures/help"
PLACEHOLDER = re.compile(r"(?<!\w)[A-Z][A-Z-]+(?!\w)")
# Words that a command may stand behind.
BEFORE = {"sudo", "exec", "time", "nice", "if", "then", "else", "while", "until", "do", "!"}
# Commands with words of their own that start another: `timeout 5 tapline …`.
STARTERS = {"timeout", "ssh", "xargs", "env", "systemd-run", "watch"}
OURS = re.compile(r"(?:boards|tools|Tests|Sources|Documentation)/")
# Where a package puts what the repository has elsewhere.
PACKAGED = {"/usr/share/tapline/boards/": "boards/", "/usr/share/doc/tapline/examples/": "boards/examples/",
            "/usr/share/tapline/systemd/": "tools/packaging/systemd/", "/usr/share/tapline/udev/": "tools/packaging/udev/"}


class Takes:
    """What a command takes, by its help."""

    def __init__(self, text):
        usage = re.search(r"^usage: \S+((?:.*\n)*?)(?=\s*\n|\Z)", text, re.M | re.I)[1]
        if "<" not in usage:  # [--name NAME], as programs without ArgumentParser have it
            usage = re.sub(r"(?<=[\[| ])([A-Z]+)(?=[\]| ])", r"<\1>", usage)
        self.subcommands = re.findall(r"^  (\w+)  ", text.partition("SUBCOMMANDS:")[2], re.M)
        self.options = {"--version": False, "--help": False, "-h": False}
        self.required = set(re.findall(r"(?<!\[)(--[\w-]+)", re.sub(r"\[[^\]]*\]", "", re.sub(r"<[^>]*>", "<>", usage))))
        self.values, self.long = {}, {}
        for option, value in re.findall(r"(--[\w-]+)( <[^>]*>)?", usage):
            self.options[option] = bool(value)
        for option, value in re.findall(r"^ +(--[\w-]+)( [A-Z]+)?  ", text, re.M):
            self.options.setdefault(option, bool(value))
        entry = r"^  (?:(-\w), )?(--[\w-]+|<[^>]*>)(?: <[^>]*>)?((?:.*\n)(?: {8,}.*\n)*)"
        for short, name, what in re.findall(entry, text, re.M):
            if short:
                self.options[short], self.long[short] = self.options.get(name, False), name
            listed = re.search(r"\(values: ([^;)]*)", " ".join(what.split()))
            for known in (name, short):
                self.values[known] = listed[1].split(", ") if listed else []
        positional = re.sub(r"\[?--[\w-]+(?: <[^>]*>)?(?: \.\.\.)?\]?", "", usage)
        self.arguments = re.findall(r"(\[?)<([^>]*)>(?:\|<[^>]*>)*( \.\.\.)?", positional)
        self.least = sum(len(re.sub(r"\[.*?\]", "", name).split()) for optional, name, _ in self.arguments if not optional)
        self.most = None if any(more for *_, more in self.arguments) else len(self.arguments)

    def mistakes(self, words, whole):
        """What is wrong with words behind the command; where it is not whole, something may be missing."""
        arguments, given, at = [], set(), 0
        while at < len(words):
            word, _, value = words[at].partition("=") if words[at].startswith("--") else (words[at], "", "")
            at += 1
            attached = re.match(r"(-\w)(\d+)$", word)
            if attached:
                word, value = attached.groups()
            if word == "-" or not word.startswith("-"):
                arguments.append(word)
                continue
            if word not in self.options:
                yield f"there is no option {word}"
                continue
            given.add(self.long.get(word, word))
            if self.options[word] and not value:
                if at == len(words):
                    if whole:
                        yield f"{word} takes a value"
                    return
                value = words[at]
                at += 1
            yield from self.unlisted(word, value)
        for (_, name, _), argument in zip(self.arguments, arguments):
            yield from self.unlisted(f"<{name}>", argument)
        if self.most is not None and len(arguments) > self.most:
            yield f"takes {self.most} arguments, not {len(arguments)}: {' '.join(arguments)}"
        if whole and not {"--help", "--version"} & given:
            if len(arguments) < self.least:
                yield f"takes {self.least} arguments or more, not {len(arguments)}"
            for option in sorted(self.required - given):
                yield f"needs {option}"

    def unlisted(self, name, value):
        if value and self.values.get(name) and value not in self.values[name] and not PLACEHOLDER.search(value):
            yield f"{name} is one of {', '.join(self.values[name])}, not {value}"


def helps():
    """By the words of a command."""
    found = {}
    for file in HELP.iterdir():
        found[tuple(file.name.split("-"))] = Takes(file.read_text())
    for file in root.glob("Sources/Tooling/*/*Program.swift"):
        usage = re.search(r"^ *usage: (tapline-\w+).*?^ *\"\"\"", file.read_text(), re.M | re.S)
        if usage:
            found[(usage[1],)] = Takes(re.sub(r"^ {8}", "", usage[0], flags=re.M))
    return found


def commands(line):
    """The simple commands of a shell's line: words, without assignments and what stands before (BEFORE). A file behind < or > is left out."""
    reader = shlex.shlex(re.sub(r"\bsudo -u \S+", "sudo", line), posix=True, punctuation_chars=True)
    reader.whitespace_split = True
    words, redirected, starts = [], False, False
    for word in [*reader, ";"]:
        if word == "--" or re.fullmatch(r"[|;&()]+", word):
            if words:
                yield words
            # (What a script starts, behind its --.)
            words = []
            starts = False
        elif starts and program(word):
            words, starts = [word], False
        elif re.fullmatch(r"[<>&]+", word):
            redirected = True
            # (Of `2>&1` the 2 is no argument.)
            if words and re.fullmatch(r"\d", words[-1]):
                words.pop()
        elif redirected:
            redirected = False
        elif words or word not in BEFORE and not re.match(r"\w+=", word):
            words.append(word)
        starts = starts or word in STARTERS and len(words) < 2


def lines(block):
    """(number, line) of each command line of a block, those that a \\ continues joined."""
    number, begun = 0, ""
    for at, line in enumerate(block.splitlines()):
        if not begun:
            number = at
        begun += line
        if begun.endswith("\\"):
            begun = begun[:-1]
            continue
        yield number, begun
        begun = ""
    if begun:
        yield number, begun


def program(word):
    """tapline, tools/test, or None: another's."""
    name = word.rpartition("/")[2]
    if word.startswith("tools/"):
        return word
    return name if re.fullmatch(r"tapline(d|-mqtt|-media|-studio)?", name) and "@" not in word else None


def mistakes(line, known, whole=True):
    """What is wrong with the command lines in a line. One with … is not whole."""
    whole = whole and "…" not in line
    for words in commands(line):
        words = [word for word in words if "…" not in word]
        name = program(words[0]) if words else None
        for word in words:
            yield from missing(word)
        if name is None:
            continue
        if name.startswith("tools/"):
            yield from script_mistakes(name, words[1:], whole)
            continue
        command = (name,)
        words = words[1:]
        if words[:1] == ["help"]:
            command, words = command + tuple(words[1:]), []
            command = command[:1] if command[1:2] == ("gesture",) else command
        while words and known.get(command) and known[command].subcommands and not words[0].startswith("-"):
            command, words = command + (words[0],), words[1:]
        if any(PLACEHOLDER.search(word) for word in command):
            continue
        if command not in known:
            yield f"there is no {' '.join(command)}"
        else:
            for mistake in known[command].mistakes(words, whole):
                yield f"{' '.join(command)}: {mistake}"


def missing(word):
    for packaged, ours in PACKAGED.items():
        word = re.sub(f"^{packaged}", ours, word)
    if OURS.match(word) and not PLACEHOLDER.search(word) and not any(root.glob(word.rstrip("/"))):
        yield f"there is no {word}"


def script_mistakes(name, words, whole):
    if PLACEHOLDER.search(name) or not (root / name).is_file():
        return  # (missing() has said so, or a folder is meant.)
    text = (root / name).read_text()
    if whole and not (root / name).stat().st_mode & 0o100:
        yield f"{name} is not executable"
    for word in words:
        if re.match(r"--\w", word) and not re.search(re.escape(word.partition("=")[0]) + r"(?![\w-])", text):
            yield f"{name}: there is no option {word}"
