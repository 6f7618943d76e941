// A kind of one's own beside the library's: what EitherRecognizer passes on is specialised, and thus proven, by itself.

public import TaplineCore

/// A kind as a user writes one: a finger that stays for a while, and may be led afterwards.
public struct RestRecognizer: Recognizer {
    /// How long the finger has to stay.
    public var period = Microseconds.milliseconds(800)
    private var started = Instant.never
    private var steps: Float = 0

    /// A finger that stays for 800 ms.
    public init() {}

    public static var filler: RestRecognizer { RestRecognizer() }
    public var kind: StaticString { "rest" }
    public var isContinuous: Bool { true }
    public var isIncremental: Bool { true }
    public var hasRejectedReport: Bool { steps > 100 }
    public var deadlineComesFirst: Bool { true }
    public var deadline: Instant { started == .never ? .never : started + period }

    public func canPrevent(_ other: RestRecognizer) -> Bool { period >= other.period }

    public mutating func offer<let capacity: Int>(
        _ slot: Int, of table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Offer {
        guard mine.isEmpty else { return .fail(.extraTouch) }
        started = table[slot].startTime
        return .takeWithPath
    }

    public mutating func track<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt {
        table.changes.ended.intersects(mine) ? .failed(.fingersUp) : .possible(untilMoved: 10)
    }

    public mutating func reachDeadline<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Attempt { .compare }

    public mutating func compare<let capacity: Int, let count: Int, Paths: StrokePathStorage>(
        _ table: inout TouchTable<capacity>, with templates: inout StrokeTemplates<count>, of paths: inout Paths,
        mine: TouchSet, at now: Instant
    ) -> Attempt {
        paths.path(of: mine.first).count > 100 ? .failed(.noRoom) : .ready
    }

    public func isStillReady<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Bool { table.velocity(mine, at: now).length < 10 }

    public func controlAction<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet
    ) -> Control.Action? { table.centroid(mine) == .zero ? .tap : nil }

    public mutating func begin<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) { steps = 0 }

    public mutating func follow<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> Progress {
        if table.changes.ended.intersects(mine) { return .ended }
        steps += table.meanStep(mine).length
        return .changed
    }

    public mutating func adjust(_ adjustment: GestureAdjustment) {
        if let scale = adjustment.scale { steps *= scale }
    }

    public func snapshot<let capacity: Int>(
        _ table: inout TouchTable<capacity>, mine: TouchSet, at now: Instant
    ) -> GestureSnapshot {
        GestureSnapshot(
            touches: mine.count, location: table.centroid(mine),
            values: .pan(translation: table.meanStep(mine), velocity: table.velocity(mine, at: now)))
    }

    public mutating func reset() {
        started = .never
        steps = 0
    }
}

/// The library's kinds and that one.
public typealias OwnKinds = EitherRecognizer<StandardRecognizer, RestRecognizer>
/// From contacts to effects with them.
public typealias OwnKindProofGestures = GesturePipeline<OwnKinds, ProofSink, 10, 2, 1, 4, 4>
/// What such a pipeline is set up with.
public typealias OwnKindProofSetup = GestureSetup<OwnKinds, 2, 1, 4>

/// One gesture of either side, or nil where the setup is wrong.
public func makeOwnKindProofSetup() -> OwnKindProofSetup? {
    var setup = OwnKindProofSetup()
    do throws(OwnKindProofSetup.Problem) {
        let tap = try setup.add(.first(.tap(TapRecognizer())))
        let rest = try setup.add(.second(RestRecognizer()))
        try setup.require(tap, toFail: rest)
        try setup.deliver(rest, TouchDelivery(cancelsTouches: true, delaysBegan: true, delaysEnded: true))
    } catch {
        return nil
    }
    return setup
}

/// A pipeline with one gesture of either side and outputs that follow both, or nil where the setup is wrong.
public func makeOwnKindProofGestures(geometry: PanelGeometry) -> OwnKindProofGestures? {
    guard let setup = makeOwnKindProofSetup() else { return nil }
    var outputs = OutputBank<ProofSink, 4>()
    _ = outputs.append(LineOutput(gestures: RecognizerSet(0), pattern: .pulse(.milliseconds(100))))
    _ = outputs.append(LineOutput(gestures: RecognizerSet(1), pattern: .hold))
    for _ in 0..<2 { _ = outputs.append(LineOutput(gestures: RecognizerSet(1), pattern: .part)) }
    _ = outputs.appendCode(of: RecognizerSet(0) | RecognizerSet(1), pulse: .milliseconds(20), lines: 2)
    outputs.listen(to: 0)
    return OwnKindProofGestures(geometry: geometry, touchTimeout: .unlimited, setup: setup, outputs: outputs)
}

public func useEveryEntry(
    _ gestures: inout OwnKindProofGestures, _ sink: inout ProofSink, _ contacts: inout Contacts,
    _ setup: OwnKindProofSetup, at now: Instant
) {
    use(&gestures, &sink, &contacts, setup, at: now)
}
