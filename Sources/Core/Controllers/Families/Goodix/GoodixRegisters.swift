/// Where things lie in the registers of Goodix's GT9xx family: 16-bit addresses, sent high byte first; numbers of two
/// bytes lie low byte first.
///
/// Sources: "GT911 Programming Guide" (Goodix), Linux `drivers/input/touchscreen/goodix.c`; the liveness registers from
/// the external watchdog of Goodix's own `gt9xx.c`. Every offset is named here and nowhere else.
public enum GoodixRegisters {
    // MARK: Addresses on the bus

    /// The 7-bit address when the interrupt line is low as the reset line rises.
    public static var addressWhenLow: UInt8 { 0x5D }
    /// The 7-bit address when the interrupt line is high as the reset line rises.
    public static var addressWhenHigh: UInt8 { 0x14 }

    // MARK: Command and liveness

    /// Commands to the chip; ``screenOff`` sends it to sleep. Firmware that lives clears ``livenessMark`` here.
    public static var command: UInt16 { 0x8040 }
    /// Keeps ``livenessMark`` until the chip is reset.
    public static var livenessKeeper: UInt16 { 0x8041 }
    /// The value that the host leaves in ``command`` and ``livenessKeeper``.
    public static var livenessMark: UInt8 { 0xAA }
    /// The command that sends the chip to sleep.
    public static var screenOff: UInt8 { 5 }

    // MARK: Configuration

    //
    // Where it lies and how long it is: ``GoodixConfigurationLayout``. The offsets are the same on all chips.

    /// The first byte of the configuration of a GT9xx: its version.
    public static var configuration: UInt16 { 0x8047 }
    /// The same of a GT1x (GT1151, GT5688, GT917S and others).
    public static var wideConfiguration: UInt16 { 0x8050 }
    /// The version with which a chip calls a configuration that was written with version 0.
    public static var firstConfigurationVersion: UInt8 { 0x41 }
    /// Pixels across, two bytes, counted from ``configuration``.
    public static var widthOffset: Int { 1 }
    /// Pixels down, two bytes, counted from ``configuration``.
    public static var heightOffset: Int { 3 }
    /// How many contacts are reported (low nibble), counted from ``configuration``.
    public static var contactsOffset: Int { 5 }
    /// The interrupt's mode in bits 0 and 1 (0 rising, 1 falling, 2 low, 3 high), counted from ``configuration``.
    public static var interruptModeOffset: Int { 6 }
    /// The report period (low nibble): 5 + N ms, counted from ``configuration``.
    public static var refreshOffset: Int { 15 }

    // MARK: Identity

    /// The product id, four ASCII characters, zero-filled; firmware, size and vendor follow.
    public static var identity: UInt16 { 0x8140 }
    /// Id, firmware (two bytes), width, height (two bytes each) and vendor, in bytes.
    public static var identityLength: Int { 11 }
    /// The firmware's version, counted from ``identity``.
    public static var firmwareOffset: Int { 4 }
    /// Pixels across, counted from ``identity``.
    public static var identityWidthOffset: Int { 6 }
    /// Pixels down, counted from ``identity``.
    public static var identityHeightOffset: Int { 8 }

    // MARK: Reports

    /// Ready, flags and number of contacts. The host acknowledges a report by writing 0 here, after it has read it.
    public static var status: UInt16 { 0x814E }
    /// The bit of ``status`` that says that a report is there. Without it there is none; a count that stays
    /// without it means that the chip hangs.
    public static var readyBit: UInt8 { 0x80 }
    /// The bits of ``status`` that count contacts; the bits between are large touch, proximity and key.
    public static var countMask: UInt8 { 0x0F }
    /// The first contact's record; the others follow at a distance of ``recordLength``.
    public static var firstRecord: UInt16 { 0x814F }
    /// From one contact's record to the next, in bytes.
    public static var recordLength: Int { 8 }
    /// What a record says: identity, x, y and size. Its last byte is reserved and need not be read.
    public static var recordUsefulLength: Int { 7 }
    /// The finger's identity (low nibble), counted from the record's start.
    public static var recordIdentityOffset: Int { 0 }
    /// Raw pixels from the left, two bytes.
    public static var recordXOffset: Int { 1 }
    /// Raw pixels from the top, two bytes.
    public static var recordYOffset: Int { 3 }
    /// The contact's size in the chip's own unit, two bytes.
    public static var recordSizeOffset: Int { 5 }
    /// The most contacts that any chip of the family reports.
    public static var maximumContacts: Int { 10 }

    /// How many bytes `contacts` records take, the last one's reserved byte left out.
    public static func recordsLength(_ contacts: Int) -> Int {
        contacts > 0 ? contacts &* recordLength &- (recordLength &- recordUsefulLength) : 0
    }
}
