/// Cuts a stream of bytes into lines, in bounded memory.
package struct LineAssembler: Sendable {
    /// The longest line in bytes. (Events have 512; `panel/1` of a configuration that is full takes 8,000.)
    package static var capacity: Int { 65_536 }

    private var gathered: [UInt8] = []
    private var isTooLong = false

    package init() {}

    /// Forgets the beginning of a line: its stream is over.
    package mutating func removeAll() {
        gathered.removeAll(keepingCapacity: true)
        isTooLong = false
    }

    /// Adds what was read. `take` gets each line without its end, nil for one that is too long; empty lines are passed
    /// over. (A terminal's lines end with carriage return and line feed, or with either.)
    package mutating func add(_ bytes: ArraySlice<UInt8>, _ take: ([UInt8]?) -> Void) {
        for byte in bytes {
            if byte == 0x0A || byte == 0x0D {
                finish(take)
            } else if gathered.count < Self.capacity {
                gathered.append(byte)
            } else {
                isTooLong = true
            }
        }
    }

    /// The stream is over: the last line may have no end.
    package mutating func finish(_ take: ([UInt8]?) -> Void) {
        guard !gathered.isEmpty else { return }
        take(isTooLong ? nil : gathered)
        removeAll()
    }
}
