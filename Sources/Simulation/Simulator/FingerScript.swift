public import TaplineCore

/// Fingers on a panel, scan by scan: built from taps and strokes, or taken from a recording.
///
/// ```swift
/// var script = FingerScript(rateHz: 100)
/// script.rest(.milliseconds(500))
/// script.tap(x: 200, y: 150)
/// script.rest(.milliseconds(700))
/// script.swipe(fromX: 100, y: 240, toX: 350, y: 240)
/// ```
public struct FingerScript: Sendable {
    /// What one scan sees.
    public struct Frame: Sendable {
        /// When, counted from the script's start.
        public var time: Instant
        /// All fingers down, in raw pixels; none is a lift of all.
        public var contacts: Contacts

        /// `contacts` are down at `time`.
        public init(time: Instant, contacts: Contacts) {
            self.time = time
            self.contacts = contacts
        }
    }

    /// The scans, in order.
    public private(set) var frames: [Frame] = []
    /// Where the next gesture begins: the end of what the script holds so far, rests included.
    public private(set) var end = Instant.zero
    /// From one scan to the next.
    public let interval: Microseconds
    /// How much a finger that rests trembles, in raw pixels to either side.
    public var jitterPx: Float
    /// How the device moves meanwhile: for what simulates a sensor, too.
    public var motion = MotionScript()
    private var random: SplitMix64

    /// An empty script.
    ///
    /// - Parameters:
    ///   - rateHz: scans per second, 1…1000.
    ///   - jitterPx: how much fingers tremble, in raw pixels to either side.
    ///   - seed: the same seed trembles the same way.
    public init(rateHz: Int = 100, jitterPx: Float = 0, seed: UInt64 = 1) {
        interval = Microseconds(Int64(1_000_000 / min(max(rateHz, 1), 1_000)))
        self.jitterPx = jitterPx
        random = SplitMix64(seed: seed)
    }

    /// The script of a recording, whose times do not run backwards.
    public init(frames: [(time: Instant, contacts: Contacts)]) {
        self.init()
        for frame in frames { self.frames.append(Frame(time: frame.time, contacts: frame.contacts)) }
        end = frames.last?.time ?? .zero
    }

    /// Where it begins: its first scan, or what a recording has of the motion before.
    public var start: Instant {
        let first = frames.first?.time
        guard motion.isRecorded else { return first ?? .zero }
        return min(first ?? motion.start, motion.start)
    }

    // MARK: Gestures

    /// Nobody touches the panel for `length`.
    public mutating func rest(_ length: Microseconds) { end = end + length }

    /// One finger taps at (x, y) and stays down for `duration`.
    public mutating func tap(x: Float, y: Float, duration: Microseconds = .milliseconds(80)) {
        hold(x: x, y: y, duration: duration)
    }

    /// One finger taps twice; `gap` is the time between lift and landing.
    public mutating func doubleTap(
        x: Float, y: Float, duration: Microseconds = .milliseconds(80), gap: Microseconds = .milliseconds(120)
    ) {
        tap(x: x, y: y, duration: duration)
        rest(gap)
        tap(x: x, y: y, duration: duration)
    }

    /// One finger rests at (x, y) for `duration`.
    public mutating func hold(x: Float, y: Float, duration: Microseconds) {
        stroke(duration: duration) { _ in Point(x: x, y: y) }
    }

    /// One finger goes straight and evenly from one place to the other, and lifts there.
    public mutating func swipe(
        fromX x0: Float, y y0: Float, toX x1: Float, y y1: Float, duration: Microseconds = .milliseconds(180)
    ) {
        stroke(duration: duration) { Point(x: x0 + (x1 - x0) * $0, y: y0 + (y1 - y0) * $0) }
    }

    /// One finger is dragged slowly from one place to the other, along an arc that bulges by `bulge` raw pixels to the
    /// right of its way (on screen), and lifts there.
    public mutating func pan(
        fromX x0: Float, y y0: Float, toX x1: Float, y y1: Float, bulge: Float = 0,
        duration: Microseconds = .milliseconds(1_000)
    ) {
        let length = squareRoot((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0))
        let side = length > 0 ? Vector(x: -(y1 - y0) / length, y: (x1 - x0) / length) : .zero
        stroke(duration: duration) { progress in
            let out = 4 * bulge * progress * (1 - progress)
            return Point(
                x: x0 + (x1 - x0) * progress + side.x * out, y: y0 + (y1 - y0) * progress + side.y * out)
        }
    }

    /// One finger follows `path`, which is asked for progress 0…1, and lifts after `duration`.
    public mutating func stroke(duration: Microseconds, path: (Float) -> Point) {
        move(duration: duration) { progress in
            let place = path(progress)
            var contacts = Contacts()
            contacts.append(Contact(id: 0, x: place.x, y: place.y, pressure: 40))
            return contacts
        }
    }

    /// Any fingers: `fingers` is asked for progress 0…1; all lift after `duration`. At least one scan sees them.
    public mutating func move(duration: Microseconds, fingers: (Float) -> Contacts) {
        let scans = max(1, Int(duration.count / interval.count))
        for scan in 0..<scans {
            let still = fingers(scans > 1 ? Float(scan) / Float(scans - 1) : 0)
            var contacts = Contacts()
            for index in 0..<still.count {
                var contact = still[index]
                contact.x = max(0, contact.x + tremble())
                contact.y = max(0, contact.y + tremble())
                contacts.append(contact)
            }
            frames.append(Frame(time: end, contacts: contacts))
            end = end + interval
        }
        frames.append(Frame(time: end, contacts: Contacts()))
    }

    private mutating func tremble() -> Float {
        guard jitterPx > 0 else { return 0 }
        return (Float(random.next(below: 2_001)) / 1_000 - 1) * jitterPx
    }

    // MARK: Demonstration

    /// Every gesture of the first hour in about nine seconds: a tap, a double tap, a long press of 800 ms, a swipe to
    /// the right, a slow curved pan. The same every time.
    ///
    /// - Parameters:
    ///   - width: raw pixels across; on 800 the swipe is 250 px long.
    ///   - height: raw pixels down.
    public static func demo(width: Float = 800, height: Float = 480) -> FingerScript {
        var script = FingerScript(rateHz: 100, jitterPx: 0.6, seed: 911)
        script.motion = .demo()
        let pause = Microseconds.milliseconds(1_000)
        script.rest(pause)
        script.tap(x: width * 0.25, y: height * 0.3, duration: .milliseconds(90))
        script.rest(pause)
        script.doubleTap(x: width * 0.7, y: height * 0.35)
        script.rest(pause)
        script.hold(x: width * 0.5, y: height * 0.5, duration: .milliseconds(800))
        script.rest(pause)
        script.swipe(
            fromX: width * 0.3, y: height * 0.6, toX: width * 0.6125, y: height * 0.6, duration: .milliseconds(180))
        script.rest(pause)
        script.pan(
            fromX: width * 0.2, y: height * 0.75, toX: width * 0.39, y: height * 0.75, bulge: height * 0.08,
            duration: .milliseconds(1_200))
        script.rest(pause)
        return script
    }
}
