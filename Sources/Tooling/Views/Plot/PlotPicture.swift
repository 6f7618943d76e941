import TaplineFormats

/// Draws a recording: the panel with the ways of its fingers, gestures where they began and ended, and by time gestures,
/// speeds and the span of the fingers.
package struct PlotPicture {
    private static var width: Double { 1_000 }
    private static var margin: Double { 84 }
    /// The largest picture of a panel.
    private static var largest: (width: Double, height: Double) { (600, 500) }
    private static var mostMarks: Int { 24 }

    private let data: PlotData
    private let title: String
    private let span: ClosedRange<Int64>
    /// mm in a px where the panel's size is known, else 1.
    private let scale: (x: Double, y: Double)
    private let unit: String

    package init(_ data: PlotData, title: String) {
        self.data = data
        self.title = title
        span = data.span
        if let size = data.panel.millimetres {
            scale = (size.width / data.panel.width, size.height / data.panel.height)
            unit = "mm"
        } else {
            scale = (1, 1)
            unit = "px"
        }
    }

    /// The picture as SVG.
    package var svg: String {
        var width = Self.largest.width
        var height = width / data.panel.aspect
        if height > Self.largest.height {
            height = Self.largest.height
            width = height * data.panel.aspect
        }
        let top = 64.0
        let names = data.marks.reduce(into: [String]()) { if !$0.contains($1.name) { $0.append($1.name) } }
        let lanes = min(names.count, 16)
        let listHeight =
            Double(fingerCount * 18 + 40 * 2 + 36)
            + data.marks.prefix(Self.mostMarks).reduce(0) { $0 + self.height(of: $1) }
        let panelBottom = top + max(height, listHeight)
        let lanesTop = panelBottom + 48
        let speedTop = lanesTop + Double(max(lanes, 1)) * 18 + 40
        let spans = data.spans(scale: scale)
        let spanTop = speedTop + 120 + 40
        let motionTop = (spans.isEmpty ? speedTop : spanTop) + 120 + 40
        let bottom = data.motion.readings.isEmpty ? motionTop - 40 : motionTop + 280
        var svg = SVGWriter(width: Self.width, height: bottom + 48)
        svg.label(title, Self.margin, 28, size: 18, isBold: true)
        svg.label(subtitle, Self.margin, 48, colour: "#666666")
        drawPanel(Self.margin, top, width, height, &svg)
        drawList(Self.margin + width + 28, top, &svg)
        drawLanes(Array(names.prefix(lanes)), lanesTop, &svg)
        let speeds = data.paths.map { (colour: colour($0.finger, 10), points: data.speed(of: $0, scale: scale)) }
        drawChart("speed, \(unit)/s", speedTop, curves: speeds, &svg)
        if !spans.isEmpty {
            drawChart("span, \(unit)", spanTop, curves: spans.map { (colour: "#444444", points: $0) }, &svg)
        }
        if !data.motion.readings.isEmpty { drawMotion(motionTop, &svg) }
        drawAxis(lanesTop - 12, bottom, &svg)
        return svg.file
    }

    private var fingerCount: Int { (data.paths.map { $0.finger }.max() ?? -1) + 1 }

    private var subtitle: String {
        var text = "\(fixed(data.panel.width, places: 0))x\(fixed(data.panel.height, places: 0)) px"
        if let size = data.panel.millimetres {
            text += ", \(fixed(size.width, places: 1))x\(fixed(size.height, places: 1)) mm"
        } else {
            text += ", size in mm unknown"
        }
        text += "; \(fixed(Double(span.upperBound - span.lowerBound) / 1e6, places: 3)) s, "
        return text + "\(counted(data.paths.count, "touch")), \(counted(data.marks.count, "gesture"))"
    }

    // MARK: The panel

    private func drawPanel(_ left: Double, _ top: Double, _ width: Double, _ height: Double, _ svg: inout SVGWriter) {
        func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
            (left + x / data.panel.width * width, top + y / data.panel.height * height)
        }
        svg.rect(left, top, width, height, fill: "#f7f7f8", stroke: "#999999")
        for zone in data.panel.zones {
            var corner: (x: Double, y: Double)
            switch zone.shape {
            case .rect(let x, let y, let across, let down):
                corner = place(x, y)
                let end = place(x + across, y + down)
                svg.rect(
                    corner.x, corner.y, end.x - corner.x, end.y - corner.y, stroke: "#b5b5bd", dashes: "4 3")
            case .circle(let x, let y, let radius):
                let centre = place(x, y)
                let length = radius / data.panel.width * width
                svg.circle(centre.x, centre.y, length, stroke: "#b5b5bd", dashes: "4 3")
                corner = (centre.x - 10, centre.y - length)
            case .ring(let x, let y, let inner, let outer):
                let centre = place(x, y)
                for radius in [inner, outer] {
                    svg.circle(centre.x, centre.y, radius / data.panel.width * width, stroke: "#b5b5bd", dashes: "4 3")
                }
                corner = (centre.x - 10, centre.y - outer / data.panel.width * width)
            case .polygon(let corners):
                let places = corners.map { place($0.x, $0.y) }
                svg.polygon(places, "none", stroke: "#b5b5bd", dashes: "4 3")
                corner = places.reduce(places[0]) { (min($0.x, $1.x), min($0.y, $1.y)) }
            }
            svg.label(zone.name, corner.x + 5, corner.y + 14, size: 11, colour: "#8a8a94")
        }
        for path in data.paths { draw(path, place, &svg) }
        var labels: [(x: Double, y: Double)] = []
        for (index, mark) in data.marks.enumerated() where mark.hasPlace {
            draw(mark, place, &svg)
            // (More of them nobody reads.)
            guard labels.count < 500 else { continue }
            // Numbers of gestures that begin at one place stand beside each other.
            var label = place(mark.began.x, mark.began.y)
            (label.x, label.y) = (label.x + 9, label.y - 7)
            while labels.contains(where: { abs($0.x - label.x) < 16 && abs($0.y - label.y) < 12 }) { label.x += 17 }
            labels.append(label)
            svg.label("\(index + 1)", label.x, label.y, size: 12, colour: "#111111", isBold: true)
        }
    }

    /// A finger's way: its colour is the finger's, light at the beginning of the recording and dark at its end.
    private func draw(
        _ path: PlotData.Path, _ place: (Double, Double) -> (x: Double, y: Double), _ svg: inout SVGWriter
    ) {
        var run: [(x: Double, y: Double)] = []
        var shade = -1
        for sample in path.samples {
            let point = place(sample.x, sample.y)
            let next = self.shade(sample.time)
            run.append(point)
            if next != shade {
                if shade >= 0 { svg.polyline(run, colour(path.finger, shade), width: 2.2) }
                run = [point]
                shade = next
            }
        }
        svg.polyline(run, colour(path.finger, shade), width: 2.2)
        // Every report is a dot, unless there are too many to distinguish.
        if path.samples.count <= 2_000 {
            for sample in path.samples {
                let point = place(sample.x, sample.y)
                svg.circle(point.x, point.y, 1.4, fill: colour(path.finger, self.shade(sample.time)))
            }
        }
        let first = place(path.samples[0].x, path.samples[0].y)
        let last = path.samples[path.samples.count - 1]
        let end = place(last.x, last.y)
        svg.circle(first.x, first.y, 5, fill: "#ffffff", stroke: colour(path.finger, shade), width: 1.8)
        if path.isCancelled {
            svg.line(end.x - 5, end.y - 5, end.x + 5, end.y + 5, "#c0392b", width: 2)
            svg.line(end.x - 5, end.y + 5, end.x + 5, end.y - 5, "#c0392b", width: 2)
        } else if !path.isDown {
            svg.circle(end.x, end.y, 3.4, fill: colour(path.finger, shade))
        }
    }

    private func draw(
        _ mark: PlotData.Mark, _ place: (Double, Double) -> (x: Double, y: Double),
        _ svg: inout SVGWriter
    ) {
        let began = place(mark.began.x, mark.began.y)
        if let ended = mark.ended {
            let end = place(ended.x, ended.y)
            svg.line(began.x, began.y, end.x, end.y, "#22222288", width: 1, dashes: "3 3")
            sign(end, isEnd: true, isCancelled: mark.isCancelled, &svg)
        }
        sign(began, isEnd: mark.isDiscrete, isCancelled: false, &svg)
    }

    /// A triangle where a gesture begins, a square where it ends or happens; a crossed one where it is cancelled.
    private func sign(_ at: (x: Double, y: Double), isEnd: Bool, isCancelled: Bool, _ svg: inout SVGWriter) {
        if isEnd {
            svg.rect(at.x - 5, at.y - 5, 10, 10, fill: isCancelled ? "#ffffff" : "#222222", stroke: "#222222")
            if isCancelled { svg.line(at.x - 5, at.y + 5, at.x + 5, at.y - 5, "#c0392b", width: 2) }
        } else {
            svg.polygon(
                [(at.x - 5, at.y - 6), (at.x + 7, at.y), (at.x - 5, at.y + 6)], "#ffffff", stroke: "#222222")
        }
    }

    // MARK: The list

    private func drawList(_ x: Double, _ top: Double, _ svg: inout SVGWriter) {
        var y = top + 12
        svg.label("Fingers", x, y, isBold: true)
        for finger in 0..<fingerCount {
            y += 18
            for step in 0..<8 { svg.rect(x + Double(step) * 7, y - 9, 7, 9, fill: colour(finger, step * 2)) }
            svg.label("\(finger + 1), early to late", x + 64, y, size: 11)
        }
        y += 20
        svg.circle(x + 6, y - 4, 5, fill: "#ffffff", stroke: "#222222", width: 1.8)
        svg.label("lands", x + 16, y, size: 11)
        svg.circle(x + 66, y - 4, 3.4, fill: "#222222")
        svg.label("lifts", x + 76, y, size: 11)
        y += 18
        sign((x + 6, y - 4), isEnd: false, isCancelled: false, &svg)
        svg.label("begins", x + 16, y, size: 11)
        sign((x + 66, y - 4), isEnd: true, isCancelled: false, &svg)
        svg.label("ends, or happens", x + 76, y, size: 11)
        y += 27
        svg.label("Gestures", x, y, isBold: true)
        y += 18
        for (index, mark) in data.marks.enumerated() {
            guard index < Self.mostMarks else {
                svg.label("and \(data.marks.count - index) more", x, y, size: 11, colour: "#666666")
                return
            }
            var words = "\(time(mark.began.time)) \(mark.name)"
            if let ended = mark.ended {
                words += " to \(time(ended.time))\(mark.isCancelled ? ", cancelled" : "")"
            } else if !mark.isDiscrete {
                words += ", not ended"
            }
            svg.label("\(index + 1)", x + 16, y, size: 11, anchor: "end", isBold: true)
            svg.label(words, x + 24, y, size: 11)
            if !mark.summary.isEmpty {
                svg.label(String(mark.summary.dropFirst(2).prefix(44)), x + 24, y + 14, size: 10, colour: "#666666")
            }
            y += height(of: mark)
        }
        if data.marks.isEmpty { svg.label("none", x, y, size: 11, colour: "#666666") }
    }

    /// What an entry of the list takes.
    private func height(of mark: PlotData.Mark) -> Double { mark.summary.isEmpty ? 18 : 32 }

    private func time(_ time: Int64) -> String { "\(fixed(Double(time - span.lowerBound) / 1e6, places: 2)) s" }

    // MARK: By time

    private var chartWidth: Double { Self.width - 2 * Self.margin }

    private func x(_ time: Int64) -> Double {
        let length = max(Double(span.upperBound - span.lowerBound), 1)
        return Self.margin + Double(time - span.lowerBound) / length * chartWidth
    }

    private func drawLanes(_ names: [String], _ top: Double, _ svg: inout SVGWriter) {
        for (row, name) in names.enumerated() {
            let y = top + Double(row) * 18
            svg.line(Self.margin, y + 7, Self.margin + chartWidth, y + 7, "#eeeeee")
            for (index, mark) in data.marks.enumerated() where mark.name == name {
                let from = x(mark.began.time)
                if mark.isDiscrete {
                    svg.rect(from - 4, y + 3, 8, 8, fill: "#222222")
                } else {
                    let to = x((mark.ended ?? .init(time: span.upperBound, x: 0, y: 0)).time)
                    svg.rect(
                        from, y + 1, max(to - from, 2), 12, fill: mark.isCancelled ? "#f3c6c0" : "#cfd8ea",
                        stroke: mark.isCancelled ? "#c0392b" : "#5b6f9b", radius: 2)
                }
                svg.label("\(index + 1)", from + 6, y + 11, size: 10, colour: "#111111")
            }
            svg.label(name, Self.margin - 4, y + 11, size: 10, colour: "#666666", anchor: "end")
        }
    }

    /// A chart from 0, or from the lowest value below it, to the highest; `marks` are values with a name.
    private func drawChart(
        _ name: String, _ top: Double, curves: [(colour: String, points: [PlotData.Point])],
        marks: [(name: String, value: Double)] = [], _ svg: inout SVGWriter
    ) {
        let height = 120.0
        let highest = curves.reduce(marks.reduce(0.0) { max($0, $1.value) }) {
            $1.points.reduce($0) { max($0, $1.value) }
        }
        let lowest = curves.reduce(0.0) { $1.points.reduce($0) { min($0, $1.value) } }
        let step = PlotPicture.step(highest - lowest, count: 4)
        let floor = (lowest / step).rounded(.down) * step
        let ceiling = max((highest / step).rounded(.up) * step, floor + step)
        func y(_ value: Double) -> Double { top + height - (value - floor) / (ceiling - floor) * height }
        svg.label(name, Self.margin, top - 8, size: 11, isBold: true)
        var value = floor
        while value <= ceiling + step / 2 {
            svg.line(Self.margin, y(value), Self.margin + chartWidth, y(value), "#e4e4e8")
            svg.label(
                fixed(value, places: 2), Self.margin - 4, y(value) + 4, size: 10, colour: "#666666", anchor: "end")
            value += step
        }
        for curve in curves {
            svg.polyline(curve.points.map { (x($0.time), y($0.value)) }, curve.colour, width: 1.5)
        }
        for mark in marks {
            svg.line(Self.margin, y(mark.value), Self.margin + chartWidth, y(mark.value), "#c0392b", dashes: "6 3")
            svg.label(
                mark.name, Self.margin + chartWidth + 4, y(mark.value) + 4, size: 10, colour: "#c0392b")
        }
    }

    // MARK: Motion

    /// The axes, and how strong the acceleration is, with the thresholds of shakes; shakes and orientations are shaded.
    private func drawMotion(_ top: Double, _ svg: inout SVGWriter) {
        for mark in data.marks where mark.kind == "shake" {
            let from = x(mark.began.time)
            let to = x(mark.ended?.time ?? span.upperBound)
            svg.rect(from, top, max(to - from, 2), 280, fill: mark.isCancelled ? "#f3c6c0" : "#dbe6f8")
            svg.label(mark.name, from + 3, top + 12, size: 10, colour: "#5b6f9b")
        }
        let motion = data.motion
        let axes = [("x", 0, 0), ("y", 1, 2), ("z", 2, 1)]
        drawChart(
            "acceleration, g", top,
            curves: axes.map { _, axis, hue in (colour: colour(hue, 10), points: motion.curve { $0.acceleration[axis] })
            }, &svg)
        for (name, axis, hue) in axes {
            svg.label(
                name, Self.margin + 110 + Double(axis) * 16, top - 8, size: 11, colour: colour(hue, 10), isBold: true)
        }
        drawChart(
            "size with gravity (light) and without, g", top + 160,
            curves: [
                (colour: "#bbbbc4", points: motion.curve { $0.acceleration.length }),
                (colour: "#444444", points: motion.curve { $0.user.length }),
            ],
            marks: motion.thresholds.map { (name: "\($0.name)\($0.countsGravity ? " (light)" : "")", value: $0.value) },
            &svg)
    }

    private func drawAxis(_ top: Double, _ bottom: Double, _ svg: inout SVGWriter) {
        let length = Double(span.upperBound - span.lowerBound) / 1e6
        let step = PlotPicture.step(length, count: 10)
        var value = 0.0
        while value <= length + step / 1e3 {
            let x = self.x(span.lowerBound + Int64(value * 1e6))
            svg.line(x, top, x, bottom, "#e4e4e8", dashes: "2 3")
            svg.label("\(fixed(value, places: 3))", x, bottom + 16, size: 10, colour: "#666666", anchor: "middle")
            value += step
        }
        let beginning = fixed(Double(span.lowerBound) / 1e6, places: 3)
        svg.label(
            "s since the \(data.motion.readings.isEmpty ? "first touch" : "beginning"), at \(beginning) s of the recording's clock",
            Self.margin + chartWidth, bottom + 32, size: 10, colour: "#666666", anchor: "end"
        )
    }

    /// A round step that divides `range` into at most about `count`: 1, 2 or 5 times a power of ten.
    static func step(_ range: Double, count: Int) -> Double {
        guard range > 0, range < 1e12 else { return 1 }
        let rough = range / Double(count)
        var power = 1.0
        while power > rough { power /= 10 }
        while power * 10 <= rough { power *= 10 }
        for factor in [1.0, 2, 5] where power * factor >= rough { return power * factor }
        return power * 10
    }

    // MARK: Colours

    private static var shades: Int { 16 }

    /// How late a time is in the recording, 0 … 15.
    private func shade(_ time: Int64) -> Int {
        let length = max(Double(span.upperBound - span.lowerBound), 1)
        return min(max(Int(Double(time - span.lowerBound) / length * Double(Self.shades)), 0), Self.shades - 1)
    }

    private func colour(_ finger: Int, _ shade: Int) -> String {
        let hues: [Double] = [212, 24, 140, 320, 180, 0, 265, 60, 100, 240]
        return PlotPicture.colour(
            hue: hues[finger % hues.count], saturation: 0.75, lightness: 0.72 - 0.42 * Double(max(shade, 0)) / 15)
    }

    /// A colour of CSS Color 4, section 7 (HSL), as `#rrggbb`.
    static func colour(hue: Double, saturation: Double, lightness: Double) -> String {
        func channel(_ n: Double) -> Int {
            let sum = n + hue / 30
            let k = sum - 12 * (sum / 12).rounded(.down)
            let a = saturation * min(lightness, 1 - lightness)
            return Int(((lightness - a * max(-1, min(k - 3, 9 - k, 1))) * 255).rounded())
        }
        var text = "#"
        for n in [0.0, 8, 4] {
            let value = channel(n)
            text += (value < 16 ? "0" : "") + String(value, radix: 16)
        }
        return text
    }
}
