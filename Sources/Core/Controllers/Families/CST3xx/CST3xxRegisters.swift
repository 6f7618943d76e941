import TaplineTouches

/// Where things lie in the registers of Hynitron's chips for five fingers: 16-bit addresses, sent high byte first.
///
/// Sources: Linux `drivers/input/touchscreen/hynitron_cstxxx.c` (marks, acknowledge, commands, times, the interrupt each
/// 1.5 s); Hynitron's own `hyn_cst3xx.c` (records read in two parts, keys, types) and its check against electrostatic
/// discharge (the counter of scans); SensorLib `TouchDrvCST226.cpp` (sizes, types). Hynitron's headers give other places
/// for type and firmware than the drivers that run; these are the drivers'.
public enum CST3xxRegisters {
    /// The 7-bit address of CST226SE and CST3240.
    public static var address: UInt8 { 0x5A }
    /// The 7-bit address of CST328 and CST340.
    public static var otherAddress: UInt8 { 0x1A }

    // MARK: Reports

    /// The first finger's record; the number of fingers, a mark, the other records and one more mark follow. The host
    /// acknowledges a report by writing ``mark`` here, after it has read it.
    public static var report: UInt16 { 0xD000 }
    /// The value of both marks.
    public static var mark: UInt8 { 0xAB }
    /// The number of fingers, counted from ``report``.
    public static var countOffset: Int { 5 }
    /// The bits that count fingers.
    public static var countMask: UInt8 { 0x7F }
    /// The bit that says that a key is touched: two bytes more before the last mark.
    public static var keyBit: UInt8 { 0x80 }
    /// The first mark, counted from ``report``.
    public static var markOffset: Int { 6 }
    /// A finger's record, in bytes: identity and event, x's and y's upper eight bits, the lower four of both, pressure.
    public static var recordLength: Int { 5 }
    /// The event of a finger that is down, in bits 1 to 3; 0: it has lifted.
    public static var down: UInt8 { 3 }
    /// The most fingers that any chip of the family reports.
    public static var maximumContacts: Int { 5 }

    /// Where the record of the finger with this index lies, counted from ``report``; the last mark where the next one would.
    public static func recordOffset(_ index: Int) -> Int { index > 0 ? index &* recordLength &+ 2 : 0 }

    /// The bytes of a report of so many fingers. With one there is no second mark.
    public static func reportLength(_ contacts: Int) -> Int {
        contacts > 1 ? recordOffset(contacts) &+ 1 : markOffset &+ 1
    }

    // MARK: Life

    /// How often the firmware has scanned: four bytes, high byte first, and the sum of them and ``scansSeed`` in two.
    public static var scans: UInt16 { 0xD040 }
    /// From the counter to the end of its checksum, in bytes.
    public static var scansLength: Int { 6 }
    /// What the checksum begins with.
    public static var scansSeed: UInt16 { 0xA5 }

    // MARK: Commands: addresses that are written without a value

    /// The registers hold information, and there are no reports.
    public static var informationMode: UInt16 { 0xD101 }
    /// Deep sleep, from which only a reset wakes.
    public static var deepSleep: UInt16 { 0xD105 }
    /// Reports.
    public static var normalMode: UInt16 { 0xD109 }
    /// From ``informationMode`` until there is information: what Linux waits.
    static var informationDelay: Microseconds { .milliseconds(10) }

    // MARK: Information, numbers low byte first

    /// Sensor lines, number of keys, then what follows here.
    public static var information: UInt16 { 0xD1F4 }
    /// To the end of the firmware's version, in bytes.
    public static var informationLength: Int { 24 }
    /// Pixels across, counted from ``information``.
    public static var widthOffset: Int { 4 }
    /// Pixels down.
    public static var heightOffset: Int { 6 }
    /// Two bytes that are ``check``.
    public static var checkOffset: Int { 10 }
    /// What says that this is information.
    public static var check: UInt8 { 0xCA }
    /// The chip's type: 0x0148 a CST328, 0x0154 a CST340, 0x0CA8 a CST3240 (the number in hexadecimal), 0xA8 as its low
    /// byte a CST226SE.
    public static var typeOffset: Int { 18 }
    /// The type's high byte of CST9217 and CST9220, which sit at the same address and have other reports.
    static var foreignType: UInt8 { 0x92 }
    /// The firmware's version, four bytes.
    public static var firmwareOffset: Int { 20 }
    /// What all bytes of the version are where there is no firmware.
    public static var noFirmware: UInt8 { 0xA5 }
}
