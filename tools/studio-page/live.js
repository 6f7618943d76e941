// A panel as it happens: the page as tapline-studio serves it, which is known by the token in its address.

// What is kept of the fingers, and what is judged and shown while they come, µs.
const [KEPT, SHOWN] = [600_000_000, 20_000_000];
// How long a picture stands at least, ms; how many events of the panel are listed.
const [PICTURE, LISTED] = [100, 12];

const live = {
  token: null, config: null, header: null, orient: null, lines: [], first: null, isHeld: false, isStale: false, events: 0, lost: 0, touches: [],
};

async function ask(path, body) {
  const headers = { Authorization: `Bearer ${live.token}` };
  if (body) headers["Content-Type"] = "application/json";
  const response = await fetch(path, { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.error), { answer, status: response.status });
  return answer;
}

const sayLive = (text) => { byId("liveState").textContent = text; };

/** Everything that was kept, as trace/1. */
const wholeText = () => [live.header, ...live.lines.map((line) => line.text)].join("\n") + "\n";

/** The panel describes itself: anew after a reload. */
function describePanel(panel) {
  const { width, height, width_mm, height_mm } = panel;
  // (Fingers are kept as the eye sees them: "board" would say that they are the board's raw pixels.)
  const header = JSON.stringify({ tapline: "trace/1", panel: { width, height, width_mm, height_mm }, source: panel.board });
  if (header !== live.header) [live.lines, live.first] = [[], null];
  [live.header, live.orient] = [header, panel.orient ?? [1, 0, 0, 0, 1, 0]];
  live.panel = panel;
  readConfig();
  live.isStale = true;
}

function keep(entry, fingers) {
  const last = live.lines.at(-1);
  if (entry.t + 1_000_000 < (last?.at ?? 0)) [live.lines, live.first] = [[], null];
  live.first ??= entry.t;
  const at = Math.max(entry.t, last?.at ?? 0);
  live.lines.push({ at, fingers, text: JSON.stringify({ ...entry, t: at - live.first }) });
  // (Times of what is kept stay as they are.)
  let gone = 0;
  while (live.lines[gone].at < at - KEPT) gone++;
  while (gone && gone < live.lines.length && live.lines[gone - 1].fingers) gone++;
  if (gone > 1000 || (gone && live.lines[gone].at < at - KEPT - 60_000_000)) live.lines.splice(0, gone);
  live.isStale = true;
}

/** A line of the stream: of the daemon, or of tapline-studio. */
function takeLine(text) {
  if (!text) return;
  const entry = JSON.parse(text);
  if (entry.studio) takeNews(entry);
  else if (entry.tapline === "panel/1") describePanel(entry);
  else if (entry.a) keep({ t: entry.t, a: entry.a, w: entry.w }, live.lines.at(-1)?.fingers ?? 0);
  else if (entry.c && live.orient) {
    const [a, b, c, d, e, f] = live.orient;
    const tenth = (number) => Math.round(number * 10) / 10;
    const contacts = entry.c.map(([id, x, y, ...rest]) => [id, tenth(a * x + b * y + c), tenth(d * x + e * y + f), ...rest]);
    keep({ t: entry.t, c: contacts }, contacts.length);
  } else if (entry.fault || entry.cancel) keep(entry, entry.cancel ? 0 : live.lines.at(-1)?.fingers ?? 0);
  else if (entry.dropped) {
    live.lost += entry.dropped;
    keep({ t: entry.t, fault: "bus" }, live.lines.at(-1)?.fingers ?? 0);
  } else if (entry.seq !== undefined && (entry.gesture ?? entry.control ?? entry.zone)) listEvent(entry);
}

/** What the fingers do from now on nobody sees. */
function loseFingers() {
  const last = live.lines.at(-1);
  if (last?.fingers) keep({ t: last.at, cancel: true }, 0);
}

function takeNews({ studio, why, count }) {
  if (studio === "gone") {
    sayLive("The panel's daemon is not there. Waiting for it.");
    loseFingers();
  } else if (studio === "refused") sayLive(`The panel's daemon refuses: ${why}`);
  else if (studio === "dropped") live.lost += count;
}

/** What the panel itself has recognized. */
function listEvent(event) {
  live.events++;
  const phase = event.state ?? event.action;
  if (["changed", "change", "failed", "possible"].includes(phase)) return;
  const list = byId("liveEvents");
  make(list, "li", {}, `${event.gesture ?? event.control ?? event.zone} ${phase}`);
  while (list.children.length > LISTED) list.firstChild.remove();
}

/** Shows what came last, or, held, leaves the picture alone. */
function showLive() {
  if (!live.isStale || live.isHeld || !live.header) return;
  live.isStale = false;
  const end = live.lines.at(-1)?.at ?? 0;
  let first = live.lines.findIndex((line) => line.at >= end - SHOWN);
  // (From a moment without fingers: one that was down before has landed there.)
  while (first > 0 && live.lines[first - 1].fingers) first--;
  const shown = live.lines.slice(Math.max(first, 0)).map((line) => line.text);
  const gesture = state.gesture;
  openRecording("live.jsonl", [live.header, ...(shown.length ? shown : ['{"t":0,"c":[]}'])].join("\n") + "\n");
  for (const name of ["text", "fingers"]) Object.defineProperty(state.recording, name, { get: wholeText });
  state.gesture = gesture;
  const now = state.recording.about.end;
  state.time = now;
  state.view = [Math.max(0, now - SHOWN), Math.max(now, SHOWN) * 1.001];
  // Beside what the panel has been told.
  const yaml = state.yaml;
  if (live.config?.text !== undefined && live.config.text !== yaml) {
    const told = outcomeOf(live.config.text);
    state.base = told.errors ? null : told;
  }
  judge();
  const lost = live.lost ? ` · ${live.lost} lines lost` : "";
  sayLive(`${live.config?.simulated ? "simulated" : live.panel.name || live.panel.board} · ${live.events} events${lost}`);
  show({ sliders: !document.activeElement?.closest("#sliders") });
}

function hold(isHeld) {
  live.isHeld = isHeld;
  byId("hold").textContent = isHeld ? "Go on" : "Hold";
  if (isHeld && live.lines.length) {
    openRecording("live.jsonl", wholeText());
    judge();
    moveTo(Infinity);
    show();
  }
  live.isStale = true;
}

async function follow() {
  const response = await fetch("/api/live", { headers: { Authorization: `Bearer ${live.token}` } });
  if (!response.ok) throw new Error((await response.json()).error);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ""; ;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    lines.forEach(takeLine);
  }
}

async function followForever() {
  for (;;) {
    try {
      await follow();
      sayLive("tapline-studio has ended the stream; trying again.");
    } catch (error) {
      sayLive(`tapline-studio does not answer (${error.message}); trying again.`);
    }
    loseFingers();
    await new Promise((done) => setTimeout(done, 1000));
  }
}

// MARK: The configuration of the panel

async function readConfig() {
  try {
    const config = await ask("/api/config");
    const wasAsThere = live.config === null || state.yaml === live.config.text;
    live.config = config;
    if (config.error) tell(config.error);
    if (wasAsThere && config.text !== undefined && config.text !== state.yaml) {
      state.yamlName = config.path.split("/").pop();
      change(config.text);
    }
    document.body.classList.toggle("simulated", config.simulated);
    live.isStale = true;
    show();
  } catch (error) {
    tell(error.message);
  }
}

/** Lines that go and come: `[sign, line]`, with two of those that stay around them. */
function differenceOf(before, after) {
  const [a, b] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  const common = Array.from({ length: a.length - start + 1 }, () => new Uint32Array(b.length - start + 1));
  for (let i = a.length - 1; i >= start; i--) {
    for (let j = b.length - 1; j >= start; j--) {
      const [x, y] = [i - start, j - start];
      common[x][y] = a[i] === b[j] ? common[x + 1][y + 1] + 1 : Math.max(common[x + 1][y], common[x][y + 1]);
    }
  }
  const lines = a.slice(Math.max(0, start - 2), start).map((line) => [" ", line]);
  for (let [i, j] = [start, start]; i < a.length || j < b.length;) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push([" ", a[i++]]);
      j++;
    } else if (j >= b.length || (i < a.length && common[i - start + 1][j - start] >= common[i - start][j - start + 1])) lines.push(["-", a[i++]]);
    else lines.push(["+", b[j++]]);
  }
  return lines.filter(([sign], at) => sign !== " " || lines.slice(Math.max(0, at - 2), at + 3).some(([near]) => near !== " "));
}

const canApply = () => live.config?.text !== undefined && live.config.text !== state.yaml && !state.errors.length;

function showApply() {
  byId("apply").disabled = !canApply();
  if (!canApply()) byId("difference").hidden = true;
}

function showDifference() {
  const list = byId("differenceLines");
  list.replaceChildren();
  for (const [sign, line] of differenceOf(live.config.text, state.yaml)) {
    make(list, "span", { className: { "+": "came", "-": "went" }[sign] ?? "" }, `${sign} ${line}\n`);
  }
  byId("write").hidden = !live.config.edit;
  byId("command").textContent = live.config.edit ? "" : `Save the configuration, then: ${live.config.command}`;
  byId("difference").hidden = false;
}

async function write() {
  const text = state.yaml;
  try {
    const { note, hash } = await ask("/api/config", { text, base: live.config.hash });
    Object.assign(live.config, { text, hash });
    byId("difference").hidden = true;
    tell(note ?? "");
    show();
  } catch (error) {
    if (error.status === 409) await readConfig();
    byId("command").textContent = error.answer?.command ?? "";
    tell(error.message);
  }
}

// MARK: The simulated panel, and the browser's fingers

const fingers = new Map();

function fingersNow() {
  return [...fingers].map(([, finger]) => [finger.id, finger.x, finger.y]);
}

/** What the fingers do goes there in order; of movements that wait the last one. */
async function sendTouches() {
  if (live.isSending) return;
  live.isSending = true;
  while (live.touches.length) {
    const { c } = live.touches.shift();
    try {
      await ask("/api/touch", { c });
    } catch (error) {
      tell(error.message);
    }
  }
  live.isSending = false;
}

function touchPanel(event) {
  if (!live.config?.simulated || live.isHeld || !live.panel) return;
  const isDown = event.type === "pointerdown";
  if (!isDown && !fingers.has(event.pointerId)) return;
  const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(byId("panel").getScreenCTM().inverse());
  const [width, height] = [live.panel.width, live.panel.height];
  const within = (value, most) => Math.min(most, Math.max(0, value));
  if (isDown) {
    const taken = [...fingers.values()].map((finger) => finger.id);
    const id = [0, 1, 2, 3, 4].find((number) => !taken.includes(number));
    if (id === undefined || event.button > 0) return;
    event.target.closest("svg").setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, { id });
  }
  event.preventDefault();
  Object.assign(fingers.get(event.pointerId), {
    x: within(place.x / state.recording.scale[0], width - 1), y: within(place.y / state.recording.scale[1], height - 1),
  });
  const isMove = event.type === "pointermove";
  if (!isDown && !isMove) fingers.delete(event.pointerId);
  if (isMove && live.touches.at(-1)?.isMove) live.touches.pop();
  live.touches.push({ isMove, c: fingersNow() });
  sendTouches();
}

function startLive() {
  live.token = location.protocol === "http:" ? /^#([0-9a-f]{32})$/.exec(location.hash)?.[1] : undefined;
  if (!live.token) return;
  byId("liveBox").hidden = false;
  byId("hold").addEventListener("click", () => hold(!live.isHeld));
  byId("apply").addEventListener("click", showDifference);
  byId("write").addEventListener("click", write);
  byId("notNow").addEventListener("click", () => { byId("difference").hidden = true; });
  for (const name of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) byId("panel").addEventListener(name, touchPanel);
  setInterval(showLive, PICTURE);
  followForever();
}
