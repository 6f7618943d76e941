public import TaplineCore

/// An EETI EXC3000, frame by frame: reports in one or two of them, the answer to a request for its model, and
/// ``EXC3000Faults``.
///
/// It asserts its interrupt line while a frame waits, and a frame that was read, if only in part, is gone. A finger that has
/// lifted is in one more report. It needs no heap.
public struct EXC3000Model: ScanningChip {
    /// What kind of chip it is.
    public struct Configuration: ChipConfiguration {
        /// The 7-bit address.
        public var address = EETIRegisters.address
        /// The number at the model's end, as ASCII.
        public var model: InlineArray<4, UInt8> = [0x31, 0x33, 0x32, 0x30]
        /// Raw units across.
        public var width: UInt16 = 4_096
        /// Raw units down.
        public var height: UInt16 = 4_096
        /// Whether a transfer with a repeated START is not acknowledged.
        public var rejectsRepeatedStart = true
        /// How long a request waits for its answer.
        public var answerTime = Microseconds.milliseconds(5)
        /// Its interrupt line shows that an answer waits: it does not pulse.
        public var pulseWidth: Microseconds { .zero }
        /// How long after a reset the chip answers nobody.
        public var bootTime = Microseconds.milliseconds(90)

        /// A chip for 4096 × 4096 units.
        public init() {}
    }

    private typealias Frame = InlineArray<66, UInt8>

    /// What goes wrong.
    public var faults = EXC3000Faults()
    /// What kind of chip it is.
    public let configuration: Configuration
    public var life = ChipLife()

    public var fingers = Contacts()
    /// The fingers that the host knows of: those of the last report it has read, and of the one that waits.
    private var told = BitSet<UInt16>()
    private var waiting = BitSet<UInt16>()
    private var first = Frame(repeating: 0)
    private var second = Frame(repeating: 0)
    /// How many frames wait, and which one is next.
    private var frames = 0
    private var next = 0
    /// Whether the next read brings a frame.
    private var isSelected = false
    private var answersAt = Instant.never
    private var hasAnswer = false

    public typealias Family = EETIFamily

    public init(_ panel: ModelledPanel) {
        self.init(configuration: Configuration().behind(panel))
    }

    /// One frame or two, each with a STOP before it.
    public func fewestBits(_ fingers: Int) -> Int {
        let frame = 22 + 9 * 68
        return fingers <= EETIRegisters.contactsPerFrame ? frame : 2 * frame
    }
    public var showsReset: Bool { false }

    /// A chip that has power and has started.
    public init(configuration: Configuration = Configuration()) { self.configuration = configuration }

    // MARK: What happens to a chip

    public var ownEvent: Instant { answersAt }

    public mutating func happen() {
        guard answersAt <= life.now else { return }
        answersAt = .never
        hasAnswer = true
        life.assertInterrupt()
    }

    /// (Without a frame the line rests at once.)
    public mutating func interrupt() { life.interruptEdges &+= 1 }

    public mutating func forget() {
        told = BitSet()
        frames = 0
        next = 0
        isSelected = false
        answersAt = .never
        hasAnswer = false
    }

    // MARK: The bus

    public mutating func transfer(_ transfer: Transfer, at instant: Instant, into bytes: inout BusBytes) -> BusError? {
        advance(to: instant)
        if let error = refusal(of: transfer, at: configuration.address) { return error }
        if configuration.rejectsRepeatedStart, transfer.turnsAround, transfer.mode == .repeatedStart {
            return BusError(errno: 121)
        }
        if transfer.written.count > 0 { obey(transfer.written) }
        if transfer.readCount > 0 { send(transfer.readCount, into: &bytes) }
        return nil
    }

    private mutating func obey(_ written: ShortBytes) {
        isSelected = written.count == 2 && written[0] == 0x27 && written[1] == 0
        guard written.count == EETIRegisters.requestLength, written[0] == 0x67, written[1] == 0,
            Int(written[2]) == EETIRegisters.frameLength, written[3] == 0, written[4] == EETIRegisters.answer,
            written[5] == 1, written[6] == EETIRegisters.askForModel, !faults.isMute, !faults.isFrozen
        else { return }
        // (One that waits for its answer gets that one.)
        if answersAt == .never { answersAt = life.now + configuration.answerTime }
    }

    private mutating func send(_ count: Int, into bytes: inout BusBytes) {
        let frame = isSelected ? nextFrame() : Frame(repeating: 0)
        isSelected = false
        var index = 0
        send(count, into: &bytes) { _ in
            defer { index += 1 }
            return index < EETIRegisters.frameLength ? frame[index] : 0
        }
    }

    /// The next frame is read; the line rests when none is left.
    private mutating func nextFrame() -> Frame {
        var frame = Frame(repeating: 0)
        if next < frames {
            frame = next == 0 ? first : second
            next += 1
            if next == frames {
                frames = 0
                next = 0
                told = waiting
            }
        } else if hasAnswer {
            hasAnswer = false
            frame = answer
        }
        if frames == 0, !hasAnswer { life.interruptIsAsserted = false }
        return frame
    }

    private static var emptyFrame: Frame {
        var frame = Frame(repeating: 0)
        frame[0] = UInt8(truncatingIfNeeded: EETIRegisters.frameLength)
        return frame
    }

    /// `E` and the model: Orion_1320.
    private var answer: Frame {
        var frame = EXC3000Model.emptyFrame
        frame[EETIRegisters.kindOffset] = EETIRegisters.answer
        frame[3] = 12
        let text: InlineArray<7, UInt8> = [EETIRegisters.askForModel, 0x4F, 0x72, 0x69, 0x6F, 0x6E, 0x5F]
        for index in 0..<7 { frame[EETIRegisters.answerOffset + index] = text[index] }
        for index in 0..<4 { frame[EETIRegisters.modelNumberOffset + index] = configuration.model[index] }
        return frame
    }

    // MARK: Reports

    /// A report of the fingers that are down, and of those that the host does not know to have lifted. One that waits
    /// already is overwritten.
    public mutating func publish() {
        var down = BitSet<UInt16>()
        for index in 0..<fingers.count {
            if let name = name(index) { down.insert(name) }
        }
        let lifted = told - down
        let count = down.count + lifted.count
        guard count > 0 else { return }
        first = EXC3000Model.emptyFrame
        second = EXC3000Model.emptyFrame
        first[EETIRegisters.kindOffset] = faults.kind ?? EETIRegisters.touches
        second[EETIRegisters.kindOffset] = faults.kind ?? EETIRegisters.touches
        first[EETIRegisters.countOffset] = faults.count ?? UInt8(truncatingIfNeeded: count)
        var record = 0
        for index in 0..<fingers.count {
            if let name = name(index) {
                let x = shownX(fingers[index].x, width: configuration.width)
                put(record, EETIRegisters.downBit, name, x, wholePixel(fingers[index].y))
                record += 1
            }
        }
        for name in lifted {
            put(record, 0, name, 0, 0)
            record += 1
        }
        waiting = down
        next = 0
        frames = count > EETIRegisters.contactsPerFrame ? 2 : 1
        if frames == 2, faults.lostFirstFrames > 0 {
            faults.lostFirstFrames -= 1
            next = 1
        } else if frames == 2, faults.lostSecondFrames > 0 {
            faults.lostSecondFrames -= 1
            second = Frame(repeating: 0)
        }
        life.assertInterrupt()
    }

    /// What the chip calls a finger, nil where it has no name for it.
    private func name(_ index: Int) -> Int? {
        let id = fingers[index].id
        return id >= 0 && id < 10 ? Int(id) : nil
    }

    private mutating func put(_ record: Int, _ status: UInt8, _ name: Int, _ x: UInt16, _ y: UInt16) {
        let most = EETIRegisters.contactsPerFrame
        let place = EETIRegisters.firstRecord + (record < most ? record : record - most) * EETIRegisters.recordLength
        guard place + EETIRegisters.recordLength <= EETIRegisters.frameLength else { return }
        var frame = record < most ? first : second
        frame[place] = status
        frame[place + EETIRegisters.nameOffset] = faults.namesAll ?? UInt8(truncatingIfNeeded: name)
        frame[place + EETIRegisters.xOffset] = UInt8(truncatingIfNeeded: x)
        frame[place + EETIRegisters.xOffset + 1] = UInt8(truncatingIfNeeded: x >> 8)
        frame[place + EETIRegisters.yOffset] = UInt8(truncatingIfNeeded: y)
        frame[place + EETIRegisters.yOffset + 1] = UInt8(truncatingIfNeeded: y >> 8)
        if record < most { first = frame } else { second = frame }
    }
}
