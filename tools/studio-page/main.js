// Files in, everything shown, and what the keyboard does.

const LARGEST = 64 * 1024 * 1024;

function tell(text) {
  const place = byId("message");
  place.textContent = text;
  place.hidden = !text;
}

function describeChange(what, stretch, before) {
  if (what !== "moved") return `${stretch.gesture}, ${seconds(stretch.to)}`;
  if (before.from !== stretch.from) return `${stretch.gesture} from ${seconds(before.from)} → ${seconds(stretch.from)}`;
  return `${stretch.gesture} to ${seconds(before.to)} → ${seconds(stretch.to)}`;
}

function showChanges() {
  const list = byId("changeList");
  list.replaceChildren();
  const count = (what) => state.changes.filter((change) => change.what === what).length;
  if (state.recording) {
    byId("changeSummary").textContent = state.changes.length
      ? `${count("came")} came, ${count("went")} went, ${count("moved")} moved` : "Nothing: as it was when you opened it.";
  }
  byId("keep").disabled = !state.changes.length;
  for (const { what, stretch, before } of state.changes.slice(0, 200)) {
    const line = make(list, "li", { className: what });
    make(line, "button", { type: "button" }, describeChange(what, stretch, before)).addEventListener("click", () => moveTo(stretch.to));
  }
}

function showTime() {
  const end = state.recording?.about.end ?? 1;
  byId("time").max = end;
  byId("time").value = state.time;
  byId("time").setAttribute("aria-valuetext", seconds(state.time));
  byId("clock").textContent = seconds(state.time);
  showPanel();
  showTimeline();
  showCurves();
  showWhy();
}

function show({ sliders = true } = {}) {
  showEditor();
  if (sliders) showSliders();
  showChanges();
  showLabels();
  showTime();
  showApply();
  byId("undo").disabled = !state.past.length;
  byId("redo").disabled = !state.future.length;
  if (state.recording) byId("file").textContent = `${state.recording.name} · ${seconds(state.recording.about.end)} · ${state.recording.about.width}×${state.recording.about.height} px`;
  byId("hint").hidden = Boolean(state.recording);
}

/** A recording with its places as the eye sees them: by `orient` of the board that it names, if any. */
function orientedText(text, orient) {
  if (!orient.length) return text;
  const [a, b, c, d, e, f] = orient;
  const turn = ([id, x, y, ...rest]) => [id, a * x + b * y + c, d * x + e * y + f, ...rest];
  const lines = text.split("\n").map((line) => (line.trim() ? JSON.parse(line) : null));
  return lines.map((line) => (line ? JSON.stringify(line.c ? { ...line, c: line.c.map(turn) } : line) : "")).join("\n");
}

function openRecording(name, text) {
  const about = state.engine.open(name, new TextEncoder().encode(text));
  const fingers = about.isBus ? state.engine.fingers() : orientedText(text, about.orient);
  const reports = reportsOf(fingers);
  const scale = [about.pointsWide / about.width, about.pointsHigh / about.height];
  state.recording = { name, text, fingers, about, reports, scale, strokes: strokesOf(reports, scale), landings: landingsOf(reports), motion: motionOf(fingers) };
  state.base = null;
  state.labels = [];
  state.time = 0;
  // (Of a long recording the beginning: what is not in view is not drawn.)
  lookAt(0, Math.min(about.end * 1.02 + 100_000, 30_000_000));
}

/** A file of any kind that is known. */
function openText(name, text) {
  const kind = kindOf(text);
  if (kind === "evemu" || kind === "getevent") openRecording(name, traceOf(text));
  else if (kind === "stroke" || kind === "board") state.engine.file(name, new TextEncoder().encode(text));
  else if (/\.labels\.json$/.test(name)) state.labels = labelsIn(text);
  else if (kind === "yaml" || /\.ya?ml$/i.test(name)) {
    state.yamlName = name;
    state.past.push(state.yaml);
    state.yaml = text;
    state.base = null;
  } else openRecording(name, text);
}

function labelsIn(text) {
  const { labels } = JSON.parse(text);
  const isRight = (each) => typeof each.what === "string" && Number.isFinite(each.from) && Number.isFinite(each.to) && each.from <= each.to;
  if (!Array.isArray(labels) || !labels.every(isRight)) throw new Error("labels are {what, from, to}, times in µs");
  return labels.map(({ what, from, to }) => ({ what, from, to }));
}

async function openFiles(files) {
  const [texts, wrong] = [[], []];
  for (const file of files) {
    if (file.size > LARGEST) {
      wrong.push(`${file.name}: larger than ${LARGEST / 1024 / 1024} MB`);
      continue;
    }
    try {
      texts.push({ name: file.name, text: await file.text() });
    } catch (error) {
      wrong.push(`${file.name}: ${error.message}`);
    }
  }
  // (Files that others refer to come first.)
  const order = ({ name, text }) => (/\.labels\.json$/.test(name) ? 3 : { board: 0, stroke: 0, yaml: 2 }[kindOf(text)] ?? 1);
  for (const { name, text } of texts.sort((a, b) => order(a) - order(b))) {
    try {
      openText(name, text);
    } catch (error) {
      wrong.push(error instanceof RecordingError && error.message.startsWith(name) ? error.message : `${name}: ${error.message}`);
    }
  }
  judge();
  show();
  if (wrong.length) tell(wrong.join("\n"));
}

let playing = 0;
function play() {
  if (playing) {
    cancelAnimationFrame(playing);
    playing = 0;
  } else if (state.recording) {
    if (state.time >= state.recording.about.end) state.time = 0;
    let last = performance.now();
    const step = (now) => {
      moveTo(state.time + (now - last) * 1000);
      last = now;
      playing = state.time < state.recording.about.end ? requestAnimationFrame(step) : 0;
      if (!playing) showPlay();
    };
    playing = requestAnimationFrame(step);
  }
  showPlay();
}

function showPlay() {
  byId("play").textContent = playing ? "❚❚" : "▶";
  byId("play").setAttribute("aria-label", playing ? "Pause" : "Play");
}

function listenToFiles() {
  byId("pick").addEventListener("change", (event) => openFiles(event.target.files));
  for (const name of ["dragover", "dragleave", "drop"]) {
    document.addEventListener(name, (event) => {
      event.preventDefault();
      document.body.classList.toggle("over", name === "dragover");
      if (name === "drop") openFiles(event.dataTransfer.files);
    });
  }
  byId("save").addEventListener("change", (event) => {
    saveAs(event.target.value);
    event.target.value = "";
  });
}

function listenToTime() {
  const timeline = byId("timeline");
  byId("time").addEventListener("input", (event) => moveTo(Number(event.target.value)));
  byId("play").addEventListener("click", play);
  byId("in").addEventListener("click", () => zoom(0.6));
  byId("out").addEventListener("click", () => zoom(1 / 0.6));
  const at = (event) => xToTime(((event.clientX - timeline.getBoundingClientRect().left) / timeline.clientWidth) * width());
  const follow = (event) => { if (event.buttons & 1) moveTo(at(event)); };
  timeline.addEventListener("pointerdown", follow);
  timeline.addEventListener("pointermove", follow);
  timeline.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.shiftKey) return;
    event.preventDefault();
    if (event.ctrlKey) zoom(event.deltaY > 0 ? 1.25 : 0.8, at(event));
    else {
      lookAt(state.view[0] + ((event.deltaY || event.deltaX) / 800) * (state.view[1] - state.view[0]), state.view[1] - state.view[0]);
      showTime();
    }
  }, { passive: false });
  timeline.addEventListener("keydown", (event) => {
    const step = (state.view[1] - state.view[0]) / 100;
    const act = { ArrowLeft: () => moveTo(state.time - step), ArrowRight: () => moveTo(state.time + step), "+": () => zoom(0.6),
      "-": () => zoom(1 / 0.6), Home: () => moveTo(0), End: () => moveTo(Infinity), " ": play }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  addEventListener("resize", showTime);
}

function listenToText() {
  const text = byId("yaml");
  let [typed, written] = [0, ""];
  text.addEventListener("input", () => {
    // (Letters of one word are one step to undo, but where something else has changed the text in between.)
    const merges = Date.now() - typed < 1000 && state.yaml === written;
    [typed, written] = [Date.now(), text.value];
    change(text.value, { merges });
    show();
  });
  text.addEventListener("scroll", () => { byId("gutter").scrollTop = text.scrollTop; });
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    (event.shiftKey ? redo : undo)();
    show();
  });
  for (const [id, act] of [["undo", undo], ["redo", redo]]) {
    byId(id).addEventListener("click", () => {
      act();
      show();
    });
  }
}

function listenToSettings() {
  byId("gesture").addEventListener("change", (event) => {
    state.gesture = Number(event.target.value);
    show();
  });
  byId("keep").addEventListener("click", () => {
    state.base = state.outcome;
    state.changes = [];
    show();
  });
  byId("curve").addEventListener("change", showCurves);
  byId("curveBox").addEventListener("toggle", showCurves);
  byId("labelForm").addEventListener("submit", (event) => {
    event.preventDefault();
    if (!state.recording) return;
    state.labels.push({ what: byId("labelWhat").value, from: Math.round(state.view[0]), to: Math.round(state.view[1]) });
    show();
  });
  byId("findForm").addEventListener("submit", (event) => {
    event.preventDefault();
    findSettings();
  });
}

async function start(wasm) {
  const bytes = Uint8Array.from(atob(wasm), (character) => character.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  state.engine = await Engine.make(await new Response(unpacked).arrayBuffer());
  for (const [name, text] of Object.entries(BOARDS)) state.engine.file(`boards/${name}`, new TextEncoder().encode(text));
  state.parameters = state.engine.parameters();
  state.yaml = state.engine.builtIn();
  judge();
  listenToFiles();
  listenToTime();
  listenToText();
  listenToSettings();
  show();
  startLive();
  performance.mark("ready");
  document.body.dataset.ready = "true";
}
