import TaplineFormats

/// Writes SVG 1.1: the few shapes that a plot has.
struct SVGWriter {
    private(set) var text: String

    /// A picture of so many px, on white.
    init(width: Double, height: Double) {
        let size = "\(fixed(width, places: 0))\" height=\"\(fixed(height, places: 0))\""
        text =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(size) "
            + "viewBox=\"0 0 \(fixed(width, places: 0)) \(fixed(height, places: 0))\" "
            + "font-family=\"DejaVu Sans, Helvetica, Arial, sans-serif\" font-size=\"12\">\n"
            + "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    }

    /// A whole file.
    var file: String { text + "</svg>\n" }

    private func number(_ value: Double) -> String { fixed(value, places: 2) }

    mutating func line(
        _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ colour: String, width: Double = 1, dashes: String = ""
    ) {
        text += "<line x1=\"\(number(x1))\" y1=\"\(number(y1))\" x2=\"\(number(x2))\" y2=\"\(number(y2))\" "
        text += "stroke=\"\(colour)\" stroke-width=\"\(number(width))\"\(dashed(dashes))/>\n"
    }

    mutating func polyline(_ points: [(x: Double, y: Double)], _ colour: String, width: Double) {
        guard points.count > 1 else { return }
        text += "<polyline fill=\"none\" stroke=\"\(colour)\" stroke-width=\"\(number(width))\" "
        text += "stroke-linejoin=\"round\" stroke-linecap=\"round\" points=\""
        for (index, point) in points.enumerated() {
            text += "\(index > 0 ? " " : "")\(number(point.x)),\(number(point.y))"
        }
        text += "\"/>\n"
    }

    mutating func polygon(
        _ points: [(x: Double, y: Double)], _ fill: String, stroke: String = "none", dashes: String = ""
    ) {
        text += "<polygon fill=\"\(fill)\" stroke=\"\(stroke)\"\(dashed(dashes)) points=\""
        for (index, point) in points.enumerated() {
            text += "\(index > 0 ? " " : "")\(number(point.x)),\(number(point.y))"
        }
        text += "\"/>\n"
    }

    mutating func rect(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, fill: String = "none", stroke: String = "none",
        dashes: String = "", radius: Double = 0
    ) {
        text += "<rect x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(max(width, 0)))\" "
        text += "height=\"\(number(max(height, 0)))\" fill=\"\(fill)\" stroke=\"\(stroke)\"\(dashed(dashes))"
        text += radius > 0 ? " rx=\"\(number(radius))\"/>\n" : "/>\n"
    }

    mutating func circle(
        _ x: Double, _ y: Double, _ radius: Double, fill: String = "none", stroke: String = "none", width: Double = 1,
        dashes: String = ""
    ) {
        text += "<circle cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"\(number(radius))\" fill=\"\(fill)\" "
        text += "stroke=\"\(stroke)\" stroke-width=\"\(number(width))\"\(dashed(dashes))/>\n"
    }

    /// Text whose baseline is at `y`; `anchor` is `start`, `middle` or `end`.
    mutating func label(
        _ words: String, _ x: Double, _ y: Double, size: Double = 12, colour: String = "#333333",
        anchor: String = "start",
        isBold: Bool = false
    ) {
        text += "<text x=\"\(number(x))\" y=\"\(number(y))\" font-size=\"\(number(size))\" fill=\"\(colour)\""
        if anchor != "start" { text += " text-anchor=\"\(anchor)\"" }
        if isBold { text += " font-weight=\"bold\"" }
        text += ">\(SVGWriter.escaped(words))</text>\n"
    }

    private func dashed(_ dashes: String) -> String { dashes.isEmpty ? "" : " stroke-dasharray=\"\(dashes)\"" }

    /// Text as XML 1.0 has it; what it may not have is left out.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in printable(text).unicodeScalars {
            switch scalar {
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "&": escaped += "&amp;"
            case "\"": escaped += "&quot;"
            case "\u{FFFE}", "\u{FFFF}": continue
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
