public import TaplineTouches

extension ChipDriver {
    /// What a board says of its chip.
    public struct Configuration: Equatable, Sendable {
        /// Which of the family's variants it is.
        public var variant: Family.Variant = Family.usualVariant
        /// The 7-bit addresses to try, in this order.
        public var addresses = ChipAddresses(Family.usualAddress, Family.alternativeAddress ?? 0)
        /// The first of them, which is also selected at reset where the chip's lines do that; once it is set, the only one.
        public var address: UInt8 {
            get { addresses[0] }
            set { addresses = ChipAddresses(newValue) }
        }
        /// Whether whoever answers is taken for the chip: a clone that does not say what it is.
        public var acceptsAnyIdentity = false
        /// What stands between the write and the read of every transfer; nil: what the chip asks for.
        public var transferMode: TransferMode?
        /// How long the chip needs after a STOP between write and read.
        public var transferDelay: Microseconds {
            get { times.transferDelay.microseconds }
            set { times.transferDelay = ShortTime(newValue) }
        }
        /// Whether the host drives the chip's reset line.
        public var hasResetLine = true
        /// Whether the chip's interrupt line reaches the host. Without it the driver polls.
        public var hasInterruptLine = true
        /// The level at which the interrupt line is asserted. The driver itself never sees a level; the host
        /// watches for this one.
        public var interruptIsActiveHigh = false
        /// How often a chip without an interrupt line is asked while a finger is down.
        public var activePoll: Microseconds {
            get { times.activePoll.microseconds }
            set { times.activePoll = ShortTime(newValue) }
        }
        /// How often a chip without an interrupt line is asked while no finger is down. Of a chip that shows what is, and
        /// keeps nothing for later, a tap shorter than this goes unseen.
        public var idlePoll: Microseconds {
            get { times.idlePoll.microseconds }
            set { times.idlePoll = ShortTime(newValue) }
        }
        /// A chip with an interrupt line that is silent for so long while a finger is down is asked, in case the pulse of
        /// the lift was lost; ``Microseconds/unlimited``: never.
        public var silence: Microseconds {
            get { times.silence.microseconds }
            set { times.silence = ShortTime(newValue) }
        }
        /// Raw pixels across that coordinates are checked against, 0…65535; 0: what the chip says.
        public var rawWidth: Int {
            get { Int(raw.width) }
            set { raw.width = UInt16(truncatingIfNeeded: max(0, min(newValue, 65_535))) }
        }
        /// Raw pixels down that coordinates are checked against, 0…65535; 0: what the chip says.
        public var rawHeight: Int {
            get { Int(raw.height) }
            set { raw.height = UInt16(truncatingIfNeeded: max(0, min(newValue, 65_535))) }
        }
        /// The most contacts a report may show, 1…16.
        public var maximumContacts: Int {
            get { Int(mostContacts) }
            set { mostContacts = UInt8(truncatingIfNeeded: max(0, min(newValue, 255))) }
        }
        /// How often the chip must show that it is alive and was not reset (Goodix's own driver: 2 s);
        /// ``Microseconds/unlimited``: never.
        public var livenessPeriod: Microseconds {
            get { times.livenessPeriod.microseconds }
            set { times.livenessPeriod = ShortTime(newValue) }
        }

        // (In few bytes: every driver keeps it.)
        private var times = ConfiguredTimes(silence: ShortTime(Family.usualSilence))
        private var raw = RawSize()
        private var mostContacts = UInt8(truncatingIfNeeded: Family.usualContacts)

        /// Whether the chip's liveness is ever checked: from time to time, or, where silence leads to it, then.
        func checksLiveness(_ alsoWhenSilent: Bool) -> Bool {
            livenessPeriod < .unlimited || (alsoWhenSilent && hasInterruptLine && silence < .unlimited)
        }

        /// A usual chip of the family with both of its lines.
        public init() {}

        /// What a board says of the chip of another family, all but its variant.
        public init<Other>(_ other: ChipDriver<Other>.Configuration, variant: Family.Variant) {
            self.variant = variant
            addresses = other.addresses
            acceptsAnyIdentity = other.acceptsAnyIdentity
            transferMode = other.transferMode
            hasResetLine = other.hasResetLine
            hasInterruptLine = other.hasInterruptLine
            interruptIsActiveHigh = other.interruptIsActiveHigh
            times = other.times
            raw = other.raw
            mostContacts = other.mostContacts
        }
    }
}

private struct ConfiguredTimes: Equatable, Sendable {
    var transferDelay = ShortTime(.zero)
    var activePoll = ShortTime(.milliseconds(10))
    var idlePoll = ShortTime(.milliseconds(20))
    var silence: ShortTime
    var livenessPeriod = ShortTime(.milliseconds(2_000))
}

private struct RawSize: Equatable, Sendable { var width: UInt16 = 0, height: UInt16 = 0 }
