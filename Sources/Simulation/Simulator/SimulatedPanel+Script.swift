public import TaplineCore

extension SimulatedPanel {
    /// Plays a script from the clock's time on, and lets time pass until its end.
    public mutating func play(_ script: FingerScript, _ handle: (Update, Instant) -> Void) {
        let start = now
        for frame in script.frames {
            run(until: start + (frame.time - .zero), handle)
            touch(frame.contacts, handle)
        }
        run(until: start + (script.end - .zero), handle)
    }
}
