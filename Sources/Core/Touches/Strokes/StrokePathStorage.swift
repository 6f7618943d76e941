/// Where an engine keeps the whole ways of touches: ``StrokePaths``, or ``NoStrokePaths`` where no template is drawn. The type decides,
/// so that who needs none pays neither for their state nor for their code.
public protocol StrokePathStorage: Sendable {
    /// Whether a way can be kept at all.
    static var areKept: Bool { get }
    /// Slots of the touches whose way is kept.
    var slots: TouchSet { get }

    /// No ways yet.
    init()
    /// Keeps the way of the touch in `slot`, which landed at `start`, pt; false where there is no place.
    mutating func keep(_ slot: Int, from start: Point) -> Bool
    /// Adds where the touch in `slot` is now, pt; nothing where its way is not kept.
    mutating func append(_ place: Point, to slot: Int)
    /// Gives the places of `gone` back.
    mutating func release(_ gone: TouchSet)
    /// The way of `slot`, pt; empty where it is not kept.
    mutating func path(of slot: Int) -> StrokePath
}
