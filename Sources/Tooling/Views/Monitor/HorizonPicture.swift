import TaplineFormats

/// Draws how the device is held: an artificial horizon, and the acceleration along the three axes beside it.
struct HorizonPicture {
    static var rows: Int { 5 }
    private static var columns: Int { 13 }
    /// An axis's bar is so long at 1 g.
    private static var bar: Int { 5 }

    let motion: ViewMotion
    let isASCII: Bool

    /// Draws it with its upper left corner at (`left`, `top`), as wide as `limit` allows.
    func draw(left: Int, top: Int, limit: Int, on screen: inout Screen) {
        for row in 0..<Self.rows {
            for column in 0..<Self.columns where isGround(column, row) {
                screen.put(isASCII ? ":" : "░", x: left + column, y: top + row, style: .faint)
            }
        }
        // The device's own wings.
        let (x, y) = (left + Self.columns / 2, top + Self.rows / 2)
        screen.put(isASCII ? "-+-" : "─┼─", x: x - 1, y: y, style: .good)
        for (axis, text) in axes.enumerated() {
            screen.put(text, x: left + Self.columns + 1, y: top + axis, limit: limit, isASCII: isASCII)
        }
        guard let rate = motion.rotationRate else { return }
        let turning = (rate.x * rate.x + rate.y * rate.y + rate.z * rate.z).squareRoot()
        screen.put(
            "turning \(fixed(turning, places: 2)) rad/s", x: left + Self.columns + 1, y: top + 4, limit: limit)
    }

    /// `x  0.02 g`, and a bar.
    var axes: [String] {
        (0..<3).map { axis in
            let value = motion.acceleration[axis]
            let number = shortened(fixed(value, places: 2), 2).padded(to: 5, inFront: true)
            let length = min(Int((abs(value) * Double(Self.bar)).rounded()), Self.bar)
            let bar = String(repeating: isASCII ? (value < 0 ? "-" : "+") : (value < 0 ? "▁" : "▇"), count: length)
            return "\(["x", "y", "z"][axis]) \(number) g \(bar)"
        }
    }

    /// `x 0.02 y 0.99 z 0.1 g`
    var axesAlone: String {
        (0..<3).map { "\(["x", "y", "z"][$0]) \(fixed(motion.acceleration[$0], places: 2))" }.joined(separator: " ")
            + " g"
    }

    /// Whether the ground is seen at a character, looking through the panel at what is behind it. Where up points on the panel
    /// the horizon lies across; it is as far from the middle as one looks up or down.
    func isGround(_ column: Int, _ row: Int) -> Bool {
        let up = motion.gravity ?? motion.acceleration
        let across = (up.x * up.x + up.y * up.y).squareRoot()
        // (One who looks straight down sees the ground alone.)
        guard across > 0.05 * abs(up.z) else { return up.z > 0 }
        let x = Double(column - Self.columns / 2)
        let y = Double(Self.rows / 2 - row) * PanelPicture.characterAspect
        let height = Double(Self.rows) * PanelPicture.characterAspect / 2
        return (x * up.x + y * up.y) / across < up.z / across * height
    }
}
