/// The path of a finger in at most 64 points, however long it grows: what strokes are recognized from.
///
/// A point closer than ``spacing`` to the one before it gives way to the next one; when all places are taken, every
/// other point goes and the spacing doubles. So the points stay spread over the way, at least 32 of them once it is
/// long, and nothing is done for a report but adding one. The first and the newest are exact.
public struct StrokePath: Sendable {
    /// The most points stored.
    public static var capacity: Int { 64 }
    private var points = InlineArray<64, Point>(repeating: .zero)
    /// How many points there are, 0…``capacity``.
    public private(set) var count = 0
    /// How far apart two points are at least, in the unit of the points; the newest may lie closer.
    public private(set) var spacing: Float
    /// The corners of the box around every point that was added, those that were left out again, too.
    private var low = Point.zero
    private var high = Point.zero

    /// A path without a point. Of a finger, 2 pt are less than it rolls and more than a sensor's noise.
    public init(spacing: Float = 2) { self.spacing = spacing }

    /// The point at `index`, 0 …< ``count``.
    public subscript(index: Int) -> Point { points[index] }

    /// Width and height of the box around the way.
    public var size: Vector { high - low }

    /// Adds where the finger is now.
    public mutating func append(_ place: Point) {
        if count == 0 {
            low = place
            high = place
        }
        low = Point(x: min(low.x, place.x), y: min(low.y, place.y))
        high = Point(x: max(high.x, place.x), y: max(high.y, place.y))
        var isClose = isNewestClose
        if !isClose, count == StrokePath.capacity {
            thin()
            isClose = isNewestClose
        }
        if !isClose { count &+= 1 }
        points[count &- 1] = place
    }

    /// Whether the newest point gives way to the next.
    private var isNewestClose: Bool {
        @inline(__always)
        mutating get {
            count > 1 && (points[count &- 1] - points[count &- 2]).lengthSquared < spacing * spacing
        }
    }

    private mutating func thin() {
        let half = StrokePath.capacity / 2
        var i = 1
        while i < half {
            points[i] = points[2 &* i]
            i &+= 1
        }
        points[half] = points[StrokePath.capacity &- 1]
        count = half &+ 1
        spacing *= 2
    }

    /// Puts `count` points (2…32) at equal distances along the way into `even`, the first and the newest included; false for a
    /// way of no length, or one too long for a Float.
    public mutating func evenly(_ count: Int, into even: inout InlineArray<32, Point>) -> Bool {
        var lengths = InlineArray<64, Float>(repeating: 0)
        var whole: Float = 0
        var i = 1
        while i < self.count {
            lengths[i] = (points[i] - points[i &- 1]).length
            whole += lengths[i]
            i &+= 1
        }
        guard whole > 0, whole < .infinity, count >= 2, count <= 32 else { return false }
        even[0] = points[0]
        let step = whole / Float(count &- 1)
        var next = 1
        // How far along the way the next point lies. (The last one is where the finger is.)
        var due = count > 2 ? step : .infinity
        var done: Float = 0
        i = 1
        while i < self.count {
            let length = lengths[i]
            while due <= done + length, length > 0 {
                even[next] = points[i &- 1] + (points[i] - points[i &- 1]) * ((due - done) / length)
                next &+= 1
                due = next < count &- 1 ? Float(next) * step : .infinity
            }
            done += length
            i &+= 1
        }
        while next < count {
            even[next] = points[self.count &- 1]
            next &+= 1
        }
        return true
    }
}
