public import TaplineTouches

/// What somebody can want of a motion sensor.
public enum MotionInterest: UInt8, Equatable, Sendable {
    /// To be told of shakes.
    case shakes
    /// To be told how the device is held.
    case orientation
    /// Data at the update interval.
    case data
    /// Rotation rates in the data: the gyroscope, where there is one.
    case rotation
}

/// Makes motion events of a sensor's readings: shakes, orientation, data. A value without a clock; nothing is told, and no
/// reading is wanted, unless somebody has asked for it.
public struct MotionEngine: Sendable {
    /// The least time between two events of data; 0: one for each reading.
    public var updateInterval: Microseconds {
        get { updates.length }
        set { updates = UpdateInterval(newValue) }
    }
    /// What the data say of the acceleration's frequencies; see ``DeviceMotion/filtered``.
    public var dataFilter = AccelerationFilter.none {
        didSet {
            switch dataFilter {
            case .none: break
            case .low(let time), .high(let time): low = LowPass(timeConstant: time)
            }
        }
    }
    /// What was measured last and what it means, for whoever asks; nil before the first reading. (Of a wish for shakes or the
    /// orientation alone there is the reading alone.)
    public private(set) var motion: DeviceMotion?
    /// How the device is held; unknown while nobody wants to know.
    public var orientation: DeviceOrientation { orientations.orientation }
    /// From which change of acceleration on an axis the device counts as moved, g; 0: nobody wants to know. Shakes and the
    /// orientation can do without readings while it is not moved, data cannot.
    public var movementThreshold: Float = 0
    /// When the device was last moved; ``Instant/never`` where nobody measures or wants to know.
    public private(set) var movedAt = Instant.never
    /// The acceleration when it was.
    private var movedTo = SIMD3<Float>.zero
    /// How many detectors of shakes there are, 0…4.
    public private(set) var shakeCount = 0

    private var shakes = InlineArray<4, ShakeDetector>(repeating: ShakeDetector())
    private var orientations = OrientationDetector()
    private var filter = MotionFilter()
    private var low = LowPass(timeConstant: .zero)
    private var wishes = InlineArray<4, UInt32>(repeating: 0)
    private var updates = UpdateInterval()
    private var lastReading = Instant.never

    /// An engine that finds no shakes yet, and that nobody wants anything of.
    public init() {}

    /// The most detectors of shakes.
    public static var mostShakes: Int { 4 }

    /// Adds a detector of shakes and returns its number, or nil where there are ``mostShakes``.
    public mutating func addShake(_ parameters: ShakeParameters) -> Int? {
        guard shakeCount < MotionEngine.mostShakes else { return nil }
        shakes[shakeCount] = ShakeDetector(parameters)
        shakeCount += 1
        return shakeCount - 1
    }

    /// Whether somebody wants readings: the sensor is powered while it is so.
    public var isWanted: Bool {
        movementThreshold > 0 || wants(.shakes) || wants(.orientation) || wantsEveryReading
    }
    private var wantsEveryReading: Bool { wants(.data) || wants(.rotation) }
    /// Whether nobody misses readings from `now` on, as long as the device is not moved.
    public func rests(at now: Instant) -> Bool {
        movedAt < .never && !wantsEveryReading && !isShaking && movedAt + MotionEngine.restTime <= now
    }
    /// After so long without a movement the sensor may rest, too.
    public static var restTime: Microseconds { .milliseconds(10_000) }
    /// Whether somebody wants `interest`.
    public func wants(_ interest: MotionInterest) -> Bool { wishes[Int(interest.rawValue)] > 0 }
    /// Whether a shake is under way.
    public var isShaking: Bool {
        for i in 0..<shakeCount where shakes[i].isShaking { return true }
        return false
    }
    /// When ``advance(to:into:)`` has something to tell, ``Instant/never`` where time alone changes nothing.
    public var deadline: Instant {
        var next = Instant.never
        for i in 0..<shakeCount { next = min(next, shakes[i].deadline) }
        return next
    }

    /// Somebody wants `interest`, until ``end(_:at:into:)`` is called as often. (Where the orientation is known already, it is
    /// not told again: ask for it.)
    public mutating func begin(_ interest: MotionInterest, at now: Instant) {
        let index = Int(interest.rawValue)
        if wishes[index] < .max { wishes[index] += 1 }
    }

    /// Somebody does not want `interest` any more; a shake under way that nobody wants is cancelled. More ends than begins
    /// change nothing.
    public mutating func end<Sink: MotionSink & ~Copyable>(
        _ interest: MotionInterest, at now: Instant, into sink: inout Sink
    ) {
        let index = Int(interest.rawValue)
        guard wishes[index] > 0 else { return }
        wishes[index] -= 1
        guard wishes[index] == 0 else { return }
        switch interest {
        case .shakes: endShakes(at: now, into: &sink)
        case .orientation: _ = orientations.interrupt()
        case .data: updates = UpdateInterval(updates.length)
        case .rotation: break
        }
        if !isWanted { (motion, filter, lastReading) = (nil, MotionFilter(), .never) }
    }

    /// The sensor measured something. One that is not later than the one before, or not a number, is nothing.
    public mutating func take<Sink: MotionSink & ~Copyable>(_ reading: MotionReading, into sink: inout Sink) {
        guard reading.isSane, lastReading == .never || lastReading < reading.time else { return }
        advance(to: reading.time, into: &sink)
        lastReading = reading.time
        if movementThreshold > 0 {
            let change = reading.acceleration - movedTo
            let largest = max(max(abs(change.x), abs(change.y)), abs(change.z))
            if movedAt == .never || largest > movementThreshold {
                (movedAt, movedTo) = (reading.time, reading.acceleration)
            }
        }
        if wants(.shakes) {
            for i in 0..<shakeCount {
                guard let phase = shakes[i].take(reading.acceleration, at: reading.time) else { continue }
                sink.emit(MotionEvent(time: reading.time, kind: .shake(UInt8(i), phase)))
            }
        }
        if wants(.orientation), let orientation = orientations.take(reading.acceleration, at: reading.time) {
            sink.emit(MotionEvent(time: reading.time, kind: .orientation(orientation)))
        }
        if wantsEveryReading {
            var now = filter.take(reading)
            now.filtered = filtered(reading)
            motion = now
            if wants(.data), updates.isDue(at: reading.time) {
                sink.emit(MotionEvent(time: reading.time, kind: .data(now)))
            }
        } else {
            motion = DeviceMotion(reading: reading, gravity: reading.acceleration)
        }
    }

    /// The sensor has said by its interrupt, and not by a reading, that the device is moved.
    public mutating func move(at now: Instant) {
        if movementThreshold > 0 { movedAt = now }
    }

    /// Lets time pass to `now`: shakes end.
    public mutating func advance<Sink: MotionSink & ~Copyable>(to now: Instant, into sink: inout Sink) {
        for i in 0..<shakeCount {
            guard let told = shakes[i].advance(to: now) else { continue }
            sink.emit(MotionEvent(time: told.time, kind: .shake(UInt8(i), told.phase)))
        }
    }

    /// The sensor is lost, or the program ends: what is under way is cancelled, and the orientation is unknown.
    public mutating func interrupt<Sink: MotionSink & ~Copyable>(at now: Instant, into sink: inout Sink) {
        endShakes(at: now, into: &sink)
        if orientations.interrupt() { sink.emit(MotionEvent(time: now, kind: .orientation(.unknown))) }
        (motion, filter, lastReading, updates) = (nil, MotionFilter(), .never, UpdateInterval(updates.length))
        movedAt = .never
    }

    private mutating func endShakes<Sink: MotionSink & ~Copyable>(at now: Instant, into sink: inout Sink) {
        for i in 0..<shakeCount {
            if let phase = shakes[i].interrupt() {
                sink.emit(MotionEvent(time: now, kind: .shake(UInt8(i), phase)))
            }
        }
    }

    private mutating func filtered(_ reading: MotionReading) -> SIMD3<Float> {
        switch dataFilter {
        case .none: reading.acceleration
        case .low: low.take(reading.acceleration, at: reading.time)
        case .high: reading.acceleration - low.take(reading.acceleration, at: reading.time)
        }
    }
}

/// Which of many readings somebody is told: one in each interval. On average it is kept: one that has to wait for a reading does
/// not delay the next one.
public struct UpdateInterval: Equatable, Sendable {
    /// The interval; 0: every reading is told.
    public let length: Microseconds
    private var next = Instant.zero

    /// From the next reading on.
    public init(_ length: Microseconds = .zero) { self.length = length }

    /// Whether a reading of `now` is told; it counts as in time from a quarter of the interval before.
    public mutating func isDue(at now: Instant) -> Bool {
        guard next <= now + Microseconds(length.count / 4) else { return false }
        next = next + length
        if next <= now { next = now + length }
        return true
    }
}

extension MotionReading {
    /// Whether its numbers are numbers, as a sensor can measure them: up to 1000 g, and as many rad/s.
    var isSane: Bool {
        func isSane(_ v: SIMD3<Float>) -> Bool {
            v.x > -1_000 && v.x < 1_000 && v.y > -1_000 && v.y < 1_000 && v.z > -1_000 && v.z < 1_000
        }
        return isSane(acceleration) && rotationRate.map(isSane) ?? true
    }
}
