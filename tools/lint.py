#!/usr/bin/env python3
"""Holds the structure of the sources: layers, lengths, words, scripts. (How code is laid out is swift format's.)

  tools/lint.py                what is wrong, a line each; exit code 1 if anything is
  tools/lint.py --self-test    whether it finds what is wrong in made-up sources
"""
import re
import sys

import patches

# A module imports only modules of rows above its own: no arrow upward, none across.
LAYERS = [
    "Core/Touches",
    "Core/Motion Core/Remote",
    "Core/Gestures Core/Controllers",
    "Core/Sensors Core/Outputs",
    "Core/Runtime",
    "Core/TaplineCore",
    "Formats Simulation/ChipModels",
    "Simulation/Simulator",
    "Configuration Linux",
    "Daemon Tooling/Client",
    "Tooling/Studio Tooling/Conformance Tooling/Views Tooling/Diagnostics Tooling/MQTT Tooling/Media",
    "Tooling/StudioServer",
    "Programs",
]
FILE_LINES, FUNCTION_LINES, SCRIPT_LINES = 500, 70, 60
# What is called otherwise.
WORDS = {
    r"indifferen\w*": "RecognizerTraits",
    r"dozing\w*": "possible, until it has moved",
    r"doubting": "rejecting",
    r"weather": "storm of interrupts",
    r"whoIsThere": "identification request",
    r"askWhomItWaitsFor": "queryFailureRequirements",
    r"NoAnswers|KeptAnswers|AnswerKeeping": "DelegateDecisions",
    r"PannedWay|SwipeWays": "translation, direction candidates",
    r"TouchPaths?|PathPool": "VelocitySamples, StrokePaths",
    r"goOn": "resume",
    r"pretend\w*": "simulated; emulated, of a kernel",
    r"mend(s|ed|ing)?": "fix",
    r"affairs?": "concern",
    r"rigs?": "panel, bench",
    r"firmwareFloors": "core",
    r"_?noAllocations?": "nothing: tools/proofs shows it",
}
# Longer by now, and not to grow.
GRANTED = {"Tests/Tooling/Diagnostics/DoctorTests.swift": 548, "Tests/Core/Gestures/Hostile/HostileScript.swift": 87}
UIKIT = "Documentation/UIKit.md"
# Scripts that people start by hand, whatever they are written in.
ENTRIES = set("cross demo fetch-suite fuzz package proofs release setup soak test bench/instructions bench/run firmware/run testbed/mutate".split())


def rank(path):
    """The row of a source's module in LAYERS, and the module's folder; C's shims are below all, and in no row."""
    folder = path.removeprefix("Sources/")
    for row, modules in enumerate(LAYERS):
        for module in modules.split():
            if folder.startswith(module + "/"):
                return row, module
    return None, folder


def modules():
    """The row of each module, by its name."""
    return {"Tapline" + each.split("/")[-1].removeprefix("Tapline"): row for row, names in enumerate(LAYERS) for each in names.split()}


def arrows(path, text, rows):
    row, folder = rank(path)
    own = "Tapline" + folder.split("/")[-1].removeprefix("Tapline")
    if row is None:
        if not path.startswith("Sources/C/"):
            yield f"{path}: its module is in no layer (LAYERS in tools/lint.py)"
        return
    for used in re.findall(r"^\s*(?:@\w+ )?(?:public |package |internal |private )?import (?:\w+ )?(Tapline\w+)", text, re.M):
        if used != own and rows.get(used, len(LAYERS)) >= row:
            yield f"{path}: imports {used}, which is not below {folder}"


def code(lines):
    """The lines of code: neither blank nor comment, and no text between triple quotes."""
    lines = re.sub(r'""".*?"""', '""', "\n".join(lines), flags=re.S).split("\n")
    return [line for line in lines if line.strip() and not line.strip().startswith(("//", "#", "/*", "*"))]


def lengths(path, text):
    lines = text.split("\n")
    plain = re.sub(r'""".*?"""', lambda found: "\n" * found[0].count("\n"), text, flags=re.S).split("\n")
    granted = GRANTED.get(path, 0)
    if len(code(lines)) > max(FILE_LINES, granted):
        yield f"{path}: {len(code(lines))} lines of code, {FILE_LINES} at most"
    for number, line in enumerate(lines):
        head = re.match(r"( *)(?:@\w+(?:\(.*?\))? |\w+(?:\(set\))? )*(?:func |init[?(<])", line)
        if not head or line.rstrip().endswith("}"):
            continue
        end = next((i for i in range(number + 1, len(plain)) if re.match(rf" {{0,{len(head[1])}}}\}}", plain[i])), number)
        if not plain[end].startswith(head[1] + "}"):
            continue  # (The type around it ends first: it has no body, as in a protocol, or a body within its line.)
        if len(code(lines[number:end])) > max(FUNCTION_LINES, granted):
            yield f"{path}:{number + 1}: a function of {len(code(lines[number:end]))} lines, {FUNCTION_LINES} at most"


def copies(path, text):
    """The daemon's loop is 46 KB: what is not mutating gets a copy of it for each call."""
    for block in re.finditer(r"^(?:struct|extension) EventLoop\b.*?^\}", text, re.M | re.S):
        lines = block[0].split("\n")
        for number, line in enumerate(lines):
            isComputed = re.match(r"    (?:\w+ )*var \w+: [^=]*\{", line) and "static" not in line
            if re.match(r"    (?:private |fileprivate )?func ", line) or (
                    isComputed and "mutating get" not in line + lines[number + 1]):
                at = text.count("\n", 0, block.start()) + number + 1
                yield f"{path}:{at}: not mutating: the loop is copied for each call"


def words(path, text):
    for word, better in WORDS.items():
        for hit in re.finditer(rf"\b(?:{word})\b", text, re.I):
            yield f"{path}:{text.count(chr(10), 0, hit.start()) + 1}: '{hit[0]}': say {better}"


def scripts(path, text):
    if path.startswith("tools/") and text.startswith("#!") and "." not in path.split("/")[-1] and path[6:] not in ENTRIES:
        if text.count("\n") > SCRIPT_LINES:
            yield f"{path}: {text.count(chr(10))} lines, and no suffix says in which language"


def held_tests(text):
    """`Suite.test` for each function with @Test in front, by the type at the left margin that contains it."""
    suite, is_test = "", False
    for found in re.finditer(r"^(?:@\w+(?:\(.*?\))? |\w+ )*(?:struct|extension|class|enum|actor) (\w+)|(@Test)\b|\bfunc (\w+)",
                             re.sub("//.*", "", text), re.M):
        if found[1]:
            suite = found[1]
        elif found[3] and is_test:
            yield f"{suite}.{found[3]}"
        is_test = bool(found[2])


def uikit(texts, at_least=150):
    """A row of Documentation/UIKit.md says what holds it: a test `Suite.test` or a case of the corpus that exists. (Links: links.py.)"""
    known = {path.split("/")[2] for path in texts if path.startswith("Tests/Conformance/") and path.count("/") > 2}
    for path, text in texts.items():
        if path.startswith("Tests/") and path.endswith(".swift"):
            known.update(held_tests(text))
    rows = re.findall(r"^\| (?!UIKit )(.*) \|$", texts[UIKIT], re.M)
    if len(rows) < at_least:
        yield f"{UIKIT}: {len(rows)} rows, {at_least} at least"
    for row in rows:
        api, word, link, held = row.split(" | ") if row.count(" | ") == 3 else (row, "", "", "")
        tests = re.findall(r"`([^`]+)`", held)
        if word.startswith("not on a panel") and held == "–":
            continue
        if "](" not in link or not tests:
            yield f"{UIKIT}: {api}: no link or no test"
        yield from (f"{UIKIT}: {api}: there is no {test}" for test in tests if test not in known)


def findings(texts):
    rows = modules()
    if UIKIT in texts:
        yield from uikit(texts)
    for path, text in texts.items():
        if path.startswith("Sources/") and path.endswith(".swift"):
            yield from arrows(path, text, rows)
        if path.endswith(".swift"):
            yield from lengths(path, text)
            yield from copies(path, text)
        if not path.startswith("Tests/") and path not in ("tools/lint.py", "CHANGELOG.md"):
            yield from words(path, text)
        yield from scripts(path, text)


def self_test():
    long = "func f() {\n" + "    g()\n" * FUNCTION_LINES + "}\n"
    wrong = {
        "Sources/Core/Touches/Up.swift": ("package import TaplineGestures\n", "not below Core/Touches"),
        "Sources/Core/Gestures/Across.swift": ("import TaplineControllers\n", "not below Core/Gestures"),
        "Sources/Nowhere/Lost.swift": ("", "in no layer"),
        "Sources/Daemon/Long.swift": ("let x = 0\n" * (FILE_LINES + 1), "lines of code"),
        "Sources/Daemon/LongFunction.swift": (f"extension X {{\n    public mutating {long}}}\n".replace("\n}\n}", "\n    }\n}"), ":2: a function"),
        "Sources/Daemon/Text.swift": (f"extension X {{\n    static {long}}}\n".replace("    g()\n", '    g("""\n}\n""")\n', 1).replace("\n}\n}", "\n    }\n}"), ":2: a function"),
        "Sources/Daemon/Copy.swift": ("extension EventLoop {\n    func f() {}\n}\n", ":2: not mutating"),
        "Sources/Daemon/CopyToo.swift": ("struct EventLoop: ~Copyable {\n    var f: Int { 0 }\n}\n", ":2: not mutating"),
        "Documentation/Word.md": ("The Weather is fine\n", "'Weather'"),
        "tools/thing": ("#!/bin/sh\n" * (SCRIPT_LINES + 1), "no suffix"),
    }
    right = {
        "Sources/Core/Gestures/Down.swift": "import TaplineTouches\n",
        "Sources/Daemon/Short.swift": long.replace("    g()\n", "", 1),
        "Sources/Daemon/NoCopy.swift": "extension EventLoop {\n    mutating func f() {}\n    var g: Int { mutating get { 0 } }\n    var h = 0\n}\nstruct S { func f() {} }\n",
        "tools/test": "#!/bin/sh\n" * (SCRIPT_LINES + 1),
        "Tests/Word.swift": "func weather() {}\n",
        "Sources/Daemon/Requirements.swift": "protocol P {\n    func f()\n" + "    var g: Int { get }\n" * FUNCTION_LINES + "}\n",
    }
    for path, (text, part) in wrong.items():
        found = list(findings({path: text}))
        assert len(found) == 1 and part in found[0], (path, found)
    assert not list(findings(right)), list(findings(right))
    table = {"Tests/A.swift": "struct ATests {\n    @Test func a() {}\n    func c() {}\n}\nextension Others { @Test func d() {} }\n", "Tests/Conformance/01-b/c.yaml": ""}
    row = "| `UITouch` | a touch | [T](../T.md) | {} |\n"
    for held, count in (("`ATests.a` `01-b`", 0), ("`ATests.b`", 1), ("`ATests.c`", 1), ("`ATests.d`", 1), ("`Others.d`", 0), ("`01-c`", 1), ("–", 1)):
        found = list(uikit(table | {UIKIT: row.format(held)}, at_least=1))
        assert len(found) == count, (held, found)
    assert len(list(uikit(table | {UIKIT: row.format("`ATests.a`")}))) == 1
    for word, count in (("not yet", 1), ("not on a panel: no screen", 0)):
        assert len(list(uikit(table | {UIKIT: f"| `UITouch` | {word} | – | – |\n"}, at_least=1))) == count, word
    print(f"{len(wrong)} of {len(wrong)} made-up mistakes found")


if sys.argv[1:] == ["--self-test"]:
    self_test()
elif sys.argv[1:]:
    sys.exit(__doc__.strip())
else:
    kinds = ("*.swift", "*.md", "*.py", "*.bash", "*.c", "*.h", "*.yaml", "tools/*", ".ci/*")
    listed = {path: text for path, text in patches.files(*kinds).items() if "/fixtures/" not in path}
    found = list(findings(listed))
    print("\n".join(found) or f"{len(listed)} files: layers, lengths, words and scripts as they should be")
    sys.exit(1 if found else 0)
