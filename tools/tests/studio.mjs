// The page's engine beside `tapline replay`: node studio.mjs STUDIO.html TAPLINE MADE [RECORDINGS…]
//
// Every variant of the conformance corpus, the mix, and every recording must give the same events, byte by byte. A recording in
// FOLDER/x.jsonl is played through FOLDER/x.yaml, or else the built-in configuration. MADE is a folder for recordings that are made
// here: of chips' wires, of motion, of a device that is turned. Bytes that are no recording, no configuration, no gesture must be
// refused, and leave the engine at work.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import vm from "node:vm";
import zlib from "node:zlib";

const [page, tapline, made, ...recordings] = process.argv.slice(2);
const text = fs.readFileSync(page, "utf8");
const wasm = zlib.gunzipSync(Buffer.from(/\nstart\("([A-Za-z0-9+/=]+)"\);/.exec(text)[1], "base64"));
const script = /<script>([\s\S]*)<\/script>/.exec(text)[1].replace(/\nstart\([\s\S]*$/, "");
const inPage = vm.createContext({ WebAssembly, TextEncoder, TextDecoder, Uint8Array, console });
vm.runInContext(script + "\nthis.Engine = Engine; this.traceOf = traceOf; this.kindOf = kindOf;"
  + "this.boards = BOARDS; this.shown = (engine, name, text) => Object.assign(state, { engine }) && (openRecording(name, text), state.recording);"
  + "this.expectationOf = (engine, name, text, yaml) => Object.assign(state, { engine, yaml, recording: { name, text, fingers: text } }) && expectation();", inPage);
const engine = await inPage.Engine.make(wasm);
const bytesOf = (text) => new TextEncoder().encode(text);
const giveBoards = () => Object.entries(inPage.boards).forEach(([name, text]) => engine.file(`boards/${name}`, bytesOf(text)));
const builtIn = engine.builtIn();

let [compared, failures, reports] = [0, 0, 0];
const spent = { page: 0, replay: 0 };

function check(holds, what) {
  if (holds) return;
  failures += 1;
  console.log(`FAILED ${what}`);
}

function replay(trace, config, ...options) {
  if (config) options.push("--config", config);
  const started = process.hrtime.bigint();
  const lines = execFileSync(tapline, ["replay", "--explain", ...options, trace], { encoding: "utf8", maxBuffer: 1 << 30 });
  spent.replay += Number(process.hrtime.bigint() - started) / 1e6;
  return lines;
}

/** As the page judges, and with everything that can be told of touches. Returns the events. */
function compare(trace, config = configOf(trace)) {
  const bytes = fs.readFileSync(trace);
  const [name, yaml] = [config ?? "built-in.yaml", config ? fs.readFileSync(config, "utf8") : builtIn];
  const started = process.hrtime.bigint();
  let [about, run, whole] = [{ count: 0 }, {}, {}];
  try {
    about = engine.open(trace, bytes);
    run = engine.run(name, yaml, { describe: false });
    spent.page += Number(process.hrtime.bigint() - started) / 1e6;
    whole = engine.run(name, yaml, { describe: false, touches: true, streams: true });
  } catch (error) {
    check(false, `${trace}: ${error.message}`);
  }
  compared += 1;
  reports += about.count;
  const what = `${trace} with ${config ?? "the built-in configuration"}`;
  check(!run.errors && run.events === replay(trace, config), what);
  const before = spent.replay;
  check(whole.events === replay(trace, config, "--touches", "--streams"), `${what}: touches`);
  spent.replay = before;
  return run.events ?? "";
}

/** The configuration beside a recording; undefined: there is none. */
function configOf(trace) {
  const config = path.join(path.dirname(trace), path.basename(trace, ".jsonl") + ".yaml");
  return fs.existsSync(config) ? config : undefined;
}

function conformance(folder) {
  for (const name of fs.readdirSync(folder).sort()) {
    const place = path.join(folder, name);
    if (!fs.statSync(place).isDirectory()) continue;
    engine.files.clear();
    giveBoards();
    for (const file of fs.readdirSync(place)) {
      if (/^[^.]*\.(json|yaml)$/.test(file)) engine.file(file, fs.readFileSync(path.join(place, file)));
    }
    for (const file of fs.readdirSync(place)) {
      if (!file.endsWith(".expect.jsonl")) continue;
      const header = JSON.parse(fs.readFileSync(path.join(place, file), "utf8").split("\n")[0]);
      const config = path.join(place, header.config);
      if (header.trace) compare(path.join(place, header.trace), config);
      else refused(config);
    }
  }
}

/** What `check` says of a configuration is what the page says. */
function refused(config) {
  const run = engine.run(config, fs.readFileSync(config, "utf8"));
  let said = "";
  try {
    execFileSync(tapline, ["replay", "--config", config, "tools/firmware/gestures.jsonl"], { encoding: "utf8", stdio: "pipe" });
  } catch (error) {
    said = error.stderr.trim().replace(/^tapline: /, "");
  }
  compared += 1;
  check(run.errors?.map((error) => error.text).join("\n") === said, `${config}: the page says ${JSON.stringify(run.errors)}, replay ${said}`);
}

function* traces(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* traces(place);
    else if (/\.jsonl$/.test(entry.name) && ["trace", "bus"].includes(inPage.kindOf(fs.readFileSync(place, "utf8")))) yield place;
  }
}

/** Bytes that follow from a seed. */
function* random(seed) {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state >>> 24;
  }
}

function hostile(seed) {
  const numbers = random(seed);
  const next = (most) => ((numbers.next().value << 8) | numbers.next().value) % most;
  const trace = fs.readFileSync("tools/firmware/gestures.jsonl");
  const wires = Buffer.from(fs.readFileSync(path.join(made, "wires.jsonl")).subarray(0, 2000));
  const yaml = Buffer.from(builtIn);
  for (let round = 0; round < 2000; round++) {
    const [what, of] = [["configuration", yaml], ["recording", trace.subarray(0, 2000)], ["configuration", yaml], ["recording", wires]][round % 4];
    const bytes = Uint8Array.from(of);
    for (let i = 0; i < 1 + next(6); i++) bytes[next(bytes.length)] = next(256);
    const cut = bytes.subarray(0, next(8) ? bytes.length : next(bytes.length));
    const restarts = engine.restarts ?? 0;
    try {
      if (what === "recording") engine.open("a", cut);
      else engine.run("a", cut);
    } catch (error) {
      check(error.constructor.name === "RecordingError", `seed ${seed}, round ${round}: ${error.message}`);
    }
    check((engine.restarts ?? 0) === restarts, `seed ${seed}, round ${round}: the engine stopped`);
  }
  for (const [gesture, key, value] of [[-1, "a", "1"], [999, "a", "1"], [0, "", ""], [0, "a.b.c", "{"], [0, "maxPress", "1ms, x: 2"], [2 ** 31, "a", "b"]]) {
    check(engine.set(gesture, key, value, builtIn) === null, `set ${gesture} ${key} ${value} must be refused`);
  }
}

/** A recording that is made here, and compared: its events. */
function makeAndCompare(name, lines, config) {
  fs.mkdirSync(made, { recursive: true });
  const trace = path.join(made, `${name}.jsonl`);
  fs.writeFileSync(trace, lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)) + "\n").join(""));
  if (config) fs.writeFileSync(trace.replace(/\.jsonl$/, ".yaml"), config);
  return compare(trace);
}

const PANEL = { tapline: "trace/1", panel: { width: 800, height: 480 } };

/** A recording of a board that is mounted upside down: its fingers are turned, in the events and as they are shown. */
function upsideDown() {
  const lines = [{ ...PANEL, board: "Raspberry Pi Touch Display" }];
  for (let i = 0; i <= 20; i++) lines.push({ t: i * 10_000, c: [[0, 200 + 15 * i, 100]] });
  lines.push({ t: 210_000, c: [] });
  const events = makeAndCompare("upside-down", lines, "tapline: config/1\ngestures:\n  - {name: go, kind: swipe}\n");
  check(events.includes('"direction":"left"'), "the finger of a board upside down goes the other way");
  const shown = inPage.shown(engine, "a", fs.readFileSync(path.join(made, "upside-down.jsonl"), "utf8"));
  const [, x, y] = JSON.parse(shown.fingers.split("\n")[1]).c[0];
  check(Math.abs(x - 599) < 0.01 && Math.abs(y - 379) < 0.01, `and is shown where it was, not at ${x}, ${y}`);
}

/** A device that is shaken, while a finger taps. */
function motion() {
  const lines = [PANEL];
  for (let t = 0; t < 3_000_000; t += 10_000) {
    const isShaken = t > 1_000_000 && t < 2_000_000;
    lines.push({ t, a: [isShaken ? 3 * Math.sin(t / 30_000) : 0, 0, 1] });
    if (t < 100_000) lines.push({ t, c: [[0, 100, 100]] });
    if (t === 100_000) lines.push({ t, c: [] });
  }
  const events = makeAndCompare("shaken", lines,
    "tapline: config/1\ngestures:\n  - {name: select, kind: tap}\nmotion:\n  - {name: shaken, kind: shake}\n");
  check(events.includes('"shaken"'), "the shake is told");
}

/** A device that is turned, and turned back, with a finger that goes the same way on its glass each time. */
function turned() {
  const lines = [PANEL];
  for (let t = 0; t < 9_000_000; t += 20_000) {
    const second = t / 1e6;
    lines.push({ t, a: second > 3 && second < 6 ? [1, 0, 0] : [0, 1, 0] });
    const along = t % 3_000_000 - 2_000_000;
    if (along >= 0 && along < 200_000) lines.push({ t, c: [[0, 200 + along / 500, 100]] });
    if (along === 200_000) lines.push({ t, c: [] });
  }
  const config = "tapline: config/1\noptions: {orientation: follow}\nzones:\n  - {name: top, rect: [0%, 0%, 100%, 50%]}\n"
    + "gestures:\n  - {name: wipe, kind: swipe, zone: top}\n  - {name: drag, kind: pan}\noutputs:\n  - {on: touches, zone: top, line: GPIO5, hold: true}\n";
  const events = makeAndCompare("turned", lines, config);
  const greetings = events.split("\n").filter((line) => line.startsWith('{"tapline"')).length;
  check(greetings === 3, `turned and turned back, the panel is greeted anew: ${greetings}`);
  const { about } = engine.run("a", config);
  check(about.turns.map(([, way]) => way).join() === "3,0" || about.turns.map(([, way]) => way).join() === "1,0", `the turns: ${JSON.stringify(about.turns)}`);
  check(about.ways.length === 4 && new Set(about.ways.map((way) => way.place.join())).size === 4, "four ways to hold it");
}

const hex = (...bytes) => bytes.map((byte) => (byte & 255).toString(16).padStart(2, "0")).join("");

/** The fingers of a recording as they go over the wires of a GT911: an interrupt, the status, the records, the acknowledge. */
function wiresOf(text, head) {
  const lines = [{ tapline: "bus/1", chip: "gt911", address: "0x5d", ...head }];
  for (const line of text.trim().split("\n").slice(1)) {
    const { t, c } = JSON.parse(line);
    if (!c) continue;
    const records = c.map(([id, x, y]) => hex(id, x, x >> 8, y, y >> 8, 30, 0, 0)).join("");
    lines.push({ t, int: 0 }, { t: t + 50, w: "814e", r: hex(0x80 | c.length) });
    if (records) lines.push({ t: t + 400, w: "814f", r: records });
    lines.push({ t: t + 900, w: "814e00" });
  }
  return lines;
}

/** Recordings of chips' wires, with and without a board; a board that turns its panel; those that cannot be played. */
function wires() {
  const text = fs.readFileSync("tools/firmware/gestures.jsonl", "utf8");
  const events = makeAndCompare("wires", wiresOf(text));
  check(/"kind":"swipe"/.test(events) && /"kind":"pinch"/.test(events), "of wires gestures are recognized");
  const upright = text.replace(/\[(\d+),(\d+),(\d+)\]/g, (_, id, x, y) => `[${id},${Math.floor(y / 1.01)},${x}]`);
  const onBoard = makeAndCompare("wires-of-a-board", wiresOf(upright, { board: "hyperpixel4" }));
  check(onBoard.includes('"board":"HyperPixel 4"') && /"kind":"swipe"/.test(onBoard), "and of a board's");
  const about = engine.open("a", fs.readFileSync(path.join(made, "wires-of-a-board.jsonl")));
  check(about.width === 800 && about.height === 480 && about.isBus, `its panel lies as the board says: ${JSON.stringify(about)}`);
  const shown = inPage.shown(engine, "a", fs.readFileSync(path.join(made, "wires.jsonl"), "utf8"));
  check(shown.reports.length > 100 && shown.reports[0].c.join() === "0,200,150", `its fingers are shown: ${shown.reports[0]?.c}`);
  const recordings = "Tests/Fuzz/corpus/bus";
  for (const seed of fs.readdirSync(recordings).filter((name) => name.startsWith("seed-"))) compare(path.join(recordings, seed));
  for (const [head, wanted] of [[{ chip: "nosuch" }, "'nosuch'"], [{ board: "no-such" }, "'no-such.yaml'"], [{ board: "pi-touch-display-1" }, "has a"]]) {
    let said = "";
    try {
      engine.open("a.jsonl", bytesOf(wiresOf(text, head).map((line) => JSON.stringify(line)).join("\n")));
    } catch (error) {
      said = error.message;
    }
    check(said.startsWith("a.jsonl:1: ") && said.includes(wanted), `${JSON.stringify(head)} is refused: ${said}`);
  }
}

/** What the page saves as a case is one: `tapline conform` passes it, and fails it where a threshold is another. */
function conformanceCase() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "studio-"));
  const place = path.join(folder, "01-saved");
  fs.mkdirSync(place);
  fs.copyFileSync("tools/firmware/gestures.jsonl", path.join(place, "fingers.trace.jsonl"));
  fs.writeFileSync(path.join(place, "fingers.expect.jsonl"),
    inPage.expectationOf(engine, "fingers.jsonl", fs.readFileSync("tools/firmware/gestures.jsonl", "utf8"), builtIn));
  const conforms = (yaml) => {
    fs.writeFileSync(path.join(place, "config.yaml"), yaml);
    try {
      execFileSync(tapline, ["conform", folder], { encoding: "utf8", stdio: "pipe" });
      return "";
    } catch (error) {
      return error.stdout + error.stderr;
    }
  };
  check(conforms(builtIn) === "", `a saved case conforms: ${conforms(builtIn)}`);
  check(conforms(engine.set(0, "maxPress", "60ms", builtIn)).includes("tap"), "a saved case fails where a threshold is another");
  fs.rmSync(folder, { recursive: true });
}

/** Setting a parameter changes its value and nothing else. */
function edits() {
  const before = "# ours\ntapline: config/1\ngestures:\n  - {name: a, kind: tap}  # quick\n  - name: b # below\n    kind: pan\n    slop: {pan: 5pt}\n";
  const after = [[0, "maxPress", "300ms", "kind: tap, maxPress: 300ms}  # quick"], [1, "slop.pan", "7pt", "slop: {pan: 7pt}"]];
  for (const [gesture, key, value, wanted] of after) {
    const edited = engine.set(gesture, key, value, before);
    check(edited?.includes(wanted) && edited.includes("# ours") && edited.includes("# below"), `set ${key}: ${edited}`);
  }
}

/** The same fingers as evemu, getevent and trace/1. */
function importsOfOthers() {
  const evemu = "# EVEMU 1.3\nN: panel\nA: 35 0 799 0 0 8\nA: 36 0 479 0 0 8\n"
    + "E: 1.000000 0003 002f 0000\nE: 1.000000 0003 0039 0007\nE: 1.000000 0003 0035 0100\nE: 1.000000 0003 0036 0050\nE: 1.000000 0000 0000 0000\n"
    + "E: 1.050000 0003 0039 -001\nE: 1.050000 0000 0000 0000\n";
  const wanted = '{"tapline":"trace/1","panel":{"width":800,"height":480,"width_mm":100,"height_mm":60}}\n{"t":0,"c":[[0,100,50]]}\n{"t":50000,"c":[]}\n';
  check(inPage.kindOf(evemu) === "evemu" && inPage.traceOf(evemu) === wanted, `evemu: ${inPage.traceOf(evemu)}`);
  const getevent = "[   12.000000] EV_ABS       ABS_MT_TRACKING_ID   00000007\n[   12.000000] EV_ABS       ABS_MT_POSITION_X    00000064\n"
    + "[   12.000000] EV_ABS       ABS_MT_POSITION_Y    00000032\n[   12.000000] EV_SYN       SYN_REPORT           00000000\n"
    + "[   12.050000] EV_ABS       ABS_MT_TRACKING_ID   ffffffff\n[   12.050000] EV_SYN       SYN_REPORT           00000000\n";
  const got = inPage.traceOf(getevent).split("\n").slice(1).join("\n");
  check(inPage.kindOf(getevent) === "getevent" && got === wanted.split("\n").slice(1).join("\n"), `getevent: ${got}`);
}

conformance("Tests/Conformance");
engine.files.clear();
engine.restart();
giveBoards();
for (const folder of recordings) for (const trace of traces(folder)) compare(trace);
motion();
turned();
upsideDown();
wires();
conformanceCase();
edits();
importsOfOthers();
hostile(20251125);
console.log(`${compared} compared, ${reports} reports; the page's engine ${spent.page.toFixed(0)} ms, tapline replay ${spent.replay.toFixed(0)} ms with its start`);
console.log(failures ? `${failures} failed` : "the same events, byte by byte");
process.exit(failures ? 1 : 0);
