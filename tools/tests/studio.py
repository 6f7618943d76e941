#!/usr/bin/env python3
"""The studio's page in a real browser: studio.py STUDIO.html [--browser firefox] [--tapline TAPLINE] [--recordings FOLDER…]
[--pictures FOLDER].

Opened from the disk, headless, in Chromium or Firefox: files dropped, a slider turned, a mistake marked, undo, exports opened again,
settings found, names made of HTML, and nothing asked of the network. --tapline: every variant of the conformance corpus, and every
recording in the folders with the configuration that lies beside it, gives the bytes of `tapline replay` there, and is judged at
least a quarter as fast. --pictures: also how it looks, in both schemes, narrow and wide; Studio.png is that of Documentation."""

import argparse
import json
import pathlib
import re
import subprocess
import tempfile
import time

from browsers import Chromium, Firefox, check, finish, until

parser = argparse.ArgumentParser()
parser.add_argument("page", type=pathlib.Path)
parser.add_argument("--browser", choices=["chromium", "firefox"], default="chromium")
parser.add_argument("--tapline")
parser.add_argument("--recordings", type=pathlib.Path, nargs="*", default=[])
parser.add_argument("--pictures", type=pathlib.Path)
given = parser.parse_args()
Browser = {"chromium": Chromium, "firefox": Firefox}[given.browser]
RIGHT, END, CONTROL = "\ue014", "\ue010", "\ue009"
root = pathlib.Path(__file__).parents[2]

DROP = """
const data = new DataTransfer();
for (const [name, text] of arguments[0]) data.items.add(new File([text], name));
document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
"""
# What a person would see of a slider that is turned.
TURN = """
const slider = document.querySelector(`#sliders input[data-key="${arguments[0]}"]`);
const started = performance.now();
slider.value = arguments[1];
slider.dispatchEvent(new Event("input", { bubbles: true }));
document.getElementById("timeline").getBoundingClientRect();
slider.dispatchEvent(new Event("change", { bubbles: true }));
return performance.now() - started;
"""
# What the page's engine makes of a variant of the corpus.
PLAY = """
const [files, trace, config, texts] = arguments;
const bytes = (text) => new TextEncoder().encode(text);
state.engine.files.clear();
for (const [name, text] of Object.entries(BOARDS)) state.engine.file("boards/" + name, bytes(text));
for (const [name, text] of files) state.engine.file(name, bytes(text));
state.engine.open(trace, bytes(texts[0]));
return state.engine.run(config, texts[1] ?? state.engine.builtIn()).events ?? "";
"""
# How long the page's engine takes from texts to text, ms.
JUDGE = """
const started = performance.now();
state.engine.open("minute.jsonl", new TextEncoder().encode(arguments[0]));
state.engine.run("lamp.yaml", state.yaml, { describe: false });
return performance.now() - started;
"""
CHOOSE = """
const choice = document.getElementById(arguments[0]);
choice.value = arguments[1];
choice.dispatchEvent(new Event("change", { bubbles: true }));
"""


def trace(presses, gap=1_000_000):
    """Taps at one place that last so long each, µs: a trace/1 text, and when each begins and ends."""
    lines = [json.dumps({"tapline": "trace/1", "panel": {"width": 800, "height": 480, "width_mm": 154, "height_mm": 86}})]
    stretches, now = [], 200_000
    for press in presses:
        stretches.append((now, now + press))
        for at in range(0, press, 10_000):
            lines.append(json.dumps({"t": now + at, "c": [[0, 300, 200]]}))
        lines.append(json.dumps({"t": now + press, "c": []}))
        now += press + gap
    return "\n".join(lines) + "\n", stretches


def minute():
    """A minute of a finger that goes round, 100 reports a second, lifted every second."""
    lines = [json.dumps({"tapline": "trace/1", "panel": {"width": 800, "height": 480, "width_mm": 154, "height_mm": 86}})]
    for step in range(6_000):
        down = step % 100 < 70
        lines.append(json.dumps({"t": step * 10_000, "c": [[0, 200 + 4 * (step % 100), 240]] if down else []}))
    return "\n".join(lines) + "\n"


class Page(Browser):
    """The studio's page, from the disk."""

    def __init__(self, scheme="light", width=1280, height=900, downloads=None):
        super().__init__(scheme, width, height, downloads)
        self.open(given.page.resolve().as_uri())
        self.wait(lambda: self.run("return document.body.dataset.ready") == "true")

    def wait(self, holds):
        if not until(holds):
            raise TimeoutError("what the test waits for does not come")

    def drop(self, *files):
        self.run(DROP, files)
        self.wait(lambda: not self.run("return document.body.classList.contains('over')"))
        for name, _ in files:
            if name.endswith(".jsonl"):
                self.wait(lambda: self.text("file").startswith(name) or self.text("message"))
            elif name.endswith(".yaml"):
                self.wait(lambda: self.run("return state.yamlName === arguments[0] || byId('message').textContent !== ''", name))

    def turn(self, key, value):
        return self.run(TURN, key, value)

    def type(self, yaml):
        self.run("byId('yaml').value = arguments[0]; byId('yaml').dispatchEvent(new Event('input'))", yaml)

    def find(self, *thresholds):
        """Searches settings to the end; what was found."""
        self.run("for (const option of byId('findWhat').options) option.selected = arguments[0].includes(option.value)", thresholds)
        self.click("find")
        self.wait(lambda: self.run("return searching === null"))
        return self.text("found")

    def yaml(self):
        return self.run("return state.yaml")

    def recognized(self):
        return self.run("return state.outcome.stretches.filter(recognized).map(s => [s.gesture, s.to])")


CONFIG = "# the lamp\ntapline: config/1\ngestures:\n  - {name: on, kind: tap, maxPress: 200ms}  # short ones\n"


def uses(browser, downloads):
    taps, stretches = trace([80_000, 150_000, 350_000, 400_000])
    browser.drop(("taps.jsonl", taps), ("lamp.yaml", CONFIG))
    browser.wait(lambda: len(browser.recognized()) == 2)
    check(len(browser.recognized()) == 2, "two taps of 80 and 150 ms are shorter than 200 ms")
    browser.turn("maxPress", 380)
    check("1 came, 0 went" in browser.text("changeSummary"), "a slider: what came is said: " + browser.text("changeSummary"))
    check("maxPress: 380ms}  # short ones" in browser.yaml() and "# the lamp" in browser.yaml(), "the text has the slider's value, and its comments")
    browser.turn("maxPress", 100)
    check("1 went" in browser.text("changeSummary"), "what went is said: " + browser.text("changeSummary"))
    browser.click("undo")
    browser.click("undo")
    check(browser.yaml() == CONFIG and "Nothing" in browser.text("changeSummary"), "undo: the text is as it was, and so is what it does")

    browser.type(CONFIG.replace("200ms", "200pt"))
    error = browser.text("errors")
    check("lamp.yaml:4:" in error and "350ms" in error, "a mistake: " + error)
    check(browser.run("return document.querySelector('#gutter b').textContent") == "4", "its line is marked")
    check(len(browser.recognized()) == 2, "what was judged last stays on the screen")
    browser.type(CONFIG)
    check(not browser.text("errors"), "put right, nothing is marked any more")

    exports(browser, downloads, taps)
    labels(browser, stretches)
    two_thresholds(browser)


def saved(downloads, name):
    """What the browser has saved under this name, and no longer writes."""
    place = downloads / name
    end = time.monotonic() + 30
    while not (place.exists() and place.stat().st_size) and time.monotonic() < end:
        time.sleep(0.05)
    return place.read_text()


def exports(browser, downloads, taps):
    before = browser.recognized()
    for what in ("yaml", "trace", "picture", "case"):
        browser.run(CHOOSE, "save", what)
        if what == "yaml":
            yaml = saved(downloads, "lamp.yaml")
    check(yaml == CONFIG, "the configuration is saved as it stands, comments too")
    recording = saved(downloads, "taps.trace.jsonl")
    check(recording == taps, "the recording is saved as it was opened")
    check(saved(downloads, "taps.svg").startswith("<svg"), "a picture is saved")
    check('"gesture":"on","state":"ended","kind":"tap"' in saved(downloads, "taps.expect.jsonl"), "a conformance case is saved")
    browser.drop(("taps.trace.jsonl", recording), ("lamp.yaml", yaml))
    browser.wait(lambda: browser.text("file").startswith("taps.trace.jsonl"))
    check(browser.recognized() == before, "what was saved, opened again, gives the same")


def labels(browser, stretches):
    browser.run("state.labels = arguments[0]; show()",
                [{"what": "on" if index < 3 else "nothing", "from": a, "to": b + 50_000} for index, (a, b) in enumerate(stretches)])
    check("3 of 4" in browser.text("score"), "the score by label: " + browser.text("score"))
    found = browser.find("0 maxPress")
    check("4 of 4 right" in found, "find settings: " + found.replace("\n", " "))
    browser.click("useFound")
    chosen = float(browser.run("return state.outcome.about.gestures[0].given.maxPress").removesuffix("ms"))
    check(350 <= chosen <= 400, f"the threshold that was planted between 350 and 400 ms is found: {chosen} ms")
    check("4 of 4" in browser.text("score"), "and all labels are right then")


def two_thresholds(browser):
    """Presses of 80 and 350 ms are taps, one of 500 ms is nothing, one of 900 ms is a long press: neither threshold alone does that."""
    presses, stretches = trace([80_000, 350_000, 500_000, 900_000])
    browser.drop(("presses.jsonl", presses), ("lamp.yaml", CONFIG + "  - {name: hold, kind: longPress, minimumPressDuration: 400ms}\n"))
    browser.wait(lambda: "hold" in dict(browser.recognized()))
    browser.run("state.labels = arguments[0]; show()", [{"what": what, "from": a, "to": b + 50_000}
                                                        for what, (a, b) in zip(("on", "on", "nothing", "hold"), stretches)])
    for alone in (["0 maxPress"], ["1 minimumPressDuration"]):
        found = browser.find(*alone)
        check("3 of 4 right" in found, f"{alone[0]} alone: " + found.replace("\n", " "))
    found = browser.find("0 maxPress", "1 minimumPressDuration")
    check("4 of 4 right" in found, "both: " + found.replace("\n", " "))
    before = browser.yaml()
    browser.click("useFound")
    press, hold = (float(browser.run("return state.outcome.about.gestures[arguments[0]].given[arguments[1]]", *each).removesuffix("ms"))
                   for each in ((0, "maxPress"), (1, "minimumPressDuration")))
    check(350 <= press <= 500 <= hold <= 900, f"both thresholds are found between the presses: {press} and {hold} ms")
    browser.click("undo")
    check(browser.yaml() == before, "one undo takes both back")
    browser.click("redo")
    check("4 of 4" in browser.text("score"), "and all labels are right then, too")


def keys(browser):
    browser.run("moveTo(0); byId('timeline').focus()")
    before = browser.run("return state.view[1] - state.view[0]")
    browser.keys("timeline", RIGHT, RIGHT, "+")
    check(browser.run("return state.time") > 0, "arrow keys move in time")
    check(browser.run("return state.view[1] - state.view[0]") < before, "plus zooms")
    browser.keys("timeline", END)
    check(browser.run("return state.time === state.recording.about.end"), "End goes to the end")
    before = browser.yaml()
    browser.keys("yaml", "#")
    check(browser.yaml() != before, "what is typed counts")
    browser.keys("yaml", CONTROL, "z")
    check(browser.yaml() == before, "Ctrl+Z takes it back")


def others(browser):
    """A press of 1 s, as evemu-record writes it."""
    lines = ["# EVEMU 1.3", "N: panel", "A: 35 0 799 0 0 8", "A: 36 0 479 0 0 8"]
    for second, events in ((1, [(0x39, 7), (0x35, 100), (0x36, 50)]), (2, [(0x39, -1)])):
        lines += [f"E: {second}.000000 0003 {code:04x} {value}" for code, value in events] + [f"E: {second}.000000 0000 0000 0"]
    browser.drop(("press.evemu", "\n".join(lines) + "\n"), ("press.yaml", "tapline: config/1\ngestures:\n  - {name: hold, kind: longPress}\n"))
    browser.wait(lambda: browser.run("return state.yamlName") == "press.yaml")
    browser.wait(lambda: browser.recognized())
    check([name for name, _ in browser.recognized()] == ["hold"], "an evemu file: a press of a second is held")


def attacks(browser):
    evil = "<img src=x onerror=alert(1)>"
    taps, _ = trace([80_000])
    yaml = ("tapline: config/1\nzones:\n  - {name: '<script>alert(2)</script>', rect: [0%, 0%, 50%, 100%]}\n"
            f"gestures:\n  - {{name: '{evil}', kind: tap}}\noutputs:\n  - {{on: '{evil}', line: '<b>x</b>', pulse: 100ms}}\n")
    browser.drop((evil + ".jsonl", taps), ("evil.yaml", yaml))
    browser.wait(lambda: browser.run("return state.yamlName") == "evil.yaml")
    check(browser.run("return state.outcome.about.gestures[0].name") == evil, "a gesture may be called " + evil)
    check(browser.run("return document.querySelectorAll('img, svg script, b[onclick], main script').length") == 0, "and no element comes of it")
    browser.drop(("bad.jsonl", '{"tapline":"trace/1","panel":{"width":8,"height":8}}\n{"t":-1}\n'))
    check("bad.jsonl:2:" in browser.text("message"), "a bad recording: " + browser.text("message"))
    browser.drop(("bus.jsonl", '{"tapline":"bus/1","chip":"gt911","address":"0x5d","board":"<b>x"}\n'))
    browser.wait(lambda: "unknown board" in browser.text("message"))
    check("bus.jsonl:1: unknown board '<b>x'" in browser.text("message"), "a recording of a board that is not known: " + browser.text("message"))
    kept = browser.yaml()
    browser.run("state.engine.call = new Proxy({}, { get: () => () => { throw new WebAssembly.RuntimeError('unreachable') } }); judge(); show()")
    check("started again" in browser.text("message") and browser.yaml() == kept, "an engine that traps is made anew, and the text is kept")
    browser.run("judge(); show()")
    check(browser.yaml() == kept and len(browser.recognized()) == 1, "and it works again")
    browser.run("const s = document.createElement('script'); s.textContent = 'window.hit = 1'; document.body.append(s)")
    check(browser.run("return window.hit") is None, "the policy refuses a script that is not the page's")


def speed(browser):
    browser.drop(("minute.jsonl", minute()), ("lamp.yaml", CONFIG + "  - {name: drag, kind: pan}\n"))
    browser.wait(lambda: browser.text("file").startswith("minute.jsonl"))
    times = sorted(browser.turn("maxPress", value) for value in (150, 300, 450, 600, 750))
    print(f"        a slider on a minute of 100 reports a second: {times[2]:.0f} ms to the difference on the screen (median of 5)")
    if given.tapline:
        beside_replay(browser)


def beside_replay(browser):
    """Reports a second, texts in and texts out, in the same run as `tapline replay`: the slower of the two by four at most."""
    with tempfile.TemporaryDirectory() as folder:
        trace, config = pathlib.Path(folder, "minute.jsonl"), pathlib.Path(folder, "lamp.yaml")
        trace.write_text(minute())
        config.write_text(browser.yaml())
        page_took, replay_took = [], []
        for _ in range(5):
            page_took.append(browser.run(JUDGE, minute()))
            started = time.monotonic()
            subprocess.run([given.tapline, "replay", "--explain", "--config", config, trace], stdout=subprocess.DEVNULL, check=True)
            replay_took.append((time.monotonic() - started) * 1000)
    ours, theirs = 6_000 / min(page_took) * 1000, 6_000 / min(replay_took) * 1000
    check(ours >= theirs / 4, f"{ours:.0f} reports a second are judged, by replay {theirs:.0f}: at least a quarter")


def start(browser):
    """From the address to a page that shows its panel and waits for files; the best of three, whatever else runs here."""
    took = []
    for _ in range(3):
        browser.open(given.page.resolve().as_uri())
        browser.wait(lambda: browser.run("return document.body.dataset.ready") == "true")
        took.append(browser.run("return performance.getEntriesByName('ready')[0].startTime"))
        check(browser.run("return document.querySelectorAll('#panel rect').length") > 0, "the first picture has a panel")
    check(min(took) < 1000, f"it is there within a second: {min(took):.0f} ms")


def plays():
    """Recordings, their configurations (None: the built-in one), and the files that these name."""
    for expected in sorted((root / "Tests/Conformance").glob("*/*.expect.jsonl")):
        header = json.loads(expected.open().readline())
        if "trace" in header:
            yield (expected.parent / header["trace"], expected.parent / header["config"],
                   [file for file in expected.parent.iterdir() if re.fullmatch(r"[^.]*\.(json|yaml)", file.name)])
    for folder in given.recordings:
        for trace in sorted(folder.rglob("*.jsonl")):
            if trace.read_text()[:200].lstrip().startswith(('{"tapline":"trace/1"', '{"tapline":"bus/1"')):
                config = trace.with_suffix(".yaml")
                yield trace, config if config.exists() else None, []


def corpus(browser):
    different, count = [], 0
    for trace, config, files in plays():
        files = [[file.name, file.read_text()] for file in files]
        page_has = browser.run(PLAY, files, str(trace), str(config), [trace.read_text(), config and config.read_text()])
        replay = subprocess.run([given.tapline, "replay", "--explain", *(["--config", config] if config else []), trace],
                                capture_output=True, text=True, check=False)
        count += 1
        if page_has != replay.stdout:
            different.append(str(trace))
    check(count > 50 and not different, f"{count} variants of the corpus and recordings give the bytes of replay in the browser; others: {different}")


def looks():
    demo, pictures = (root / "tools/firmware/gestures.jsonl").read_text(), given.pictures
    pictures.mkdir(parents=True, exist_ok=True)
    for scheme in ("light", "dark"):
        for width in (380, 1600):
            browser = Page(scheme, width, 1000)
            browser.drop(("gestures.jsonl", demo))
            browser.run("moveTo(state.outcome.stretches.filter(recognized)[0].to); byId('gesture').value = '0'")
            browser.turn("maxPress", 60)
            height = browser.run("return document.documentElement.scrollHeight")
            check(browser.run("return document.documentElement.scrollWidth") <= width, f"{width} px are enough, {scheme}")
            browser.resize(width, height)
            browser.run("show()")
            browser.picture(pictures / f"studio-{width}-{scheme}.png")
            browser.quit()
    browser = Page("light", 1280, 900)
    browser.drop(("gestures.jsonl", demo))
    browser.run("moveTo(3_600_000); byId('gesture').value = arguments[0]; state.gesture = Number(arguments[0]); byId('curve').value = 'travel'; show()", "5")
    browser.turn("slop", 60)
    browser.picture(pictures / "Studio.png")
    browser.quit()


def main():
    with tempfile.TemporaryDirectory() as folder:
        downloads = pathlib.Path(folder)
        browser = Page(downloads=downloads)
        try:
            uses(browser, downloads)
            check(not browser.complaints(), f"the browser complains of nothing: {browser.complaints()}")
            keys(browser)
            others(browser)
            attacks(browser)
            speed(browser)
            start(browser)
            if given.tapline:
                corpus(browser)
            unnamed = browser.run("return [...document.querySelectorAll('button, input, select, textarea')].filter(e => "
                                  "!e.getAttribute('aria-label') && !e.textContent.trim() && !e.labels?.length).map(e => e.outerHTML)")
            check(not unnamed, f"everything to press has a name: {unnamed}")
            asked = browser.run("return performance.getEntriesByType('resource').map(e => e.name).filter(n => !n.startsWith('blob:'))")
            check(not asked, f"nothing is asked of the network: {asked}")
        finally:
            browser.quit()
    if given.pictures:
        looks()
    finish("the page does what it says")


main()
