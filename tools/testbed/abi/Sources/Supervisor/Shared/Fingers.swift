import TaplineCore
import TaplineSimulator

/// The fingers on the panel. A real chip looks at its panel 100 times a second while it is touched; so does this.
struct Fingers {
    /// From one scan to the next.
    var interval = Microseconds.milliseconds(10)
    private var contacts = Contacts()
    private var nextScan = Instant.never
    private var lastScan = Instant.zero
    private var isBackAndForth: (count: Int, from: Point, to: Point)?
    private var script: (frames: FingerScript, start: Instant, next: Int)?

    /// When the panel is scanned next.
    var next: Instant {
        if let script { return script.start + (script.frames.frames[script.next].time - .zero) }
        return nextScan
    }
    /// Whether a script is under way.
    var isPlaying: Bool { script != nil }

    /// These fingers are down from `now` on.
    mutating func put(_ contacts: Contacts, at now: Instant) {
        self.contacts = contacts
        isBackAndForth = nil
        nextScan = now
    }

    /// The first finger goes from one place to the other and back, 1/100 of the way a scan, until it is put elsewhere.
    mutating func sweep(from: Point, to: Point, at now: Instant) {
        isBackAndForth = (0, from, to)
        nextScan = now
    }

    /// These fingers from `now` on, or from the scan after the last one: else nobody sees that those before have lifted.
    mutating func play(_ frames: FingerScript, at now: Instant) {
        guard !frames.frames.isEmpty else { return }
        script = (frames, max(now, lastScan + interval), 0)
    }

    /// What the scan that is due sees.
    mutating func scan(at now: Instant) -> Contacts {
        lastScan = now
        if var playing = script {
            // Late scans are not made up for: a busy machine makes fingers slow, not fast.
            let due = next
            if due + interval < now { playing.start = playing.start + (now - due) }
            let frame = playing.frames.frames[playing.next].contacts
            let isLast = playing.next + 1 == playing.frames.frames.count
            script = isLast ? nil : (playing.frames, playing.start, playing.next + 1)
            if isLast { put(frame, at: now + interval) }
            if isLast, frame.count == 0 { nextScan = .never }
            return frame
        }
        if let (count, from, to) = isBackAndForth {
            let step = count % 200
            let progress = Float(step < 100 ? step : 200 - step) / 100
            isBackAndForth?.count += 1
            contacts = Contacts()
            contacts.append(
                Contact(
                    id: 0, x: from.x + (to.x - from.x) * progress, y: from.y + (to.y - from.y) * progress, pressure: 40)
            )
        }
        nextScan = contacts.count > 0 ? now + interval : .never
        return contacts
    }
}
