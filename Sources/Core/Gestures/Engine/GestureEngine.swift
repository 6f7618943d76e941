public import TaplineTouches

/// Runs the recognizers: offers them touches, calls them at their deadlines, and decides who wins.
///
/// One report goes through it in the order of three steps: deadlines before it, every recognizer on the whole report,
/// arbitration until nothing changes. Who prevents whom and who waits for whom are words of bits, computed once from
/// a ``GestureSetup``; recognizers are kept in the order in which they win (nearer zone first, then configuration
/// order), so the lowest bit is always the one to ask first.
///
/// This file has the state, and takes a report apart; `GestureEngine+Arbitration.swift` decides, and takes recognizers from
/// possible to finished and back.
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
    /// Takes what the table says has changed: a report, a touch that proves real, a cancellation.
    ///
    /// Everything due before must have been handled with ``advance(before:_:_:)``.
    @inline(__always)
    public mutating func report<Handler: GestureHandler, let capacity: Int>(
        _ table: inout TouchTable<capacity>, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        if table.changes.all.isEmpty, rejecting.isEmpty { return }
        process(&table, at: table.time, &handler, &sink)
    }

    @inline(never)
    private mutating func process<Handler: GestureHandler, let capacity: Int>(
        _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        let changes = table.changes
        time = max(time, now)
        if !changes.began.isEmpty { locate(&table, &handler, &sink) }
        located = TouchSet()
        // A path is complete before any recognizer is asked.
        for slot in changes.moved & paths.slots { paths.append(table[slot].location, to: slot) }
        if !changes.cancelled.isEmpty { cancel(changes.cancelled, &table, at: now, &handler, &sink) }
        let postponed =
            changes.began.isEmpty ? RecognizerSet() : land(changes.began, &table, at: now, &handler, &sink)
        if !update(changes, &table, at: now, &handler, &sink) {
            let gone = changes.ended | changes.cancelled
            arbitrate(&table, at: now, &handler, &sink)
            if !postponed.isEmpty { offerAgain(postponed, &table, at: now, &handler, &sink) }
            settle(&table, gone: gone, at: now, &handler, &sink)
            if !paths.slots.isEmpty { paths.release(gone) }
        }
        if !streams.used.isEmpty { deliver(&table, at: now, &handler, &sink) }
    }

    /// Calls every recognizer that a change may concern. True where nothing is left to decide: fingers have only moved, and
    /// every recognizer stays where it stands.
    @inline(__always)
    private mutating func update<Handler: GestureHandler, let capacity: Int>(
        _ changes: TouchChanges, _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) -> Bool {
        // Only a report settles a doubt about the one before.
        var concerned = changes.isReport ? rejecting & (active | engaged) : RecognizerSet()
        if changes.isReport { rejecting = RecognizerSet() }
        for slot in changes.began | changes.ended { concerned |= listeners[slot] }
        for slot in changes.moved { concerned |= affected(by: slot, &table) }
        // Moves change nothing for a ready recognizer that waits for others, as long as none of those changes. (A control may
        // take the gesture from it once the finger has another direction.)
        let isOnlyMoves = changes.isOnlyMoves
        let waiting = isOnlyMoves && !zoneTree.hasControls ? ready : RecognizerSet()
        var isSettled = isOnlyMoves && waiting == ready && (!mayReset || finished.isEmpty)
        for r in concerned & active {
            follow(r, &table, at: now, &handler, &sink)
            if !active.contains(r) { isSettled = false }
        }
        let steady = isOnlyMoves ? possible - ready - timedByMoves : RecognizerSet()
        for r in concerned & possible {
            let attempt = kinds[r].track(&table, mine: mine[r], at: now)
            switch attempt {
            case .possible(let distance) where steady.contains(r) && !undecided.contains(r):
                setIdle(r, within: distance)
            case .undecided where steady.contains(r) && undecided.contains(r): break
            case .ready where waiting.contains(r): break
            default:
                isSettled = false
                apply(attempt, to: r, &table, at: now, &handler, &sink)
            }
        }
        for r in concerned & possible & mayReject where kinds[r].hasRejectedReport { rejecting.insert(r) }
        return isSettled
    }

    /// The recognizers to which it may matter that the touch in `slot` has moved.
    #if BAREMETAL
        @inline(never)
    #endif
    private mutating func affected<let capacity: Int>(
        by slot: Int, _ table: inout TouchTable<capacity>
    ) -> RecognizerSet {
        let resting = listeners[slot] & idle
        if resting.isEmpty { return listeners[slot] }
        let travel = table[slot].travel.lengthSquared
        if travel < idleLimit[slot] { return listeners[slot] - resting }
        var affected = listeners[slot]
        var next = Float.infinity
        for r in resting where travel < idleWithin[r] {
            affected.remove(r)
            next = min(next, idleWithin[r])
        }
        idleLimit[slot] = next
        return affected
    }

    /// Deadlines before a report at `instant`, in time order; of those at `instant` itself only the ones that count
    /// before the report.
    public mutating func advance<Handler: GestureHandler, let capacity: Int>(
        before instant: Instant, _ table: inout TouchTable<capacity>, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        while deadline < instant { handleAllDeadlines(&table, &handler, &sink) }
        if deadline == instant { handleDeadlines(instant, of: engaged & earlyDue, &table, &handler, &sink) }
    }

    /// All deadlines up to and including `instant`, in time order.
    public mutating func advance<Handler: GestureHandler, let capacity: Int>(
        to instant: Instant, _ table: inout TouchTable<capacity>, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        while deadline <= instant, deadline < .never {
            handleAllDeadlines(&table, &handler, &sink)
        }
    }

    private mutating func handleAllDeadlines<Handler: GestureHandler, let capacity: Int>(
        _ table: inout TouchTable<capacity>, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        let instant = max(deadline, time)
        handleDeadlines(instant, of: engaged, &table, &handler, &sink)
        if stepperDeadline <= instant {
            stepHeld(at: instant, &handler, &sink)
            refreshDeadline()
        }
    }

    /// Handles the deadlines of those of `candidates` that are due at `instant`.
    #if BAREMETAL
        @inline(never)
    #endif
    private mutating func handleDeadlines<Handler: GestureHandler, let capacity: Int>(
        _ instant: Instant, of candidates: RecognizerSet, _ table: inout TouchTable<capacity>,
        _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        time = instant
        for r in candidates where due[r] <= instant && engaged.contains(r) {
            due[r] = .never
            let attempt = kinds[r].reachDeadline(&table, mine: mine[r], at: instant)
            apply(attempt, to: r, &table, at: instant, &handler, &sink)
            if due[r] <= instant { due[r] = .never }
        }
        arbitrate(&table, at: instant, &handler, &sink)
        settle(&table, gone: TouchSet(), at: instant, &handler, &sink)
        if !streams.used.isEmpty { emitStreams(&table, at: instant, &handler, &sink) }
    }

    // MARK: Touches come and go

    /// Offers the touches that have landed. Returns the recognizers to which ``offerAgain`` offers them a second time.
    @inline(never)
    private mutating func land<Handler: GestureHandler, let capacity: Int>(
        _ slots: TouchSet, _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) -> RecognizerSet {
        if zoneTree.hasControls || handler.handlesTouches { openStreams(&table) }
        var second = RecognizerSet()
        var taken = takenClaims
        for slot in slots { land(slot, &taken, offeringLater: &second, &table, at: now, &handler, &sink) }
        if !active.isEmpty { preventNewcomers(&table, at: now, &handler, &sink) }
        return second
    }

    /// Offers a touch that has landed to the recognizers of its zone. Those whose fingers have all lifted by now
    /// (waiting, between two taps, or finished) are added to `second`: they are offered it again once the lifts of this report are
    /// settled. The touch gets a claim that is not in `taken`, and is added there.
    private mutating func land<Handler: GestureHandler, let capacity: Int>(
        _ slot: Int, _ taken: inout ClaimSet, offeringLater second: inout RecognizerSet,
        _ table: inout TouchTable<capacity>,
        at now: Instant, _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        listeners[slot] = RecognizerSet()
        idleLimit[slot] = .infinity
        var claim = (~taken.bits).trailingZeroBitCount
        if claim == 64 {
            releaseSpentClaims()
            taken = takenClaims
            claim = (~taken.bits).trailingZeroBitCount
        }
        guard claim < 64 else {
            unclaimedTouches &+= 1
            unclaimed.insert(slot)
            return
        }
        claimOfSlot[slot] = claim
        liveClaims.insert(claim)
        taken.insert(claim)
        let zone = zoneOfSlot[slot]
        if Decisions.areStored {
            denied.remove(slot)
            for r in 0..<count { decisions[r].denied.remove(slot) }
        }

        // A finger that has only now proven real landed when those that lift now were still down.
        let gone =
            table.changes.proven.contains(slot) ? TouchSet() : table.changes.ended | table.changes.cancelled
        for r in receiversOfZone[zone] - disabled {
            guard
                !Decisions.areStored
                    || handler.shouldReceive(
                        gesture: gesture[r], touch: table[slot].identity, location: table[slot].start, zone: zone)
            else {
                decisions[r].denied.insert(slot)
                denied.insert(slot)
                continue
            }
            let isFinished = finished.contains(r)
            let hasFingers = !(mine[r] - gone).isEmpty
            // Its fingers are up, and its attempt goes on or ends with this report: what it does not take comes after that.
            let isWaiting = !hasFingers && (active.contains(r) || engaged.contains(r))
            // (A waiting recognizer whose fingers lift in this report is offered the touch in a second round.)
            if !isFinished, hasFingers || mine[r].isEmpty || active.contains(r) {
                offer(slot, to: r, gone: gone, &table, at: now, &handler, &sink)
            }
            if isFinished ? !gone.isEmpty || second.contains(r) : isWaiting && !listeners[slot].contains(r) {
                second.insert(r)
                offeredLater[r].insert(slot)
            } else if isFinished, !ignoringExtraTouches.contains(r) {
                sequence[r].insert(claim)
            }
        }
    }

    /// Offers a touch to a recognizer. Who takes it is called for this report, too, and has its deadline from then on.
    #if BAREMETAL
        @inline(never)
    #else
        @inline(__always)
    #endif
    private mutating func offer<Handler: GestureHandler, let capacity: Int>(
        _ slot: Int, to r: Int, gone: TouchSet, _ table: inout TouchTable<capacity>, at now: Instant,
        _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        var answer = kinds[r].offer(slot, of: &table, mine: mine[r])
        if case .takeWithPath = answer {
            answer = storesPath(of: slot, &table) ? .take : .fail(.noRoom)
        }
        let ignoresExtra = ignoringExtraTouches.contains(r)
        switch answer {
        case .takeExtra where ignoresExtra, .fail(.extraTouch) where ignoresExtra: break
        case .take, .takeWithPath, .takeExtra:
            if claims[r].isEmpty { hitZone[r] = zoneOfSlot[slot] }
            mine[r].insert(slot)
            listeners[slot].insert(r)
            claims[r].insert(claimOfSlot[slot])
            sequence[r].insert(claimOfSlot[slot])
            if possible.contains(r) {
                engaged.insert(r)
                streams.receive(slot, by: r)
            } else {
                streams.join(slot, by: r)
            }
        case .watch:
            listeners[slot].insert(r)
        case .ignore:
            if !ignoresExtra, !(mine[r] - gone).isEmpty { sequence[r].insert(claimOfSlot[slot]) }
        case .fail(let reason):
            // Between taps the touch belongs to the next attempt; with fingers down it joins the sequence.
            if !(mine[r] - gone).isEmpty || claims[r].isEmpty {
                sequence[r].insert(claimOfSlot[slot])
            }
            fail(r, reason, &table, at: now, &handler, &sink)
        }
    }

    /// Stores the path of the touch in `slot` from its landing on; false, and counted, where there is no place.
    private mutating func storesPath<let capacity: Int>(of slot: Int, _ table: inout TouchTable<capacity>) -> Bool {
        if paths.slots.contains(slot) { return true }
        guard paths.start(slot, from: table[slot].start) else {
            table.countPathOverflow()
            return false
        }
        // (One that proves real late has gone on already.)
        paths.append(table[slot].location, to: slot)
        return true
    }

    /// Asks those whose fingers were all up: first those that are between taps or waiting, then, as fresh ones, those
    /// that fired or failed because of it, so that the next gesture is never lost.
    private mutating func offerAgain<Handler: GestureHandler, let capacity: Int>(
        _ waiting: RecognizerSet, _ table: inout TouchTable<capacity>, at now: Instant,
        _ handler: inout Handler, _ sink: inout Handler.Sink
    ) {
        let began = table.changes.began
        let gone = table.changes.ended | table.changes.cancelled
        settle(&table, gone: gone, at: now, &handler, &sink)
        var left = waiting
        var round = 0
        while round < 2, !left.isEmpty {
            var asked = RecognizerSet()
            for slot in began {
                for r in left & possible where offeredLater[r].contains(slot) {
                    let wasEngaged = engaged.contains(r)
                    offer(slot, to: r, gone: gone, &table, at: now, &handler, &sink)
                    asked.insert(r)
                    // A waiting one that did not take it may yet fire, and then wants to be asked again.
                    if !wasEngaged || mine[r].contains(slot) || listeners[slot].contains(r) {
                        offeredLater[r].remove(slot)
                    }
                }
            }
            if !active.isEmpty { preventNewcomers(&table, at: now, &handler, &sink) }
            for r in asked & possible & engaged where !mine[r].isEmpty {
                let attempt = kinds[r].track(&table, mine: mine[r], at: now)
                apply(attempt, to: r, &table, at: now, &handler, &sink)
            }
            arbitrate(&table, at: now, &handler, &sink)
            settle(&table, gone: TouchSet(), at: now, &handler, &sink)
            left &= possible - engaged
            round &+= 1
        }
        for r in waiting {
            if finished.contains(r), !ignoringExtraTouches.contains(r) {
                for slot in offeredLater[r] { sequence[r].insert(claimOfSlot[slot]) }
            }
            offeredLater[r] = TouchSet()
        }
    }

    private mutating func follow<Handler: GestureHandler, let capacity: Int>(
        _ r: Int, _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        var snapshot = GestureSnapshot.none
        switch kinds[r].follow(&table, mine: mine[r], at: now, into: &snapshot) {
        case .unchanged: break
        case .changed: notify(r, .changed, &snapshot, &table, at: now, reason: nil, &handler, &sink)
        case .ended:
            notify(r, .ended, &snapshot, &table, at: now, reason: nil, &handler, &sink)
            finish(r)
            return
        case .cancelled:
            snapshot.values.stop()
            notify(r, .cancelled, &snapshot, &table, at: now, reason: .byItself, &handler, &sink)
            finish(r)
            return
        }
        if mayReject.contains(r), kinds[r].hasRejectedReport { rejecting.insert(r) }
    }

    /// Touches were taken away: what has begun with them is cancelled, what hangs together with them fails.
    private mutating func cancel<Handler: GestureHandler, let capacity: Int>(
        _ slots: TouchSet, _ table: inout TouchTable<capacity>, at now: Instant, _ handler: inout Handler,
        _ sink: inout Handler.Sink
    ) {
        var lost = ClaimSet()
        for slot in slots - unclaimed { lost.insert(claimOfSlot[slot]) }
        for r in active where mine[r].intersects(slots) {
            emit(r, .cancelled, &table, at: now, reason: .touchCancelled, &handler, &sink)
            finish(r)
        }
        for r in engaged
        where mine[r].intersects(slots)
            || mine[r].isEmpty
                && sequence[r].intersects(
                    ignoringExtraTouches.contains(r)
                        ? lost : sequences(of: lost - deniedClaims(of: r), in: zoneOf[r]))
        {
            fail(r, .touchCancelled, &table, at: now, &handler, &sink)
        }
    }
}
