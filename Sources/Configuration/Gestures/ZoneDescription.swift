public import TaplineCore

/// A part of the panel as a configuration describes it: an entry of `zones`.
///
/// ```yaml
/// - {name: left, rect: [0%, 0%, 50%, 100%]}        # x, y, width, height
/// - {name: knob, circle: [25%, 50%, 10mm], parent: left, multipleTouch: true}
/// - {name: level, rect: [80%, 0%, 20%, 100%], control: {slider: vertical}}
/// ```
public struct ZoneDescription: Equatable, Sendable {
    /// What a zone covers, in pt from the oriented top left.
    public enum Shape: Equatable, Sendable {
        /// From `origin` to the right and down; the size is positive.
        case rectangle(origin: Point, size: Vector)
        /// Around `center`; the radius in pt is positive.
        case circle(center: Point, radius: Float)
    }

    /// The zone's name, unique.
    public var name: String
    /// What it covers.
    public var shape: Shape
    /// The index of the zone it lies in, less than its own; nil: the panel.
    public var parent: Int?
    /// Whether its own touch stream takes more than the first finger; off by default.
    public var multipleTouch: Bool
    /// Whether other zones get no touches while it has one; off by default.
    public var exclusiveTouch: Bool
    /// Whether it takes touches; on by default.
    public var isEnabled: Bool
    /// Whether it is out of sight and takes none; off by default.
    public var isHidden: Bool
    /// What it is beyond a surface; nil: nothing.
    public var control: Control?

    var isSlider: Bool { control == .horizontalSlider || control == .verticalSlider }
}
