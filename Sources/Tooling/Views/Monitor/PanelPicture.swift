/// Draws a panel to scale: zones that are enabled, trails, fingers.
struct PanelPicture {
    /// A terminal's character is about twice as high as wide.
    static var characterAspect: Double { 2 }
    /// How long a trail stays, µs; its older half is faint.
    static var trailTime: Int64 { 1_600_000 }

    let panel: ViewPanel
    /// Inside the frame, in characters.
    let columns: Int
    let rows: Int
    let isASCII: Bool

    /// The largest picture of `panel` in so many columns and rows, frame included; nil where there is no room.
    init?(_ panel: ViewPanel, columns: Int, rows: Int, isASCII: Bool) {
        guard columns >= 8, rows >= 5 else { return nil }
        var height = rows - 2
        // (A strip of a panel stays one on the screen: no more is seen of a longer one.)
        let aspect = min(max(panel.aspect, 1e-3), 1e3) * Self.characterAspect
        var width = Int((Double(height) * aspect).rounded())
        if width > columns - 2 {
            width = columns - 2
            height = Int((Double(width) / aspect).rounded())
        }
        self.panel = panel
        self.columns = min(max(width, 4), columns - 2)
        self.rows = min(max(height, 2), rows - 2)
        self.isASCII = isASCII
    }

    /// Draws the frame with its upper left corner at (`left`, `top`), and what is in it.
    func draw(_ state: MonitorState, at now: Int64, left: Int, top: Int, on screen: inout Screen) {
        frame(left, top, columns + 2, rows + 2, .faint, on: &screen)
        for zone in panel.zones where !panel.disabledZones.contains(zone.name) {
            draw(zone, left + 1, top + 1, on: &screen)
        }
        trails(state, at: now, left + 1, top + 1, on: &screen)
        for finger in state.fingers {
            let (x, y) = character(finger.x, finger.y)
            screen.put(
                String(finger.id.magnitude % 10), x: left + 1 + x, y: top + 1 + y, style: ScreenStyle.finger(finger.id))
        }
    }

    /// The character at which a place of the panel is; places beyond are at the edge.
    private func character(_ x: Double, _ y: Double) -> (x: Int, y: Int) {
        (place(x / panel.width, of: columns), place(y / panel.height, of: rows))
    }

    private func place(_ fraction: Double, of count: Int) -> Int {
        guard fraction > 0 else { return 0 }
        return fraction >= 1 ? count - 1 : Int(fraction * Double(count))
    }

    private func frame(
        _ left: Int, _ top: Int, _ width: Int, _ height: Int, _ style: ScreenStyle, on screen: inout Screen
    ) {
        let parts = isASCII ? ["-", "|", "+", "+", "+", "+"] : ["─", "│", "┌", "┐", "└", "┘"]
        for x in left..<left + width {
            screen.put(parts[0], x: x, y: top, style: style)
            screen.put(parts[0], x: x, y: top + height - 1, style: style)
        }
        for y in top..<top + height {
            screen.put(parts[1], x: left, y: y, style: style)
            screen.put(parts[1], x: left + width - 1, y: y, style: style)
        }
        screen.put(parts[2], x: left, y: top, style: style)
        screen.put(parts[3], x: left + width - 1, y: top, style: style)
        screen.put(parts[4], x: left, y: top + height - 1, style: style)
        screen.put(parts[5], x: left + width - 1, y: top + height - 1, style: style)
    }

    /// A zone's outline, and its name in the first row that is free.
    private func draw(_ zone: ViewPanel.Zone, _ left: Int, _ top: Int, on screen: inout Screen) {
        switch zone.shape {
        case .rect(let x, let y, let width, let height):
            let from = character(x, y)
            // (The last pixel that belongs to it.)
            let to = character(x + width - 1e-6 * panel.width, y + height - 1e-6 * panel.height)
            if to.x > from.x, to.y > from.y {
                frame(left + from.x, top + from.y, to.x - from.x + 1, to.y - from.y + 1, .faint, on: &screen)
            }
            screen.put(
                zone.name, x: left + from.x + 1, y: top + from.y, style: .faint, limit: left + max(to.x, from.x + 1),
                isASCII: isASCII)
        case .circle(let x, let y, let radius):
            circle(x, y, radius, left, top, on: &screen)
            middle(zone.name, x, y, left, top, on: &screen)
        case .ring(let x, let y, let inner, let outer):
            circle(x, y, inner, left, top, on: &screen)
            circle(x, y, outer, left, top, on: &screen)
            middle(zone.name, x, y - (inner + outer) / 2, left, top, on: &screen)
        case .polygon(let corners):
            for (index, corner) in corners.enumerated() {
                edge(corner, corners[(index + 1) % corners.count], left, top, on: &screen)
            }
            let count = Double(corners.count)
            middle(
                zone.name, corners.reduce(0) { $0 + $1.x } / count, corners.reduce(0) { $0 + $1.y } / count, left, top,
                on: &screen)
        }
    }

    private func circle(_ x: Double, _ y: Double, _ radius: Double, _ left: Int, _ top: Int, on screen: inout Screen) {
        for step in 0..<64 {
            let (sine, cosine) = PanelPicture.unit(step)
            let (column, row) = character(x + radius * cosine, y + radius * sine)
            screen.put(isASCII ? "." : "·", x: left + column, y: top + row, style: .faint)
        }
    }

    /// A straight line in dots.
    private func edge(
        _ from: ViewPanel.Corner, _ to: ViewPanel.Corner, _ left: Int, _ top: Int, on screen: inout Screen
    ) {
        let (start, end) = (character(from.x, from.y), character(to.x, to.y))
        let steps = max(abs(end.x - start.x), abs(end.y - start.y), 1)
        for step in 0...steps {
            screen.put(
                isASCII ? "." : "·", x: left + start.x + (end.x - start.x) * step / steps,
                y: top + start.y + (end.y - start.y) * step / steps, style: .faint)
        }
    }

    /// A zone's name with its middle at a place.
    private func middle(_ name: String, _ x: Double, _ y: Double, _ left: Int, _ top: Int, on screen: inout Screen) {
        let (column, row) = character(x, y)
        screen.put(
            name, x: left + column - name.count / 2, y: top + row, style: .faint, limit: left + columns,
            isASCII: isASCII)
    }

    /// Sine and cosine of 1/64 turns, by turning step after step: a picture needs no more.
    private static func unit(_ step: Int) -> (sine: Double, cosine: Double) {
        // cos and sin of 2π/64
        let (c, s) = (0.995184726672197, 0.0980171403295606)
        var (x, y) = (1.0, 0.0)
        for _ in 0..<step { (x, y) = (x * c - y * s, x * s + y * c) }
        return (y, x)
    }

    private struct Dot {
        var x: Int
        var y: Int
    }

    /// Trails in dots, of which a character has two by four (braille), or in full stops.
    private func trails(_ state: MonitorState, at now: Int64, _ left: Int, _ top: Int, on screen: inout Screen) {
        let (across, down) = isASCII ? (1, 1) : (2, 4)
        var last: [Int: Dot] = [:]
        for index in 0..<state.trail.count {
            let point = state.trail[index]
            let age = now - point.seen
            let x = place(point.x / panel.width, of: columns * across)
            let y = place(point.y / panel.height, of: rows * down)
            defer { last[point.id] = Dot(x: x, y: y) }
            guard age < Self.trailTime else { continue }
            let style = age > Self.trailTime / 2 ? ScreenStyle.faint : ScreenStyle.finger(point.id)
            let from = point.continues ? last[point.id] ?? Dot(x: x, y: y) : Dot(x: x, y: y)
            let steps = max(abs(x - from.x), abs(y - from.y), 1)
            for step in 0...steps {
                dot(
                    from.x + (x - from.x) * step / steps, from.y + (y - from.y) * step / steps, style, left, top,
                    on: &screen)
            }
        }
    }

    private func dot(_ x: Int, _ y: Int, _ style: ScreenStyle, _ left: Int, _ top: Int, on screen: inout Screen) {
        guard !isASCII else {
            screen.put(".", x: left + x, y: top + y, style: style)
            return
        }
        // The bits of a braille pattern's dots, U+2800 + bits: 1 2 3 7 on the left, 4 5 6 8 on the right.
        let bits: [[UInt32]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
        let old = screen[left + x / 2, top + y / 4].scalar
        let before = (0x2800...0x28FF).contains(old) ? old & 0xFF : 0
        screen[left + x / 2, top + y / 4] = Screen.Cell(scalar: 0x2800 | before | bits[x % 2][y % 4], style: style)
    }
}
