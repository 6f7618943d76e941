import TestSupport

/// A chip that always has more to say, at one of its questions.
private struct EndlessFamily: ChipFamily {
    enum Question: Equatable, Sendable { case identification, report, liveness }
    typealias Variant = Question

    static var usualVariant: Question { .report }
    static var usualAddress: UInt8 { 0x40 }
    static var usualContacts: Int { 2 }
    var mostContacts: Int { 2 }
    private let question: Question

    init(_ configuration: ChipDriver<EndlessFamily>.Configuration) { question = configuration.variant }

    static func reset(_ configuration: borrowing ChipDriver<EndlessFamily>.Configuration) -> ResetScript {
        ResetScript()
    }
    private var next: Transfer { .read(UInt8(1), count: 1) }

    func identificationRequest() -> Transfer { next }
    func identify(_ received: inout BusBytes, _ identity: inout ControllerIdentity) -> ChipIdentification {
        question == .identification ? .more(next) : .known
    }
    func look(for report: inout ChipReport) -> Transfer { next }
    func judge(_ received: inout BusBytes, _ report: inout ChipReport) -> ChipReading {
        question == .report ? .more(next) : .noNews
    }
    func livenessCheck() -> Transfer? { next }
    func judgeLiveness(_ received: inout BusBytes) -> ChipLiveness { question == .liveness ? .more(next) : .alive }
}

@Suite struct EndlessChipTests {
    /// (One bit that was stuck kept a driver in transfers for good.)
    @Test(arguments: [EndlessFamily.Question.identification, .report, .liveness])
    fileprivate func chipThatAlwaysHasMoreToSayIsLeft(_ question: EndlessFamily.Question) {
        var configuration = ChipDriver<EndlessFamily>.Configuration()
        configuration.variant = question
        var left = 5_000
        let alone = DriverAlone(ChipDriver<EndlessFamily>(configuration: configuration), for: 5_000) { _ in
            left -= 1
            return left > 0 ? [0] : nil
        }
        #expect(left > 0, "\(alone.transfers) transfers")
        let expected: ControllerFault =
            switch question {
            case .identification: .wrongIdentity
            case .report: .badReport
            case .liveness: .reset
            }
        #expect(alone.faults.contains(expected), "\(alone.faults)")
    }
}
