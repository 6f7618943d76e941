// What can be saved: the page makes a file, the browser asks where to.

function save(name, type, text) {
  const link = make(document.body, "a", { href: URL.createObjectURL(new Blob([text], { type })), download: name, hidden: true });
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
    link.remove();
  }, 1000);
}

const stem = () => (state.recording?.name ?? "recording").replace(/\.((trace|bus)\.)?\w+$/, "").replace(/[^\w.-]+/g, "-") || "recording";

/** The panel as it is shown, with its style inside. */
function picture() {
  const svg = byId("panel").cloneNode(true);
  const look = getComputedStyle(document.documentElement);
  const style = document.querySelector("style").textContent.replace(/var\((--[\w-]+)\)/g, (_, name) => look.getPropertyValue(name).trim());
  svg.setAttribute("xmlns", SVG);
  const [, , width, height] = svg.getAttribute("viewBox").split(" ");
  svg.setAttribute("width", width);
  svg.setAttribute("height", height);
  const rules = [...style.matchAll(/^(\.(?:frame|zone|path|finger|zone\.control|path\.old)|text(?:\.soft)?) \{[^}]*\}/gm)].map((found) => found[0]);
  draw(svg, "style", {}, `${rules.join("\n")}\ntext{font-family:sans-serif}`);
  return new XMLSerializer().serializeToString(svg);
}

/** What gestures and controls did, as `expect/1`. */
function expectation() {
  // (A case has the fingers that are saved with it: of a chip's wires, what it reported; live, all that is kept.)
  const { text, fingers, name } = state.recording;
  const open = (words) => state.engine.open(name, new TextEncoder().encode(words));
  open(fingers);
  const run = state.engine.run(state.yamlName, state.yaml, { explain: false });
  open(text);
  const lines = [JSON.stringify({ tapline: "expect/1", config: "config.yaml", trace: `${stem()}.trace.jsonl` })];
  for (const line of run.events.split("\n").filter(Boolean)) {
    const { gesture, state: phase, control, action, kind, t } = JSON.parse(line);
    if (gesture && phase !== "changed") lines.push(JSON.stringify({ t, gesture, state: phase, kind }));
    if (control && action !== "change") lines.push(JSON.stringify({ t, control, action, kind }));
  }
  return lines.join("\n") + "\n";
}

function saveAs(what) {
  if (what === "yaml") save(state.yamlName, "text/yaml", state.yaml);
  if (what === "picture") save(`${stem()}.svg`, "image/svg+xml", picture());
  if (what === "labels") save(`${stem()}.labels.json`, "application/json", JSON.stringify({ labels: state.labels }, null, 1) + "\n");
  if (!state.recording) return;
  if (what === "trace") save(`${stem()}.${state.recording.about.isBus ? "bus" : "trace"}.jsonl`, "application/json", state.recording.text);
  if (what === "case") save(`${stem()}.trace.jsonl`, "application/json", state.recording.fingers);
  if (what === "case" && !state.errors.length) {
    save(`${stem()}.expect.jsonl`, "application/json", expectation());
    save("config.yaml", "text/yaml", state.yaml);
  }
}
