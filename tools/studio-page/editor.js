// The text with its errors, and the sliders that write into it.

function showEditor() {
  const text = byId("yaml");
  if (text.value !== state.yaml) text.value = state.yaml;
  const wrong = new Set(state.errors.map((error) => error.line));
  const gutter = byId("gutter");
  gutter.replaceChildren();
  state.yaml.split("\n").forEach((_, index) => {
    gutter.append(wrong.has(index + 1) ? make(document.createDocumentFragment(), "b", {}, String(index + 1)) : String(index + 1), "\n");
  });
  gutter.scrollTop = text.scrollTop;
  text.setAttribute("aria-invalid", String(wrong.size > 0));
  const list = byId("errors");
  list.replaceChildren();
  for (const error of state.errors) {
    const button = make(make(list, "li"), "button", { type: "button", className: "wrong" }, error.text);
    button.addEventListener("click", () => goToLine(error.line, error.column));
  }
}

function goToLine(line, column) {
  const text = byId("yaml");
  const start = state.yaml.split("\n").slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
  text.focus();
  text.setSelectionRange(start, start);
  text.scrollTop = Math.max(0, (line - 6) * 19.5);
}

// A range of hours is of no use on a slider: it goes to three times the default at least, and the field beside it further.
function reachOf(parameter, value) {
  const standard = numberIn(parameter.default, parameter.unit) ?? 0;
  if (parameter.whole && parameter.most - parameter.least <= 20) return [parameter.least, parameter.most];
  const most = Math.max(standard * 3, value * 1.5, { ms: 1000, pt: 100, "pt/s": 1000, deg: 90 }[parameter.unit] ?? 3);
  return [parameter.least, Math.min(parameter.most, most)];
}

const withUnit = (parameter, value) => `${Number(Number(value).toFixed(parameter.unit === "" && !parameter.whole ? 3 : 1))}${parameter.unit}`;

/** Writes a value into the text. A drag of one slider is one step to undo. */
function setParameter(gesture, key, value, merges) {
  const yaml = state.engine.set(gesture, key, value, state.yaml);
  if (yaml === null) tell(`'${key}' cannot be set here; write it yourself: ${key}: ${value}`);
  else change(yaml, { merges });
}

function numberRow(row, parameter, given, id) {
  const value = numberIn(given ?? parameter.default, parameter.unit);
  const reach = reachOf(parameter, value ?? 0);
  const field = make(row, "input", { type: "text", className: "value", id, value: given ?? parameter.default });
  field.setAttribute("aria-label", `${parameter.name}, ${parameter.range}`);
  const slider = make(row, "input", { type: "range", min: reach[0], max: reach[1],
    step: parameter.whole ? 1 : (reach[1] - reach[0]) / 300 > 0.5 ? 1 : 0.1, value: value ?? reach[1] });
  slider.setAttribute("aria-label", parameter.name);
  slider.dataset.key = parameter.name;
  let isDragged = false;
  slider.addEventListener("input", () => {
    const written = withUnit(parameter, slider.value);
    field.value = written;
    setParameter(state.gesture, parameter.name, written, isDragged);
    isDragged = true;
    show({ sliders: false });
  });
  slider.addEventListener("change", () => { isDragged = false; });
  field.addEventListener("change", () => {
    setParameter(state.gesture, parameter.name, field.value.trim());
    show();
  });
}

function wordRow(row, parameter, given, id) {
  if (parameter.type === "text") {
    make(row, "span", { className: "hint" }, given ?? parameter.default);
    return;
  }
  const choice = make(row, "select", { id });
  choice.setAttribute("aria-label", parameter.name);
  for (const word of parameter.words) make(choice, "option", { value: word }, word);
  choice.value = given ?? parameter.default;
  choice.addEventListener("change", () => {
    setParameter(state.gesture, parameter.name, choice.value);
    show();
  });
}

/** A row for each parameter of the chosen gesture's kind. */
function showSliders() {
  const gestures = state.outcome?.about.gestures ?? [];
  const chosen = byId("gesture");
  chosen.replaceChildren();
  gestures.forEach((gesture, index) => make(chosen, "option", { value: index }, `${gesture.name} (${gesture.kind})`));
  state.gesture = Math.min(state.gesture, Math.max(0, gestures.length - 1));
  chosen.value = state.gesture;
  const box = byId("sliders");
  box.replaceChildren();
  const gesture = gestures[state.gesture];
  for (const parameter of state.parameters[gesture?.kind] ?? []) {
    const given = gesture.given[parameter.name];
    const row = make(box, "div", { className: given === undefined ? "slider" : "slider given" });
    const id = `p-${parameter.name}`;
    make(row, "label", { htmlFor: id }, parameter.name);
    if (parameter.type === "number") numberRow(row, parameter, given, id);
    else wordRow(row, parameter, given, id);
    make(row, "small", {}, `${parameter.help} (${parameter.range}; default ${parameter.default})`);
  }
}
