import TaplineControllers
import TaplineSimulator
import TaplineTouches
import Testing

/// A chip that the conformance suite tests. A new family has a line in ``all``.
struct ConformingChip: Sendable, CustomTestStringConvertible {
    /// What differs between two benches.
    struct Options: Sendable {
        var hasInterruptLine = true
        var hasResetLine = true
        var checksLiveness = false
        var transferMode: TransferMode?
        var transferDelay = Microseconds.zero
    }

    let name: String
    /// The most fingers.
    let fingers: Int
    /// In how many reports a finger shows itself first: EDT's M06 firmware gives a wrong place at first.
    var landing = 1
    /// The fewest bits of a report with so many fingers.
    let fewestBits: @Sendable (Int) -> Int
    /// Whether it shows that it was reset: some have nothing to be asked, and are silent while a finger rests.
    var showsReset = true
    /// What sends it to a sleep from which a reset wakes; empty: nothing does.
    var sleep: [UInt8] = []
    /// A bench whose driver has not been started.
    let bench: @Sendable (Options) -> any Bench

    var testDescription: String { name }

    private static func bench<Model: TestedChip>(_ chip: Model.Configuration, _: Model.Type)
        -> @Sendable (Options) -> any Bench
    {
        { options in
            ChipBench<Model>(chip, checksLiveness: options.checksLiveness) {
                $0.hasInterruptLine = options.hasInterruptLine
                $0.hasResetLine = options.hasResetLine
                $0.transferMode = options.transferMode
                $0.transferDelay = options.transferDelay
            }
        }
    }

    static let all: [ConformingChip] = [
        ConformingChip(
            name: "gt911", fingers: 5, fewestBits: goodixBits, sleep: [0x80, 0x40, 5],
            bench: bench(GT911Model.usual, GT911Model.self)),
        ConformingChip(
            name: "gt9271", fingers: 10, fewestBits: goodixBits, sleep: [0x80, 0x40, 5],
            bench: bench(gt9271, GT911Model.self)),
        ConformingChip(
            name: "ft5x06", fingers: 5, fewestBits: focalTechBits, sleep: [0xA5, 3],
            bench: bench(.init(.ft5x06), FT5x06Model.self)),
        ConformingChip(
            name: "ft5506", fingers: 10, fewestBits: focalTechBits, sleep: [0xA5, 3],
            bench: bench(.init(.ft5506), FT5x06Model.self)),
        ConformingChip(
            name: "ft6236", fingers: 2, fewestBits: focalTechBits, sleep: [0xA5, 3],
            bench: bench(.init(.ft6236), FT5x06Model.self)),
        // (An answer is as long as for five fingers.)
        ConformingChip(
            name: "edt-m06", fingers: 5, landing: 2, fewestBits: { _ in 21 + 9 * 27 }, showsReset: false,
            bench: bench(.init(.edtM06), FT5x06Model.self)),
        ConformingChip(
            name: "cst816s", fingers: 1, fewestBits: { _ in 21 + 9 * 6 }, sleep: [0xE5, 3],
            bench: bench(.init(.cst816s), CST816Model.self)),
        ConformingChip(
            name: "cst716", fingers: 1, fewestBits: { _ in 21 + 9 * 6 }, sleep: [0xE5, 3],
            bench: bench(.init(.cst716), CST816Model.self)),
        ConformingChip(
            name: "ili210x", fingers: 2, fewestBits: { _ in 21 + 9 * 10 }, sleep: [0x30],
            bench: bench(.init(.ili210x), ILI2xxxModel.self)),
        ConformingChip(
            name: "ili2117", fingers: 10, fewestBits: { _ in 398 }, showsReset: false,
            bench: bench(.init(.ili2117), ILI2xxxModel.self)),
        ConformingChip(
            name: "ili251x", fingers: 10, fewestBits: { $0 <= 6 ? 310 : 501 }, sleep: [0x30],
            bench: bench(.init(.ili251x), ILI2xxxModel.self)),
        ConformingChip(
            name: "exc3000", fingers: 10, fewestBits: { $0 <= 5 ? 634 : 1_268 }, showsReset: false,
            bench: bench(EXC3000Model.usual, EXC3000Model.self)),
        ConformingChip(
            name: "cst226se", fingers: 5, fewestBits: cst3xxBits, sleep: [0xD1, 5],
            bench: bench(.init(.cst226se), CST3xxModel.self)),
        ConformingChip(
            name: "cst328", fingers: 5, fewestBits: cst3xxBits, sleep: [0xD1, 5],
            bench: bench(.init(.cst328), CST3xxModel.self)),
        // (All places are read, since no register counts fingers.)
        ConformingChip(
            name: "st1232", fingers: 2, fewestBits: { _ in 21 + 9 * (1 + 6) },
            bench: bench(.init(.st1232), ST1633Model.self)),
        ConformingChip(
            name: "st1633", fingers: 5, fewestBits: { _ in 210 }, bench: bench(.init(.st1633), ST1633Model.self)),
    ]

    /// The chips with more than one finger.
    static let multiTouch = all.filter { $0.fingers > 1 }

    /// Status and records in one read, two bytes of address; the acknowledge.
    private static let goodixBits: @Sendable (Int) -> Int = { 21 + 9 * (2 + 8 * $0) + 11 + 9 * 3 }
    /// Status and records in one read.
    private static let focalTechBits: @Sendable (Int) -> Int = { 21 + 9 * (6 * $0) }

    /// The report in one read, two bytes of address; the acknowledge. One finger has no mark behind it.
    private static let cst3xxBits: @Sendable (Int) -> Int = { 21 + 9 * (4 + 5 * $0 + ($0 > 1 ? 1 : 0)) + 11 + 9 * 3 }

    private static var gt9271: GT911Model.Configuration {
        var chip = GT911Model.usual
        chip.product = [0x39, 0x32, 0x37, 0x31]
        chip.maximumContacts = 10
        return chip
    }

    /// A bench that has started and identified its chip; the trace is empty.
    func running(_ options: Options = Options()) -> any Bench {
        var bench = bench(options)
        bench.start()
        bench.run(500)
        bench.forgetEntries()
        return bench
    }

    /// So many fingers, on every panel; `step` moves them.
    static func fingers(_ count: Int, step: Int = 0) -> [(Int32, Float, Float)] {
        (0..<count).map { (Int32($0), Float(10 + 20 * $0 + step % 20), Float(20 + 10 * $0)) }
    }

    static func contacts(_ fingers: [(Int32, Float, Float)]) -> [Contact] {
        fingers.map { Contact(id: $0.0, x: $0.1, y: $0.2) }
    }
}

extension Bench {
    /// Puts fingers on the panel, in as many scans 10 ms apart as it takes until they are reported.
    mutating func land(_ fingers: [(Int32, Float, Float)], on chip: ConformingChip) {
        for _ in 0..<chip.landing {
            touch(fingers)
            run(10)
        }
    }

    /// The contacts of the last report, without what only some chips tell.
    var last: [Contact]? {
        reports.last.map { $0.contacts.map { Contact(id: $0.id, x: $0.x, y: $0.y) } }
    }
}
