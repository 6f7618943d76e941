// Transfers as families want them: without an address, which the driver puts in.

extension Transfer {
    /// Reads `count` bytes at a register with an address of 8 bits.
    public static func read(_ register: UInt8, count: Int) -> Transfer {
        Transfer(address: 0, written: ShortBytes(register), readCount: count)
    }

    /// Reads `count` bytes at a register with an address of 16 bits, sent high byte first.
    public static func read(_ register: UInt16, count: Int) -> Transfer {
        Transfer(address: 0, written: ShortBytes(register), readCount: count)
    }

    /// Reads `count` bytes, wherever the chip is.
    public static func read(count: Int) -> Transfer {
        Transfer(address: 0, written: ShortBytes(), readCount: count)
    }

    /// Writes a register's address of 8 bits and nothing else: a command, or what is read next.
    public static func write(_ register: UInt8) -> Transfer { Transfer(address: 0, written: ShortBytes(register)) }

    /// Writes an address of 16 bits that is a command.
    public static func command(_ command: UInt16) -> Transfer { Transfer(address: 0, written: ShortBytes(command)) }

    /// Writes to a register with an address of 8 bits.
    public static func write(_ register: UInt8, _ value: UInt8) -> Transfer {
        var written = ShortBytes(register)
        written.append(value)
        return Transfer(address: 0, written: written)
    }

    /// Writes to a register with an address of 16 bits, and to the one after it.
    public static func write(_ register: UInt16, _ value: UInt8, _ second: UInt8? = nil) -> Transfer {
        var written = ShortBytes(register)
        written.append(value)
        if let second { written.append(second) }
        return Transfer(address: 0, written: written)
    }
}

extension ShortBytes {
    /// A register's address of 16 bits, high byte first.
    init(_ register: UInt16) {
        self.init(UInt8(truncatingIfNeeded: register >> 8), UInt8(truncatingIfNeeded: register))
    }
}
