import TaplineConfiguration
import TaplineCore
public import TaplineDaemon

/// Plays the variants of a conformance corpus and compares what happens with what is expected.
public struct ConformanceRun: Sendable {
    /// What came of a variant.
    public enum Outcome: Sendable {
        /// What happened is what is expected.
        case passed
        /// Something else happened: where, in lines of text.
        case differed(String)
    }

    /// A run.
    public init() {}

    /// Plays a variant of a case.
    ///
    /// - Throws: ``ServiceError``: exit code 65 for what is wrong in its expectations or its trace, 78 for its
    ///   configuration, 74 for a file that cannot be read.
    public func play(_ variant: String, of folder: ConformanceCase) throws(ServiceError) -> Outcome {
        let file = folder.expectations(of: variant)
        let expectation = try expectation(in: file)
        let configuration = "\(folder.folder)/\(expectation.configuration)"
        let difference: Difference?
        if let name = expectation.trace {
            let trace = try Trace.read("\(folder.folder)/\(name)")
            difference = expectation.difference(from: try events(trace, configuration, expectation))
        } else {
            difference = try refusal(of: configuration, expectation)
        }
        guard let difference else { return .passed }
        return .differed(difference.report(file: file))
    }

    private func expectation(in file: String) throws(ServiceError) -> Expectation {
        let bytes = try Files.read(file)
        do throws(LineFormatError) {
            return try Expectation(bytes, file: file)
        } catch {
            throw ServiceError(error)
        }
    }

    /// The traces of a case that none of its variants plays: what they were meant for would not be checked.
    func unplayedTraces(of folder: ConformanceCase) -> [String] {
        var played: [String] = []
        for variant in folder.variants {
            // (What is wrong there has been reported.)
            guard let expectation = try? expectation(in: folder.expectations(of: variant)) else { return [] }
            if let trace = expectation.trace { played.append(trace) }
        }
        return folder.traces.filter { !played.contains($0) }.map { "\(folder.folder)/\($0)" }
    }

    /// What becomes of a trace: as `tapline replay` writes it, or with answers, which only recognizers ask for.
    private func events(
        _ trace: Trace, _ configuration: String, _ expectation: Expectation
    ) throws(ServiceError) -> [EmittedEvent] {
        let panel = try Panel<StandardRecognizer>(configuration: configuration, recordedBy: trace)
        try expectation.require(
            recognizers: panel.configuration.gestures.map { $0.name },
            events: panel.configuration.events.map { $0.name },
            controls: panel.configuration.zones.filter { $0.control != nil }.map { $0.name })
        let touchTimeout = expectation.touchTimeout.map { Microseconds($0) }
        guard expectation.answers.isEmpty else {
            var collector = EventCollector(
                format: EventsFormat(geometry: panel.geometry, names: panel.configuration.names))
            var gestures = try AnsweredGestures(
                panel, expectation.answers, touchTimeout: touchTimeout, explains: expectation.explains)
            gestures.play(trace, into: &collector)
            return collector.events
        }
        var replay = Replay(trace: trace, panel: panel)
        replay.touchTimeout = touchTimeout
        replay.emitsTouches = expectation.emitsTouches
        replay.explains = expectation.explains
        replay.tellsStreams = expectation.tellsStreams
        var output = OutputStream.kept()
        try replay.run(into: &output)
        return output.keptBytes.split(separator: UInt8(ascii: "\n")).compactMap { EmittedEvent($0) }.filter {
            !$0.isHeader
        }
    }

    /// Whether a configuration is refused for the reason expected.
    private func refusal(
        of configuration: String, _ expectation: Expectation
    ) throws(ServiceError) -> Difference? {
        // (For a panel of any size.)
        let panel = PanelGeometry.Description(rawWidth: 800, rawHeight: 480)
        _ = try Files.read(configuration)
        do throws(ServiceError) {
            let panel = try Panel<StandardRecognizer>(configuration: configuration, trace: panel)
            _ = try panel.pipeline(for: EventCollector.self)
        } catch {
            let missing = expectation.refusal.filter { !holds(error.description, $0) }
            return missing.isEmpty
                ? nil
                : Difference(
                    line: 1, expected: "a refusal that names \(missing.joined(separator: ", "))",
                    got: error.description)
        }
        return Difference(line: 1, expected: "the configuration is refused", got: "it is accepted")
    }

    private func holds(_ text: String, _ part: String) -> Bool {
        let text = Array(text.utf8)
        let part = Array(part.utf8)
        guard text.count >= part.count else { return false }
        return (0...text.count - part.count).contains { text[$0..<$0 + part.count] == part[...] }
    }
}

extension Difference {
    /// The difference for people; `file` holds the expectations.
    func report(file: String) -> String {
        var text = "  \(file):\(line)\n  expected  \(expected ?? "nothing more")\n"
        if let before { text += "  before    \(before)\n" }
        text += "  got       \(got ?? "nothing more")\n"
        if !keys.isEmpty { text += "  differs   \(keys.joined(separator: ", "))\n" }
        return text
    }
}
