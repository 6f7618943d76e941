public import TaplineTouches

/// Runs the recognizers: offers them touches, calls them at their deadlines, and decides who wins.
///
/// One report goes through it in the order of three steps: deadlines before it, every recognizer on the whole report,
/// arbitration until nothing changes. Who prevents whom and who waits for whom are words of bits, computed once from
/// a ``GestureSetup``; recognizers are kept in the order in which they win (nearer zone first, then configuration
/// order), so the lowest bit is always the one to ask first.
///
/// The engine's parts: this file keeps the state; `GestureEngine+Report.swift` takes a report apart;
/// `GestureEngine+Arbitration.swift` decides, and takes recognizers from possible to finished and back.
public struct GestureEngine<
    Kind: Recognizer, Streams: TouchStreamStorage, Paths: StrokePathStorage, Decisions: DelegateDecisionStorage,
    let recognizers: Int,
    let zones: Int, let templates: Int
>: ~Copyable {
    /// Claims: numbers, 0…63, for the touches that are on the panel or that an attempt still counts on, lifted ones too.
    /// Whether two recognizers share a touch is one AND.
    typealias ClaimSet = BitSet<UInt64>

    // What was set up. It never changes; arrays are variables because what is borrowed is copied.
    var zoneTree: ZoneTree<zones>
    var kinds: InlineArray<recognizers, Kind>
    private(set) var count: Int {
        get { Int(recognizerCount) }
        set { recognizerCount = UInt8(truncatingIfNeeded: newValue) }
    }
    private var recognizerCount: UInt8 = 0
    /// The gesture's index in the configuration, by place.
    var gesture = SmallNumbers<recognizers>()
    var zoneOf = SmallNumbers<recognizers>()
    /// Those that must fail before the one at this place may be recognized.
    var mustFailFirst = InlineArray<recognizers, RecognizerSet>(repeating: RecognizerSet())
    /// Those that fail or are cancelled when the one at this place is recognized.
    var prevents = InlineArray<recognizers, RecognizerSet>(repeating: RecognizerSet())
    /// Those that get the touches of a zone: its own, and those of the zones around it.
    var receiversOfZone = InlineArray<zones, RecognizerSet>(repeating: RecognizerSet())
    /// Those of a zone, and of the zones inside it.
    var attachedWithin = InlineArray<zones, RecognizerSet>(repeating: RecognizerSet())
    private(set) var continuous = RecognizerSet()
    /// What strokes are compared with.
    var strokes: StrokeTemplates<templates>
    /// The paths of those touches for which a recognizer has asked.
    var paths = Paths()
    /// Those whose values begin again after every event.
    private(set) var incremental = RecognizerSet()
    /// Those that emit `tentative` while they wait.
    private(set) var tentative = RecognizerSet()
    /// Those that may have a deadline, and of them those whose deadline may change when a touch moves.
    private(set) var timed = RecognizerSet()
    private(set) var timedByMoves = RecognizerSet()
    /// Those that may reject a report.
    private(set) var mayReject = RecognizerSet()
    /// Those that wait while one that would prevent them is undecided.
    private(set) var leavingFirst = RecognizerSet()
    /// Those for which fingers beyond their own do not exist.
    private(set) var ignoringExtraTouches = RecognizerSet()
    /// Those that may be recognized again before their fingers are up.
    private(set) var recurring = RecognizerSet()

    /// The state that each has reached last, as the number of a ``GestureState``.
    var lastState = SmallNumbers<recognizers>()
    /// Where the first touch of each one's attempt landed.
    var hitZone = SmallNumbers<recognizers>()
    /// Those that get no touches, and of them those that were disabled while the engine ran.
    var disabled = RecognizerSet()
    var disabledByHand = RecognizerSet()

    // Where each recognizer stands: possible, active (begun) or finished (recognized or failed).
    var possible: RecognizerSet
    var active = RecognizerSet()
    var finished = RecognizerSet()
    /// Whether a finished one may go back to possible: a touch has gone or another one has finished since they were asked.
    var mayReset = false
    /// Of the finished, those that were recognized, be it that they were cancelled afterwards.
    var recognized = RecognizerSet()
    /// Of the possible, those whose own conditions are met: they wait for others to fail, or for their turn.
    var ready = RecognizerSet()
    /// Of the possible, those that have gone their slop and whose movement was not deliberate when it was checked last, or has only
    /// now become so.
    var undecided = RecognizerSet()
    /// Of the tentative, those that have emitted `tentative` and are neither confirmed nor revoked yet.
    var unconfirmed = RecognizerSet()
    /// Of the possible, those that have taken a touch in this attempt. The others have none in ``mine``.
    var engaged = RecognizerSet()
    /// Of the possible, those that are not called for moves, and within which distance of the landing, squared, pt².
    var idle = RecognizerSet()
    var idleWithin = InlineArray<recognizers, Float>(repeating: 0)
    /// Of the engaged, those whose deadline counts before a report of the same instant.
    var earlyDue = RecognizerSet()
    var due = InlineArray<recognizers, Instant>(repeating: .never)
    /// Those that rejected the last report: they are called for the next one, whatever it shows.
    var rejecting = RecognizerSet()

    // Which touches each recognizer has.
    /// Slots of its touches that are on the panel, or lift in this report.
    var mine = InlineArray<recognizers, TouchSet>(repeating: TouchSet())
    /// Touches that count in this attempt: those that share one are rivals.
    var claims = InlineArray<recognizers, ClaimSet>(repeating: ClaimSet())
    /// The sequence: its claims, and what landed while it was finished or did not care.
    var sequence = InlineArray<recognizers, ClaimSet>(repeating: ClaimSet())

    /// What a delegate that decides relations has decided in the attempts under way.
    var decisions = Decisions()

    /// Touches that have just landed and that it is offered in a second round.
    var offeredLater = InlineArray<recognizers, TouchSet>(repeating: TouchSet())

    // What is known of each touch, by slot.
    var claimOfSlot = SmallNumbers<16>()
    /// Those that are called when the touch moves or lifts.
    var listeners = InlineArray<16, RecognizerSet>(repeating: RecognizerSet())
    /// No idle one is called as long as the touch is nearer to where it landed than this: the square of the distance, pt².
    var idleLimit = InlineArray<16, Float>(repeating: .infinity)
    /// The zone that the touch landed in.
    var zoneOfSlot = SmallNumbers<16>()
    /// The touches that have just landed and whose zone is known already.
    var located = TouchSet()
    /// The touches on the panel that the delegate has denied to some recognizer.
    var denied = TouchSet()
    /// Claims of the touches on the panel.
    var liveClaims = ClaimSet()
    /// Touches on the panel for which there was no claim left: no recognizer is offered them.
    var unclaimed = TouchSet()
    /// Zones' own touch streams; empty where no handler wants them.
    var streams: Streams
    /// Where controls stand, by zone.
    var controls = InlineArray<zones, ControlState>(repeating: ControlState())
    /// Steppers whose finger stays.
    var heldSteppers = InlineArray<2, HeldStepper>(repeating: HeldStepper())
    /// The time of the last event: a deadline that lies before it counts as now.
    var time = Instant.zero

    /// The next instant at which a recognizer changes by itself, ``Instant/never`` where none does.
    public internal(set) var deadline = Instant.never
    /// Whether recognizers that fail say why, in events of state ``GestureState/failed``.
    public var explains = false
    /// Touches that no recognizer could be offered because all claims were taken; wraps.
    public internal(set) var unclaimedTouches: UInt32 = 0
    /// Answers of a delegate that were ignored because recognizers would have waited for each other; wraps.
    public internal(set) var ignoredAnswers: UInt32 = 0
    /// How often gestures or zones were enabled or disabled; it wraps.
    public internal(set) var switches: UInt32 = 0
    /// What zones' own touch streams and the responder chain left out.
    public internal(set) var delivery = DeliveryCounters()
    /// The zone that gets actions without a target; nil: none.
    public internal(set) var firstResponder: Int? {
        get { responderZone < 0 ? nil : Int(responderZone) }
        set { responderZone = Int16(truncatingIfNeeded: newValue ?? -1) }
    }
    private var responderZone: Int16 = -1

    /// An engine for what was set up.
    public init(_ setup: consuming GestureSetup<Kind, recognizers, zones, templates>) {
        recognizerCount = UInt8(truncatingIfNeeded: setup.count)
        zoneTree = setup.zoneTree
        strokes = setup.strokes
        kinds = setup.kinds
        streams = Streams()
        possible = RecognizerSet(bits: setup.count >= 32 ? .max : RecognizerSet(setup.count).bits &- 1)
        arrange(&setup)
        connect()
        for zone in 0..<zoneTree.count {
            guard let control = zoneTree[zone].control else { continue }
            controls[zone].value = setup.values[zone].isNaN ? control.beginning : control.sound(setup.values[zone])
        }
        firstResponder = setup.firstResponder
    }

    /// Puts the recognizers into the order of winning: deepest zone first, then configuration order. (Everything in its
    /// place: what is made beside it first lies on the stack.)
    private mutating func arrange(_ setup: inout GestureSetup<Kind, recognizers, zones, templates>) {
        var place = SmallNumbers<recognizers>()
        for index in 0..<count {
            var i = index
            let depth = zoneTree.depth(of: setup.zoneOf[index])
            while i > 0, zoneTree.depth(of: zoneOf[i &- 1]) < depth {
                gesture[i] = gesture[i &- 1]
                zoneOf[i] = zoneOf[i &- 1]
                i &-= 1
            }
            gesture[i] = index
            zoneOf[i] = setup.zoneOf[index]
        }
        for i in 0..<count { place[gesture[i]] = i }
        for i in 0..<count {
            let index = gesture[i]
            kinds[i] = setup.kinds[index]
            for other in setup.mustFailFirst[index] { mustFailFirst[i].insert(place[other]) }
            for other in 0..<count where other != index {
                var facts = PreventionRule.Facts()
                facts.isSimultaneous = setup.simultaneous[index].contains(other)
                facts.isDenied = setup.powerless[index].contains(other)
                facts.isSparedByKind = !setup.kinds[index].canPrevent(setup.kinds[other])
                if PreventionRule(facts) == .prevents { prevents[i].insert(place[other]) }
            }
            streams.deliver(setup.deliveries[index], by: i)
            if setup.disabled.contains(index) { disabled.insert(i) }
            if setup.disabledByHand.contains(index) { disabledByHand.insert(i) }
            if setup.ignoringExtraTouches.contains(index) { ignoringExtraTouches.insert(i) }
        }
    }

    /// Finds out, once and for all, which recognizer gets which touches and what it has to be asked.
    private mutating func connect() {
        for i in 0..<count {
            receiversOfZone[zoneOf[i]].insert(i)
            if kinds[i].isContinuous { continuous.insert(i) }
            if kinds[i].isIncremental { incremental.insert(i) }
            if kinds[i].isTentative, !kinds[i].isContinuous { tentative.insert(i) }
            let traits = kinds[i].traits
            if !traits.contains(.noDeadline) { timed.insert(i) }
            if !traits.contains(.deadlineIgnoresMoves) { timedByMoves.insert(i) }
            if !traits.contains(.trustsReports) { mayReject.insert(i) }
            if traits.contains(.leavesFirstToMovement) { leavingFirst.insert(i) }
            if traits.contains(.recurs) { recurring.insert(i) }
        }
        timedByMoves &= timed
        // A parent stands before its parts.
        attachedWithin = receiversOfZone
        for zone in 1..<max(1, zoneTree.count) { receiversOfZone[zone] |= receiversOfZone[zoneTree[zone].parent] }
        var zone = zoneTree.count
        while zone > 1 {
            zone &-= 1
            attachedWithin[zoneTree[zone].parent] |= attachedWithin[zone]
        }
        for i in 0..<count {
            for other in prevents[i] & (receiversOfZone[zoneOf[i]] | attachedWithin[zoneOf[i]])
            where kinds[other].traits.contains(.isOfPair) {
                kinds[i].meet(.pair)
            }
        }
    }
}

extension GestureEngine {
    /// The zone that a touch landing at `point` (pt) belongs to; 0 is the whole panel.
    public mutating func zone(at point: Point) -> Int { zoneTree.hit(point) }

    /// That zone and those around it, but not the panel; of zones 1…63, by their outlines.
    public mutating func zones(at point: Point) -> ZoneSet {
        var zones = ZoneSet()
        var zone = zoneTree.hit(point)
        while zone > 0 {
            if zone < 64 { zones.insert(zone) }
            zone = zoneTree[zone].parent
        }
        return zones
    }

    /// The zone that the touch in the slot `slot` of the table landed in; 0 is the whole panel.
    public mutating func zone(ofSlot slot: Int) -> Int { zoneOfSlot[slot] }

    /// Where the own coordinates of the zone at index `zone` begin: the top left corner of its outline, pt; (0, 0) for the panel.
    public mutating func origin(of zone: Int) -> Point { zoneTree.origin(of: zone) }

    /// All touches of what `table` says has changed, with their zones.
    public mutating func touches<let capacity: Int>(of table: inout TouchTable<capacity>) -> EventTouches {
        var touches = EventTouches()
        for slot in table.down | table.changes.ended | table.changes.cancelled {
            touches.insert(table[slot], zone: zoneOfSlot[slot])
        }
        return touches
    }

    /// Finds the zones of the touches that have landed, each once.
    @inline(never)
    public mutating func locate<Handler: GestureHandler, let capacity: Int>(
        _ table: inout TouchTable<capacity>, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        for slot in table.changes.began - located { zoneOfSlot[slot] = hit(table[slot].start, &handler, &sink) }
        located = table.changes.began
    }

    private mutating func hit<Handler: GestureHandler>(
        _ point: Point, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) -> Int {
        guard Handler.decidesHits else { return zoneTree.hit(point) }
        var zone = 0
        var candidate = zoneTree.count &- 1
        while candidate > zone {
            if zoneTree[candidate].parent == zone, zoneTree[candidate].isHittable, zoneTree[candidate].isEnabled,
                handler.zone(candidate, contains: point, outline: zoneTree.contains(candidate, point), into: &sink)
            {
                zone = candidate
                candidate = zoneTree.count &- 1
            } else {
                candidate &-= 1
            }
        }
        return zone
    }
}

extension GestureEngine {
    /// Lets a running gesture, by its index in the configuration, go on from other values. One that does not run is left
    /// alone.
    public mutating func adjust(_ gesture: Int, _ adjustment: GestureAdjustment) {
        if let r = running(gesture) { kinds[r].adjust(adjustment.sound()) }
    }

    /// What a running gesture measures at `now`; nil where it does not run.
    public mutating func snapshot<let capacity: Int>(
        of gesture: Int, _ table: inout TouchTable<capacity>, at now: Instant
    ) -> GestureSnapshot? {
        guard let r = running(gesture) else { return nil }
        return kinds[r].snapshot(&table, mine: mine[r], at: now)
    }

    /// The fingers of a running gesture; none where it does not run.
    public mutating func fingers<let capacity: Int>(
        of gesture: Int, _ table: inout TouchTable<capacity>
    ) -> GestureTouches {
        guard let r = running(gesture) else { return GestureTouches() }
        return GestureTouches(mine[r], of: &table)
    }

    /// The place of a gesture that has begun and is not over.
    private mutating func running(_ index: Int) -> Int? {
        for r in active where gesture[r] == index { return r }
        return nil
    }
}
