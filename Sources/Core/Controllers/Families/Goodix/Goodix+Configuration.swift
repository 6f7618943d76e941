// The configuration that a board asks for: read, compared, and where the board wants that written and read back. A chip
// ignores one whose checksum is wrong and says nothing, so that only reading it back tells.

extension GoodixFamily {
    /// What the transfer under way does.
    enum Preparing: Sendable { case reading, writing, readingBack, marking }

    /// How many bytes go into one transfer: two of its sixteen are the register's.
    private static var chunk: Int { 14 }
    /// How often the configuration is written until the chip has it.
    private static var mostWrites: Int { 2 }

    /// The first transfer, nil where no configuration is asked for.
    mutating func compareConfiguration() -> Transfer? {
        guard settings.configuration.count > 0 else { return nil }
        // Another chip of the family than the board says: that one's bytes mean something else here.
        guard settings.configuration.count == layout.length else {
            complaint = .configurationDiffers
            return nil
        }
        preparing = .reading
        return .read(layout.register, count: layout.length)
    }

    /// The transfer after the one that has brought `received`, nil: the configuration is done with.
    mutating func goOnConfiguring(_ received: inout BusBytes) -> Transfer? {
        switch preparing {
        case .reading, .readingBack:
            guard !settings.configuration.isTaken(&received, layout) else { return nil }
            guard settings.isWritten, writes < GoodixFamily.mostWrites else {
                complaint = settings.isWritten ? .configurationRefused : .configurationDiffers
                return nil
            }
            writes &+= 1
            offset = 0
            preparing = .writing
            return nextChunk()
        case .writing:
            guard offset >= layout.length else { return nextChunk() }
            preparing = .readingBack
            return .read(layout.register, count: layout.length)
        case .marking: return nil
        }
    }

    /// The checksum and the byte that makes the chip take it all go last.
    private mutating func nextChunk() -> Transfer {
        var written = ShortBytes(layout.register &+ UInt16(truncatingIfNeeded: offset))
        var left = GoodixFamily.chunk
        while left > 0, offset < layout.length {
            written.append(settings.configuration[offset])
            offset &+= 1
            left &-= 1
        }
        return Transfer(address: 0, written: written)
    }
}
