"""Changes to a copy of the sources, as tools/testbed/mutants and tools/proofs.plants list them.

    in FOLDER      a folder of Sources or Tests, or a file's name
    -old text      that is in there exactly once; how lines are broken and indented does not matter
    +new text      what stands in its place; without any old text a file of its own, beside the folder's
"""
import pathlib
import re
import subprocess

root = pathlib.Path(__file__).resolve().parents[1]


class Misfit(Exception):
    """A change that does not fit the sources, or a list that cannot be read."""


def entries(path, kind, *keys):
    """What the file lists, in its order: each line `kind NAME: TEXT` begins an entry, a line `key WORD…` adds words to it."""
    found = []
    for line in path.read_text().splitlines():
        key, _, rest = line.partition(" ")
        if line.startswith(("-", "+")) and found and found[-1]["changes"]:
            found[-1]["changes"][-1][1 if line[0] == "-" else 2].append(line[1:])
        elif key == kind:
            name, text = rest.split(": ", 1)
            found.append({"name": name, "text": text, "changes": []} | {key: [] for key in keys})
        elif key in keys:
            found[-1][key] += rest.split()
        elif key == "in":
            found[-1]["changes"].append((rest, [], []))
        elif line and not line.startswith("#"):
            raise Misfit(f"{path.name}: what is '{line}'?")
    return found


def files(*folders):
    """The texts of the files that git knows, by their paths."""
    listed = subprocess.check_output(["git", "-C", root, "ls-files", "-z", "--", *folders], text=True)
    return {name: (root / name).read_text() for name in listed.split("\0") if name and (root / name).is_file()}


def apply(entry, texts, mutant=None):
    """Changes the texts, with `mutant(path)` for the word MUTANT; returns the paths that it changed."""
    changed = []
    for place, old, new in entry["changes"]:
        new = "\n".join(new)
        if old:
            there = [path for path in texts if path == place or path.startswith(place + "/") or path.endswith("/" + place)]
            text = re.compile(r"\s+".join(map(re.escape, "\n".join(old).split())))
            hits = [(path, hit) for path in there for hit in text.finditer(texts[path])]
            if len(hits) != 1:
                raise Misfit(f"{entry['name']}: {place} has this {len(hits)} times, not once:\n" + "\n".join(old))
            path, hit = hits[0]
            if mutant:
                new = new.replace("MUTANT", mutant(path))
            texts[path] = texts[path][: hit.start()] + new.lstrip() + texts[path][hit.end() :]
        else:
            path = f"{place}/{entry['name']}.swift"
            texts[path] = new + "\n"
        changed.append(path)
    return changed


def write(folder, texts):
    """Makes a folder's parts hold these files alone, and leaves alone what is so already: no needless rebuild."""
    for top in {name.split("/")[0] for name in texts}:
        for path in (folder / top).rglob("*"):
            if path.is_file() and str(path.relative_to(folder)) not in texts:
                path.unlink()
    for name, text in texts.items():
        path = folder / name
        if not (path.exists() and path.read_bytes() == text.encode()):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
