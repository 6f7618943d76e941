import CHeapCount
import TaplineControllers
import TaplineGestures
import TaplineOutputs
import TaplineRuntime
import TaplineSimulator
import TaplineTouches
import Testing

/// Unoptimised Swift asks for memory of its own accord (boxes, witness tables), which says nothing of the firmware.
#if DEBUG
    private let isRelease = false
#else
    private let isRelease = true
#endif

@Suite(
    "Allocation", .serialized,
    .enabled(if: isRelease, "counted in release builds only: tools/test --only release"))
struct AllocationTests {
    /// Writes every event and touch as a line of `events/1` and keeps the levels, without the heap.
    private struct CountingSink: HostSink {
        var wish: ControllerAction?
        var events = 0
        var kinds = InlineArray<6, Int>(repeating: 0)
        var bytes = 0
        var faults = 0
        var changes = 0
        var told = 0
        /// The continuous gestures that have begun and not ended, a bit each, and how often that went wrong.
        var open: UInt64 = 0
        var unpaid = 0
        private var format: EventsFormat
        private var line = ByteLine()

        init(_ geometry: PanelGeometry) { format = EventsFormat(geometry: geometry, names: makeNames()) }

        mutating func tell(_ event: GestureEvent) {
            events += 1
            if event.isRecognition { kinds[event.gesture] += 1 }
            if event.isContinuous {
                let bit = UInt64(1) << UInt64(event.gesture)
                switch event.state {
                case .began:
                    unpaid += open & bit == 0 ? 0 : 1
                    open |= bit
                case .changed: unpaid += open & bit == 0 ? 1 : 0
                case .ended, .cancelled:
                    unpaid += open & bit == 0 ? 1 : 0
                    open &= ~bit
                default: break
                }
            }
            line.removeAll()
            format.write(event, into: &line)
            bytes += line.count
        }
        mutating func tell(_ touch: TouchEvent) {
            line.removeAll()
            format.write(touch, into: &line)
            bytes += line.count
        }
        mutating func tell(_ touch: TouchEvent, to zone: Int) {
            told += 1
            line.removeAll()
            format.write(touch, to: zone, into: &line)
            bytes += line.count
        }
        mutating func set(line: Int, active: Bool, at now: Instant) { changes += 1 }
        mutating func fault(_ fault: ControllerFault, at now: Instant) { faults += 1 }
    }

    /// One scan of random fingers; now and then something goes wrong with chip, bus or surroundings.
    @inline(never)
    private func scan(
        _ host: inout TestHost<CountingSink>, _ sink: inout CountingSink, _ fingers: inout RandomFingers,
        _ random: inout SplitMix64
    ) {
        switch random.next(below: 200) {
        case 0: host.bus.chip.faults.failingTransfers = 1 + random.next(below: 2)
        case 1: host.bus.chip.faults.unreadyLooks = 1 + random.next(below: 4)
        case 2: host.bus.chip.faults.readyLag = .milliseconds(4)
        case 3: host.bus.chip.faults.readyLag = .zero
        case 4: host.bus.chip.faults.hasDuplicateIdentities = true
        case 5...20: host.bus.chip.faults.hasDuplicateIdentities = false
        case 21: host.bus.chip.faults.failingAcknowledges = 1
        case 22 where random.next(below: 20) == 0: host.pipeline.cancelTouches(at: host.now, into: &sink)
        case 23 where random.next(below: 20) == 0: host.bus.chip.resetItself(at: host.now)
        case 24: host.advance(to: host.now + .milliseconds(700), into: &sink)
        default: break
        }
        host.touch(fingers.scan(), at: host.now + .milliseconds(10), into: &sink)
    }

    @Test("none over 1,000,000 reports and hours of virtual time, from a GT911's registers to lines of events/1")
    func pipeline() throws {
        let panel = PanelGeometry.Description(rawWidth: 800, rawHeight: 480, rawMillimetres: (154.08, 85.92))
        var sink = CountingSink(PanelGeometry(panel))
        var host = try makeHost(panel, for: CountingSink.self)
        host.pipeline.gestures.explains = true
        host.pipeline.gestures.tellsTouches = true
        host.bus.bitsPerSecond = 400_000
        var fingers = RandomFingers(seed: 2)
        var random = SplitMix64(seed: 6)

        // Power-up and the first reports count, too.
        let before = heap_count_allocations()
        host.start(into: &sink)
        while host.pipeline.counters.reports < 1_000_000 { scan(&host, &sink, &fingers, &random) }
        // Nobody touches it any more: what was pending ends, and then there is nothing to wait for.
        host.bus.chip.faults = GT911Faults()
        for _ in 0..<3 { host.touch(Contacts(), at: host.now + .milliseconds(10), into: &sink) }
        host.advance(to: host.now + .milliseconds(10_000), into: &sink)
        let allocations = heap_count_allocations() - before

        let counters = host.pipeline.counters
        print(
            """
            \(counters.reports) reports, \(sink.events) events (\(sink.bytes) bytes of text), \
            \(sink.changes) levels, \(sink.faults) faults in \(host.now.microseconds / 60_000_000) min: \(allocations) allocations
            """)
        #expect(allocations == 0)
        #expect(host.now > Instant(microseconds: 3_600_000_000))
        #expect(sink.open == 0 && sink.unpaid == 0)
        #expect(host.pipeline.gestures.deadline == .never)
        // What was counted was worth counting.
        for kind in sink.kinds.indices { #expect(sink.kinds[kind] > 100) }
        #expect(sink.changes > 1_000)
        #expect(sink.told > 1_000)
        #expect(counters.busErrors > 100 && counters.badReports > 100 && counters.resets > 0)
    }

    @inline(never)
    private static func grow(_ numbers: inout [Int]) { numbers.append(numbers.count) }

    @Test("the counter counts: an array that grows")
    func control() {
        var numbers: [Int] = []
        let before = heap_count_allocations()
        AllocationTests.grow(&numbers)
        #expect(heap_count_allocations() > before)
        #expect(numbers.count == 1)
    }

    @Test("armed, the counter ends whoever asks for memory")
    func armed() async {
        await #expect(processExitsWith: .failure) {
            heap_count_arm(1)
            var numbers: [Int] = []
            AllocationTests.grow(&numbers)
        }
    }
}
