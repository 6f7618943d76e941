public import TaplineTouches

/// Runs the recognizers: offers them touches, wakes them, and decides who wins.
///
/// One report goes through it in the order of three steps: deadlines before it, every recognizer on the whole report,
/// arbitration until nothing changes. Who prevents whom and who waits for whom are words of bits, computed once from
/// a ``GestureSetup``; recognizers are kept in the order in which they win (nearer zone first, then configuration
/// order), so the lowest bit is always the one to ask first.
///
/// The engine's parts: this file keeps the state and the recognizers' life from possible to reset;
/// `GestureEngine+Report.swift` takes a report apart; `GestureEngine+Arbitration.swift` decides.
public struct GestureEngine<
    Kind: Recognizer, let recognizers: Int, let zones: Int, let templates: Int
>: ~Copyable {
    /// Keys of touches: a bit for each touch that is on the panel or that an attempt still counts on.
    typealias TouchKeys = BitSet<UInt64>

    // What was set up.
    let zoneTree: ZoneTree<zones>
    var kinds: InlineArray<recognizers, Kind>
    let count: Int
    /// The gesture's index in the configuration, by place.
    let gesture: InlineArray<recognizers, Int>
    let zoneOf: InlineArray<recognizers, Int>
    /// Those that must fail before the one at this place may be recognized.
    let mustFailFirst: InlineArray<recognizers, RecognizerSet>
    /// Those that fail or are cancelled when the one at this place is recognized.
    let prevents: InlineArray<recognizers, RecognizerSet>
    /// Those that get the touches of a zone: its own and its ancestors'.
    let receiversOfZone: InlineArray<zones, RecognizerSet>
    /// Those that are attached to a zone or to one in it.
    let attachedWithin: InlineArray<zones, RecognizerSet>
    let continuous: RecognizerSet
    /// What strokes are compared with. Never changed: a variable, because elements of what is borrowed are copied.
    var strokes: StrokeTemplates<templates>
    /// Those whose values begin anew after every event.
    let incremental: RecognizerSet
    /// Those that are told while they wait.
    let tentative: RecognizerSet

    // Where each recognizer stands: possible, active (begun) or finished (recognized or failed).
    var possible: RecognizerSet
    var active = RecognizerSet()
    var finished = RecognizerSet()
    /// Whether a finished one may go back to possible: a touch has gone or another one has finished since they were asked.
    var mayReset = false
    /// Of the finished, those that were recognized.
    var recognized = RecognizerSet()
    /// Of the possible, those whose own conditions are met: they wait for others to fail, or for their turn.
    var ready = RecognizerSet()
    /// Of the tentative, those that have been told and neither confirmed nor revoked yet.
    var inDoubt = RecognizerSet()
    /// Of the possible, those that have taken a touch in this attempt.
    var engaged = RecognizerSet()
    /// Of the engaged, those whose deadline counts before a report of the same instant.
    var earlyDue = RecognizerSet()
    var due = InlineArray<recognizers, Instant>(repeating: .never)
    /// Of the active, those that did not believe the last report: they want the next one, whatever it says.
    var doubtful = RecognizerSet()

    // Which touches each recognizer has.
    /// Slots of its touches that are on the panel, or lift in this report.
    var mine = InlineArray<recognizers, TouchSet>(repeating: TouchSet())
    /// Touches that count in this attempt: whoever shares one is a rival.
    var claims = InlineArray<recognizers, TouchKeys>(repeating: TouchKeys())
    /// The sequence: its claims, and what landed while it was finished or did not care.
    var sequence = InlineArray<recognizers, TouchKeys>(repeating: TouchKeys())

    // What a delegate that decides relations has answered in the attempts under way.
    /// Those that it was asked about: whether the one at this place waits for them.
    var askedOfRequirement = InlineArray<recognizers, RecognizerSet>(repeating: RecognizerSet())
    /// Those that the one at this place waits for by such an answer.
    var answeredRequirements = InlineArray<recognizers, RecognizerSet>(repeating: RecognizerSet())
    /// Those that it was asked about: whether the one at this place prevents them, and they it.
    var askedOfPrevention = InlineArray<recognizers, RecognizerSet>(repeating: RecognizerSet())
    /// Those that the one at this place does not prevent by such an answer.
    var spares = InlineArray<recognizers, RecognizerSet>(repeating: RecognizerSet())

    // What is known of each touch, by slot.
    var keyOfSlot = InlineArray<16, Int>(repeating: 0)
    /// Who wants to hear of the touch.
    var listeners = InlineArray<16, RecognizerSet>(repeating: RecognizerSet())
    /// Who is offered a touch that has just landed in a second round.
    var askedLater = InlineArray<16, RecognizerSet>(repeating: RecognizerSet())
    /// The nearest control that the touch began in, as a zone; 0: none.
    var controlOfSlot = InlineArray<16, Int>(repeating: 0)
    /// For whom the touch does not exist, and the touches on the panel of which that is true for somebody.
    var deniedTo = InlineArray<16, RecognizerSet>(repeating: RecognizerSet())
    var denied = TouchSet()
    /// Keys of the touches on the panel.
    var liveKeys = TouchKeys()
    /// Touches on the panel for which there was no key: nobody is offered them.
    var keyless = TouchSet()
    /// Zones' own touch streams; empty where nobody handles them.
    var streams: TouchStreams
    /// Where controls stand, by zone.
    var controls = InlineArray<zones, ControlState>(repeating: ControlState())
    /// The time of the last event: a deadline that was found out too late counts as now.
    var time = Instant.zero

    /// The next instant at which a recognizer changes by itself, ``Instant/never`` where none does.
    public internal(set) var deadline = Instant.never
    /// Whether recognizers that fail tell why, as events of state ``GestureState/failed``.
    public var explains = false
    /// Touches that no recognizer could be offered because all keys were taken; wraps.
    public internal(set) var unkeyedTouches: UInt32 = 0
    /// Answers of a delegate that were ignored because recognizers would have waited for each other; wraps.
    public internal(set) var ignoredAnswers: UInt32 = 0
    /// What zones' own touch streams and the responder chain left out.
    public internal(set) var delivery = DeliveryCounters()
    /// The zone that gets actions without a target; nil: none.
    public internal(set) var firstResponder: Int?

    /// An engine for what was set up.
    public init(_ setup: borrowing GestureSetup<Kind, recognizers, zones, templates>) {
        let count = setup.count
        zoneTree = setup.zoneTree
        strokes = setup.strokes
        self.count = count

        // Places in the order of winning: deepest zone first, then configuration order.
        var order = InlineArray<recognizers, Int>(repeating: 0)
        var place = InlineArray<recognizers, Int>(repeating: 0)
        for index in 0..<count {
            var i = index
            let depth = setup.zoneTree.depth(of: setup.zoneOf[index])
            while i > 0, setup.zoneTree.depth(of: setup.zoneOf[order[i &- 1]]) < depth {
                order[i] = order[i &- 1]
                i &-= 1
            }
            order[i] = index
        }
        for i in 0..<count { place[order[i]] = i }

        var kinds = InlineArray<recognizers, Kind>(repeating: .filler)
        var zoneOf = InlineArray<recognizers, Int>(repeating: 0)
        var mustFailFirst = InlineArray<recognizers, RecognizerSet>(repeating: RecognizerSet())
        var prevents = InlineArray<recognizers, RecognizerSet>(repeating: RecognizerSet())
        var receivers = InlineArray<zones, RecognizerSet>(repeating: RecognizerSet())
        var continuous = RecognizerSet()
        var incremental = RecognizerSet()
        var tentative = RecognizerSet()
        for i in 0..<count {
            let index = order[i]
            kinds[i] = setup.kinds[index]
            zoneOf[i] = setup.zoneOf[index]
            if kinds[i].isContinuous { continuous.insert(i) }
            if kinds[i].isIncremental { incremental.insert(i) }
            if kinds[i].isTentative, !kinds[i].isContinuous { tentative.insert(i) }
            for other in setup.mustFailFirst[index] { mustFailFirst[i].insert(place[other]) }
            for other in 0..<count where other != index {
                var facts = PreventionRule.Facts()
                facts.isSimultaneous = setup.simultaneous[index].contains(other)
                facts.isDenied = setup.powerless[index].contains(other)
                facts.isSparedByKind = !setup.kinds[index].canPrevent(setup.kinds[other])
                if PreventionRule(facts) == .prevents { prevents[i].insert(place[other]) }
            }
        }
        var attached = InlineArray<zones, RecognizerSet>(repeating: RecognizerSet())
        for zone in 0..<setup.zoneTree.count {
            for i in 0..<count where zoneOf[i] == zone { receivers[zone].insert(i) }
            attached[zone] = receivers[zone]
            if zone > 0 { receivers[zone] |= receivers[setup.zoneTree[zone].parent] }
        }
        // A parent stands before its parts.
        var zone = setup.zoneTree.count
        while zone > 1 {
            zone &-= 1
            attached[setup.zoneTree[zone].parent] |= attached[zone]
        }
        self.kinds = kinds
        gesture = order
        streams = setup.streams(in: order)
        self.zoneOf = zoneOf
        self.mustFailFirst = mustFailFirst
        self.prevents = prevents
        receiversOfZone = receivers
        attachedWithin = attached
        self.continuous = continuous
        self.incremental = incremental
        self.tentative = tentative
        possible = RecognizerSet(bits: count >= 32 ? .max : RecognizerSet(count).bits &- 1)
    }

    // MARK: From possible to finished and back

    /// Lets a possible recognizer's answer take effect.
    mutating func take<Handler: GestureHandler, let capacity: Int>(
        _ attempt: Attempt, of r: Int, _ table: inout TouchTable<capacity>, at now: Instant,
        _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        var attempt = attempt
        if case .compare = attempt { attempt = kinds[r].compare(&table, with: &strokes, mine: mine[r], at: now) }
        switch attempt {
        case .possible, .compare:
            ready.remove(r)
            refreshDeadline(r)
        case .ready:
            ready.insert(r)
            refreshDeadline(r)
        case .failed(let reason):
            fail(r, reason, &table, at: now, &handler, &sink)
        }
    }

    @inline(__always)
    mutating func refreshDeadline(_ r: Int) {
        // A recognizer that is ready waits for others; only a report or their failing moves it on.
        due[r] = ready.contains(r) ? .never : kinds[r].deadline
        if kinds[r].deadlineComesFirst { earlyDue.insert(r) } else { earlyDue.remove(r) }
    }

    /// A possible recognizer gives up, for the whole sequence.
    mutating func fail<Handler: GestureHandler, let capacity: Int>(
        _ r: Int, _ reason: FailureReason, _ table: inout TouchTable<capacity>, at now: Instant,
        _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        if inDoubt.contains(r) {
            inDoubt.remove(r)
            emit(r, .revoked, &table, at: now, reason: reason, &handler, &sink)
        } else if explains {
            emit(r, .failed, &table, at: now, reason: reason, &handler, &sink)
        }
        finish(r)
    }

    mutating func finish(_ r: Int) {
        possible.remove(r)
        active.remove(r)
        ready.remove(r)
        engaged.remove(r)
        finished.insert(r)
        mayReset = true
        due[r] = .never
        if !streams.used.isEmpty { streams.settle(r) }
    }

    mutating func emit<Handler: GestureHandler, let capacity: Int>(
        _ r: Int, _ state: GestureState, _ table: inout TouchTable<capacity>, at now: Instant,
        reason: FailureReason? = nil, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        var snapshot = kinds[r].snapshot(&table, mine: mine[r], at: now)
        if state == .failed, snapshot.touches == 0 {
            // It fails because of fingers that it does not have, or of none.
            var seen = mine[r]
            if seen.isEmpty {
                for slot in table.changes.began where receives(r, slot, of: &table) { seen.insert(slot) }
            }
            snapshot.touches = seen.count
            if !seen.isEmpty { snapshot.location = table.centroid(seen) }
        }
        // Whoever takes a gesture away does not fling it.
        if state == .cancelled { snapshot.values.stop() }
        let event = GestureEvent(
            time: now, gesture: gesture[r], zone: zoneOf[r], kind: kinds[r].kind,
            isContinuous: continuous.contains(r), state: state, touches: snapshot.touches,
            location: snapshot.location, values: snapshot.values, reason: explains ? reason : nil)
        guard Handler.handlesRunningGestures else {
            handler.handle(event, into: &sink)
            if incremental.contains(r), active.contains(r) { kinds[r].adjust(.identity) }
            return
        }
        var running = RunningGesture(event, touches: GestureTouches(mine[r], of: &table))
        handler.handle(&running, into: &sink)
        if active.contains(r) {
            if incremental.contains(r) { kinds[r].adjust(.identity) }
            kinds[r].adjust(running.adjustment.sound())
        }
    }

    /// Whether the touch in `slot` landed where `r` is offered touches, and it was not refused it.
    private mutating func receives<let capacity: Int>(
        _ r: Int, _ slot: Int, of table: inout TouchTable<capacity>
    ) -> Bool {
        receiversOfZone[zoneTree.hit(table[slot].start)].contains(r) && !deniedTo[slot].contains(r)
    }

    /// Lets go of the touches that have lifted or were cancelled, and takes every recognizer whose sequence has no
    /// finger left on the panel back to possible.
    mutating func settle<Handler: GestureHandler, let capacity: Int>(
        _ table: inout TouchTable<capacity>, gone: TouchSet, at now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        for slot in gone {
            for r in listeners[slot] { mine[r].remove(slot) }
            listeners[slot] = RecognizerSet()
            if !keyless.contains(slot) { liveKeys.remove(keyOfSlot[slot]) }
        }
        keyless -= gone
        denied -= gone
        // An attempt without fingers that waits for nothing can never come to anything; who waited for it may fire.
        var hasGivenUp = true
        while hasGivenUp {
            hasGivenUp = false
            for r in engaged where mine[r].isEmpty && due[r] == .never && !ready.contains(r) {
                fail(r, .fingersUp, &table, at: now, &handler, &sink)
                hasGivenUp = true
            }
            if hasGivenUp { arbitrate(&table, at: now, &handler, &sink) }
        }
        if !gone.isEmpty { mayReset = true }
        if mayReset, !finished.isEmpty { resetFinished(&handler) }
        refreshDeadline()
    }

    /// Takes those back to possible whose sequence has no finger left on the panel.
    ///
    /// For a recognizer only those of its own zone and of zones in it join touches to a sequence. A recognizer of the
    /// whole panel that got a resting thumb and a tapping finger waits for both; the zone of the finger does not wait
    /// for the thumb. Nor does anybody wait for a touch that does not exist for it.
    private mutating func resetFinished<Handler: GestureHandler>(_ handler: inout Handler) {
        mayReset = false
        var left = finished
        while !left.isEmpty {
            let zone = zoneOf[left.first]
            let busy = sequences(of: liveKeys, in: zone)
            for r in left where zoneOf[r] == zone {
                left.remove(r)
                let foreign = deniedKeys(of: r)
                let held = foreign.isEmpty ? busy : sequences(of: liveKeys - foreign, in: zone)
                guard !sequence[r].intersects(held) else { continue }
                reset(r)
                if Handler.decidesRelations { forgetAnswers(about: r) }
            }
        }
    }

    /// All touches that hang together with `keys` through recognizers of `zone`, or of zones in it, that share them.
    mutating func sequences(of keys: TouchKeys, in zone: Int) -> TouchKeys {
        var joined = keys
        if joined.isEmpty { return joined }
        let joining = (engaged | active | finished) & attachedWithin[zone]
        var size = 0
        while joined.count > size {
            size = joined.count
            for r in joining where sequence[r].intersects(joined) { joined |= sequence[r] }
        }
        return joined
    }

    /// Keys of the touches on the panel that do not exist for `r`.
    mutating func deniedKeys(of r: Int) -> TouchKeys {
        var keys = TouchKeys()
        for slot in denied where deniedTo[slot].contains(r) { keys.insert(keyOfSlot[slot]) }
        return keys
    }

    private mutating func reset(_ r: Int) {
        kinds[r].reset()
        for slot in mine[r] { listeners[slot].remove(r) }
        mine[r] = TouchSet()
        claims[r] = TouchKeys()
        sequence[r] = TouchKeys()
        finished.remove(r)
        recognized.remove(r)
        earlyDue.remove(r)
        possible.insert(r)
    }

    private mutating func refreshDeadline() {
        var next = Instant.never
        for r in engaged { next = min(next, due[r]) }
        deadline = next
    }
}

extension GestureEngine {
    /// The zone that a touch landing at `point` (pt) belongs to; 0 is the whole panel.
    public func zone(at point: Point) -> Int { zoneTree.hit(point) }
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
