import TaplineLinux

/// What the poller waits for at a port, which is registered anew only where that has changed.
struct PortWatch {
    private var registered: (reading: Bool, writing: Bool)?

    /// The port is another one, or its tag has changed.
    mutating func forget() { registered = nil }

    /// Has the poller wait for the port's end, for bytes to read, and for space where there is more to write: bytes that
    /// wait, or the rest of an answer.
    mutating func update(
        _ port: LinePort, _ session: CommandSession?, reading: Bool, _ poller: Poller, tag: UInt32
    ) {
        let writing = port.isPending || session?.isAnswering ?? false
        if let registered, registered == (reading, writing) { return }
        registered = (reading, writing)
        poller.watch(port.descriptor, tag: tag, reading: reading, writing: writing)
    }
}
