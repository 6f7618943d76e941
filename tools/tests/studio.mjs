// The page's engine beside `tapline replay`: node studio.mjs STUDIO.html TAPLINE [RECORDINGS]
//
// Every variant of the conformance corpus, the mix, and every recording must give the same events, byte by byte. Bytes that are no
// recording, no configuration, no gesture must be refused, and leave the engine at work.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import vm from "node:vm";
import zlib from "node:zlib";

const [page, tapline, ...recordings] = process.argv.slice(2);
const text = fs.readFileSync(page, "utf8");
const wasm = zlib.gunzipSync(Buffer.from(/\nstart\("([A-Za-z0-9+/=]+)"\);/.exec(text)[1], "base64"));
const script = /<script>([\s\S]*)<\/script>/.exec(text)[1].replace(/\nstart\([\s\S]*$/, "");
const inPage = vm.createContext({ WebAssembly, TextEncoder, TextDecoder, Uint8Array, console });
vm.runInContext(script + "\nthis.Engine = Engine; this.traceOf = traceOf; this.kindOf = kindOf;"
  + "this.expectationOf = (engine, name, yaml) => Object.assign(state, { engine, yaml, recording: { name } }) && expectation();", inPage);
const engine = await inPage.Engine.make(wasm);
const builtIn = engine.builtIn();

let [compared, failures, reports] = [0, 0, 0];
const spent = { page: 0, replay: 0 };

function check(holds, what) {
  if (holds) return;
  failures += 1;
  console.log(`FAILED ${what}`);
}

/** All but the greeting, which names the configuration's digest. */
function replay(trace, config) {
  const options = config ? ["--config", config] : [];
  const started = process.hrtime.bigint();
  const lines = execFileSync(tapline, ["replay", "--explain", ...options, trace], { encoding: "utf8", maxBuffer: 1 << 30 });
  spent.replay += Number(process.hrtime.bigint() - started) / 1e6;
  return lines.slice(lines.indexOf("\n") + 1);
}

function compare(trace, config) {
  const bytes = fs.readFileSync(trace);
  const started = process.hrtime.bigint();
  let [about, run] = [{ count: 0 }, {}];
  try {
    about = engine.open(trace, bytes);
    run = engine.run(config ?? "built-in.yaml", config ? fs.readFileSync(config, "utf8") : builtIn, { describe: false });
  } catch (error) {
    check(false, `${trace}: ${error.message}`);
  }
  spent.page += Number(process.hrtime.bigint() - started) / 1e6;
  compared += 1;
  reports += about.count;
  check(!run.errors && run.events === replay(trace, config), `${trace} with ${config ?? "the built-in configuration"}`);
}

function conformance(folder) {
  for (const name of fs.readdirSync(folder).sort()) {
    const place = path.join(folder, name);
    if (!fs.statSync(place).isDirectory()) continue;
    engine.files.clear();
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
    else if (/\.jsonl$/.test(entry.name) && inPage.kindOf(fs.readFileSync(place, "utf8")) === "trace") yield place;
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
  const yaml = Buffer.from(builtIn);
  for (let round = 0; round < 2000; round++) {
    const [what, of] = round % 2 ? ["recording", trace.subarray(0, 2000)] : ["configuration", yaml];
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

/** A device that is shaken, while a finger taps. */
function motion() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "studio-"));
  const [trace, config] = [path.join(folder, "shaken.jsonl"), path.join(folder, "shake.yaml")];
  const lines = ['{"tapline":"trace/1","panel":{"width":800,"height":480}}'];
  for (let t = 0; t < 3_000_000; t += 10_000) {
    const isShaken = t > 1_000_000 && t < 2_000_000;
    lines.push(JSON.stringify({ t, a: [isShaken ? 3 * Math.sin(t / 30_000) : 0, 0, 1] }));
    if (t < 100_000) lines.push(JSON.stringify({ t, c: [[0, 100, 100]] }));
    if (t === 100_000) lines.push(JSON.stringify({ t, c: [] }));
  }
  fs.writeFileSync(trace, lines.join("\n") + "\n");
  fs.writeFileSync(config, "tapline: config/1\ngestures:\n  - {name: select, kind: tap}\nmotion:\n  - {name: shaken, kind: shake}\n");
  compare(trace, config);
  check(engine.run("a", fs.readFileSync(config, "utf8")).events.includes('"shaken"'), "the shake is told");
  fs.rmSync(folder, { recursive: true });
}

/** What the page saves as a case is one: `tapline conform` passes it, and fails it where a threshold is another. */
function conformanceCase() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "studio-"));
  const place = path.join(folder, "01-saved");
  fs.mkdirSync(place);
  fs.copyFileSync("tools/firmware/gestures.jsonl", path.join(place, "fingers.trace.jsonl"));
  engine.open("fingers.jsonl", fs.readFileSync("tools/firmware/gestures.jsonl"));
  fs.writeFileSync(path.join(place, "fingers.expect.jsonl"), inPage.expectationOf(engine, "fingers.jsonl", builtIn));
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
for (const folder of recordings) {
  for (const trace of traces(folder)) compare(trace, trace.endsWith("/mix.jsonl") ? "tools/bench/mix.yaml" : undefined);
}
motion();
conformanceCase();
edits();
importsOfOthers();
hostile(20251125);
console.log(`${compared} compared, ${reports} reports; the page's engine ${spent.page.toFixed(0)} ms, tapline replay ${spent.replay.toFixed(0)} ms with its start`);
console.log(failures ? `${failures} failed` : "the same events, byte by byte");
process.exit(failures ? 1 : 0);
