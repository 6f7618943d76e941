import TaplineCore

/// Keeps what the pipeline wants of the bus, as a main loop would, and counts its effects.
struct CountingSink: SensorSink {
    var transfer: Transfer?
    var line: (line: ControllerLine, drive: LineDrive)?
    /// Gestures that were told, and lines that were set.
    var effects = 0
    var faults = 0
    /// Whether the events are summed up bit by bit, and their sum.
    var hasDigest = false
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func set(line: Int, level: OutputLevel, at now: Instant) { effects &+= 1 }
    mutating func emit(_ event: GestureEvent) {
        effects &+= 1
        if hasDigest { add("\(event)") }
    }
    mutating func emit(_ touch: TouchEvent) { effects &+= 1 }
    mutating func transfer(_ transfer: Transfer) { self.transfer = transfer }
    mutating func drive(_ line: ControllerLine, _ drive: LineDrive) { self.line = (line, drive) }
    mutating func emit(_ event: MotionEvent) { effects &+= 1 }
    mutating func sensorFault(_ fault: ControllerFault, at now: Instant) {}
    mutating func sensor(isThere: Bool, at now: Instant) {}
    mutating func fault(_ fault: ControllerFault, at now: Instant) { faults &+= 1 }

    /// FNV-1a.
    @inline(never)
    private mutating func add(_ text: String) {
        for byte in text.utf8 { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
}
