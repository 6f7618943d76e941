// What the page shows: one state, judged anew whenever recording or configuration change.

const state = {
  engine: null, parameters: {}, recording: null, yamlName: "config.yaml", yaml: "", outcome: null, errors: [], base: null,
  changes: [], time: 0, view: [0, 1], gesture: 0, labels: [], past: [], future: [],
};

const COLOURS = ["#1f7ae0", "#e0681f", "#1fa35b", "#b13fc4", "#c7a008", "#11a3a8", "#d6336c", "#7a63d8"];
const colourOf = (id) => COLOURS[Math.abs(id) % COLOURS.length];

const seconds = (micros) => (micros / 1e6).toFixed(3) + " s";

/** The reports of a trace/1 text: `{t, c}`, in the recording's px. */
function reportsOf(text) {
  const reports = [];
  for (const line of text.split("\n").slice(1)) {
    if (!line.trim()) continue;
    const entry = JSON.parse(line);
    if (entry.c || entry.cancel) reports.push({ t: entry.t, c: entry.c ?? [] });
  }
  return reports;
}

/** The readings of a motion sensor: one curve of the acceleration's size in g. */
function motionOf(text) {
  const points = [];
  for (const line of text.split("\n").slice(1)) {
    if (!line.includes('"a"')) continue;
    const entry = JSON.parse(line);
    if (entry.a) points.push([entry.t, Math.hypot(...entry.a)]);
  }
  return points;
}

/** Fingers as strokes: `{id, points: [[t, x, y]…]}` in pt. */
function strokesOf(reports, scale) {
  const [open, all] = [new Map(), []];
  for (const { t, c } of reports) {
    const down = new Set(c.map((contact) => contact[0]));
    for (const id of [...open.keys()]) if (!down.has(id)) open.delete(id);
    for (const [id, x, y] of c) {
      if (!open.has(id)) {
        const stroke = { id, points: [] };
        open.set(id, stroke);
        all.push(stroke);
      }
      open.get(id).points.push([t, x * scale[0], y * scale[1]]);
    }
  }
  return all;
}

/** Gestures as they went: `{gesture, from, to, last, why, x, y}`; `last` is ended, cancelled, failed or began. */
function stretchesOf(events) {
  const [open, all] = [new Map(), []];
  for (const event of events) {
    if (!event.gesture) continue;
    const { gesture, state: phase, t } = event;
    if (phase === "began") {
      const stretch = { gesture, kind: event.kind, from: t, to: t, last: phase, x: event.x, y: event.y };
      open.set(gesture, stretch);
      all.push(stretch);
    } else if (phase === "changed") {
      if (open.has(gesture)) open.get(gesture).to = t;
    } else {
      const stretch = open.get(gesture) ?? { gesture, kind: event.kind, from: t, to: t, x: event.x, y: event.y };
      if (!open.has(gesture)) all.push(stretch);
      open.delete(gesture);
      Object.assign(stretch, { to: t, last: phase, why: event.why });
    }
  }
  return all;
}

const recognized = (stretch) => stretch.last === "ended" || stretch.last === "began";

/** What zones are told of their touches: `{zone, id, from, to, last}`. */
function streamsOf(events) {
  const [open, all] = [new Map(), []];
  for (const { zone, touch, phase, t } of events) {
    if (zone === undefined || touch === undefined) continue;
    const key = JSON.stringify([zone, touch]);
    if (!open.has(key)) all.push(open.set(key, { zone, id: touch, from: t, to: t, last: phase }).get(key));
    Object.assign(open.get(key), { to: t, last: phase });
    if (phase === "ended" || phase === "cancelled") open.delete(key);
  }
  return all;
}

/** When fingers landed while none was down. */
function landingsOf(reports) {
  return reports.filter(({ c }, index) => c.length && !reports[index - 1]?.c.length).map(({ t }) => t);
}

/** When recognizers were undecided: from the landing of the first finger, or from their word before, to their next word. */
function possibleOf(stretches, landings) {
  const [possible, before] = [[], new Map()];
  let next = 0;
  for (const stretch of stretches) {
    while (next < landings.length && landings[next] <= stretch.from) next++;
    const from = Math.max(landings[next - 1] ?? stretch.from, before.get(stretch.gesture) ?? 0);
    if (from < stretch.from) possible.push({ gesture: stretch.gesture, from, to: stretch.from });
    before.set(stretch.gesture, stretch.to);
  }
  return possible;
}

/** Gestures that came, went and moved between two outcomes. Moved: the same gesture at the same place in order, at another time. */
function differences(before, after) {
  const found = [];
  const key = ({ gesture, from, to, last }) => JSON.stringify([gesture, from, to, last]);
  const without = (list, others) => {
    const known = new Set(others.map(key));
    return list.filter((stretch) => recognized(stretch) && !known.has(key(stretch)));
  };
  const [allLeft, allNew] = [without(before, after), without(after, before)];
  for (const name of new Set([...allLeft, ...allNew].map((stretch) => stretch.gesture))) {
    const oldLeft = allLeft.filter((stretch) => stretch.gesture === name);
    const nowLeft = allNew.filter((stretch) => stretch.gesture === name);
    for (const a of oldLeft) {
      // (The nearest one within half a second is the same gesture, earlier or later.)
      const near = nowLeft.filter((b) => !b.taken && Math.abs(b.to - a.to) <= 500_000)
        .sort((b, c) => Math.abs(b.to - a.to) - Math.abs(c.to - a.to))[0];
      if (near) near.taken = a;
      else found.push({ what: "went", stretch: a });
    }
    for (const b of nowLeft) {
      found.push(b.taken ? { what: "moved", stretch: b, before: b.taken } : { what: "came", stretch: b });
      delete b.taken;
    }
  }
  return found.sort((a, b) => a.stretch.to - b.stretch.to);
}

/** Plays the recording through a text; null with errors. */
function outcomeOf(yaml) {
  const run = state.engine.run(state.yamlName, yaml, { streams: true });
  if (run.errors) return { errors: run.errors };
  const events = run.events.split("\n").filter(Boolean).map((line) => JSON.parse(line));
  const stretches = stretchesOf(events);
  return { about: run.about, events, stretches, streams: streamsOf(events), possible: possibleOf(stretches, state.recording?.landings ?? []) };
}

/** Judges everything anew. */
function judge() {
  let outcome;
  try {
    outcome = outcomeOf(state.yaml);
    tell("");
  } catch (error) {
    tell(error.message);
    return;
  }
  state.errors = outcome.errors ?? [];
  if (outcome.errors) return;
  state.outcome = outcome;
  state.base ??= outcome;
  state.changes = differences(state.base.stretches, outcome.stretches);
}

/** Another text; what was there before can be had again. */
function change(yaml, { merges = false } = {}) {
  if (yaml === state.yaml) return;
  if (!merges) state.past.push(state.yaml);
  if (state.past.length > 500) state.past.shift();
  state.future = [];
  state.yaml = yaml;
  judge();
}

function undo() {
  if (!state.past.length) return;
  state.future.push(state.yaml);
  state.yaml = state.past.pop();
  judge();
}

function redo() {
  if (!state.future.length) return;
  state.past.push(state.yaml);
  state.yaml = state.future.pop();
  judge();
}

/** A stretch of a label is right when what it says was recognized in it, and nothing else; `nothing`: nothing at all. */
function score(stretches, labels) {
  return labels.map((label) => {
    const inside = stretches.filter((s) => recognized(s) && s.to >= label.from && s.from <= label.to).map((s) => s.gesture);
    return label.what === "nothing" ? inside.length === 0 : inside.includes(label.what) && inside.every((name) => name === label.what);
  });
}
