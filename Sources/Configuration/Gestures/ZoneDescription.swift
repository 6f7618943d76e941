public import TaplineCore

/// A part of the panel as a configuration describes it: an entry of `zones`.
///
/// ```yaml
/// - {name: left, rect: [0%, 0%, 50%, 100%]}        # x, y, width, height
/// - {name: knob, circle: [25%, 50%, 10mm], parent: left, multipleTouch: true}
/// - {name: level, rect: [80%, 0%, 20%, 100%], control: {slider: vertical}}
/// - {name: volume, rect: [60%, 0%, 20%, 100%], control: {slider: {axis: vertical, minimum: 0, maximum: 100, step: 5, value: 20}}}
/// - {name: dial, ring: [50%, 50%, 10mm, 20mm]}                                # x, y, inner and outer radius
/// - {name: wedge, polygon: [[0%, 0%], [50%, 0%], [25%, 50%]]}                 # corners, x and y, in their order
/// - {name: count, rect: [0%, 80%, 20%, 20%], control: {stepper: {minimum: 0, maximum: 10, value: 5}}}
/// - {name: mode, rect: [20%, 80%, 60%, 20%], control: {segmented: 3}}
/// ```
public struct ZoneDescription: Equatable, Sendable {
    /// What a zone covers, in pt from the oriented top left.
    public enum Shape: Equatable, Sendable {
        /// From `origin` to the right and down; the size is positive.
        case rectangle(origin: Point, size: Vector)
        /// Around `center`; the radius in pt is positive.
        case circle(center: Point, radius: Float)
        /// Around `center`; the radii in pt are positive, the inner one is the smaller.
        case ring(center: Point, inner: Float, outer: Float)
        /// Between edges that do not cross; three to sixteen corners on the panel.
        case polygon([Point])

        /// The corners, top left and bottom right, of the box around it.
        package var box: (low: Point, high: Point) {
            switch self {
            case .rectangle(let origin, let size): return (origin, origin + size)
            case .circle(let center, let radius), .ring(let center, _, let radius):
                let half = Vector(x: radius, y: radius)
                return (center + half * -1, center + half)
            case .polygon(let corners):
                var box = (low: corners[0], high: corners[0])
                for corner in corners {
                    box.low = Point(x: min(box.low.x, corner.x), y: min(box.low.y, corner.y))
                    box.high = Point(x: max(box.high.x, corner.x), y: max(box.high.y, corner.y))
                }
                return box
            }
        }
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
    /// Whether it may be the first responder; off by default.
    public var isResponder: Bool
    /// What it is beyond a surface; nil: nothing.
    public var control: Control?
    /// The value that the control begins with; nil: what it begins with by itself.
    public var value: Float? = nil

    var isSlider: Bool {
        if case .slider = control { true } else { false }
    }
}
