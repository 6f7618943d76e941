#!/usr/bin/env python3
"""Compares JSON Schemas with `tapline check`: an independent validator (python3-jsonschema) reads what people write and what is wrong.

  tools/tests/schema.py PATH-OF-TAPLINE [--seed N] [--all]

Texts: boards, examples, configurations of the conformance corpus, YAML in documents, in tests of the command line and of the
configuration, and the examples that the schemas are made of; and variants of these, --all or as many as take some seconds: a key
too many or too few, one value in the place of a list, other types, units and words. Of each:

1. What check accepts the schema accepts.
2. Where check names an unknown key, a wrong type or unit, a number without a unit out of range or a misspelt word, the schema refuses.
"""
import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import jsonschema
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLE = 600


class CoreLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """YAML 1.2's core schema, as editors read it (PyYAML alone reads 1.1, where `on` is true)."""
    yaml_implicit_resolvers = {}


for tag, pattern, first in [
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"), ("null", r"~|null|Null|NULL|", "~nN\0"),
    ("int", r"[-+]?[0-9]+|0x[0-9a-fA-F]+", "-+0123456789"),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)", "-+.0123456789"),
]:
    CoreLoader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"(?:{pattern})$"), list(first) if first[-1] != "\0" else list(first[:-1]) + [""])
CoreLoader.add_constructor("tag:yaml.org,2002:int", lambda loader, node: int(node.value, 16 if node.value.startswith("0x") else 10))
CoreLoader.add_constructor("tag:yaml.org,2002:float", lambda loader, node: float(node.value.replace(".inf", "inf").replace(".nan", "nan")))


class Quoted(str):
    """A scalar that is written in quotes."""


def written(value):
    """A tree of texts in flow style; texts that YAML would read otherwise in quotes."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {written(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    if not isinstance(value, Quoted) and re.fullmatch(r"[\w./%@+-]([\w./%@+ -]*[\w./%@+-])?|", value):
        return value
    return json.dumps(value, ensure_ascii=False)


def literals(path):
    """The constant texts of a Swift file."""
    text = path.read_text(encoding="utf-8")
    for block in re.findall(r'"""\n(.*?)\n *"""', text, re.S):
        indent = min((len(line) - len(line.lstrip()) for line in block.split("\n") if line.strip()), default=0)
        yield "\n".join(line[indent:] for line in block.split("\n"))
    yield from (one.replace('\\"', '"') for one in re.findall(r'"((?:[^"\\\n]|\\")*)"', re.sub(r'""".*?"""', "", text, flags=re.S)))


def examples():
    """What schemas are made of."""
    folder = ROOT / "Sources/Tooling/Diagnostics/Schema"
    common = re.search(r'common = "(.*)"', (folder / "SchemaGestures.swift").read_text(encoding="utf-8"))[1]
    for path in sorted(folder.glob("Schema*.swift")):
        for text in literals(path):
            text = re.sub(r"(?m)^controller_configuration.*", "", text.replace("\\(common)", common))
            if re.match(r"\w+:(\n| .*\n)", text):
                yield text if text.startswith("tapline:") else "tapline: config/1\n" + text
    for controller, keys in re.findall(r'board\(\s*"(\w+)",\s*("(?:.|\n)*?")\)', (folder / "SchemaBoards.swift").read_text(encoding="utf-8")):
        keys = "".join(re.findall(r'"(.*?)"', keys))
        if "\\(" not in keys:
            yield f"{{tapline: board/1, name: a, source: here, controller: {controller}, {keys}}}"


# What an entry of each list has.
ENTRIES = {
    "zones": "rect|circle|ring|polygon", "gestures": "kind", "motion": "kind", "relations": "gesture|kind", "remote": "command",
    "outputs": "on|while|serial|socket|uinput", "remotes": "device|button|encoder",
}


def texts():
    """Every text that is a file of Tapline's, or an entry of one."""
    for pattern in ["boards/*.yaml", "boards/examples/*.yaml", "tools/**/*.yaml", "Tests/Conformance/**/*.yaml"]:
        for path in sorted(ROOT.glob(pattern)):
            yield path.read_text(encoding="utf-8")
    for path in [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("Documentation/*.md"))]:
        yield from re.findall(r"```ya?ml\n(.*?)```", path.read_text(encoding="utf-8"), re.S)
    for path in [*sorted(ROOT.glob("tools/tests/*.bash")), *sorted(ROOT.glob("tools/tests/command-line/*.bash"))]:
        yield from re.findall(r"<<'\w+'\n(tapline: .*?)\n[A-Z]+\n", path.read_text(encoding="utf-8"), re.S)
    for path in sorted(ROOT.glob("Tests/Configuration/**/*.swift")):
        for text in literals(path):
            if re.match(r"\{\w+: .*\}$", text):
                for key in (key for key, words in ENTRIES.items() if re.search(rf"\b({words}):", text)):
                    yield f"tapline: config/1\n{key}:\n  - {text}\n"
            else:
                yield text
    yield from examples()


def tree(text, loader):
    """The text as a mapping that says what file it is; None: it is none."""
    try:
        root = yaml.load(text, loader)  # (Nothing but plain values.)
    except (yaml.YAMLError, ValueError):
        return None
    return root if isinstance(root, dict) and root.get("tapline") in ("board/1", "config/1", "stroke/1") else None


def places(value, path=()):
    """Every value in a tree, and where it is."""
    yield path, value
    for key, each in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else []:
        yield from places(each, (*path, key))


def replaced(value, path, other):
    """The tree with something else at a place."""
    if not path:
        return other
    if isinstance(value, list):
        return value[:path[0]] + [replaced(value[path[0]], path[1:], other)] + value[path[0] + 1:]
    return {**value, path[0]: replaced(value[path[0]], path[1:], other)}


def variants(value):
    """What may stand in the place of a value."""
    yield from ["none", "any", "all", "0", "5", "-3", "0.5", "1e2", "0x1F", "true", "", "7us", "7\u00b5s", "7\u03bcs", "5 ms", "2s", "0mm", "3pt", "5%",
                "0.2rad", "xyzzy", [], {}, {"xyzzy": "1"}, Quoted("5"), Quoted("true"), [value], [value, value]]
    if isinstance(value, str):
        yield from [Quoted(value), value + "x", "+" + value]
    if isinstance(value, list):
        yield from [value[0] if value else value, value[:-1], value * 2]
    if isinstance(value, dict):
        yield {**value, "xyzzy": "1"}
        for key in value:
            yield {name: other for name, other in value.items() if name != key}
            yield {name + "e" if name == key else name: other for name, other in value.items()}


def checked(tapline, documents):
    """What check says of each text: the messages of its errors."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder, f"{number}.yaml") for number in range(len(documents))]
        pathlib.Path(folder, "z.json").write_text('{"tapline":"stroke/1","name":"z","points":[[0,0],[80,0],[0,80]]}', encoding="utf-8")
        for path, text in zip(paths, documents):
            path.write_text(text, encoding="utf-8")
        errors = [[] for _ in documents]
        for start in range(0, len(paths), 500):
            said = subprocess.run([tapline, "check", *map(str, paths[start:start + 500])], cwd=ROOT, capture_output=True, text=True, check=False)
            if said.returncode not in (0, 78):
                sys.exit(f"tapline check: exit code {said.returncode}: {said.stderr[-500:]}")
            for line in said.stderr.split("\n"):
                found = re.match(re.escape(folder) + r"/(\d+)\.yaml:\d+:\d+: (?!warning)(.*)", line)
                if found:
                    errors[int(found[1])].append(found[2])
        return errors


STRUCTURE = re.compile(
    r"unknown key|which is no (whole number|number|length|time|angle|speed|value)|is out of range.*write a (whole )?number, "
    r"|'\w+' is (a list|a mapping|nothing)|^'\w+' is '.*(did you mean|valid:)")


# What depends on another value in the same mapping.
ONLY_CHECK = re.compile(r"unknown key .* valid: .*counting, taps|unknown key 'value' in an output|'value' is out of range")


def is_for_schemas(error, text):
    """Whether a schema can say so, too. (A number in quotes is a text to it, which has no range.)"""
    number = re.search(r"is out of range: (\S+); write a (whole )?number", error)
    return STRUCTURE.search(error) and not ONLY_CHECK.search(error) and not (number and json.dumps(number[1]) in text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tapline")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="every variant: minutes")
    chosen = parser.parse_args()
    validators = {}
    for kind in ["board", "config", "stroke"]:
        schema = json.loads(subprocess.run([chosen.tapline, "schema", kind], capture_output=True, text=True, check=True).stdout)
        jsonschema.Draft7Validator.check_schema(schema)
        validators[kind + "/1"] = jsonschema.Draft7Validator(schema)

    whole = list(dict.fromkeys(text for text in texts() if tree(text, CoreLoader)))
    roots = [tree(text, yaml.BaseLoader) for text in dict.fromkeys(examples())]
    roots = [root for root in roots if root]
    assert len(roots) > 20, "the examples of schemas are not found"
    made = [(root, path, other) for root in roots for path, value in places(root) for other in variants(value)]
    if not chosen.all:
        made = random.Random(chosen.seed).sample(made, SAMPLE)
    made = list(dict.fromkeys(written(replaced(*each)) for each in made))
    documents = whole + made
    accepted = refused = wrong = 0
    for text, errors in zip(documents, checked(chosen.tapline, documents)):
        root = tree(text, CoreLoader)
        if root is None:
            continue
        complaint = jsonschema.exceptions.best_match(validators[root["tapline"]].iter_errors(root)) if not errors else None
        is_valid = not complaint if not errors else validators[root["tapline"]].is_valid(root)
        accepted += not errors
        refused += bool(errors) and not is_valid
        if not errors and not is_valid:
            where = "/".join(map(str, complaint.absolute_path))
            print(f"check accepts and the schema refuses, at {where}: {complaint.message[:300]}\n{text}\n")
        elif is_valid and any(is_for_schemas(error, text) for error in errors):
            print(f"check refuses and the schema accepts: {errors[:3]}\n{text}\n")
        else:
            continue
        wrong += 1
    print(f"schemas: {len(whole)} texts and {len(made)} variants (seed {chosen.seed}): {accepted} right for both, {refused} wrong for both, "
          f"{len(documents) - accepted - refused} wrong for check alone, {wrong} disagreements")
    # A comparison without both would show nothing.
    sys.exit(wrong > 0 or accepted < 300 or refused < 300)


if __name__ == "__main__":
    main()
