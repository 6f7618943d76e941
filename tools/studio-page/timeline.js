// The timeline: fingers, a lane for each gesture, lines, labels. Time runs over the width that is in view.

const LANE = 26;
let laneStart = 120;

const width = () => Math.max(300, byId("timeline").clientWidth || 300);
const timeToX = (t) => laneStart + ((t - state.view[0]) / (state.view[1] - state.view[0])) * (width() - laneStart - 8);
const xToTime = (x) => state.view[0] + ((x - laneStart) / (width() - laneStart - 8)) * (state.view[1] - state.view[0]);

/** A round step for about so many lines over a length. */
function stepFor(length, count) {
  const rough = length / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((each) => each * power).find((step) => step >= rough);
}

function drawTimes(svg, height) {
  const step = stepFor(state.view[1] - state.view[0], width() / 110);
  for (let t = Math.ceil(state.view[0] / step) * step; t <= state.view[1]; t += step) {
    const x = timeToX(t);
    draw(svg, "line", { x1: x, x2: x, y1: 16, y2: height, class: "grid" });
    draw(svg, "text", { x: x + 3, y: 12, class: "soft" }, `${Number((t / 1e6).toFixed(3))} s`);
  }
}

/** A lane's ground and name; names that are too long are cut, and whole as a title. */
function drawLane(svg, y, name) {
  draw(svg, "rect", { x: laneStart, y: y + 2, width: width() - laneStart - 8, height: LANE - 4, class: "lane", rx: 4 });
  const most = Math.floor((laneStart - 6) / 7);
  const label = draw(svg, "text", { x: 2, y: y + 17 }, name.length > most ? name.slice(0, most - 1) + "…" : name);
  draw(label, "title", {}, name);
}

function drawBar(svg, y, from, to, look, title) {
  const [a, b] = [Math.max(laneStart, timeToX(from)), Math.min(width() - 8, timeToX(to))];
  if (timeToX(to) < laneStart || timeToX(from) > width() - 8) return;
  const bar = draw(svg, "rect", { x: a, y: y + 5, width: Math.max(3, b - a), height: LANE - 10, rx: 3, class: look });
  if (title) draw(bar, "title", {}, title);
}

function describeStretch(stretch) {
  const when = stretch.from === stretch.to ? `at ${seconds(stretch.to)}` : `${seconds(stretch.from)} – ${seconds(stretch.to)}`;
  return `${stretch.gesture} ${stretch.last}${stretch.why ? `: ${reason(stretch.why)}` : ""} (${when})`;
}

/** `noNextTap 1` as words: the reason as events/1 names it, and its figure. */
function reason(why) {
  const [name, ...figures] = String(why).split(" ");
  const words = name.replace(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);
  return figures.length ? `${words}, ${figures.join(" ")}` : words;
}

function drawStretch(svg, y, stretch) {
  if (stretch.to < state.view[0] || stretch.from > state.view[1]) return;
  const x = timeToX(stretch.to);
  const title = describeStretch(stretch);
  if (stretch.last === "failed") {
    if (x < laneStart) return;
    draw(svg, "path", { d: `M${x - 4} ${y + 9}l8 8m0 -8l-8 8`, class: "failed" });
  } else if (stretch.from === stretch.to) {
    if (x < laneStart) return;
    draw(svg, "circle", { cx: x, cy: y + LANE / 2, r: 6, class: recognized(stretch) ? "recognized" : "cancelled" });
  } else {
    drawBar(svg, y, stretch.from, stretch.to, recognized(stretch) ? "running" : "cancelled");
  }
  const left = Math.max(laneStart, timeToX(stretch.from));
  const hit = draw(svg, "rect", { x: left - 6, y, width: Math.max(12, x - left + 12), height: LANE, class: "hit" });
  draw(hit, "title", {}, title);
  hit.addEventListener("click", () => moveTo(stretch.to));
}

function drawChanges(svg, y, name) {
  for (const { what, stretch } of state.changes) {
    if (stretch.gesture !== name || stretch.to < state.view[0] || stretch.from > state.view[1]) continue;
    const [a, b] = [Math.max(laneStart, timeToX(stretch.from)), timeToX(stretch.to)];
    draw(svg, "rect", { x: a - 9, y: y + 2, width: Math.max(18, b - a + 18), height: LANE - 4, rx: 8, class: what === "went" ? "went" : "came" });
  }
}

const isInView = (each) => each.to >= state.view[0] && each.from <= state.view[1];
const MOST_DRAWN = 1500;

/** What is in view; of very much only what was recognized. */
function inView() {
  const { about, stretches, possible } = state.outcome ?? { about: { gestures: [], lines: [] }, stretches: [], possible: [] };
  const seen = stretches.filter(isInView);
  if (seen.length <= MOST_DRAWN) return { about, stretches: seen, possible: possible.filter(isInView) };
  return { about, stretches: apart(seen.filter(recognized), (stretch) => stretch.gesture), possible: [] };
}

/** Those of each kind that end a pixel or more behind the one before: others would be drawn upon it. */
function apart(list, kind) {
  const last = new Map();
  return list.filter((each) => {
    const x = timeToX(each.to);
    if (x - (last.get(kind(each)) ?? -Infinity) < 1) return false;
    last.set(kind(each), x);
    return true;
  });
}

function showTimeline() {
  const svg = byId("timeline");
  const { about, stretches, possible } = inView();
  laneStart = width() < 500 ? 84 : 130;
  const extra = [...new Set((state.outcome?.stretches ?? []).map((stretch) => stretch.gesture))].filter((name) => !about.gestures.some((g) => g.name === name));
  const names = [...about.gestures.map((gesture) => gesture.name), ...extra];
  const streams = state.outcome?.streams ?? [];
  const zones = [...new Set(streams.map((stream) => stream.zone))];
  const height = 20 + LANE * (names.length + 1 + zones.length + about.lines.length + (state.labels.length ? 1 : 0));
  svg.replaceChildren();
  svg.setAttribute("viewBox", `0 0 ${width()} ${height}`);
  svg.setAttribute("height", height);
  if (!state.recording) return;
  let y = 18;
  const next = (name) => {
    drawLane(svg, y, name);
    y += LANE;
    return y - LANE;
  };
  const fingers = next("fingers");
  const lanes = names.map((name) => [name, next(name)]);
  const told = new Map(zones.map((zone) => [zone, next(`touches: ${zone}`)]));
  const lines = about.lines.map((line) => [line, next(line.name)]);
  const marks = state.labels.length ? next("labels") : 0;
  drawTimes(svg, height);
  const strokes = state.recording.strokes.map(({ id, points }) => ({ id, from: points[0][0], to: points.at(-1)[0] }));
  for (const { id, from, to } of apart(strokes.filter(isInView), (stroke) => stroke.id)) {
    drawBar(svg, fingers, from, to, "touch", `finger ${id}`);
  }
  for (const each of apart(streams.filter(isInView), (stream) => stream.zone)) {
    drawBar(svg, told.get(each.zone), each.from, each.to, each.last === "cancelled" ? "touch cancelled" : "touch", `touch ${each.id} ${each.last}`);
  }
  for (const [name, at] of lanes) {
    for (const each of possible) if (each.gesture === name) drawBar(svg, at, each.from, each.to, "possible", `${name} possible`);
    for (const stretch of stretches) if (stretch.gesture === name) drawStretch(svg, at, stretch);
    drawChanges(svg, at, name);
  }
  for (const [line, at] of lines) {
    line.levels.forEach(([t, level], index) => {
      if (level) drawBar(svg, at, t, line.levels[index + 1]?.[0] ?? state.recording.about.end, "level", `${line.name} active`);
    });
  }
  if (marks) {
    const right = score(stretches, state.labels);
    state.labels.forEach((label, index) =>
      drawBar(svg, marks, label.from, label.to, right[index] ? "mark" : "mark wrong", `${label.what}: ${right[index] ? "right" : "wrong"}`));
  }
  const x = timeToX(state.time);
  if (x >= laneStart && x <= width() - 8) draw(svg, "line", { x1: x, x2: x, y1: 14, y2: height, class: "now" });
}

/** The last word of each gesture about the fingers at this time: why not. */
function showWhy() {
  const place = byId("why");
  if (!state.outcome || !state.recording) return;
  const near = state.outcome.stretches.filter((s) => s.from - 20_000 <= state.time && state.time <= s.to + 20_000).slice(0, 12);
  if (state.outcome.stretches.filter(isInView).length > MOST_DRAWN) {
    place.textContent = "Only what was recognized is drawn: zoom in to see what failed, and why.";
    return;
  }
  place.textContent = near.length
    ? near.map(describeStretch).join(" · ") : "Yellow: undecided. Blue: recognized. Red: cancelled. Grey cross: failed. Move to one to read why.";
}

function moveTo(time) {
  state.time = Math.max(0, Math.min(time, state.recording?.about.end ?? 0));
  const length = state.view[1] - state.view[0];
  if (state.time < state.view[0] || state.time > state.view[1]) lookAt(state.time - length / 2, length);
  showTime();
}

/** Looks at so long from a time on, within the recording. */
function lookAt(from, length) {
  const end = Math.max(1, (state.recording?.about.end ?? 1) * 1.02 + 100_000);
  const wanted = Math.min(end, Math.max(20_000, length));
  const start = Math.max(0, Math.min(from, end - wanted));
  state.view = [start, start + wanted];
}

function zoom(factor, around = state.time) {
  const length = state.view[1] - state.view[0];
  const share = Math.max(0, Math.min(1, (around - state.view[0]) / length));
  lookAt(around - share * length * factor, length * factor);
  showTime();
}
