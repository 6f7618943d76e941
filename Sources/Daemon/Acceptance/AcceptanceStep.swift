import TaplineCore

/// One thing that somebody is asked to do on a panel.
struct AcceptanceStep: Equatable, Sendable {
    /// What is asked for.
    enum Kind: Equatable, Sendable {
        /// One finger holds still for a moment at a place near a corner, in raw px.
        case corner(x: Float, y: Float)
        /// One finger taps three times.
        case taps
        /// One finger draws for two seconds.
        case draw
        /// So many fingers lie on the panel at once.
        case fingers(Int)
        /// Nobody touches the panel.
        case rest
        /// A finger lies on the panel, whose cable is pulled out and put back. (Nobody else would find out.)
        case cable
    }

    /// What is asked for.
    var kind: Kind
    /// What the file calls it.
    var name: String {
        switch kind {
        case .corner: "corner"
        case .taps: "taps"
        case .draw: "draw"
        case .fingers(let count): "fingers \(count)"
        case .rest: "rest"
        case .cable: "cable"
        }
    }

    /// How far corners are from the edges, of the panel's width and height.
    private static var inset: Float { 0.1 }

    /// What is asked for on a panel of so many raw px and fingers, whose cable may be pulled or not.
    static func all(width: Int, height: Int, fingers: Int, pullsCable: Bool = false) -> [AcceptanceStep] {
        let (width, height) = (Float(width) - 1, Float(height) - 1)
        let (near, far) = (inset, 1 - inset)
        var kinds: [Kind] = []
        for (x, y) in [(near, near), (far, near), (far, far), (near, far)] {
            kinds.append(.corner(x: (x * width).rounded(), y: (y * height).rounded()))
        }
        kinds += [.taps, .draw]
        if fingers > 1 { kinds.append(.fingers(2)) }
        if fingers > 2 { kinds.append(.fingers(min(fingers, 5))) }
        kinds.append(.rest)
        if pullsCable { kinds.append(.cable) }
        return kinds.map { AcceptanceStep(kind: $0) }
    }
}

/// The steps, one after the other: told of fingers and of the time, it says when a step is done. It has no clock.
struct AcceptanceWalk: Sendable {
    /// What has become of the present step.
    enum Progress: Equatable, Sendable {
        /// Nothing yet.
        case going
        /// It has to be done again: why.
        case again(String)
        /// It is done; the next one has begun.
        case done
        /// It was not done in time; the next one has begun.
        case missed
    }

    let steps: [AcceptanceStep]
    /// The present step; all are over: as many as there are.
    private(set) var index = 0
    private(set) var missed = 0
    private var begun: Instant
    /// When the first finger landed, ``Instant/never``: none is down.
    private var landed = Instant.never
    private var most = 0
    private var taps = 0
    /// When the chip has not answered first, ``Instant/never``: it has.
    private var lost = Instant.never
    private var restingSince: Instant

    /// How long a step is waited for.
    static var patience: Microseconds { .milliseconds(30_000) }
    /// How long the panel is left alone, a corner is held and somebody draws at least.
    static var rest: Microseconds { .milliseconds(4_000) }
    static var leastHold: Microseconds { .milliseconds(150) }
    static var leastDrawing: Microseconds { .milliseconds(1_500) }
    static var leastPull: Microseconds { .milliseconds(1_000) }

    init(_ steps: [AcceptanceStep], at now: Instant) {
        self.steps = steps
        (begun, restingSince) = (now, now)
    }

    var present: AcceptanceStep? { index < steps.count ? steps[index] : nil }

    /// When time alone changes something.
    var deadline: Instant {
        guard let present else { return .never }
        return present.kind == .rest && landed == .never
            ? min(restingSince + Self.rest, begun + Self.patience) : begun + Self.patience
    }

    /// A report of so many fingers.
    mutating func take(_ fingers: Int, at now: Instant) -> Progress {
        guard let present else { return .going }
        if fingers > 0 {
            if landed == .never { (landed, most) = (now, 0) }
            most = max(most, fingers)
            return .going
        }
        guard landed != .never else { return .going }
        let length = now - landed
        landed = .never
        restingSince = now
        switch present.kind {
        case .corner, .draw:
            let least = present.kind == .draw ? Self.leastDrawing : Self.leastHold
            if most > 1 { return .again("that was more than one finger") }
            return length < least ? .again("that was too short: \(length.count / 1_000) ms") : next(.done, at: now)
        case .taps:
            taps += 1
            return taps < 3 ? .going : next(.done, at: now)
        case .fingers(let wanted):
            let seen = most == 1 ? "1 finger was" : "\(most) fingers were"
            return most < wanted ? .again("\(seen) seen") : next(.done, at: now)
        case .rest: return .again("the panel was touched")
        case .cable: return .going
        }
    }

    /// Whether the chip has answered. One that is gone for less has a loose cable.
    mutating func take(isAnswered: Bool, at now: Instant) -> Progress {
        guard present?.kind == .cable else { return .going }
        if !isAnswered { lost = min(lost, now) }
        return isAnswered && lost < .never && now - lost >= Self.leastPull ? next(.done, at: now) : .going
    }

    /// It is `now`.
    mutating func pass(to now: Instant) -> Progress {
        guard let present, !(now < deadline) else { return .going }
        return next(
            present.kind == .rest && landed == .never && now - restingSince >= Self.rest ? .done : .missed, at: now)
    }

    private mutating func next(_ progress: Progress, at now: Instant) -> Progress {
        if progress == .missed { missed += 1 }
        index += 1
        (begun, restingSince, taps, lost) = (now, now, 0, .never)
        return progress
    }
}
