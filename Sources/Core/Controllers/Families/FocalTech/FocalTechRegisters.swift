/// Where things lie in the registers of FocalTech's FT5x06 family: 8-bit addresses; numbers of two bytes lie high byte
/// first. EDT's M06 firmware speaks a protocol of its own on the same chips: commands, and answers with a checksum.
///
/// Sources: "FT5x06 application note" and "FT6x36 register map" (FocalTech), Linux
/// `drivers/input/touchscreen/edt-ft5x06.c`. Every offset is named here and nowhere else.
public enum FocalTechRegisters {
    // MARK: Addresses on the bus

    /// The usual 7-bit address.
    public static var address: UInt8 { 0x38 }

    // MARK: Reports

    /// How many contacts there are (low nibble). The chip keeps it true by itself; there is no acknowledge.
    public static var status: UInt8 { 0x02 }
    /// The bits of ``status`` that count contacts.
    public static var countMask: UInt8 { 0x0F }
    /// The first contact's record; the others follow at a distance of ``recordLength``.
    public static var firstRecord: UInt8 { 0x03 }
    /// From one contact's record to the next, in bytes.
    public static var recordLength: Int { 6 }
    /// What of a record is read. As a number, the first byte highest: the ``Event`` in bits 30 and 31, x in bits 16 to 27, the
    /// finger's identity in bits 12 to 15, y in bits 0 to 11, both in raw pixels from the top left. Weight and area behind
    /// them need not be read.
    public static var recordUsefulLength: Int { 4 }
    /// The identity that is none.
    public static var noIdentity: UInt8 { 0x0F }
    /// The most contacts that any chip of the family reports.
    public static var maximumContacts: Int { 10 }

    /// What a record says of its contact.
    public enum Event: UInt8, Sendable {
        /// It has landed. M06 firmware is known to send wrong places with it.
        case down = 0
        /// It has lifted; its place is where it was last.
        case up = 1
        /// It is down.
        case contact = 2
        /// Nothing is there.
        case none = 3
    }

    /// How many bytes `contacts` records take, the last one's weight and area left out.
    public static func recordsLength(_ contacts: Int) -> Int {
        contacts > 0 ? contacts &* recordLength &- (recordLength &- recordUsefulLength) : 0
    }

    // MARK: Identity and modes

    /// The chip's id; interrupt mode, power mode, firmware, a state and the panel's vendor follow.
    public static var identity: UInt8 { 0xA3 }
    /// From the chip's id to the vendor, in bytes.
    public static var identityLength: Int { 6 }
    /// The interrupt's mode, counted from ``identity``: 0 low while fingers are down, 1 a pulse for each report.
    public static var interruptModeOffset: Int { 1 }
    /// The power mode, counted from ``identity``: 0 active, 1 monitor, 2 standby, 3 hibernate.
    public static var powerModeOffset: Int { 2 }
    /// The firmware's version, counted from ``identity``.
    public static var firmwareOffset: Int { 3 }
    /// Who made the panel, counted from ``identity``. Many leave it 0.
    public static var vendorOffset: Int { 5 }

    /// The interrupt's mode.
    public static var interruptMode: UInt8 { 0xA4 }
    /// The ``interruptMode`` with a pulse for each report.
    public static var triggerMode: UInt8 { 1 }
    /// The power mode.
    public static var powerMode: UInt8 { 0xA5 }
    /// The ``powerMode`` from which only a reset wakes.
    public static var hibernate: UInt8 { 3 }

    /// The vendor whose FT5726 reports y before x (Evervision).
    public static var vendorWithYFirst: UInt8 { 0x59 }

    /// Whether a chip with this id has been seen: FT6206 06, FT5316 0A, FT5336 14, FT3267 33, FT6236 36, FT5406 and
    /// FT5436 54, FT5306 55, FT6236U and FT6336U 64, and A0.
    static func isKnown(chip: UInt8) -> Bool {
        switch chip {
        case 0x06, 0x0A, 0x14, 0x33, 0x36, 0x54, 0x55, 0x64, 0xA0: true
        default: false
        }
    }

    /// Whether panels of this vendor have been seen: FocalTech's own 11, 51 and CD; 79 on Raspberry Pi's panel, which
    /// also comes with 0, and nobody can be told by that; EDT's M09 and ML00 panels, Evervision, Solomon Goldentek,
    /// 4D Systems.
    static func isKnown(vendor: UInt8) -> Bool {
        switch vendor {
        case 0x01, 0x11, 0x35, 0x43, 0x50, 0x51, 0x57, 0x59, 0x5A, 0x70, 0x79, 0xA1, 0xCD: true
        default: false
        }
    }

    /// The most contacts that the chip with this id counts. (64 is also said by chips for five.)
    static func maximumContacts(chip: UInt8) -> Int {
        switch chip {
        case 0x06, 0x33, 0x36: 2
        default: maximumContacts
        }
    }

    // MARK: EDT's M06 firmware

    /// What is sent for a report. The answer: ``m06Header`` twice, its length, two bytes, ``m06Contacts`` records, and
    /// the exclusive or of all bytes before.
    public static var m06Report: UInt8 { 0xF9 }
    /// The first byte of an answer, and the second.
    public static var m06Header: UInt8 { 0xAA }
    /// How many records an answer holds, contacts or not.
    public static var m06Contacts: Int { 5 }
    /// From one record to the next: no weight, no area.
    public static var m06RecordLength: Int { 4 }
    /// The first record, counted from the answer's start.
    public static var m06FirstRecord: Int { 5 }
    /// An answer's length, header and checksum included.
    public static var m06ReportLength: Int { m06FirstRecord &+ m06Contacts &* m06RecordLength &+ 1 }
    /// What is sent for the panel's name, `EP0430M06*A0_110412$`; a byte of no meaning comes before it.
    public static var m06Name: UInt8 { 0xBB }
    /// What its chips are called here, since they have no id.
    public static var m06Id: UInt16 { 0xED06 }
    /// The name's length with the byte before it.
    public static var m06NameLength: Int { 22 }
}
