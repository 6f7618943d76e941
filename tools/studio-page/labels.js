// Labels, their score, and the search for the values that make most of them right.

function showLabels() {
  const gestures = state.outcome?.about.gestures ?? [];
  const what = byId("labelWhat");
  const before = what.value;
  what.replaceChildren();
  for (const name of ["nothing", ...gestures.map((gesture) => gesture.name)]) make(what, "option", { value: name }, name);
  if ([...what.options].some((option) => option.value === before)) what.value = before;
  const list = byId("labels");
  list.replaceChildren();
  const right = state.outcome ? score(state.outcome.stretches, state.labels) : [];
  state.labels.forEach((label, index) => {
    const line = make(list, "li");
    const go = make(line, "button", { type: "button", className: right[index] ? "right" : "wrong" },
      `${right[index] ? "✓" : "✗"} ${label.what}, ${seconds(label.from)} – ${seconds(label.to)}`);
    go.addEventListener("click", () => {
      lookAt(label.from, label.to - label.from);
      moveTo(label.from);
    });
    const remove = make(line, "button", { type: "button" }, "remove");
    remove.setAttribute("aria-label", `Remove the label ${label.what}, ${seconds(label.from)}`);
    remove.addEventListener("click", () => {
      state.labels.splice(index, 1);
      show();
    });
  });
  byId("score").textContent = state.labels.length ? `${right.filter(Boolean).length} of ${state.labels.length} labels are right` : "";
  const find = byId("findWhat");
  const chosen = find.value;
  find.replaceChildren();
  gestures.forEach((gesture, index) => {
    for (const parameter of state.parameters[gesture.kind] ?? []) {
      if (parameter.type === "number") make(find, "option", { value: `${index} ${parameter.name}` }, `${gesture.name}: ${parameter.name}`);
    }
  });
  if ([...find.options].some((option) => option.value === chosen)) find.value = chosen;
  byId("find").disabled = !state.labels.length || !state.recording;
}

/** How many labels are right at a value of a parameter; null: the value is refused. */
function rightAt(gesture, key, written) {
  const yaml = state.engine.set(gesture, key, written, state.yaml);
  const run = yaml === null ? { errors: [] } : state.engine.run(state.yamlName, yaml, { explain: false, describe: false });
  if (run.errors) return null;
  const stretches = stretchesOf(run.events.split("\n").filter(Boolean).map((line) => JSON.parse(line)));
  return score(stretches, state.labels).filter(Boolean).length;
}

/** How many labels are right from `least` to `most`, and, finer, around the best: `[{written, value, right}]`. */
function search(gestureIndex, parameter) {
  const gesture = state.outcome.about.gestures[gestureIndex];
  const now = numberIn(gesture.given[parameter.name] ?? parameter.default, parameter.unit) ?? 0;
  const found = new Map();
  const tryAll = (least, most, count) => {
    for (let i = 0; i <= count; i++) {
      const value = least + ((most - least) * i) / count;
      const written = withUnit(parameter, parameter.whole ? Math.round(value) : value);
      if (found.has(written)) continue;
      const right = rightAt(gestureIndex, parameter.name, written);
      if (right !== null) found.set(written, { written, value: Number.parseFloat(written), right });
    }
    return [...found.values()].sort((a, b) => a.value - b.value);
  };
  const [least, most] = reachOf(parameter, now);
  const coarse = tryAll(least, most, 60);
  const best = bestOf(coarse);
  if (!best) return coarse;
  const step = (most - least) / 60;
  tryAll(Math.max(least, best.from.value - step), best.from.value, 10);
  return tryAll(best.to.value, Math.min(most, best.to.value + step), 10);
}

/** The middle of the longest run of values with the most labels right: as far from both edges as can be. */
function bestOf(found) {
  const most = found.reduce((best, each) => Math.max(best, each.right), 0);
  let best = [];
  let run = [];
  for (const each of found) {
    run = each.right === most ? [...run, each] : [];
    if (run.length > best.length) best = run;
  }
  return best.length ? { most, from: best[0], to: best.at(-1), middle: nearest(best) } : null;
}

function nearest(run) {
  const middle = (run[0].value + run.at(-1).value) / 2;
  return run.reduce((best, each) => (Math.abs(each.value - middle) < Math.abs(best.value - middle) ? each : best));
}

function findSettings() {
  const [index, name] = byId("findWhat").value.split(" ");
  const gesture = state.outcome.about.gestures[index];
  const parameter = state.parameters[gesture.kind].find((each) => each.name === name);
  const found = search(Number(index), parameter);
  const best = bestOf(found);
  const list = byId("found");
  list.replaceChildren();
  showSearch(found, best);
  if (!best) {
    make(list, "li", {}, "No value could be tried.");
    return;
  }
  const text = `${best.most} of ${state.labels.length} right from ${best.from.written} to ${best.to.written}`;
  make(list, "li", {}, text);
  const use = make(make(list, "li"), "button", { type: "button", id: "useFound" }, `Use ${best.middle.written}`);
  use.addEventListener("click", () => {
    setParameter(Number(index), name, best.middle.written);
    show();
  });
}

function showSearch(found, best) {
  const svg = byId("findCurve");
  svg.replaceChildren();
  svg.toggleAttribute("hidden", found.length < 2);
  if (found.length < 2) return;
  svg.setAttribute("viewBox", "0 0 340 90");
  const [least, most] = [found[0].value, found.at(-1).value];
  const x = (value) => 24 + ((value - least) / (most - least || 1)) * 306;
  const y = (right) => 66 - (right / state.labels.length) * 56;
  if (best) draw(svg, "rect", { x: x(best.from.value), y: 6, width: Math.max(2, x(best.to.value) - x(best.from.value)), height: 62, class: "mark" });
  draw(svg, "polyline", { points: found.map((each) => `${x(each.value)},${y(each.right)}`).join(" "), class: "curve", stroke: "currentColor" });
  draw(svg, "text", { x: 24, y: 84, class: "soft" }, found[0].written);
  draw(svg, "text", { x: 330, y: 84, "text-anchor": "end", class: "soft" }, found.at(-1).written);
  draw(svg, "text", { x: 18, y: y(state.labels.length) + 5, "text-anchor": "end", class: "soft" }, state.labels.length);
}
