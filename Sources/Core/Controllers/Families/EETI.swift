public import TaplineTouches

/// The driver of EETI's touch controllers: EXC3000, EXC80H60, EXC80H84 and EXC81W32.
public typealias EETI = ChipDriver<EETIFamily>

/// EETI's touch controllers.
///
/// A report is a frame of 66 bytes with up to five fingers, or two of them. The chip asks to be read until it has been, and
/// a frame that was read is gone: where one is lost or wrong, its fingers are told to have gone after 100 ms without a
/// good report. They do not understand a repeated START.
///
/// The chip answers a request, as long as a frame itself, with a frame that comes when it is ready. It is asked for its
/// model only before it is used, because frames of fingers that come meanwhile are lost. Whether it was reset it shows
/// nowhere.
public struct EETIFamily: NamedFamily {
    /// How often an answer has been looked for since the chip was asked, -1: it has not been asked.
    private var looks = -1

    public static var usualAddress: UInt8 { EETIRegisters.address }
    public static var usualContacts: Int { EETIRegisters.maximumContacts }
    public static var traits: FamilyTraits {
        FamilyTraits {
            // No chip of the family reports more often than each 7 ms.
            $0.echo = .milliseconds(4)
            // (Linux waits as long.)
            $0.lossTimeout = .milliseconds(100)
            // There is nothing to see before fingers are given up: a chip with nothing to say is not to be asked.
            $0.secondLook = $0.lossTimeout
        }
    }

    public init(_ configuration: EETI.Configuration) {}

    // MARK: Names

    public static var name: StaticString { "EETI" }
    /// (The number of the model is the panel's, not the chip's.)
    public static var chips: NamedChips {
        var chips = NamedChips()
        chips.append("exc3000", fingers: 10)
        chips.append("exc80h60", fingers: 10)
        chips.append("exc80h84", fingers: 10)
        chips.append("exc81w32", fingers: 10)
        return chips
    }

    // MARK: Reset and identification

    /// RST low for 10 ms, 100 ms in which the firmware starts (Linux).
    public static func reset(_ configuration: borrowing EETI.Configuration) -> ResetScript {
        ResetScript(low: .milliseconds(10), startUp: .milliseconds(100))
    }

    /// A frame that may be waiting makes room for the answer.
    public mutating func identificationRequest() -> Transfer {
        looks = -1
        return EETIFamily.frame
    }

    public mutating func identify(
        _ received: inout BusBytes, _ identity: inout ControllerIdentity
    ) -> ChipIdentification {
        if EETIFamily.isFrame(&received), received[EETIRegisters.kindOffset] == EETIRegisters.answer,
            received[EETIRegisters.answerOffset] == EETIRegisters.askForModel
        {
            let number = EETIRegisters.modelNumberOffset
            identity.product = [
                EETIFamily.character(received[number]), EETIFamily.character(received[number &+ 1]),
                EETIFamily.character(received[number &+ 2]), EETIFamily.character(received[number &+ 3]),
            ]
            return .known
        }
        looks &+= 1
        if looks == 0 { return .more(EETIFamily.request) }
        guard looks <= EETIRegisters.answerTries else { return .stranger }
        // (Behind a frame of fingers the answer may stand already.)
        if EETIFamily.isFrame(&received) { return .more(EETIFamily.frame) }
        return .later(EETIFamily.frame, EETIRegisters.answerPeriod)
    }

    public var mostContacts: Int { EETIRegisters.maximumContacts }

    /// A printable character, or nothing.
    private static func character(_ byte: UInt8) -> UInt8 { byte >= 0x20 && byte < 0x7F ? byte : 0 }

    /// Asks for the model.
    private static var request: Transfer {
        var written = ShortBytes(EETIRegisters.write)
        written.append(UInt8(truncatingIfNeeded: EETIRegisters.frameLength))
        written.append(0)
        written.append(EETIRegisters.answer)
        written.append(1)
        written.append(EETIRegisters.askForModel)
        while written.count < EETIRegisters.requestLength { written.append(0) }
        return Transfer(address: 0, written: written)
    }

    /// The next frame.
    private static var frame: Transfer {
        var transfer = Transfer.read(EETIRegisters.read, count: EETIRegisters.frameLength)
        transfer.mode = .stop
        return transfer
    }

    // MARK: Reports

    public func look(for report: inout ChipReport) -> Transfer { EETIFamily.frame }

    public mutating func judge(_ received: inout BusBytes, _ report: inout ChipReport) -> ChipReading {
        let isFirst = report.part == 0
        guard EETIFamily.isFrame(&received) else {
            // A frame without a length is none: the chip has nothing to say.
            guard isFirst, received.littleEndian(at: 0) == 0 else { return .bad }
            return report.isAnnounced ? .noNews : .notReady
        }
        let kind = received[EETIRegisters.kindOffset]
        guard kind == EETIRegisters.touches || kind == EETIRegisters.otherTouches else {
            return isFirst ? .noNews : .bad
        }
        let count = Int(received[EETIRegisters.countOffset])
        if isFirst {
            // (The second frame says 0: the first one was lost.)
            guard count > 0, count <= EETIRegisters.maximumContacts else { return .bad }
            report.expected = count
        } else {
            guard count == 0 else { return .bad }
        }
        let most = EETIRegisters.contactsPerFrame
        let here = report.expected > most ? most : report.expected
        report.expected &-= here
        var index = 0
        while index < here {
            let record = EETIRegisters.firstRecord &+ index &* EETIRegisters.recordLength
            if received[record] & EETIRegisters.downBit != 0 {
                let name = received[record &+ EETIRegisters.nameOffset]
                guard name < EETIRegisters.names else { return .bad }
                report.append(
                    id: Int32(truncatingIfNeeded: name),
                    x: Int(received.littleEndian(at: record &+ EETIRegisters.xOffset)),
                    y: Int(received.littleEndian(at: record &+ EETIRegisters.yOffset)))
            }
            index &+= 1
        }
        if report.expected > 0 { return .more(EETIFamily.frame) }
        return report.end()
    }

    /// Whether the bytes begin with the length that every frame has.
    private static func isFrame(_ bytes: inout BusBytes) -> Bool {
        Int(bytes.littleEndian(at: 0)) == EETIRegisters.frameLength
    }
}

/// Where things lie in the frames of EETI's chips; numbers low byte first.
///
/// Sources: Linux `drivers/input/touchscreen/exc3000.c`; U-Boot `board/ge/b1x5v2/b1x5v2.c` for the model, which it reads
/// 10 ms after the request. That a chip is only to be read while it asserts its interrupt line: EETI's programming guide
/// of the EXC7200. What it sends when it has nothing to say stands nowhere; a length of 0 is taken for that.
public enum EETIRegisters {
    /// The 7-bit address.
    public static var address: UInt8 { 0x2A }
    /// What is written before a frame is read: 27 00.
    public static var read: UInt16 { 0x2700 }
    /// What a request begins with: 67 00.
    public static var write: UInt16 { 0x6700 }

    /// Every frame, in bytes, which it says itself in its first two.
    public static var frameLength: Int { 66 }
    /// A request, in bytes: ``write`` and a frame.
    public static var requestLength: Int { 68 }
    /// What the frame is, counted from its beginning.
    public static var kindOffset: Int { 2 }
    /// A request, or its answer.
    public static var answer: UInt8 { 0x03 }
    /// Fingers.
    public static var touches: UInt8 { 0x06 }
    /// Fingers, of other chips.
    public static var otherTouches: UInt8 { 0x18 }

    /// The number of records, 1…10; 0 in the second frame.
    public static var countOffset: Int { 3 }
    /// The first record.
    public static var firstRecord: Int { 4 }
    /// Records of one frame.
    public static var contactsPerFrame: Int { 5 }
    /// The most fingers.
    public static var maximumContacts: Int { 10 }
    /// One record, in bytes.
    public static var recordLength: Int { 10 }
    /// Set in a record's first byte while the finger is down.
    public static var downBit: UInt8 { 0x01 }
    /// The finger's name, counted from the record's beginning, less than ``names``.
    public static var nameOffset: Int { 1 }
    /// How many names there are.
    public static var names: UInt8 { 10 }
    /// x, counted from the record's beginning.
    public static var xOffset: Int { 2 }
    /// y, counted from the record's beginning.
    public static var yOffset: Int { 4 }

    /// What was asked, then the answer's text.
    public static var answerOffset: Int { 4 }
    /// E: the model, such as Orion_1320.
    public static var askForModel: UInt8 { 0x45 }
    /// The number at the model's end.
    public static var modelNumberOffset: Int { 11 }
    /// How often the answer is looked for, how long after one another.
    static var answerTries: Int { 20 }
    static var answerPeriod: Microseconds { .milliseconds(10) }
}
