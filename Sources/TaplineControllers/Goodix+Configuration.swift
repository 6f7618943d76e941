public import TaplineTouches

extension Goodix {
    /// What a board says of its Goodix chip.
    public struct Configuration: Equatable, Sendable {
        /// The 7-bit address to select at reset and to try first: 0x5D or 0x14.
        public var address = GoodixRegisters.addressWhenLow
        /// The address to try when nobody answers at ``address``, nil for none: a chip whose interrupt line floated at
        /// reset sits at the other one.
        public var alternativeAddress: UInt8? = GoodixRegisters.addressWhenHigh
        /// Whether the host drives the chip's reset line.
        public var hasResetLine = true
        /// Whether the chip's interrupt line reaches the host. Together with a reset line it is also driven, to choose
        /// the address. Without it the driver polls.
        public var hasInterruptLine = true
        /// The level at which the interrupt line is asserted. The driver itself never sees a level; whoever carries its
        /// wishes out watches for this one.
        public var interruptIsActiveHigh = false
        /// How often a chip without an interrupt line is asked while a finger is down.
        public var activePoll = Microseconds.milliseconds(10)
        /// How often a chip without an interrupt line is asked while no finger is down.
        public var idlePoll = Microseconds.milliseconds(20)
        /// Raw pixels across that coordinates are checked against, 0…65535; 0: what the chip says.
        public var rawWidth = 0
        /// Raw pixels down that coordinates are checked against, 0…65535; 0: what the chip says.
        public var rawHeight = 0
        /// The most contacts a report may show, 1…10: 5 for a GT911, 10 for a GT928 or GT9271.
        public var maximumContacts = 5
        /// How often the chip must prove that it is alive and was not reset (Goodix's own driver: 2 s);
        /// ``Microseconds/unlimited``: never. A chip that never proves it is not asked again.
        public var livenessPeriod = Microseconds.milliseconds(2_000)

        /// A GT911 at 0x5D or 0x14 with both of its lines.
        public init() {}
    }
}
