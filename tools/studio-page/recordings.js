// Recordings of other tools become trace/1: `evemu-record` and `getevent -lt`, `getevent -t`.

const CODES = { ABS_MT_SLOT: 0x2f, ABS_MT_TRACKING_ID: 0x39, ABS_MT_POSITION_X: 0x35, ABS_MT_POSITION_Y: 0x36,
  ABS_MT_PRESSURE: 0x3a, SYN_REPORT: 0, EV_SYN: 0, EV_ABS: 3 };
const NAMES_OF_TYPES = { EV_SYN: 0, EV_KEY: 1, EV_REL: 2, EV_ABS: 3, EV_MSC: 4 };

/** What kind of file a text is: trace, bus, evemu, getevent, stroke, board, yaml. */
function kindOf(text) {
  const start = text.slice(0, 4000);
  const format = /^\uFEFF?\s*\{\s*"tapline"\s*:\s*"(\w+)\/1"/.exec(start);
  if (format) return format[1];
  if (/^# EVEMU|^E: \d+\.\d+ [0-9a-f]{4} [0-9a-f]{4}/m.test(start)) return "evemu";
  if (/^\[\s*\d+\.\d+\]\s+(\/dev\/input\/event\d+: )?[0-9A-Za-z_]{4,}\s+[0-9A-Za-z_]{4,}\s/m.test(start)) return "getevent";
  if (/^\s*\{?\s*tapline\s*:\s*board\/1/m.test(start)) return "board";
  if (/^\s*\{?\s*tapline\s*:/m.test(start)) return "yaml";
  return "other";
}

/** Lines `{time, type, code, value}` of an evemu or getevent text, time in µs. */
function* inputEvents(text) {
  for (const line of text.split("\n")) {
    let found = /^E: (\d+)\.(\d{6}) ([0-9a-f]{4}) ([0-9a-f]{4}) (-?\d+)/.exec(line);
    if (found) {
      yield { time: Number(found[1]) * 1e6 + Number(found[2]), type: parseInt(found[3], 16), code: parseInt(found[4], 16),
        value: Number(found[5]) };
      continue;
    }
    found = /^\[\s*(\d+)\.(\d+)\]\s+(?:\/dev\/input\/event\d+: )?(\w+)\s+(\w+)\s+(\w+)/.exec(line);
    if (!found) continue;
    const micros = Number(found[2].padEnd(6, "0").slice(0, 6));
    const type = NAMES_OF_TYPES[found[3]] ?? parseInt(found[3], 16);
    const code = CODES[found[4]] ?? parseInt(found[4], 16);
    const value = parseInt(found[5], 16) | 0;
    yield { time: Number(found[1]) * 1e6 + micros, type, code, value };
  }
}

/** The size of the device: what evemu or `getevent -p` says of its axes, else how far the fingers went. */
function axesOf(text) {
  const axes = {};
  for (const found of text.matchAll(/^A: ([0-9a-f]{2}) (-?\d+) (-?\d+) (-?\d+) (-?\d+) ?(\d+)?/gm)) {
    axes[parseInt(found[1], 16)] = { least: Number(found[2]), most: Number(found[3]), perMillimetre: Number(found[6] ?? 0) };
  }
  for (const found of text.matchAll(/(0035|0036|ABS_MT_POSITION_[XY])\s*: value -?\d+, min (-?\d+), max (-?\d+)/g)) {
    axes[CODES[found[1]] ?? parseInt(found[1], 16)] = { least: Number(found[2]), most: Number(found[3]), perMillimetre: 0 };
  }
  return axes;
}

/** An evemu or getevent text as trace/1. */
function traceOf(text) {
  const slots = new Map();
  let [slot, first, changed] = [0, null, false];
  let [widest, highest] = [0, 0];
  const reports = [];
  const axes = axesOf(text);
  const leastX = axes[0x35]?.least ?? 0;
  const leastY = axes[0x36]?.least ?? 0;
  for (const { time, type, code, value } of inputEvents(text)) {
    first ??= time;
    if (type === 3 && code === CODES.ABS_MT_SLOT) slot = value;
    if (type === 3) {
      const finger = slots.get(slot) ?? { id: -1, x: 0, y: 0 };
      if (code === CODES.ABS_MT_TRACKING_ID) finger.id = value;
      if (code === CODES.ABS_MT_POSITION_X) finger.x = value - leastX;
      if (code === CODES.ABS_MT_POSITION_Y) finger.y = value - leastY;
      slots.set(slot, finger);
      [widest, highest, changed] = [Math.max(widest, finger.x), Math.max(highest, finger.y), true];
    }
    if (type !== 0 || code !== 0 || !changed) continue;
    const fingers = [...slots].filter(([, finger]) => finger.id >= 0).map(([at, finger]) => [at, finger.x, finger.y]);
    reports.push(JSON.stringify({ t: time - first, c: fingers }));
    changed = false;
  }
  if (!reports.length) throw new RecordingError("there is no finger in it: a multitouch device's events are wanted");
  const panel = {
    width: axes[0x35] ? axes[0x35].most - leastX + 1 : widest + 1, height: axes[0x36] ? axes[0x36].most - leastY + 1 : highest + 1,
  };
  if (axes[0x35]?.perMillimetre && axes[0x36]?.perMillimetre) {
    panel.width_mm = Math.round((panel.width / axes[0x35].perMillimetre) * 100) / 100;
    panel.height_mm = Math.round((panel.height / axes[0x36].perMillimetre) * 100) / 100;
  }
  return [JSON.stringify({ tapline: "trace/1", panel }), ...reports].join("\n") + "\n";
}
