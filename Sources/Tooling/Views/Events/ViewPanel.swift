/// A panel as a view draws it: `panel/1`, or the header of a recording.
package struct ViewPanel: Equatable, Sendable {
    /// A zone, oriented px.
    package enum Shape: Equatable, Sendable {
        case rect(x: Double, y: Double, width: Double, height: Double)
        case circle(x: Double, y: Double, radius: Double)
        case ring(x: Double, y: Double, inner: Double, outer: Double)
        case polygon([Corner])
    }
    /// A corner of a polygon, oriented px.
    package struct Corner: Equatable, Sendable {
        package var x: Double
        package var y: Double

        package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
    }
    package struct Zone: Equatable, Sendable {
        package var name: String
        package var shape: Shape
        package var isControl = false
    }
    package struct Line: Equatable, Sendable {
        package var name: String
        package var isHigh: Bool?
        package var isActive: Bool
    }

    /// The panel's name, that of its configuration; may be empty.
    package var name = ""
    /// The board's name; may be empty.
    package var board = ""
    /// The controller; may be empty.
    package var chip = ""
    /// Oriented px across, above 0.
    package var width = 1.0
    /// Oriented px down, above 0.
    package var height = 1.0
    /// Across and down, mm; nil where nobody knows.
    package var millimetres: (width: Double, height: Double)? {
        get { widthMillimetres > 0 && heightMillimetres > 0 ? (widthMillimetres, heightMillimetres) : nil }
        set {
            widthMillimetres = newValue?.width ?? 0
            heightMillimetres = newValue?.height ?? 0
        }
    }
    package var zones: [Zone] = []
    /// Those that are disabled, or in one that is, by name.
    package var disabledZones: [String] = []
    /// The gestures' names, in the configuration's order.
    package var gestures: [String] = []
    package var lines: [Line] = []
    private var widthMillimetres = 0.0
    private var heightMillimetres = 0.0

    /// A panel of so many px.
    package init(width: Double, height: Double) {
        self.width = max(width, 1)
        self.height = max(height, 1)
    }

    /// Across divided by down, as the eye sees it.
    package var aspect: Double { millimetres.map { $0.width / $0.height } ?? width / height }
}
