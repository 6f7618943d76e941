/// No paths: for a panel on which no templates are drawn. A recognizer that wants one fails.
public struct NoStrokePaths: StrokePathStorage {
    public static var areStored: Bool { false }
    public var slots: TouchSet { TouchSet() }

    public init() {}
    public mutating func start(_ slot: Int, from start: Point) -> Bool { false }
    public mutating func append(_ place: Point, to slot: Int) {}
    public mutating func release(_ gone: TouchSet) {}
    public mutating func path(of slot: Int) -> StrokePath { StrokePath() }
}
