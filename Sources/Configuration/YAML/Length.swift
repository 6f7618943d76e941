public import TaplineCore

/// A length as files give it: `10pt`, `4mm`, `120px`, `5%`. Only the panel makes points of it.
public struct Length: Equatable, Sendable {
    /// What a length is counted in.
    public enum Unit: Equatable, Sendable {
        /// 1/160 inch.
        case points
        case millimetres
        /// Oriented pixels.
        case pixels
        /// Of the panel.
        case percent
    }

    /// Which of the panel's scales and sides a length refers to.
    public enum Axis: Equatable, Sendable {
        /// Horizontal: percent of the panel's width.
        case x
        /// Vertical: percent of the panel's height.
        case y
        /// Any direction: the mean of both scales, percent of the panel's shorter side.
        case any
    }

    /// The number before the unit.
    public let value: Double
    /// The unit.
    public let unit: Unit

    /// A length of `value` `unit`.
    public init(_ value: Double, _ unit: Unit) {
        self.value = value
        self.unit = unit
    }

    /// The length as it is written, nil where `text` is none. A bare number has no unit and is none, except 0.
    init?(_ text: String) {
        guard let quantity = Quantity(text) else { return nil }
        switch quantity.unit {
        case "pt": self.init(quantity.value, .points)
        case "mm": self.init(quantity.value, .millimetres)
        case "px": self.init(quantity.value, .pixels)
        case "%": self.init(quantity.value, .percent)
        case "" where quantity.value == 0: self.init(0, .points)
        default: return nil
        }
    }

    /// The length in pt on `panel`. A panel of unknown size in mm has 1 pt for 1 px.
    public func points(along axis: Axis, on panel: PanelGeometry) -> Float {
        let scaleX = Double(panel.pointsPerPixel.x)
        let scaleY = Double(panel.pointsPerPixel.y)
        switch unit {
        case .points: return Float(value)
        case .millimetres: return Float(value / PanelGeometry.millimetresPerPoint)
        case .pixels:
            switch axis {
            case .x: return Float(value * scaleX)
            case .y: return Float(value * scaleY)
            case .any: return Float(value * (scaleX + scaleY) / 2)
            }
        case .percent:
            let width = Double(panel.width) * scaleX
            let height = Double(panel.height) * scaleY
            switch axis {
            case .x: return Float(value / 100 * width)
            case .y: return Float(value / 100 * height)
            case .any: return Float(value / 100 * min(width, height))
            }
        }
    }
}
