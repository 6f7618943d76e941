// The panel to scale: zones, controls, paths, fingers.

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes; text is always text. */
function draw(parent, name, attributes = {}, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

function make(parent, name, properties = {}, text) {
  const element = Object.assign(document.createElement(name), properties);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

const byId = (id) => document.getElementById(id);

function drawZone(svg, zone, size) {
  const [kind, ...n] = zone.shape;
  const look = { class: zone.control ? "zone control" : "zone" };
  let at;
  if (kind === "rect") {
    draw(svg, "rect", { x: n[0], y: n[1], width: n[2], height: n[3], rx: 4, ...look });
    at = [n[0] + size * 0.4, n[1] + size * 1.2];
  } else if (kind === "circle") {
    draw(svg, "circle", { cx: n[0], cy: n[1], r: n[2], ...look });
    at = [n[0] - n[2] * 0.6, n[1]];
  } else if (kind === "ring") {
    const round = (r) => `M${n[0] - r} ${n[1]}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
    draw(svg, "path", { d: round(n[2]) + round(n[3]), "fill-rule": "evenodd", ...look });
    at = [n[0], n[1] - (n[2] + n[3]) / 2];
  } else {
    const corners = [];
    for (let i = 0; i < n.length; i += 2) corners.push(`${n[i]},${n[i + 1]}`);
    draw(svg, "polygon", { points: corners.join(" "), ...look });
    at = [n[0], n[1] + size * 1.2];
  }
  draw(svg, "text", { x: at[0], y: at[1], class: "soft", "font-size": size * 0.9 }, zone.name);
}

/** How the device was held at a time: its zones, and where places of the upright panel lie. */
function wayAt(time) {
  const { ways, turns } = state.outcome?.about ?? { ways: [], turns: [] };
  return ways[turns.findLast(([t]) => t <= time)?.[1] ?? 0];
}

/** The matrix of SVG that takes another one back. */
function inverse([a, b, c, d, e, f]) {
  const area = a * d - b * c;
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area];
}

/** Where a finger is at a time, and whether it is down then. */
function placeAt(stroke, time) {
  if (stroke.points[0][0] > time || stroke.points.at(-1)[0] < time) return null;
  let [low, high] = [0, stroke.points.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (stroke.points[middle][0] <= time) low = middle;
    else high = middle - 1;
  }
  return stroke.points[low];
}

function showPanel() {
  const svg = byId("panel");
  const { pointsWide: width, pointsHigh: height } = state.recording?.about ?? { pointsWide: 800, pointsHigh: 480 };
  const size = Math.max(width, height) / 45;
  svg.replaceChildren();
  svg.setAttribute("viewBox", `${-size / 2} ${-size / 2} ${width + size} ${height + size}`);
  draw(svg, "rect", { x: 0, y: 0, width, height, rx: size / 2, class: "frame" });
  const way = wayAt(state.time);
  if (way) {
    // (The panel stays as it is, its zones turn: places on it are those of the turned one, taken back.)
    const zones = draw(svg, "g", { transform: `matrix(${inverse(way.place).join(" ")})` });
    for (const zone of way.zones) drawZone(zones, zone, size);
  }
  if (!state.recording) {
    draw(svg, "text", { x: width / 2, y: height / 2, "text-anchor": "middle", class: "soft", "font-size": size * 1.3 },
      "Drop a recording here");
    return;
  }
  const [from, to] = state.view;
  const seen = state.recording.strokes.filter((stroke) => stroke.points.at(-1)[0] >= from && stroke.points[0][0] <= to);
  // (Of very many those about this time.)
  const reach = seen.length > 300 ? 5_000_000 : Infinity;
  for (const stroke of seen) {
    const [first, last] = [stroke.points[0][0], stroke.points.at(-1)[0]];
    if (last < state.time - reach || first > state.time + reach) continue;
    const colour = colourOf(stroke.id);
    const done = stroke.points.filter((point) => point[0] <= state.time);
    const line = (points) => points.map((point) => `${point[1]},${point[2]}`).join(" ");
    draw(svg, "polyline", { points: line(stroke.points), class: "path old", stroke: colour });
    // (Who stays where it landed would be no more than a dot.)
    draw(svg, "circle", { cx: stroke.points[0][1], cy: stroke.points[0][2], r: size * 0.35, class: "path old", stroke: colour });
    if (done.length && state.time - last < 1_000_000) draw(svg, "polyline", { points: line(done), class: "path", stroke: colour });
    const place = placeAt(stroke, state.time);
    if (place) draw(svg, "circle", { cx: place[1], cy: place[2], r: size * 0.9, fill: colour, class: "finger" });
  }
  const recent = state.outcome?.stretches.filter((s) => recognized(s) && s.from <= state.time && state.time - s.to < 600_000) ?? [];
  recent.slice(-3).forEach((stretch, index) => {
    draw(svg, "text", { x: width - size / 2, y: size * (1.6 + 1.5 * index), "text-anchor": "end", "font-size": size * 1.2 }, stretch.gesture);
  });
}
