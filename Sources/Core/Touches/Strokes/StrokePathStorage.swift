/// Where an engine stores the paths of touches: ``StrokePaths``, or ``NoStrokePaths`` where no template is drawn. The type decides,
/// so that a panel that needs none pays neither for their state nor for their code.
public protocol StrokePathStorage: Sendable {
    /// Whether a path can be stored at all.
    static var areStored: Bool { get }
    /// Slots of the touches whose path is stored.
    var slots: TouchSet { get }

    /// No paths yet.
    init()
    /// Begins the path of the touch in `slot`, which landed at `start`, pt; false where there is no place.
    mutating func start(_ slot: Int, from start: Point) -> Bool
    /// Adds where the touch in `slot` is now, pt; nothing where its path is not stored.
    mutating func append(_ place: Point, to slot: Int)
    /// Gives the places of `gone` back.
    mutating func release(_ gone: TouchSet)
    /// The path of `slot`, pt; empty where it is not stored.
    mutating func path(of slot: Int) -> StrokePath
}
