import TaplineFormats

/// What a panel's figures say beside those of its model.
struct AcceptanceFindings: Sendable {
    /// What is compared, in the order in which it is told.
    enum Subject: String, CaseIterable, Sendable {
        case identity, size, axes, fingers, rate, interrupt, ready, latency, bus, rest, cable
    }

    /// One comparison.
    struct Finding: Sendable {
        var subject: Subject
        /// nil: it could not be measured.
        var differs: Bool?
        /// Both figures.
        var text: String
    }

    private(set) var all: [Finding] = []

    /// How far a figure may be from the model's: what a person's fingers and a busy computer make of it. Everything else has
    /// to be equal.
    private enum Tolerance {
        /// Of the size that corners show, in %.
        static var size: Int { 15 }
        /// Of the report rate, in %.
        static var rate: Int { 25 }
        /// Of reports that come late, and of the time that the interrupt line is asserted, in points of %.
        static var share: Int { 15 }
        /// Of the ready flag, µs: less than a driver waits between two looks (2 ms).
        static var ready: Int { 1_000 }
        /// Of the time from an interrupt to the read, µs: the computer's own, which no model has.
        static var latency: Int { 5_000 }
        /// Of the time that a chip takes to come back, µs: a driver looks for one that is gone every 5 s.
        static var back: Int { 6_000_000 }
        /// Of transfers that fail, in 1000.
        static var failures: Int { 2 }
    }

    /// The subjects that differ.
    var differing: [Subject] { all.filter { $0.differs == true }.map { $0.subject } }

    /// Holds a panel against its model.
    init(_ panel: AcceptanceRecord, model: AcceptanceRecord) {
        let (here, there) = (AcceptanceFigures(panel), AcceptanceFigures(model))
        compare(panel.identity, model.identity)
        guard panel.identity != nil else { return }
        compareSize(panel, here, model, there)
        add(.axes, here.axes.map { $0 != there.axes }, Self.axes(here.axes), Self.axes(there.axes))
        add(.fingers, here.fingers < there.fingers, "\(here.fingers) at once", "\(there.fingers)")
        let tolerance = Tolerance.rate
        add(
            .rate, Self.isOff(here.period, there.period, percent: tolerance), Self.rate(here.period),
            Self.rate(there.period))
        let isLate = (here.late ?? 100) > (there.late ?? 0) + Tolerance.share
        let isLevelOff = abs((here.asserted ?? 0) - (there.asserted ?? 0)) > Tolerance.share
        // (What hangs on an interrupt line that cannot be trusted is not measured.)
        let usesInterrupt = panel.head.interruptIsActiveHigh != nil
        add(
            .interrupt, usesInterrupt ? isLate || isLevelOff : nil,
            Self.interrupt(here, isPolled: !usesInterrupt), Self.interrupt(there, isPolled: !usesInterrupt))
        let (ready, latency) = isLevelOff ? (nil, nil) : (here.ready, here.latency)
        add(
            .ready, ready.map { $0 > (there.ready ?? 0) + Tolerance.ready },
            Self.milliseconds(ready, "after the first look"),
            Self.milliseconds(there.ready, ""))
        add(
            .latency, latency.map { $0 > (there.latency ?? 0) + Tolerance.latency },
            Self.milliseconds(latency, "from the interrupt to the read"), Self.milliseconds(there.latency, ""))
        let isFailing = here.failures * 1_000 > (Tolerance.failures + there.failures) * here.transfers
        add(.bus, isFailing, "\(here.failures) of \(here.transfers) transfers failed", "\(there.failures)")
        add(
            .rest, here.ghosts > there.ghosts, "\(here.ghosts) reports of fingers that were not there",
            "\(there.ghosts)")
        guard panel.head.pullsCable else { return }
        add(
            .cable, here.back.map { $0 > (there.back ?? 0) + Tolerance.back } ?? true, Self.back(here.back),
            Self.back(there.back))
    }

    private static func back(_ time: Int?) -> String {
        time == nil ? "it did not come back" : Self.milliseconds(time, "until it was back")
    }

    private mutating func add(_ subject: Subject, _ differs: Bool?, _ here: String, _ there: String) {
        all.append(Finding(subject: subject, differs: differs, text: "\(here); the model: \(there)"))
    }

    /// (A model has one firmware of many: that of the panel is told, and is no difference.)
    private mutating func compare(_ here: AcceptanceRecord.Identity?, _ there: AcceptanceRecord.Identity?) {
        func text(_ identity: AcceptanceRecord.Identity?) -> String {
            guard let identity else { return "the chip did not identify itself" }
            let product = identity.product.isEmpty ? "no id" : "id \(identity.product)"
            return "\(product), firmware 0x\(String(identity.firmware, radix: 16))"
        }
        add(.identity, here?.product != there?.product, text(here), text(there))
    }

    private mutating func compareSize(
        _ panel: AcceptanceRecord, _ here: AcceptanceFigures, _ model: AcceptanceRecord, _ there: AcceptanceFigures
    ) {
        func text(_ record: AcceptanceRecord, _ figures: AcceptanceFigures) -> String {
            let said = record.identity.map { $0.width > 0 ? "the chip says \($0.width)x\($0.height) px, " : "" } ?? ""
            guard let width = figures.width, let height = figures.height else {
                return said + "not all corners were seen"
            }
            return "\(said)the corners \(width)x\(height) px"
        }
        let isSaidOff =
            panel.identity?.width != model.identity?.width || panel.identity?.height != model.identity?.height
        let isSeenOff = [(here.width, there.width), (here.height, there.height)].contains {
            Self.isOff($0.0, $0.1, percent: Tolerance.size) ?? false
        }
        add(
            .size, here.width == nil && !isSaidOff ? nil : isSaidOff || isSeenOff, text(panel, here), text(model, there)
        )
    }

    /// Whether `value` is further from `other` than so many per cent; nil: it is not known.
    private static func isOff(_ value: Int?, _ other: Int?, percent: Int) -> Bool? {
        guard let value, let other else { return nil }
        return abs(value - other) * 100 > other * percent
    }

    private static func axes(_ axes: Int?) -> String {
        guard let axes else { return "not all corners were seen" }
        let words = [(1, "x mirrored"), (2, "y mirrored"), (4, "swapped")].filter { axes & $0.0 != 0 }.map { $0.1 }
        return words.isEmpty ? "as the board says" : words.joined(separator: ", ")
    }

    private static func rate(_ period: Int?) -> String {
        guard let period, period > 0 else { return "no finger was reported twice" }
        return "\(fixed(1e6 / Double(period), places: 0)) reports a second"
    }

    private static func interrupt(_ figures: AcceptanceFigures, isPolled: Bool) -> String {
        guard !isPolled else { return "polled" }
        let late = figures.late.map { "\($0) % of the reports late" } ?? "no finger was reported twice"
        return "\(late), asserted \(figures.asserted ?? 0) % of the rest"
    }

    private static func milliseconds(_ time: Int?, _ what: String) -> String {
        guard let time else { return "not measured" }
        return "\(fixed(Double(time) / 1_000, places: 1)) ms\(what.isEmpty ? "" : " " + what)"
    }
}
