public import TaplineTouches

extension FocalTech {
    /// How the chip's firmware talks.
    public enum Language: Equatable, Sendable {
        /// In registers, as nearly all do.
        case registers
        /// In commands and answers with a checksum: EDT's M06 firmware.
        case m06
    }

    /// What a board says of its FocalTech chip.
    public struct Configuration: Equatable, Sendable {
        /// How its firmware talks.
        public var language = Language.registers
        /// The 7-bit address to try first.
        public var address = FocalTechRegisters.address
        /// The address to try when nobody answers at ``address``, nil for none.
        public var alternativeAddress: UInt8?
        /// Whether the host drives the chip's reset line.
        public var hasResetLine = true
        /// Whether the chip's interrupt line reaches the host. Without it the driver polls.
        public var hasInterruptLine = true
        /// The level at which the interrupt line is asserted. The driver itself never sees a level; whoever carries its
        /// wishes out watches for this one.
        public var interruptIsActiveHigh = false
        /// How often a chip without an interrupt line is asked while a finger is down.
        public var activePoll = Microseconds.milliseconds(10)
        /// How often a chip without an interrupt line is asked while no finger is down. A tap shorter than this goes
        /// unseen: the chip shows what is, and keeps nothing for later.
        public var idlePoll = Microseconds.milliseconds(20)
        /// A chip with an interrupt line that is silent for so long while a finger is down is asked, in case the pulse of
        /// the lift was lost; ``Microseconds/unlimited``: never. (Panels are known to be silent for 118 ms.)
        public var silence = Microseconds.milliseconds(150)
        /// Raw pixels across that coordinates are checked against, 0…65535; 0: not at all.
        public var rawWidth = 0
        /// Raw pixels down that coordinates are checked against, 0…65535; 0: not at all.
        public var rawHeight = 0
        /// The most contacts a report may show, 1…10: 2 for an FT6236, 5 for an FT5x06, 10 for an FT5506.
        public var maximumContacts = 5
        /// How often the chip must show that it is still the same and was not reset; ``Microseconds/unlimited``: never.
        /// M06 firmware is not asked.
        public var livenessPeriod = Microseconds.milliseconds(2_000)

        /// An FT5x06 at 0x38 with both of its lines.
        public init() {}
    }
}
