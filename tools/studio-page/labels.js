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
  const chosen = new Set([...find.selectedOptions].map((option) => option.value));
  find.replaceChildren();
  gestures.forEach((gesture, index) => {
    for (const parameter of state.parameters[gesture.kind] ?? []) {
      if (parameter.type !== "number") continue;
      const value = `${index} ${parameter.name}`;
      make(find, "option", { value, selected: chosen.has(value) }, `${gesture.name}: ${parameter.name}`);
    }
  });
  byId("find").disabled = !state.labels.length || !state.recording;
}

/** How many labels a text makes right; null: it is refused. */
function rightWith(yaml) {
  const run = yaml === null ? { errors: [] } : state.engine.run(state.yamlName, yaml, { explain: false, describe: false });
  if (run.errors) return null;
  const stretches = stretchesOf(run.events.split("\n").filter(Boolean).map((line) => JSON.parse(line)));
  return score(stretches, state.labels).filter(Boolean).length;
}

/** How many labels are right at values of a threshold, all else as in `yaml`, and, finer, around the best: `[{written, value, right}]`. */
async function search({ index, gesture, parameter }, yaml, progress) {
  const now = numberIn(gesture.given[parameter.name] ?? parameter.default, parameter.unit) ?? 0;
  const found = new Map();
  const tryAll = async (least, most, count) => {
    for (let i = 0; i <= count; i++) {
      const value = least + ((most - least) * i) / count;
      const written = withUnit(parameter, parameter.whole ? Math.round(value) : value);
      if (found.has(written)) continue;
      const right = rightWith(state.engine.set(index, parameter.name, written, yaml));
      if (right !== null) found.set(written, { written, value: Number.parseFloat(written), right });
      await progress();
    }
    return [...found.values()].sort((a, b) => a.value - b.value);
  };
  const [least, most] = reachOf(parameter, now);
  const coarse = await tryAll(least, most, 60);
  const best = bestOf(coarse);
  if (!best) return coarse;
  const step = (most - least) / 60;
  await tryAll(Math.max(least, best.from.value - step), best.from.value, 10);
  return tryAll(best.to.value, Math.min(most, best.to.value + step), 10);
}

/** Several thresholds: each in turn with the others at their best, until a round makes no more labels right. */
async function searchAll(chosen, progress) {
  let [yaml, results] = [state.yaml, []];
  for (let most = -1, round = 0; round < 5; round++) {
    results = [];
    for (const threshold of chosen) {
      const found = await search(threshold, yaml, progress);
      const best = bestOf(found);
      if (best) yaml = state.engine.set(threshold.index, threshold.parameter.name, best.middle.written, yaml);
      results.push({ threshold, found, best });
    }
    const right = results.at(-1).best?.most ?? 0;
    if (chosen.length === 1 || right <= most || right === state.labels.length) break;
    most = right;
  }
  return results;
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

class Stopped extends Error {}

/** The search that is under way. */
let searching = null;

/** Begins a search, or stops the one that is under way; one whose text or labels change meanwhile ends without a result. */
async function findSettings() {
  if (searching) {
    searching.isStopped = true;
    return;
  }
  const chosen = [...byId("findWhat").selectedOptions].map((option) => {
    const [index, name] = option.value.split(" ");
    const gesture = state.outcome.about.gestures[index];
    return { index: Number(index), gesture, parameter: state.parameters[gesture.kind].find((each) => each.name === name) };
  });
  const list = byId("found");
  list.replaceChildren();
  byId("findCurves").replaceChildren();
  if (!chosen.length) {
    make(list, "li", {}, "Choose a threshold, or several.");
    return;
  }
  const mine = searching = { isStopped: false };
  const [yaml, labels, recording] = [state.yaml, state.labels.length, state.recording];
  const said = make(list, "li");
  let [tried, painted] = [0, performance.now()];
  const progress = async () => {
    tried++;
    if (performance.now() - painted < 50) return;
    said.textContent = `${tried} values tried …`;
    await new Promise((done) => setTimeout(done));
    painted = performance.now();
    if (mine.isStopped || state.yaml !== yaml || state.labels.length !== labels || state.recording !== recording) throw new Stopped();
  };
  byId("find").textContent = "Stop";
  try {
    showFound(await searchAll(chosen, progress));
  } catch (error) {
    said.textContent = error instanceof Stopped ? "Stopped." : error.message;
  } finally {
    searching = null;
    byId("find").textContent = "Find settings";
  }
}

/** What was found, for a person to choose. */
function showFound(results) {
  const list = byId("found");
  list.replaceChildren();
  for (const { threshold, found, best } of results) {
    const what = `${threshold.gesture.name}: ${threshold.parameter.name}`;
    showSearch(what, found, best);
    const text = best ? `${best.most} of ${state.labels.length} right from ${best.from.written} to ${best.to.written}` : "no value could be tried";
    make(list, "li", {}, results.length > 1 ? `${what}, the others at their best: ${text}` : text);
  }
  const chosen = results.filter((each) => each.best);
  if (!chosen.length) return;
  const values = chosen.map(({ best }) => best.middle.written).join(", ");
  const use = make(make(list, "li"), "button", { type: "button", id: "useFound" }, `Use ${values}`);
  use.addEventListener("click", () => {
    // (Into the text as it stands by then; one undo takes all of them back.)
    chosen.forEach(({ threshold, best }, at) => setParameter(threshold.index, threshold.parameter.name, best.middle.written, at > 0));
    show();
  });
}

function showSearch(what, found, best) {
  if (found.length < 2) return;
  const svg = draw(byId("findCurves"), "svg", { viewBox: "0 0 340 90", role: "img", "aria-label": `Right labels by value of ${what}` });
  const [least, most] = [found[0].value, found.at(-1).value];
  const x = (value) => 24 + ((value - least) / (most - least || 1)) * 306;
  const y = (right) => 66 - (right / state.labels.length) * 56;
  if (best) draw(svg, "rect", { x: x(best.from.value), y: 6, width: Math.max(2, x(best.to.value) - x(best.from.value)), height: 62, class: "mark" });
  draw(svg, "polyline", { points: found.map((each) => `${x(each.value)},${y(each.right)}`).join(" "), class: "curve", stroke: "currentColor" });
  draw(svg, "text", { x: 24, y: 84, class: "soft" }, found[0].written);
  draw(svg, "text", { x: 330, y: 84, "text-anchor": "end", class: "soft" }, found.at(-1).written);
  draw(svg, "text", { x: 18, y: y(state.labels.length) + 5, "text-anchor": "end", class: "soft" }, state.labels.length);
}
