public import TaplineTouches

/// A report while it is being read, and what is known of the one before.
public struct ChipReport: Sendable {
    /// The contacts read so far.
    public internal(set) var contacts = Contacts()
    /// How many contacts the first transfer is long enough for: as many as the last good report had, and at least one
    /// where an interrupt promised a report.
    public internal(set) var predicted = 0
    /// How many contacts the last good report had.
    public internal(set) var lastCount = 0
    /// The most contacts that the report may show: the board's figure, but not more than the chip counts.
    public internal(set) var limit = 1
    /// Whether an interrupt announced it.
    public internal(set) var isAnnounced = false
    /// The number of the transfer that was read last; 0: the first one.
    public internal(set) var part = 0
    /// How many contacts the chip counts: for families, which note it between two transfers.
    public var expected = 0

    /// Raw pixels across and down, 0 where neither board nor chip says.
    var width = 0
    var height = 0
    /// Whether the chip has named a finger since its reset.
    private var namesFingers = false

    /// Nothing read.
    init() {}

    /// Adds a contact at raw pixel (x, y) that the chip calls `id`, -1 where it gives no names. Pixels are 0 … size − 1; a
    /// chip that scales its edge to the full size means the last pixel.
    @inline(__always)
    public mutating func append(id: Int32, x: Int, y: Int, pressure: Int = 0) {
        contacts.append(
            Contact(
                id: id, x: Float(x == width && width > 0 ? width &- 1 : x),
                y: Float(y == height && height > 0 ? height &- 1 : y), pressure: Float(pressure)))
    }

    /// Whether raw pixel (x, y) lies off the panel, as far as its size is known.
    @inline(__always)
    public func isOffPanel(x: Int, y: Int) -> Bool { width > 0 && x > width || height > 0 && y > height }

    /// Whether no two contacts have one identity, none has lost its identity, and all lie on the panel.
    #if NOALLOC
        @_noAllocation
    #endif
    mutating func makesSense() -> Bool {
        var seen: UInt32 = 0
        var unnamed = 0
        var index = 0
        while index < contacts.count {
            let contact = contacts[index]
            if contact.id < 0 {
                unnamed &+= 1
            } else {
                let bit = UInt32(1) << UInt32(truncatingIfNeeded: contact.id & 31)
                guard seen & bit == 0 else { return false }
                seen |= bit
            }
            guard width == 0 || contact.x < Float(width), height == 0 || contact.y < Float(height) else { return false }
            index &+= 1
        }
        // Who gives names gives them to every finger; who gives none is helped out by distances.
        guard unnamed == 0 || (unnamed == contacts.count && !namesFingers) else { return false }
        if seen != 0 { namesFingers = true }
        return true
    }
}
