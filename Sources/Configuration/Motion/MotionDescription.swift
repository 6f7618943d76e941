public import TaplineCore

/// A motion event as a configuration describes it: an entry of `motion`. Outputs follow it by its name, as they do a gesture.
public struct MotionDescription: Equatable, Sendable {
    /// What it is.
    public enum Kind: Equatable, Sendable {
        /// The device is shaken.
        case shake(ShakeParameters)
        /// The device is held in one of these ways.
        case orientation([DeviceOrientation])
    }
    /// Its name, unique among gestures, too.
    public let name: String
    /// What it is.
    public let kind: Kind

    /// The most entries; of shakes four.
    public static var most: Int { MotionGestures.capacity }
    /// What files call the kinds.
    static var kinds: [String] { ["shake", "orientation"] }
    /// What files call the known detectors.
    static var detectors: [(name: String, value: ShakeParameters)] {
        [
            ("standard", .standard), ("seismic", .seismic()), ("reactNative", .reactNative), ("flutter", .flutter),
            ("glPaint", .glPaint),
        ]
    }
    /// What files call the ways to hold a device.
    static var orientations: [(name: String, value: DeviceOrientation)] {
        [.portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight, .faceUp, .faceDown].map {
            ($0.name.description, $0)
        }
    }
}

extension Configuration {
    /// What its events are called and of which kind they are, by their index: gestures, then commands, then motion, then rest.
    public var events: [(name: String, kind: String)] {
        gestures.map { ($0.name, $0.kind) } + remote.map { ($0.name, $0.meaning.name.description) }
            + motion.map { entry in
                if case .shake = entry.kind { (entry.name, "shake") } else { (entry.name, "orientation") }
            } + rests.map { ($0.name, RestDescription.kind) }
    }

    /// Its events that are not of fingers, by their index.
    public var othersThanGestures: RecognizerSet { RecognizerSet(bits: .max << UInt32(gestures.count)) }

    /// Whether it wants a motion sensor.
    public var needsMotion: Bool { !motion.isEmpty || followsOrientation || wakeThreshold > 0 }

    /// The engine of its motion events, of which those are wanted that it names.
    public func motionEngine() -> MotionEngine {
        var engine = MotionEngine()
        if followsOrientation { engine.begin(.orientation, at: .zero) }
        engine.movementThreshold = wakeThreshold
        for entry in motion {
            switch entry.kind {
            case .shake(let parameters):
                if engine.addShake(parameters) != nil, !engine.wants(.shakes) { engine.begin(.shakes, at: .zero) }
            case .orientation:
                if !engine.wants(.orientation) { engine.begin(.orientation, at: .zero) }
            }
        }
        return engine
    }

    /// The names of that engine's events.
    public var motionGestures: MotionGestures {
        var names = MotionGestures(first: gestures.count + remote.count)
        var shakes = 0
        for entry in motion {
            switch entry.kind {
            case .shake where shakes == MotionEngine.mostShakes: break
            case .shake:
                _ = names.append(.shake(UInt8(shakes)))
                shakes += 1
            case .orientation(let ways): _ = names.append(.orientation(ways.reduce(0) { $0 | 1 << $1.rawValue }))
            }
        }
        return names
    }
}
