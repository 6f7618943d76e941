public import TaplineControllers
public import TaplineMotion
public import TaplineSensors
public import TaplineTouches

/// The driver of a motion sensor: a chip's, whose reports are readings.
public protocol MotionSensor: BusDriver {
    /// What ``ControllerAction/report`` has measured, in the chip's frame.
    var reading: MotionReading { get }
    /// Whether the sleeping chip wakes, and says so by its interrupt line, when it is moved.
    var wakesOnMotion: Bool { get }
}

extension ChipDriver: MotionSensor where Family == SensorFamily {
    public var wakesOnMotion: Bool { sheet.wakesOnMotion }
}

/// Takes what a motion sensor brings, beside what a panel does.
public protocol SensorSink: EffectSink, MotionSink {
    /// Something went wrong with the sensor, and is being dealt with. It says nothing of fingers.
    mutating func sensorFault(_ fault: ControllerFault, at now: Instant)
    /// The sensor answers, or is lost.
    mutating func sensor(isThere: Bool, at now: Instant)
}

/// A motion sensor: driver, mounting and engine as one value, a source of events beside touch. No heap, no I/O, no clock of
/// its own.
///
/// The chip is left alone while nobody wants readings (``begin(_:at:)``): it sleeps, or is not even looked for. Where the
/// engine wants to know of movements (``MotionEngine/movementThreshold``) it rests while there are none: it sleeps until it
/// wakes by itself, where it can, else it is read five times a second.
public struct MotionPipeline<Sensor: MotionSensor, Sink: SensorSink>: EventSource {
    private enum Phase { case off, idle, busy, waiting, owing }

    /// The driver.
    public private(set) var sensor: Sensor
    /// From the chip's frame to the device's.
    public let mounting: SensorMounting
    /// From readings to events.
    public private(set) var engine: MotionEngine
    /// What went wrong and was dealt with, counted since the start.
    public private(set) var counters = PipelineCounters()
    /// Whether the sensor answers; nil: it has not been looked for.
    public private(set) var isThere: Bool?

    private var phase = Phase.off
    private var isAsleep = false
    /// What is asked for as soon as this source is due.
    private var owed = ControllerAction.wait
    private var waitsUntil = Instant.never
    /// When an interrupt came before the driver waited, ``Instant/never``: none did.
    private var kept = Instant.never

    /// A source of `sensor`, which sits in the device as `mounting` says.
    public init(_ sensor: Sensor, mounting: SensorMounting = SensorMounting(), engine: MotionEngine = MotionEngine()) {
        self.sensor = sensor
        self.mounting = mounting
        self.engine = engine
    }

    public var isAwaitingOutcome: Bool { phase == .busy }
    public var reports: UInt32 { counters.reports }

    public var deadline: Instant { min(waitsUntil, engine.deadline) }

    /// Power is on. The chip is looked for as soon as somebody wants readings.
    public mutating func start(at now: Instant, into sink: inout Sink) {
        (phase, kept, isAsleep, isThere) = (.idle, .never, false, nil)
        if engine.isWanted { step(.start, at: now, into: &sink) }
    }

    /// Somebody wants `interest`, until ``end(_:at:into:)`` is called as often.
    public mutating func begin(_ interest: MotionInterest, at now: Instant) {
        engine.begin(interest, at: now)
        wishesChanged(at: now)
    }

    /// Somebody does not want `interest` any more.
    public mutating func end(_ interest: MotionInterest, at now: Instant, into sink: inout Sink) {
        engine.end(interest, at: now, into: &sink)
        wishesChanged(at: now)
    }

    /// Goes on with another engine, whose wishes count from now on: what was under way in the one of before is interrupted.
    public mutating func reconfigure(_ next: MotionEngine, at now: Instant, into sink: inout Sink) {
        engine.interrupt(at: now, into: &sink)
        engine = next
        wishesChanged(at: now)
    }

    /// A chip that nobody wants sleeps as soon as it waits.
    private mutating func wishesChanged(at now: Instant) {
        if phase == .idle { waitsUntil = engine.isWanted ? now : .never }
        if phase == .waiting, isToSleep(at: now) != isAsleep { waitsUntil = now }
    }

    /// Whether the chip is to sleep: nobody wants readings, or it rests and will say when it is moved.
    private func isToSleep(at now: Instant) -> Bool {
        !engine.isWanted || sensor.wakesOnMotion && engine.rests(at: now)
    }

    /// How far readings are apart while the device rests and its sensor cannot sleep.
    private static var restingPeriod: Microseconds { .milliseconds(200) }

    /// Its interrupt line is asserted. While a transfer is under way the interrupt is kept until the driver waits.
    public mutating func interrupt(at now: Instant, into sink: inout Sink) {
        guard phase == .waiting, !isAsleep || sensor.waitsUntil == .never else {
            if phase != .off, phase != .idle { kept = now }
            return
        }
        step(interrupted(at: now), at: now, into: &sink)
    }

    /// The driver's input for an interrupt of `instant`: that of a chip that sleeps says that it was moved, and wakes it.
    private mutating func interrupted(at instant: Instant) -> ControllerInput {
        if isAsleep, sensor.waitsUntil == .never {
            isAsleep = false
            engine.move(at: instant)
        }
        return .interrupt
    }

    public mutating func complete(
        _ outcome: ControllerInput, at now: Instant, received: inout BusBytes, into sink: inout Sink
    ) {
        guard phase == .busy else { return }
        perform(sensor.step(outcome, at: now, received: &received), at: now, into: &sink, mayAsk: false)
    }

    public mutating func advance(to now: Instant, into sink: inout Sink) {
        if engine.deadline <= now { engine.advance(to: now, into: &sink) }
        guard waitsUntil <= now else { return }
        switch phase {
        case .off, .busy: break
        case .idle: step(.start, at: now, into: &sink)
        case .owing: perform(owed, at: now, into: &sink, mayAsk: true)
        case .waiting: step(nextInput(at: now), at: now, into: &sink)
        }
    }

    /// The program ends. (The chip stays as it is: whoever reads it next resets it.)
    public mutating func end(at now: Instant, into sink: inout Sink) {
        engine.interrupt(at: now, into: &sink)
        (phase, waitsUntil) = (.off, .never)
    }

    /// What the driver, which waits and is due, is told.
    private mutating func nextInput(at now: Instant) -> ControllerInput {
        guard isToSleep(at: now) != isAsleep else { return .wake }
        isAsleep.toggle()
        return isAsleep ? .sleep : .wakeUp
    }

    private mutating func step(_ input: ControllerInput, at now: Instant, into sink: inout Sink) {
        perform(sensor.step(input, at: now), at: now, into: &sink, mayAsk: true)
    }

    /// Performs an action of the driver and those that follow, until it waits, or wants what it has to wait for.
    private mutating func perform(_ first: ControllerAction, at now: Instant, into sink: inout Sink, mayAsk: Bool) {
        var action = first
        for _ in 0..<StepLimit.steps {
            switch action {
            case .transfer:
                guard mayAsk else { return owe(action, at: now) }
                (phase, waitsUntil) = (.busy, .never)
                return sink.transfer(sensor.transfer)
            case .line:
                // (A sensor has no line that the host drives.)
                action = sensor.step(.lineSet, at: now)
            case .wait:
                notice(at: now, into: &sink)
                // (What a chip says while it is falling asleep counts when it sleeps.)
                guard kept < .never, !isAsleep || sensor.waitsUntil == .never else { return wait(at: now) }
                let instant = kept
                kept = .never
                action = sensor.step(interrupted(at: instant), at: instant)
            case .report:
                counters.reports &+= 1
                engine.take(mounting.apply(to: sensor.reading), into: &sink)
                action = sensor.step(.proceed, at: now)
            case .fault:
                counters.count(sensor.fault)
                sink.sensorFault(sensor.fault, at: now)
                if sensor.fault == .absent || sensor.fault == .wrongIdentity, isThere == nil {
                    isThere = false
                    sink.sensor(isThere: false, at: now)
                }
                notice(at: now, into: &sink)
                action = sensor.step(.proceed, at: now)
            }
        }
        (phase, waitsUntil) = (.waiting, now + StepLimit.pause)
    }

    private mutating func owe(_ action: ControllerAction, at now: Instant) {
        (phase, owed, waitsUntil) = (.owing, action, now)
    }

    private mutating func wait(at now: Instant) {
        phase = .waiting
        if isToSleep(at: now) != isAsleep {
            waitsUntil = now
        } else {
            let isResting = !isAsleep && engine.rests(at: now)
            waitsUntil = isResting ? max(sensor.waitsUntil, now + Self.restingPeriod) : sensor.waitsUntil
        }
    }

    /// Tells when the sensor has come or gone.
    private mutating func notice(at now: Instant, into sink: inout Sink) {
        let isKnown = sensor.identity.isKnown
        guard isKnown ? isThere != true : isThere == true else { return }
        isThere = isKnown
        if !isKnown { engine.interrupt(at: now, into: &sink) }
        sink.sensor(isThere: isKnown, at: now)
    }
}
