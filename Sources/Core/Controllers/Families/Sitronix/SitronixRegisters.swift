/// Where things lie in the registers of Sitronix's chips: 8-bit addresses.
///
/// Sources: Linux `drivers/input/touchscreen/st1232.c` and its commits f605be6a57b4 (only the status may be read before the
/// chip is ready) and 6524d8eac258 (an idle chip is ready; it idles after 8 s); Sitronix's own driver (places of four bytes
/// on chips of its protocol A, of three on those of B, which have two fingers); ArtInChip's `st16xx.c` (the time until it
/// idles). Linux 3.3 knew an ST1232's second finger three bytes after the first; since it knows the ST1633 it looks for it
/// four bytes after, where the second finger's x lies.
public enum SitronixRegisters {
    /// The 7-bit address.
    public static var address: UInt8 { 0x55 }

    /// The firmware's version; status, control, time-out, and the size follow.
    public static var firmware: UInt8 { 0x00 }
    /// From the firmware's version to the size's end, in bytes.
    public static var identityLength: Int { 7 }
    /// Pixels across and down, as in a place, counted from ``firmware``.
    public static var sizeOffset: Int { 4 }
    /// The bits of the first byte of a size that mean nothing.
    static var unusedBits: UInt8 { 0x88 }

    /// The state in the lower four bits, an error in the upper ones.
    public static var status: UInt8 { 0x01 }
    /// It measures.
    public static var normal: UInt8 { 0 }
    /// It starts.
    public static var starting: UInt8 { 1 }
    /// It adjusts itself.
    public static var tuning: UInt8 { 3 }
    /// It measures seldom, until it is touched.
    public static var idle: UInt8 { 4 }
    /// It has been switched off.
    public static var poweredDown: UInt8 { 5 }

    /// Bit 0 resets the chip, bit 1 switches it off.
    public static var control: UInt8 { 0x02 }
    /// The bit of ``control`` that switches the chip off.
    public static var powerDown: UInt8 { 2 }
    /// After how many seconds without a finger it idles; ``never``.
    public static var timeout: UInt8 { 0x03 }
    /// The chip does not idle.
    public static var never: UInt8 { 0xFF }
    /// ``timeout``, counted from ``status``.
    static var timeoutOffset: Int { 2 }

    /// The first finger's place: ``validBit``, three bits of x, one unused, three of y; x's lower eight bits; y's. On an
    /// ST1633 a fourth byte follows.
    public static var places: UInt8 { 0x12 }
    /// Whether there is a finger at a place.
    public static var validBit: UInt8 { 0x80 }

    /// From one place to the next on an ST1633, in bytes.
    static var longPlace: Int { 4 }
    /// The same on an ST1232: after the two places lie two bytes of strength.
    static var shortPlace: Int { 3 }

    /// How places lie (Sitronix calls it the protocol), in bits 0 and 1: ``longLayout``, ``shortLayout``, 0: it does not say.
    public static var layout: UInt8 { 0x3E }
    static var layoutMask: UInt8 { 3 }
    /// Places have four bytes.
    public static var longLayout: UInt8 { 1 }
    /// Places have three bytes.
    public static var shortLayout: UInt8 { 2 }

    /// The chip's number, and how many lines its sensor has across and down (`CHIP_ID`, `Num_X` and `Num_Y` of Sitronix' own
    /// driver).
    public static var chip: UInt8 { 0xF4 }

    /// Whether all registers may be read.
    static func isReady(status: UInt8) -> Bool { status == normal || status == idle }
    /// Whether they soon may.
    static func isStarting(status: UInt8) -> Bool { status == starting || status == tuning }
}
