import Foundation
import TaplineSimulator
import TestSupport

/// The same fingers twice: as contacts straight into the gestures, and as fingers on a GT911's registers that the Goodix
/// driver reads. Every event, every touch, every reason of a failure and every level must be the same at the same
/// microsecond.
///
/// What is *not* the same, and why that is honest: both ways get whole pixels and the numbers 0…15 that a chip gives its
/// fingers. A scan without fingers after another one is no report of the chip. A failed read of the recording is told
/// to the pipeline on both ways; what the driver makes of real failures has tests of its own.
@Suite("One recording, two ways: contacts and a GT911's registers")
struct ChipReplayTests {
    /// The recording as the chip would report it; nil with the number of the first line that it cannot.
    private func chipTrace(_ trace: Trace, _ chip: GT911Model.Configuration) -> (
        lines: [(Instant, Trace.Event)], unfit: Int?
    ) {
        var lines: [(Instant, Trace.Event)] = []
        var numbers = FingerNumbers()
        for index in 0..<trace.count {
            let line = trace[index]
            guard case .report(let contacts) = line.event else {
                lines.append((line.time, line.event))
                continue
            }
            guard let report = numbers.report(contacts, as: chip) else { return (lines, index + 2) }
            lines.append((line.time, .report(report)))
        }
        return (lines, nil)
    }

    private func straight(_ lines: [(Instant, Trace.Event)], _ panel: PanelGeometry.Description) throws -> [String] {
        let geometry = PanelGeometry(panel)
        var pipeline = try makeGestures(geometry, for: EventLines.self)
        pipeline.explains = true
        pipeline.emitsTouches = true
        var sink = EventLines(geometry)
        for (time, event) in lines {
            switch event {
            case .report(let contacts): pipeline.report(contacts, at: time, into: &sink)
            case .fault: pipeline.missReport(at: time, into: &sink)
            case .cancel: pipeline.cancelTouches(at: time, into: &sink)
            case .reading: break
            }
        }
        while pipeline.deadline < .never { pipeline.advance(to: pipeline.deadline, into: &sink) }
        return sink.lines
    }

    private func throughRegisters(
        _ lines: [(Instant, Trace.Event)], _ panel: PanelGeometry.Description
    ) throws -> (lines: [String], reports: Int) {
        var host = try makeHost(panel, for: EventLines.self)
        host.pipeline.gestures.explains = true
        host.pipeline.gestures.emitsTouches = true
        var sink = EventLines(PanelGeometry(panel))
        host.start(into: &sink)
        while !host.pipeline.chip.identity.isKnown { host.advance(to: host.deadline, into: &sink) }
        sink.start = host.now
        for (time, event) in lines {
            let instant = sink.start + (time - .zero)
            switch event {
            case .report(let contacts): host.touch(contacts, at: instant, into: &sink)
            case .fault: host.pipeline.gestures.missReport(at: instant, into: &sink)
            case .cancel: host.pipeline.cancelTouches(at: instant, into: &sink)
            case .reading: break
            }
        }
        while host.pipeline.gestures.deadline < .never {
            host.advance(to: host.pipeline.gestures.deadline, into: &sink)
        }
        #expect(host.bus.chip.reports == host.bus.chip.acknowledges)
        #expect(host.bus.chip.acknowledgedUnread == 0)
        #expect(sink.faults.isEmpty)
        return (sink.lines, host.bus.chip.reports)
    }

    /// Compares both ways; how many gestures and reports there were.
    @discardableResult
    private func compare(_ trace: Trace, _ name: String) throws -> (gestures: Int, reports: Int) {
        var chip = GT911Model.Configuration()
        chip.width = UInt16(clamping: trace.panel.rawWidth)
        chip.height = UInt16(clamping: trace.panel.rawHeight)
        chip.maximumContacts = 10
        let (lines, unfit) = chipTrace(trace, chip)
        if let unfit {
            print("\(name): line \(unfit) is nothing a GT911 could report; skipped")
            return (0, 0)
        }
        let expected = try straight(lines, trace.panel)
        let (actual, reports) = try throughRegisters(lines, trace.panel)
        if let difference = expected.indices.first(where: { $0 >= actual.count || actual[$0] != expected[$0] }) {
            Issue.record(
                """
                \(name): line \(difference + 1) of \(expected.count) differs
                contacts:  \(expected[difference])
                registers: \(difference < actual.count ? actual[difference] : "nothing")
                """)
        }
        #expect(actual.count == expected.count, "\(name)")
        return (expected.count { $0.contains("\"gesture\"") && !$0.contains("\"failed\"") }, reports)
    }

    @Test("every recording of real fingers that a GT911 could have made", .needsRecordings)
    func recordings() throws {
        var files = 0
        var gestures = 0
        var reports = 0
        for path in try Recordings.traces(in: ["panels", "phones"]) {
            let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
            let counts = try compare(Trace(bytes, file: path), path)
            files += counts.reports > 0 ? 1 : 0
            gestures += counts.gestures
            reports += counts.reports
        }
        print("\(files) recordings, \(reports) reports, \(gestures) gesture events: the same both ways")
        #expect(files > 0)
    }

    @Test("the fingers of the demonstration")
    func demonstration() throws {
        var trace = Trace(panel: .init(rawWidth: 800, rawHeight: 480, rawMillimetres: (154.08, 85.92)))
        for frame in FingerScript.demo().frames { trace.append(frame.contacts, at: frame.time) }
        #expect(try compare(trace, "demonstration").gestures > 0)
    }

    @Test("random fingers: up to five at once, anywhere, at odd times", arguments: UInt64(1)...40)
    func random(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var trace = Trace(panel: .init(rawWidth: 800, rawHeight: 480, rawMillimetres: (154.08, 85.92)))
        var fingers = RandomFingers(seed: seed)
        var time = Instant.zero
        for _ in 0..<1_000 {
            // Now and then two scans of one instant, or a long rest.
            let pause = random.next(below: 20) == 0 ? random.next(below: 900_000) : random.next(below: 20_000)
            time = time + Microseconds(Int64(pause))
            trace.append(fingers.scan(), at: time)
        }
        #expect(try compare(trace, "seed \(seed)").gestures > 0)
    }

    @Test("the comparison sees a single pixel")
    func control() throws {
        let panel = PanelGeometry.Description(rawWidth: 800, rawHeight: 480)
        func tap(x: Float) -> [(Instant, Trace.Event)] {
            let down = Contacts([Contact(id: 0, x: x, y: 100)])
            return [
                (.zero, .report(down)), (Instant(microseconds: 80_000), .report(Contacts())),
            ]
        }
        let expected = try straight(tap(x: 200), panel)
        #expect(try throughRegisters(tap(x: 200), panel).lines == expected)
        #expect(try throughRegisters(tap(x: 201), panel).lines != expected)
    }
}
