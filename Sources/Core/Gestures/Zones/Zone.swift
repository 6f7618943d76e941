public import TaplineTouches

/// A part of the panel that gestures are attached to.
public struct Zone: Equatable, Sendable {
    /// The outline, in pt.
    public enum Shape: Equatable, Sendable {
        /// From the top left corner, included, to the bottom right one, excluded.
        case rectangle(from: Point, to: Point)
        /// All points at most `radius` from the centre.
        case circle(center: Point, radius: Float)
        /// All points at least `inner` and at most `outer` from the centre.
        case ring(center: Point, inner: Float, outer: Float)
        /// What lies between the edges of a polygon; see ``GestureSetup/polygon(_:)``.
        case polygon(Corners)
        /// The whole panel.
        case everything

        /// Whether `point` lies inside. (Of a polygon only its ``ZoneTree`` knows.)
        func contains(_ point: Point) -> Bool {
            switch self {
            case .rectangle(let from, let to):
                point.x >= from.x && point.y >= from.y && point.x < to.x && point.y < to.y
            case .circle(let center, let radius):
                (point - center).lengthSquared <= radius * radius
            case .ring(let center, let inner, let outer):
                (point - center).lengthSquared <= outer * outer && (point - center).lengthSquared >= inner * inner
            case .polygon: false
            case .everything: true
            }
        }
    }

    /// Corners that a tree of zones holds, in their order.
    public struct Corners: Equatable, Sendable {
        let first: UInt16
        let count: UInt8
        /// The most that a polygon has.
        public static var most: Int { 16 }
    }

    /// The outline.
    public var shape: Shape
    /// Index of the zone it lies in; 0 is the whole panel.
    public var parent: Int {
        get { Int(parentIndex) }
        set { parentIndex = Int16(clamping: newValue) }
    }
    private var parentIndex: Int16
    /// A zone out of sight is not hit, and nothing in it.
    public var isHittable: Bool
    /// Whether it takes touches; one that does not is not hit, and nothing in it: what lies behind it is.
    public internal(set) var isEnabled: Bool
    /// Whether it was disabled while the engine ran, and not enabled since.
    var isDisabledByHand = false
    /// Whether its own touch stream has more than one finger at a time.
    public var multipleTouch: Bool
    /// Whether it keeps other zones' streams from getting touches while it has one, and gets none while they have.
    public var exclusiveTouch: Bool
    /// Whether it may be the first responder.
    public var canBecomeFirstResponder: Bool
    /// What it is beyond a surface; nil: nothing.
    public var control: Control?

    /// A zone inside another.
    public init(
        shape: Shape, parent: Int = 0, isHittable: Bool = true, isEnabled: Bool = true, multipleTouch: Bool = false,
        exclusiveTouch: Bool = false, canBecomeFirstResponder: Bool = true, control: Control? = nil
    ) {
        self.shape = shape
        parentIndex = Int16(clamping: parent)
        self.isHittable = isHittable
        self.isEnabled = isEnabled
        self.multipleTouch = multipleTouch
        self.exclusiveTouch = exclusiveTouch
        self.canBecomeFirstResponder = canBecomeFirstResponder
        self.control = control
    }

    /// The whole panel.
    static var panel: Zone { Zone(shape: .everything, parent: -1) }
}

/// Some of the zones of an engine, by index: those from 0 to 63.
public typealias ZoneSet = BitSet<UInt64>

/// The zones of a panel: a tree in a fixed number of places, 1…256. Zone 0 is the whole panel; a zone's parent stands before
/// it, and of siblings the later one is in front.
public struct ZoneTree<let capacity: Int>: Sendable {
    private var zones = InlineArray<capacity, Zone>(repeating: .panel)
    /// How many zones there are, the panel included.
    public private(set) var count: Int {
        get { Int(zoneCount) }
        set { zoneCount = UInt16(truncatingIfNeeded: newValue) }
    }
    private var zoneCount: UInt16 = 1
    /// Corners of polygons, two for each zone that has room.
    private var corners = InlineArray<capacity, (Point, Point)>(repeating: (.zero, .zero))
    private var cornerCount: UInt16 = 0
    /// Whether any of them is a control.
    public private(set) var hasControls = false

    /// The panel alone.
    public init() {}

    /// The panel's own touch stream has more than one finger at a time from now on.
    mutating func allowMultipleTouchOfPanel() { zones[0].multipleTouch = true }

    /// Adds a zone and returns its index, or nil where there is no place left or the parent does not exist yet.
    public mutating func append(_ zone: Zone) -> Int? {
        guard count < min(capacity, 256), zone.parent >= 0, zone.parent < count else { return nil }
        zones[count] = zone
        count &+= 1
        if zone.control != nil { hasControls = true }
        return count &- 1
    }

    /// Keeps the corners of a polygon, at least three and at most ``Zone/Corners/most``; nil, and nothing kept, where there are
    /// fewer, more, or no room. All polygons together have two for each zone that has room.
    mutating func keep(_ points: borrowing Span<Point>) -> Zone.Corners? {
        let first = Int(cornerCount)
        guard points.count >= 3, points.count <= Zone.Corners.most, first &+ points.count <= 2 &* capacity else {
            return nil
        }
        for i in 0..<points.count { setCorner(first &+ i, points[i]) }
        cornerCount &+= UInt16(truncatingIfNeeded: points.count)
        return Zone.Corners(
            first: UInt16(truncatingIfNeeded: first), count: UInt8(truncatingIfNeeded: points.count))
    }

    private mutating func setCorner(_ index: Int, _ point: Point) {
        if index & 1 == 0 { corners[index >> 1].0 = point } else { corners[index >> 1].1 = point }
    }

    private mutating func corner(_ index: Int) -> Point {
        index & 1 == 0 ? corners[index >> 1].0 : corners[index >> 1].1
    }

    /// Whether `point` (pt) lies in the outline of the zone at `index`. Of a polygon's edges those at the top and at the left belong
    /// to it, as of a rectangle's; where it crosses itself, what an odd number of its edges surrounds.
    public mutating func contains(_ index: Int, _ point: Point) -> Bool {
        guard case .polygon(let polygon) = zones[index].shape else { return zones[index].shape.contains(point) }
        return contains(polygon, point)
    }

    @inline(never)
    private mutating func contains(_ polygon: Zone.Corners, _ point: Point) -> Bool {
        let first = Int(polygon.first)
        var isInside = false
        var from = corner(first &+ Int(polygon.count) &- 1)
        for i in 0..<Int(polygon.count) {
            let to = corner(first &+ i)
            if (from.y > point.y) != (to.y > point.y) {
                let x = from.x + (to.x - from.x) * ((point.y - from.y) / (to.y - from.y))
                if point.x < x { isInside.toggle() }
            }
            from = to
        }
        return isInside
    }

    /// The box around the outline of the zone at `index`: its top left and its bottom right corner, pt; nil for the panel.
    public mutating func box(of index: Int) -> (from: Point, to: Point)? {
        switch zones[index].shape {
        case .rectangle(let from, let to): return (from, to)
        case .circle(let center, let radius), .ring(let center, _, let radius):
            return (center + Vector(x: -radius, y: -radius), center + Vector(x: radius, y: radius))
        case .polygon(let polygon):
            var from = corner(Int(polygon.first))
            var to = from
            for i in 1..<Int(polygon.count) {
                let next = corner(Int(polygon.first) &+ i)
                from = Point(x: min(from.x, next.x), y: min(from.y, next.y))
                to = Point(x: max(to.x, next.x), y: max(to.y, next.y))
            }
            return (from, to)
        case .everything: return nil
        }
    }

    /// Where the zone's own coordinates begin: the top left corner of that box, pt; (0, 0) for the panel.
    public mutating func origin(of index: Int) -> Point { box(of: index)?.from ?? .zero }

    /// The zone at `index`, 0 …< ``count``.
    public subscript(index: Int) -> Zone { zones[index] }

    /// Enables or disables the zone at `index`; the panel cannot be.
    mutating func setEnabled(_ isEnabled: Bool, _ index: Int) {
        guard index > 0, index < count else { return }
        zones[index].isEnabled = isEnabled
        zones[index].isDisabledByHand = !isEnabled
    }

    /// Whether the zone at `index` is `ancestor` or lies in it.
    func isIn(_ index: Int, _ ancestor: Int) -> Bool {
        var zone = index
        while zone > ancestor { zone = zones[zone].parent }
        return zone == ancestor
    }

    /// How deep the zone at `index` lies: 0 for the panel.
    public func depth(of index: Int) -> Int {
        var depth = 0
        var zone = index
        while zone > 0 {
            zone = zones[zone].parent
            depth &+= 1
        }
        return depth
    }

    /// The control that the zone at `index` is or lies in, the nearest where there are several; 0: none.
    public mutating func control(of index: Int) -> Int {
        var zone = index
        while zone > 0, zones[zone].control == nil { zone = zones[zone].parent }
        return zone
    }

    /// The zone that a touch at `point` (pt) belongs to: the frontmost, deepest one. What lies outside its parent, is
    /// disabled or hidden does not count.
    public mutating func hit(_ point: Point) -> Int {
        var zone = 0
        var candidate = count &- 1
        // Children stand behind their parents in the array, so one downward pass a level is enough.
        while candidate > zone {
            if zones[candidate].parent == zone, zones[candidate].isHittable, zones[candidate].isEnabled,
                contains(candidate, point)
            {
                zone = candidate
                candidate = count &- 1
            } else {
                candidate &-= 1
            }
        }
        return zone
    }
}
