#!/usr/bin/env python3
"""Tries what documents print: configurations, boards, recordings, expectations, strokes, command lines and what they print.

  tools/tests/documents.py TAPLINE

Blocks between ``` are tried by what they begin with:

- `tapline: config/1`, `board/1`: `tapline check`. A comment in front, `# /etc/tapline/radio.yaml`, gives the file's name. Where the text
  beside it says "This is `boards/examples/…`", it is that file, but for comments.
- other YAML whose keys are those of a configuration or a board: the same, with the gestures that it names and what else a whole file has.
- `{"tapline":"trace/1",…` and the other formats of JSON lines: what reads such a file (READERS) accepts it; a trace with the configuration
  that expectations of its section name, else the one above it, else the built-in one. Lines of `events/1` in its section are what
  `tapline replay` prints.
- `expect/1`: `tapline conform` passes with the trace of the same section; without one it can read them.
- sh, bash, console: `tapline …` and `tools/…` have such commands and options, files of the repository are there (printed_commands.py),
  and lines that need no device, root or file of the reader's are run, in the order of the document. So are commands between ` in the text.
- `<!-- output: COMMAND -->` above a block: it is part of what COMMAND prints. `<!-- output, but for figures: COMMAND -->`: with other numbers.
  A block that has the form of such output needs one.

A block with … outside a text and a comment is a fragment, and is not tried as a whole; in output … stands for anything.
"""
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import printed_commands

root = printed_commands.root
DOCUMENTS = ("*.md", "Documentation/*.md", "tools/*.md", "tools/*/*.md", "Tests/Conformance/README.md")
SHELLS = ("sh", "bash", "console")
READERS = {
    "trace/1": ["replay"], "bus/1": ["replay"], "acceptance/1": ["acceptance", "--check"], "stroke/1": ["check"],
    "events/1": ["monitor", "--plain"], "panel/1": ["monitor", "--plain"], "now/1": ["monitor", "--plain"]}
PRINTED = re.compile(r"^ *\d+\.\d{3} s  +\S|^\$ tapline ", re.M)
# What must be refused, with a word of why.
TRACE = '{"tapline":"trace/1","panel":{"width":800,"height":480}}\n{"t":0,"c":[[0,200,150]]}\n{"t":80000,"c":[]}\n'
WRONG = {
    "```yaml\ntapline: config/1\ngestures: [{name: a, kind: top}]\n```\n": "top",
    "```yaml\ntapline: config/1\ngestures: [{name: a, kind: tip}]  # …\n```\n": "tip",
    "```yaml\noutputs:\n  - {on: a, line: GPIO23, pulse: 5}\n```\n": "pulse",
    "```\n" + TRACE.replace('"panel":{', "").replace("}}", "}") + "```\n": "the header has no panel",
    "```json\n" + TRACE.replace("[]", "") + "```\n": "read as JSON",
    "```json\n" + TRACE + '```\n```\n{"tapline":"events/1","board":"…","config":"…","clock":"…"}\n{"seq":1,"t":1}\n```\n': "prints something else",
    '```json\n{"tapline":"expect/1","config":"a","trace":"b"}\n{"gesture":"tap","states":"ended"}\n```\n': "states",
    '```json\n{"tapline":"expect/1","config":"lamp.yaml","trace":"b"}\n{"gesture":"lamp","state":"ended"}\n```\n```json\n' + TRACE + "```\n":
        "differs   gesture",
    "```\n$TL,0,1,simulated*4E\n```\n": "checksum",
    "```sh\nsudo tapline plot -o a.svg --titel b c\n```\n": "--titel",
    "```sh\ntapline plot swipe.jsonl\n```\n": "needs --output",
    "```sh\ntapline status lamp | tapline wtch -\n```\n": "no tapline wtch",
    "```sh\nif tapline wtch lamp 2>&1 | less; then\n  tapline wsh lamp\nfi\n```\n": "no tapline wsh",
    "```sh\ntapline run --format xml\n```\n": "text, jsonl",
    "```sh\nsudo -u tapline timeout 5 tapline wotch lamp \\\n```\n": "no tapline wotch",
    "```sh\ntapline check boards/lamp.yaml\n```\n": "no boards/lamp.yaml",
    "```sh\ncp boards/simulated.yaml /tmp/a.yaml\ntapline board set --board /tmp/a.yaml nosuch 1\n```\n": "nosuch",
    "`tapline replay --explian`": "--explian", "`tools/test --quickly`": "--quickly", "`tapline-media --players x`": "--players",
    "```\n   0.480 s  lamp        ended\n```\n": "which command",
    "<!-- output: tapline schema board | head -n 1 -->\n```\n[\n```\n": "prints something else"}
# Commands that a line may consist of to be run.
HARMLESS = {"check", "replay", "run", "schema", "board", "stroke", "plot", "acceptance"}


class Block:
    def __init__(self, text, match):
        self.output, self.figures = match["output"], not match["but"]
        self.language, self.text = match["language"], match["text"]
        self.line = text.count("\n", 0, match.start("text"))
        before = re.sub(r"^```.*?^```", lambda block: "\n" * block[0].count("\n"), text[: match.start()], flags=re.S | re.M)
        self.section = len(re.findall(r"^#+ ", before, re.M))
        self.beside = before[-200:] + text[match.end():][:100]
        self.uncommented = re.sub(r"\A(#.*\n)+", "", self.text)
        format = re.match(r'tapline: (\w+/1)\n|\{"tapline":"(\w+/1)"', self.uncommented)
        self.format = format and (format[1] or format[2])


class Document:
    """One document, in a folder of its own in which the reader's files come and go."""

    def __init__(self, path, program, folder, known, keys):
        self.path, self.folder, self.known, self.keys = path, folder, known, keys
        self.text = path.read_text()
        marker = r"(?:^<!-- output(?P<but>, but for figures)?: (?P<output>.*) -->\n)?"
        self.blocks = [Block(self.text, block) for block in re.finditer(
            marker + r"^```(?P<language>\w*)\n(?P<text>.*?)^```$", self.text, re.S | re.M)]
        self.tried, self.failures, self.configuration = collections.Counter(), [], None
        shutil.copytree(root / "boards", folder / "boards")
        for example in (root / "boards/examples").iterdir():
            shutil.copy(example, folder)
        for name in ("tools", "Tests"):
            (folder / name).symlink_to(root / name)
        (folder / "tmp").mkdir()
        (folder / "bin").mkdir()
        (folder / "bin/tapline").symlink_to(program)

    def run(self, command):
        """(exit code, standard output, standard error) of words, or of a shell's line."""
        environment = dict(os.environ, HOME=str(self.folder), TAPLINE_BOARDS=str(self.folder / "boards"), PATH=f"{self.folder / 'bin'}:{os.environ['PATH']}")
        if isinstance(command, str):
            command = ["bash", "-c", command.replace("/tmp/", f"{self.folder}/tmp/")]
        else:
            command = ["tapline", *command]
        try:
            ended = subprocess.run(
                command, text=True, capture_output=True, env=environment, cwd=self.folder, stdin=subprocess.DEVNULL, timeout=60)
        except subprocess.TimeoutExpired:
            return 124, "", "it does not end within 60 s"
        return ended.returncode, ended.stdout, ended.stderr

    def fail(self, line, tried, said):
        self.failures.append(f"{os.path.relpath(self.path, root)}:{line}: {tried}: {said.strip()}")

    def accept(self, line, command, codes=(0,)):
        code, out, err = self.run(command)
        if code not in codes:
            self.fail(line, command if isinstance(command, str) else " ".join(["tapline", *command]), f"exit code {code}: {err or out}")
        return out

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return name

    # Blocks

    def try_all(self):
        for block in self.blocks:
            if block.output:
                self.try_output(block)
            elif not block.language and PRINTED.search(block.text):
                self.fail(block.line, "output", "which command prints it? <!-- output: COMMAND --> above says so")
            if block.language in SHELLS or block.text.startswith("$ "):
                for number, line in printed_commands.lines(block.text):
                    if block.language in SHELLS or line.startswith("$ "):
                        self.try_line(block.line + 1 + number, line.removeprefix("$ "))
            elif block.language == "yaml":
                self.try_yaml(block)
            elif block.format:
                self.try_json_lines(block)
            elif block.text.startswith("$TL,"):
                self.tried["recordings"] += 1
                self.reads(block.line, ["monitor", "--plain"], self.write("printed", block.text))
        self.try_text()

    def try_yaml(self, block):
        if "…" in "".join(bare(block.text)):
            return
        if not block.format:
            completed = complete(block.text, self.keys)
            if completed:
                self.tried["parts of them"] += 1
                self.accept(block.line, ["check", self.write("completed.yaml", completed)])
            return
        name = re.match(r"# \S*?([\w.-]+\.yaml)\n", block.text)
        file = self.write(name[1] if name else "printed.yaml", block.text)
        self.tried["configurations and boards"] += 1
        self.accept(block.line, ["check", file])
        if block.format == "config/1":
            self.configuration = block.text
        said = re.search(r"This is `(boards/examples/[\w.-]+)`", block.beside)
        if said and bare((root / said[1]).read_text()) != bare(block.text):
            self.fail(block.line, f"compared with {said[1]}", "it is not this file")

    def try_json_lines(self, block):
        lines = block.text.splitlines()
        for number, line in enumerate(lines):
            try:
                json.loads(line)
            except ValueError as error:
                if "…" in line:
                    return
                self.fail(block.line + 1 + number, "read as JSON", f"{error}: {line}")
                return
        self.tried["recordings"] += 1
        headers = [at for at, line in enumerate(lines) if line.startswith('{"tapline":')] + [len(lines)]
        for begin, end in zip(headers, headers[1:]):
            line, text = block.line + 1 + begin, "\n".join(lines[begin:end]) + "\n"
            if block.format == "expect/1":
                self.try_expectations(block, line, text)
            elif block.format == "trace/1":
                self.try_trace(block, line, self.write("printed", text))
            elif block.format in READERS:
                self.reads(line, READERS[block.format], self.write("printed", text))

    def reads(self, line, command, file):
        code, _, err = self.run([*command, file])
        if code or err:
            self.fail(line, " ".join(["tapline", *command]), err or f"exit code {code}")

    def beside(self, block, format):
        """The first block of a format in the section of another."""
        return next((other for other in self.blocks if other.section == block.section and other.format == format), None)

    def try_trace(self, block, line, file):
        command, expectations = ["replay", file], self.beside(block, "expect/1")
        named = json.loads(expectations.text.splitlines()[0])["config"] if expectations else ""
        if (self.folder / named).is_file():
            command += ["--config", named]
        elif self.configuration:
            command += ["--config", self.write("nearest.yaml", self.configuration)]
        said = self.accept(line, command)
        shown = self.beside(block, "events/1")
        if shown and not shows(shown.text, said):
            self.fail(shown.line, " ".join(["tapline", *command]), f"prints something else:\n{said}")

    def try_expectations(self, block, line, text):
        header, shown = json.loads(text.splitlines()[0]), self.beside(block, "trace/1")
        case = self.folder / "case"
        shutil.rmtree(case, ignore_errors=True)
        case.mkdir()
        (case / "printed.expect.jsonl").write_text(text)
        configuration = self.folder / header["config"]
        built_in = "tapline: config/1\ngestures: [{name: tap, kind: tap}, {name: drag, kind: pan}]\n"
        (case / header["config"]).write_text(configuration.read_text() if configuration.is_file() else self.configuration or built_in)
        fingers = shown.text if shown else '{"tapline":"trace/1","panel":{"width":800,"height":480}}\n{"t":0,"c":[]}\n'
        (case / header["trace"]).write_text(fingers)
        # (70: what is expected does not happen, as without its fingers nothing does.)
        self.accept(line, ["conform", "case"], codes=(0,) if shown else (0, 70))

    def try_output(self, block):
        self.tried["outputs"] += 1
        _, out, err = self.run(block.output)
        if not shows(block.text, err + out, block.figures):
            self.fail(block.line, block.output, f"prints something else:\n{err}{out}")

    # Command lines

    def try_line(self, line, text, whole=True):
        text = re.sub(r"(^|\s+)#.*", "", text)
        if self.path.name == "CHANGELOG.md":
            return  # (It says what was.)
        try:
            found = list(printed_commands.commands(text))
        except ValueError as error:
            if whole:
                self.fail(line, text, str(error))
            return
        wrong = list(dict.fromkeys(printed_commands.mistakes(text, self.known, whole)))
        for mistake in wrong:
            self.fail(line, text.strip(), mistake)
        ours = any(printed_commands.program(words[0]) for words in found)
        if ours:
            self.tried["command lines"] += 1
        if (ours or whole) and not any(printed_commands.mistakes(text, self.known)) and self.is_harmless(text, found):
            if ours:
                self.tried["of these run"] += 1
            text = re.sub(r"(?<!\S)\S*/tapline (?=\w)", "tapline ", text)
            self.accept(line, re.sub(r"tapline (run|acceptance) (?!.*--fast)", r"tapline \1 --fast ", text).strip())

    def is_harmless(self, text, found):
        """Whether a line can be run here: known commands, no device, no root, no file that is the reader's."""
        if re.search(r"sudo |[…$]", text) or not found:
            return False
        for words in found:
            copies = words[0] == "cp"
            # (Below tools and Tests is the repository itself.)
            if any(re.match("~|tools/|Tests/", word) for word in words[2:] if copies) or any(".." in word for word in words):
                return False
            if not copies and (words[0].rpartition("/")[2] != "tapline" or len(words) < 3 or words[1] not in HARMLESS):
                return False
            options = dict(zip(words, words[1:]))
            board = options.get("--board", "simulated")
            if words[1] in ("run", "acceptance") and board != "simulated" and not board.endswith(".yaml") and "TAPLINE_FINGERS=" not in text:
                return False
            made = (words[-1] if words[0] == "cp" else None, options.get("-o"), options.get("--output"))
            for word in words[1:]:
                file = self.folder / word.replace("/tmp/", "tmp/") if re.search(r"\.(yaml|jsonl?)$", word) else None
                if (printed_commands.PLACEHOLDER.search(word) or re.match(r"/(?!tmp/)|-$|--(sockets|serial)$", word)
                        or file and word not in made and not file.exists() and "*" not in word):
                    return False
        return not re.search(r">\s*\S*[/A-Z]", text)

    def try_text(self):
        """Commands between ` in the text; there only a part of one may stand."""
        text = re.sub(r"^```.*?^```$", lambda block: re.sub(r"[^\n]", "", block[0]), self.text, flags=re.S | re.M)
        for span in re.finditer(r"(?<!`)`([^`]+)`(?!`)", text):
            self.try_line(text.count("\n", 0, span.start()) + 1, " ".join(span[1].split()), whole=False)


def complete(text, keys):
    """A part of a configuration or board with what it takes for granted; None of any other file."""
    own = set(re.findall(r"^(\w+):", text, re.M))
    if not own:
        return None
    if own <= keys["config"]:
        front = "tapline: config/1\n"
        names = set(re.findall(r"\bon: ([\w-]+)(?=[,}])", text)) - {"touches", "untouched"}
        if "gestures" not in own and names:
            front += "gestures:\n" + "".join(f"  - {{name: {name}, kind: pinch}}\n" for name in sorted(names))
        if "remotes" in own and "remote" not in own:
            front += "remote: [{name: next, command: nextTrack}]\n"
        return front + text
    if own <= keys["board"]:
        front = "tapline: board/1\nname: completed\nsource: printed\n"
        return front + ("" if "controller" in own else "controller: none\n") + text
    return None


def bare(text):
    """Without comments and empty lines."""
    return [line for line in re.sub(r"(^| +)#.*", "", text, flags=re.M).splitlines() if line]


def shows(printed, said, figures=True):
    """Whether the lines of a block are said, one after the other; … in a line, or in place of lines, stands for anything."""
    if not figures:
        printed, said = (re.sub(r"0x[0-9a-f]+|\d+(\.\d+)?", "0", re.sub(r"^ +", "", text, flags=re.M)) for text in (printed, said))
    pattern = ""
    for line in printed.splitlines():
        if not line.startswith("$ "):
            pattern += r"(.*\n)*?" if line.strip() == "…" else ".*".join(map(re.escape, line.split("…"))) + r"\n"
    return re.search("^" + pattern, said.rstrip("\n") + "\n", re.M) is not None


def tried(path, program, known, keys):
    with tempfile.TemporaryDirectory() as folder:
        document = Document(path, pathlib.Path(program).resolve(), pathlib.Path(folder), known, keys)
        document.try_all()
    return document


def unseen(*tools):
    """What is wrong, and is not found: a line each."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "wrong.md"
        for text, why in WRONG.items():
            path.write_text(text)
            failures = tried(path, *tools).failures
            if not any(why in failure for failure in failures):
                yield f"this must be refused ({why}), not {failures}:\n{text}"


def main(program):
    keys, counts = {}, collections.Counter()
    for kind in ("config", "board"):
        schema = subprocess.run([program, "schema", kind], capture_output=True, check=True).stdout
        keys[kind] = set(json.loads(schema)["properties"])
    tools = program, printed_commands.helps(), keys
    failures = list(unseen(*tools))
    for path in (path for pattern in DOCUMENTS for path in sorted(root.glob(pattern))):
        document = tried(path, *tools)
        failures += document.failures
        counts += document.tried
    for failure in failures:
        print(failure, file=sys.stderr, flush=True)
    print("documents:", ", ".join(f"{count} {what}" for what, count in counts.items()), f"tried, {len(failures)} wrong")
    sys.exit(len(failures) > 0 or not counts)


main(*sys.argv[1:])
