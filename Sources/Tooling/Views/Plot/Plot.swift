import TaplineConfiguration
import TaplineCore
public import TaplineDaemon
import TaplineFormats

/// Makes a picture of a recording and of what the gestures make of it.
public struct Plot: Sendable {
    private let replay: Replay<StandardRecognizer>
    private let title: String
    private let window: ClosedRange<Int64>

    /// A plot of the recording at `path`; `-` is the standard input.
    ///
    /// - Parameters:
    ///   - configuration: the gestures; nil: the built-in ones.
    ///   - board: the board whose transform turns the recording's px; nil: the one that it names.
    ///   - title: what stands above it; nil: the file's name.
    ///   - window: the part to show, µs of the recording's clock. (All of it is played.)
    /// - Throws: ``ServiceError`` as a replay does.
    public init(
        _ path: String, configuration: String?, board: String?, title: String?,
        within window: ClosedRange<Int64> = 0...Int64.max
    ) throws(ServiceError) {
        let name = path == "-" ? "standard input" : String(path.split(separator: "/").last ?? "")
        replay = try Replay(
            Recording.read(path), file: path == "-" ? name : path, configuration: configuration, board: board)
        self.title = title ?? name
        self.window = window
    }

    /// The picture as SVG.
    ///
    /// - Throws: ``ServiceError``: exit code 65 where nobody touches the panel, and no sensor measures.
    public func svg() throws(ServiceError) -> String {
        var replay = replay
        replay.emitsTouches = true
        var output = OutputStream.kept()
        try replay.run(into: &output)
        var data = PlotData(panel: panel)
        data.incremental = Set(
            replay.panel.configuration.gestures.filter { $0.recognizer.isIncremental }.map { $0.name })
        data.motion = PlotMotion(replay.panel.configuration.motion)
        let readings = replay.readings
        for reading in readings { data.motion.take(reading, within: window) }
        var lines = LineAssembler()
        var decoder = MessageDecoder()
        var before = PlotBeginning()
        var seen: ClosedRange<Int64>?
        if let first = readings.first?.time.microseconds, let last = readings.last?.time.microseconds, first <= last {
            seen = first...last
        }
        lines.add(output.keptBytes[...]) { line in
            guard case .event(let event) = decoder.decode(line) else { return }
            seen =
                seen.map { min($0.lowerBound, event.time)...max($0.upperBound, event.time) } ?? event.time...event.time
            if event.time < window.lowerBound { return before.take(event) }
            before.begin(at: window.lowerBound, in: &data)
            if event.time <= window.upperBound { data.take(event) }
        }
        guard !data.isEmpty else {
            guard let seen else {
                throw ServiceError("\(title): nobody touches the panel: nothing to show", .badData)
            }
            let (from, to) = (
                fixed(Double(seen.lowerBound) / 1e6, places: 3), fixed(Double(seen.upperBound) / 1e6, places: 3)
            )
            throw ServiceError(
                "\(title): nobody touches the panel then: its fingers\(readings.isEmpty ? "" : " and readings") are there from \(from) to \(to) s of the recording's clock",
                .badData)
        }
        return PlotPicture(data, title: title).svg
    }

    private var panel: ViewPanel {
        let geometry = replay.panel.geometry
        var panel = ViewPanel(width: Double(geometry.width), height: Double(geometry.height))
        if geometry.hasMillimetres {
            let size = geometry.pointsPerPixel
            panel.millimetres = (
                Double(geometry.width * size.x) * PanelGeometry.millimetresPerPoint,
                Double(geometry.height * size.y) * PanelGeometry.millimetresPerPoint
            )
        }
        for zone in replay.panel.configuration.zones {
            switch zone.shape {
            case .rectangle(let origin, let size):
                let origin = geometry.pixels(origin)
                let size = geometry.pixels(Point(x: size.x, y: size.y))
                panel.zones.append(
                    .init(
                        name: zone.name,
                        shape: .rect(
                            x: Double(origin.x), y: Double(origin.y), width: Double(size.x), height: Double(size.y))))
            case .circle(let center, let radius):
                let center = geometry.pixels(center)
                panel.zones.append(
                    .init(
                        name: zone.name,
                        shape: .circle(
                            x: Double(center.x), y: Double(center.y),
                            radius: Double(radius * geometry.pixelsPerPoint.x))))
            case .ring(let center, let inner, let outer):
                let center = geometry.pixels(center)
                panel.zones.append(
                    .init(
                        name: zone.name,
                        shape: .ring(
                            x: Double(center.x), y: Double(center.y), inner: Double(inner * geometry.pixelsPerPoint.x),
                            outer: Double(outer * geometry.pixelsPerPoint.x))))
            case .polygon(let corners):
                panel.zones.append(
                    .init(
                        name: zone.name,
                        shape: .polygon(
                            corners.map { geometry.pixels($0) }.map { .init(x: Double($0.x), y: Double($0.y)) })))
            }
        }
        return panel
    }

    /// Writes the picture to `path`, whole or not at all: SVG, or PNG where the name ends so; `-` is the standard output, as
    /// SVG.
    ///
    /// - Parameter replaces: whether a file that is there already is replaced.
    /// - Throws: ``ServiceError``: exit code 69 where the program that makes PNG is missing, 74 where there is a file already,
    ///   74 or 77 where it cannot be written.
    public func write(to path: String, replaces: Bool) throws(ServiceError) {
        let picture = try svg()
        try WholeFile.require(path, replaces: replaces)
        guard path != "-" else {
            var output = OutputStream()
            output.write(picture)
            return try output.finish()
        }
        guard path.hasSuffix(".png") else { return try WholeFile.put(Array(picture.utf8), to: path) }
        let folder = try TemporaryFolder()
        let (drawn, converted) = ("\(folder.path)/picture.svg", "\(folder.path)/picture.png")
        try WholeFile.put(Array(picture.utf8), to: drawn)
        // Twice as many px: a bug report is looked at closely.
        switch Program.run(["rsvg-convert", "--zoom=2", "--output=\(converted)", drawn]) {
        case .some(0): try WholeFile.put(Files.read(converted), to: path)
        case .none:
            throw ServiceError(
                "\(path): PNG needs rsvg-convert, which is not here: sudo apt install librsvg2-bin; or write an .svg, which "
                    + "every browser shows", .unavailable)
        case .some(let code): throw ServiceError("\(path): rsvg-convert failed with exit code \(code)", .inputOutput)
        }
    }
}

/// What goes on where a picture begins: fingers that are down, gestures that have begun.
private struct PlotBeginning {
    private var running: [ViewEvent] = []

    /// Takes an event from before the picture.
    mutating func take(_ event: ViewEvent) {
        running.removeAll { $0.subject == event.subject && $0.name == event.name }
        if ["began", "moved", "changed"].contains(event.state) { running.append(event) }
    }

    /// They begin with the picture.
    mutating func begin(at time: Int64, in data: inout PlotData) {
        for var event in running {
            (event.state, event.time) = ("began", time)
            data.take(event)
        }
        running = []
    }
}
