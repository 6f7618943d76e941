import Foundation
import TaplineConfiguration
import TaplineDaemon
import TestSupport

/// A configuration of boards/examples as it is, under fingers placed by hand.
typealias ExampleBench = KindBench<StandardRecognizer>

extension ExampleBench {
    static var folder: URL {
        Repository.url("boards/examples")
    }

    init(_ name: String) throws { try self.init(file: Self.folder.appendingPathComponent(name + ".yaml").path) }
}

/// Keeps what a bench's gestures and lines do.
private struct BenchRecorder: QuietSink {
    var events: [GestureEvent] = []
    var levels: [(time: Instant, line: Int, isActive: Bool)] = []
    /// The first serial port, and what it was sent.
    var port: PortFormat?
    var sent: [String] = []

    private mutating func send(_ line: ByteLine) {
        let text = line.text
        if !text.isEmpty { sent.append(text.replacing("\r\n", with: "")) }
    }

    mutating func emit(_ event: GestureEvent) {
        events.append(event)
        var line = ByteLine()
        _ = port?.write(event, into: &line)
        send(line)
    }
    mutating func set(line: Int, level: OutputLevel, at now: Instant) { levels.append((now, line, level.isActive)) }
    mutating func emit(_ touch: TouchEvent) {
        var line = ByteLine()
        _ = port?.write(StreamedTouch(touch: touch, zone: nil), into: &line)
        send(line)
    }
}

/// A configuration's file under fingers placed by hand, and what its lines do. Times in ms, places in px = pt.
struct KindBench<Kind: ConfigurableRecognizer>: ~Copyable {
    private let panel: Panel<Kind>
    private var pipeline: StandardGesturePipeline<Kind, BenchRecorder>
    private var recorder = BenchRecorder()
    private var fingers: [Int: Point] = [:]

    init(file: String) throws {
        let panel = try Panel<Kind>(
            configuration: file, trace: PanelGeometry.Description(rawWidth: 2_000, rawHeight: 2_000))
        let pipeline = try panel.pipeline(for: BenchRecorder.self)
        self.panel = panel
        recorder.port = panel.configuration.portFormats(geometry: panel.geometry).first
        self.pipeline = pipeline
    }

    private func instant(_ ms: Double) -> Instant { Instant(microseconds: Int64((ms * 1_000).rounded())) }

    /// A report at `ms`: fingers land at or go to these places, by number; those left out stay where they are.
    mutating func touch(_ ms: Double, _ places: [Int: (Float, Float)]) {
        for (finger, place) in places { fingers[finger] = Point(x: place.0, y: place.1) }
        report(ms)
    }

    /// A report at `ms` without these fingers; none named: without any.
    mutating func lift(_ ms: Double, _ lifted: Int...) {
        for finger in lifted.isEmpty ? Array(fingers.keys) : lifted { fingers[finger] = nil }
        report(ms)
    }

    private mutating func report(_ ms: Double) {
        var contacts = Contacts()
        for (finger, place) in fingers.sorted(by: { $0.key < $1.key }) {
            contacts.append(Contact(id: Int32(finger), x: place.x, y: place.y))
        }
        pipeline.report(contacts, at: instant(ms), into: &recorder)
    }

    /// One finger lands, goes straight to one place after another, a report each, and lifts.
    mutating func draw(_ places: (Float, Float)..., from ms: Double = 0, every step: Double = 20) {
        for (index, place) in places.enumerated() { touch(ms + Double(index) * step, [0: place]) }
        lift(ms + Double(places.count) * step)
    }

    /// Lets the clock run until nothing is pending.
    mutating func rest() { pipeline.advance(to: instant(1e12), into: &recorder) }

    /// What happened: `time gesture state` in ms, without `changed`.
    var story: [String] {
        recorder.events.filter { $0.state != .changed }.map { event in
            "\(ms(event.time)) \(panel.configuration.gestures[event.gesture].name) \(event.state.name)"
        }
    }

    /// Every time that a gesture is told, once or again: `time gesture`, in ms.
    var hits: [String] {
        recorder.events.filter { $0.isRecognition || $0.isRepetition }.map { event in
            "\(ms(event.time)) \(panel.configuration.gestures[event.gesture].name)"
        }
    }

    /// What the lines did: `time line on` or `off`.
    var lines: [String] {
        recorder.levels.map {
            "\(ms($0.time)) \(panel.configuration.outputs[$0.line].line) \($0.isActive ? "on" : "off")"
        }
    }

    /// What the first serial port was sent, line by line.
    var sent: [String] { recorder.sent }

    /// All events.
    var events: [GestureEvent] { recorder.events }

    private func ms(_ time: Instant) -> String {
        time.microseconds % 1_000 == 0 ? "\(time.microseconds / 1_000)" : "\(Double(time.microseconds) / 1_000)"
    }
}
