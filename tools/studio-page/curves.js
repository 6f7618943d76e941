// Curves over the same time as the timeline, with the thresholds of the chosen gesture.

const UNITS = { speed: "pt/s", span: "pt", angle: "deg", travel: "pt" };
const NAMES_OF_LENGTHS = { span: /span|spread|scale/i, travel: /^(?!.*(span|spread|scale)).*$/ };

/** Speed over the last 50 ms at least, and the way from the landing, of one stroke. */
function curveOfStroke(stroke, what) {
  const { points } = stroke;
  if (what === "travel") return points.map(([t, x, y]) => [t, Math.hypot(x - points[0][1], y - points[0][2])]);
  const curve = [];
  let first = 0;
  for (let i = 1; i < points.length; i++) {
    while (first < i - 1 && points[i][0] - points[first + 1][0] >= 50_000) first++;
    const micros = points[i][0] - points[first][0];
    if (micros > 0) curve.push([points[i][0], Math.hypot(points[i][1] - points[first][1], points[i][2] - points[first][2]) / (micros / 1e6)]);
  }
  return curve;
}

/** Span, or angle, of the first two fingers while exactly two are down. */
function curvesOfPairs(what) {
  const [scaleX, scaleY] = state.recording.scale;
  const [all, open] = [[], { curve: null, key: "" }];
  for (const { t, c } of state.recording.reports) {
    const key = c.length === 2 ? `${c[0][0]},${c[1][0]}` : "";
    if (key !== open.key) {
      open.key = key;
      open.curve = key ? { id: 0, points: [] } : null;
      if (open.curve) all.push(open.curve);
    }
    if (!open.curve) continue;
    const [x, y] = [(c[1][1] - c[0][1]) * scaleX, (c[1][2] - c[0][2]) * scaleY];
    open.curve.points.push([t, what === "span" ? Math.hypot(x, y) : (Math.atan2(y, x) * 180) / Math.PI]);
  }
  return all;
}

const numberIn = (text, unit) => {
  const found = /^(-?[\d.]+)\s*(\S*)$/.exec(text ?? "");
  if (!found) return null;
  const value = Number(found[1]);
  if (found[2] === unit) return value;
  if (unit === "ms") return { s: value * 1000, us: value / 1000 }[found[2]] ?? null;
  if (unit === "pt" && found[2] === "mm") return (value * 160) / 25.4;
  if (unit === "pt/s" && found[2] === "mm/s") return (value * 160) / 25.4;
  if (unit === "deg" && found[2] === "rad") return (value * 180) / Math.PI;
  return unit === "" && !found[2] ? value : null;
};

/** `[{name, value}]`: thresholds of the chosen gesture that belong to this curve. */
function thresholdsFor(what) {
  const gesture = state.outcome?.about.gestures[state.gesture];
  const table = state.parameters[gesture?.kind] ?? [];
  return table
    .filter((parameter) => parameter.unit === UNITS[what] && (NAMES_OF_LENGTHS[what]?.test(parameter.name) ?? true))
    .map((parameter) => ({ name: parameter.name, value: numberIn(gesture.given[parameter.name] ?? parameter.default, parameter.unit) }))
    .filter(({ value }) => value !== null);
}

function curvesOf(what) {
  if (what === "motion") return [{ id: 0, points: state.recording.motion }];
  if (what === "span" || what === "angle") return curvesOfPairs(what);
  const seen = state.recording.strokes.filter((stroke) => stroke.points.at(-1)[0] >= state.view[0] && stroke.points[0][0] <= state.view[1]);
  return seen.map((stroke) => ({ id: stroke.id, points: curveOfStroke(stroke, what) }));
}

function showCurves() {
  const svg = byId("curves");
  svg.replaceChildren();
  if (!state.recording || !byId("curveBox").open) return;
  const what = byId("curve").value;
  const curves = curvesOf(what);
  const seen = curves.flatMap((curve) => curve.points).filter(([t]) => t >= state.view[0] && t <= state.view[1]).map(([, value]) => value);
  const height = 150;
  svg.setAttribute("viewBox", `0 0 ${width()} ${height}`);
  svg.setAttribute("height", height);
  if (!seen.length) {
    draw(svg, "text", { x: width() / 2, y: height / 2, "text-anchor": "middle", class: "soft" },
      { span: "No two fingers here", angle: "No two fingers here", motion: "No motion was recorded here" }[what] ?? "No finger here");
    return;
  }
  const highest = seen.reduce((a, b) => Math.max(a, b));
  const thresholds = thresholdsFor(what).filter(({ value }) => value > 0 && value < highest * 3);
  const most = Math.max(1, highest, ...thresholds.map(({ value }) => value)) * 1.1;
  const least = Math.min(0, seen.reduce((a, b) => Math.min(a, b)) * 1.1);
  const place = (value) => 8 + (1 - (value - least) / (most - least)) * (height - 16);
  const step = stepFor(most - least, 4);
  for (let value = Math.ceil(least / step) * step; value <= most; value += step) {
    draw(svg, "line", { x1: laneStart, x2: width() - 8, y1: place(value), y2: place(value), class: "grid" });
    draw(svg, "text", { x: laneStart - 6, y: place(value) + 4, "text-anchor": "end", class: "soft" }, Number(value.toFixed(3)));
  }
  for (const curve of curves) {
    const points = curve.points.filter(([t]) => t >= state.view[0] && t <= state.view[1]);
    draw(svg, "polyline", { points: points.map(([t, value]) => `${timeToX(t)},${place(value)}`).join(" "), class: "curve", stroke: colourOf(curve.id) });
  }
  for (const { name, value } of thresholds) {
    draw(svg, "line", { x1: laneStart, x2: width() - 8, y1: place(value), y2: place(value), class: "threshold" });
    draw(svg, "text", { x: width() - 12, y: place(value) - 4, "text-anchor": "end" }, `${name} ${Number(value.toFixed(2))}`);
  }
  const now = timeToX(state.time);
  if (now >= laneStart) draw(svg, "line", { x1: now, x2: now, y1: 0, y2: height, class: "now" });
}
