import TaplineCore
import TaplineDaemon

/// A pipeline, a chip and a clock.
///
/// The chip is polled: one that has an interrupt line announces no report without a finger, and half of the mix's are.
struct Bench: ~Copyable {
    /// Between two reports.
    static let period = Microseconds.milliseconds(10)

    var sources: MeasuredSources
    /// Whether the pipeline is driven without the pair of sources around it.
    private let isPlain: Bool
    var sink = CountingSink()
    private var chip: MeasuredChip
    private var received = BusBytes()
    private var now = Instant.zero
    private var deadline = Instant.never
    private(set) var reports = 0

    /// A panel whose chip is found and made ready.
    init(
        _ setup: consuming GestureSetup<StandardRecognizer, 32, 33, 64>, _ geometry: PanelGeometry, _ panel: ChosenPanel
    ) {
        chip = panel.chip
        isPlain = panel.isPlain
        let pipeline = MeasuredPipeline(
            chip: panel.driver,
            gestures: StandardGesturePipeline(geometry: geometry, setup: copy setup, outputs: .init()))
        sources = MeasuredSources(pipeline, nil)
        sources.start(at: now, into: &sink)
        run(to: .zero + .milliseconds(2_000))
        guard sources.first.chip.identity.isKnown else { fatalError("the chip is not known") }
    }

    /// The chip shows these registers until the driver has looked at them, `time` after the last ones, which is a number of
    /// ``period``s.
    mutating func report(_ registers: ArraySlice<UInt8>, after time: Microseconds = Bench.period) {
        nextReport()
        chip.show(registers, at: now)
        if chip.hasInterrupted() {
            deadline = interrupted(&sources, at: now, &sink)
            answer()
        }
        run(to: now + time)
        reports += 1
    }

    /// Nothing happens for `time`; somebody looks all the same.
    mutating func tick(after time: Microseconds) {
        nextReport()
        now = now + time
        advance()
        reports += 1
    }

    /// Everything that the pipeline wants up to and including `instant`.
    private mutating func run(to instant: Instant) {
        answer()
        while deadline <= instant {
            now = max(now, deadline)
            advance()
        }
        now = instant
    }

    private mutating func advance() {
        deadline = isPlain ? advanced(plain: &sources.first, to: now, &sink) : advanced(&sources, to: now, &sink)
        answer()
    }

    private mutating func complete(_ outcome: ControllerInput) {
        deadline =
            isPlain
            ? answered(plain: &sources.first, outcome, at: now, received: &received, &sink)
            : answered(&sources, outcome, at: now, received: &received, &sink)
    }

    private mutating func answer() {
        while true {
            if let transfer = sink.transfer.take() {
                complete(chip.carryOut(transfer, at: now, into: &received))
            } else if let line = sink.line.take() {
                chip.drive(line.line, line.drive, at: now)
                complete(.lineSet)
            } else {
                return
            }
        }
    }
}
