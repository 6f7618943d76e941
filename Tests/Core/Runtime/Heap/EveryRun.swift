import TaplineSimulator
import TestSupport

/// A panel with every gesture, on which fingers do anything while everything goes wrong, one after the other.
struct EveryRun<Log: EventLog>: ~Copyable {
    static var panel: PanelGeometry.Description {
        PanelGeometry.Description(rawWidth: 800, rawHeight: 480, rawMillimetres: (154.08, 85.92))
    }

    var host: EveryHost<Log>
    var sink: EverySink<Log>
    private(set) var scans = 0
    private(set) var troubles = InlineArray<21, Int>(repeating: 0)
    private(set) var interferences = InlineArray<16, Int>(repeating: 0)
    /// What chips that were exchanged have counted, and the present one when the run ended.
    private(set) var configurationsWritten = 0
    private(set) var configurationsTaken = 0
    private let setup: EverySetup
    private let factory: GT911Model.Configuration
    private var fingers: RandomFingers
    private var hand: DeliberateFingers
    private var random: SplitMix64
    /// Scans until the trouble is over, the reader goes on, and the chip is woken.
    private var troubleLeft = 0
    private var portsLeft = 0
    private var sleepLeft = 0
    /// Scans until the hand changes from chance to purpose or back.
    private var handLeft = 0
    private var isDeliberate = false

    init(seed: UInt64) throws {
        setup = try makeEverySetup(PanelGeometry(Self.panel))
        host = makeEveryHost(Self.panel, setup)
        sink = EverySink(PanelGeometry(Self.panel))
        factory = makeEveryChip(Self.panel)
        fingers = RandomFingers(seed: seed)
        hand = DeliberateFingers(seed: seed &+ 1)
        random = SplitMix64(seed: seed &+ 2)
    }

    mutating func start() { host.start(into: &sink) }

    /// Goes on until there are so many reports, then cures everything and lets it come to rest.
    mutating func run(reports: UInt32) {
        while host.pipeline.counters.reports < reports, scans < 8 * Int(reports) { scan() }
        host.bus.chip.faults = GT911Faults()
        host.wakeUp(into: &sink)
        host.advance(to: host.now + .milliseconds(5_000), into: &sink)
        for _ in 0..<3 { host.touch(Contacts(), at: host.now + .milliseconds(10), into: &sink) }
        // (That nobody touches it is true until somebody does: nobody will.)
        setRest(false)
        host.advance(to: host.now + .milliseconds(10_000), into: &sink)
        countConfigurations()
    }

    /// One scan of fingers; now and then something goes wrong, and some time later it is well again.
    @inline(never)
    private mutating func scan() {
        scans += 1
        if troubleLeft > 0 {
            troubleLeft -= 1
            if troubleLeft == 0 { host.bus.chip.faults = GT911Faults() }
        } else if random.next(below: 200) == 0 {
            trouble()
        }
        if portsLeft > 0 {
            portsLeft -= 1
            if portsLeft == 0 { for i in sink.ports.indices { sink.ports[i].comeBack() } }
        }
        if sleepLeft > 0 {
            sleepLeft -= 1
            if sleepLeft == 0 { host.wakeUp(into: &sink) }
        }
        if random.next(below: 300) == 0 { interfere() }
        for i in sink.ports.indices { sink.ports[i].read(until: host.now) }
        host.touch(nextFingers(), at: host.now + .milliseconds(10), into: &sink)
    }

    private mutating func nextFingers() -> Contacts {
        if handLeft > 0 {
            handLeft -= 1
        } else if !isDeliberate || hand.isAtRest {
            isDeliberate.toggle()
            handLeft = 200 + random.next(below: 600)
        }
        return isDeliberate ? hand.scan() : fingers.scan()
    }

    private mutating func trouble() {
        let number = random.next(below: Trouble.count)
        guard let trouble = Trouble(rawValue: number) else { return }
        troubles[number] += 1
        troubleLeft = 3 + random.next(below: 60)
        trouble.begin(with: &host.bus.chip.faults, &random)
        switch trouble {
        case .damagedConfigurations, .refusesConfigurations:
            // Another chip is there, which is to be configured.
            exchange()
            troubleLeft = 300
        case .sleepsOn: sleep()
        default: break
        }
    }

    private mutating func interfere() {
        let number = random.next(below: Interference.count)
        guard let interference = Interference(rawValue: number) else { return }
        interferences[number] += 1
        switch interference {
        case .resetsItself: host.bus.chip.resetItself(at: host.now)
        case .interruptsSpuriously: host.bus.chip.interruptSpuriously(at: host.now)
        case .isExchanged: exchange()
        case .sleeps: sleep()
        case .pauses: host.advance(to: host.now + .milliseconds(700), into: &sink)
        case .touchesCancelled: host.pipeline.cancelTouches(at: host.now, into: &sink)
        case .touchesReleased:
            host.pipeline.cancelTouches(at: host.now, into: &sink)
            host.pipeline.gestures.releaseTouches(into: &sink)
        case .reconfigured: reconfigure { outputs, old in outputs.resumeRest(from: old, isSame: true) }
        case .ended: host.pipeline.end(at: host.now, into: &sink)
        case .restarted: host.start(into: &sink)
        case .rests: setRest(!host.pipeline.gestures.rest.isKept)
        case .gesturesAdjusted: adjust()
        case .controlsSet:
            for zone in EveryZone.button.rawValue...EveryZone.mode.rawValue {
                host.pipeline.gestures.setControlValue(
                    1 - host.pipeline.gestures.controlValue(of: zone), of: zone, at: host.now, into: &sink)
            }
        case .actionSent:
            host.pipeline.gestures.makeFirstResponder(random.next(below: 3), into: &sink)
            _ = host.pipeline.gestures.send(number, into: &sink)
        case .readerStalls:
            portsLeft = 50 + random.next(below: 2_000)
            for i in sink.ports.indices where sink.ports[i].state == .reads { sink.ports[i].state = .stalls }
        case .cableOut:
            portsLeft = 10 + random.next(below: 100)
            for i in sink.ports.indices { sink.ports[i].goAway() }
        }
    }

    /// Has it tell that nobody touches it, or not any more, as a changed configuration does.
    private mutating func setRest(_ isKept: Bool) {
        host.pipeline.gestures.stir(at: host.now, into: &sink)
        reconfigure { outputs, old in
            var rest = PanelRest()
            if isKept { _ = rest.append(RestStage(after: .milliseconds(600), event: 0)) }
            outputs.set(rest)
            outputs.resumeRest(from: old, isSame: false)
        }
    }

    /// Takes the same configuration again; `resumeRest` says what becomes of the panel's rest.
    private mutating func reconfigure(
        _ resumeRest: (inout OutputBank<EverySink<Log>, 16>, borrowing OutputBank<EverySink<Log>, 16>) -> Void
    ) {
        host.pipeline.gestures.reconfigure(setup, at: host.now, into: &sink) { old in
            var outputs = makeEveryOutput(for: EverySink<Log>.self)
            for line in 0..<outputs.count { outputs.resume(line, from: old, at: line) }
            resumeRest(&outputs, old)
            return outputs
        }
    }

    /// Reads what runs, and lets it go on from elsewhere, as a program does between two reports.
    private mutating func adjust() {
        for gesture in 0..<EveryGesture.count {
            guard let running = host.pipeline.gestures.snapshot(of: gesture), running.touches > 0 else { continue }
            _ = host.pipeline.gestures.location(ofTouch: running.touches - 1, of: gesture)
            host.pipeline.gestures.setTranslation(.zero, of: gesture)
            host.pipeline.gestures.setScale(1, of: gesture)
            host.pipeline.gestures.setRotation(0, of: gesture)
        }
    }

    private mutating func sleep() {
        host.sleep(into: &sink)
        sleepLeft = 5 + random.next(below: 40)
    }

    /// Puts another chip in the place of this one, as it came from its factory.
    private mutating func exchange() {
        countConfigurations()
        let faults = host.bus.chip.faults
        host.bus.chip = GT911Model(configuration: factory)
        host.bus.chip.faults = faults
        host.bus.chip.resetItself(at: host.now)
    }

    private mutating func countConfigurations() {
        configurationsWritten += host.bus.chip.configurationsWritten
        configurationsTaken += host.bus.chip.configurationsTaken
    }
}
