/// No ways: for a panel on which no templates are drawn. A recognizer that wants one fails.
public struct NoStrokePaths: StrokePathStorage {
    @inline(__always)
    public static var areKept: Bool { false }
    @inline(__always)
    public var slots: TouchSet { TouchSet() }

    @inline(__always)
    public init() {}
    @inline(__always)
    public mutating func keep(_ slot: Int, from start: Point) -> Bool { false }
    @inline(__always)
    public mutating func append(_ place: Point, to slot: Int) {}
    @inline(__always)
    public mutating func release(_ gone: TouchSet) {}
    @inline(__always)
    public mutating func path(of slot: Int) -> StrokePath { StrokePath() }
}
