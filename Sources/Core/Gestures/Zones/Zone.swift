public import TaplineTouches

/// A part of the panel that gestures are attached to.
public struct Zone: Equatable, Sendable {
    /// The outline, in pt.
    public enum Shape: Equatable, Sendable {
        /// From the top left corner, included, to the bottom right one, excluded.
        case rectangle(from: Point, to: Point)
        /// All points at most `radius` from the centre.
        case circle(center: Point, radius: Float)
        /// The whole panel.
        case everything

        /// Whether `point` lies inside.
        public func contains(_ point: Point) -> Bool {
            switch self {
            case .rectangle(let from, let to):
                point.x >= from.x && point.y >= from.y && point.x < to.x && point.y < to.y
            case .circle(let center, let radius):
                (point - center).lengthSquared <= radius * radius
            case .everything: true
            }
        }
    }

    /// The outline.
    public var shape: Shape
    /// Index of the zone it lies in; 0 is the whole panel.
    public var parent: Int {
        get { Int(parentIndex) }
        set { parentIndex = Int32(truncatingIfNeeded: newValue) }
    }
    private var parentIndex: Int32
    /// A disabled or hidden zone is not hit, and nothing in it.
    public var isHittable: Bool
    /// Whether its own touch stream has more than one finger at a time.
    public var multipleTouch: Bool
    /// Whether it keeps other zones' streams from getting touches while it has one, and gets none while they have.
    public var exclusiveTouch: Bool
    /// What it is beyond a surface; nil: nothing.
    public var control: Control?

    /// A zone inside another.
    public init(
        shape: Shape, parent: Int = 0, isHittable: Bool = true, multipleTouch: Bool = false,
        exclusiveTouch: Bool = false, control: Control? = nil
    ) {
        self.shape = shape
        parentIndex = Int32(truncatingIfNeeded: parent)
        self.isHittable = isHittable
        self.multipleTouch = multipleTouch
        self.exclusiveTouch = exclusiveTouch
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

    /// The zone at `index`, 0 …< ``count``.
    public subscript(index: Int) -> Zone { zones[index] }

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
            if zones[candidate].parent == zone, zones[candidate].isHittable, zones[candidate].shape.contains(point) {
                zone = candidate
                candidate = count &- 1
            } else {
                candidate &-= 1
            }
        }
        return zone
    }
}
