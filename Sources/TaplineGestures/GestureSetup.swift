import TaplineTouches

/// What an engine is made of: gestures, their zones, their relations and the strokes they know. Filled once, before
/// anything runs.
///
/// Gestures and strokes are named by their index in the order in which they were added. `templates` is the most strokes,
/// 0…64.
public struct GestureSetup<Kind: Recognizer, let recognizers: Int, let zones: Int, let templates: Int>: Sendable {
    /// Why something could not be set up.
    public enum Problem: Error, Equatable, Sendable {
        /// There is no place for more gestures; the capacity is given.
        case tooManyGestures(capacity: Int)
        /// There is no place for more zones (the panel counts as one), or the parent does not exist.
        case noSuchZone(Int)
        /// No gesture has this index.
        case noSuchGesture(Int)
        /// There is no place for more templates of strokes; the capacity is given.
        case tooManyTemplates(capacity: Int)
        /// These gestures wait for each other to fail: this one is among them.
        case cycle(Int)
    }

    /// The zones; 0 is the whole panel.
    public private(set) var zoneTree = ZoneTree<zones>()
    /// How many gestures there are.
    public private(set) var count = 0
    /// The strokes that recognizers compare with.
    public private(set) var strokes = StrokeTemplates<templates>()
    var kinds = InlineArray<recognizers, Kind>(repeating: .filler)
    var zoneOf = InlineArray<recognizers, Int>(repeating: 0)
    var mustFailFirst = InlineArray<recognizers, RecognizerSet>(repeating: RecognizerSet())
    var simultaneous = InlineArray<recognizers, RecognizerSet>(repeating: RecognizerSet())
    var powerless = InlineArray<recognizers, RecognizerSet>(repeating: RecognizerSet())

    /// Nothing set up yet.
    public init() {}

    /// Adds a zone.
    public mutating func add(_ zone: Zone) throws(Problem) -> Int {
        guard let index = zoneTree.append(zone) else { throw .noSuchZone(zone.parent) }
        return index
    }

    /// Adds a gesture to the zone at index `zone`.
    public mutating func add(_ recognizer: Kind, zone: Int = 0) throws(Problem) -> Int {
        guard count < recognizers, count < 32 else { throw .tooManyGestures(capacity: min(recognizers, 32)) }
        guard zone >= 0, zone < zoneTree.count else { throw .noSuchZone(zone) }
        kinds[count] = recognizer
        zoneOf[count] = zone
        count &+= 1
        return count &- 1
    }

    /// Adds a template of a stroke.
    public mutating func add(_ template: StrokeTemplate) throws(Problem) -> Int {
        guard let index = strokes.append(template) else { throw .tooManyTemplates(capacity: min(templates, 64)) }
        return index
    }

    /// `gesture` waits, still possible, until `other` fails; it fails where `other` is recognized.
    public mutating func require(_ gesture: Int, toFail other: Int) throws(Problem) {
        try check(gesture)
        try check(other)
        var reached = RecognizerSet(other)
        var size = 0
        while reached.count > size {
            size = reached.count
            for member in reached { reached |= mustFailFirst[member] }
        }
        if reached.contains(gesture) { throw .cycle(gesture) }
        mustFailFirst[gesture].insert(other)
    }

    /// Neither of the two makes the other fail.
    public mutating func allow(_ gesture: Int, simultaneouslyWith other: Int) throws(Problem) {
        try check(gesture)
        try check(other)
        simultaneous[gesture].insert(other)
        simultaneous[other].insert(gesture)
    }

    /// `gesture` does not make `other` fail; the other way round nothing changes.
    public mutating func forbid(_ gesture: Int, toPrevent other: Int) throws(Problem) {
        try check(gesture)
        try check(other)
        powerless[gesture].insert(other)
    }

    private func check(_ gesture: Int) throws(Problem) {
        guard gesture >= 0, gesture < count else { throw .noSuchGesture(gesture) }
    }
}
