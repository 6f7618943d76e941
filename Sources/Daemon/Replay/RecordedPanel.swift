import TaplineChipModels
import TaplineConfiguration
import TaplineCore
import TaplineFormats
import TaplineSimulator

/// The panel of a `bus/1` recording: the chip that shows it, its driver, and the geometry.
struct RecordedPanel: Sendable {
    /// The driver looks for its chip before the recording's first instant: from when, and until when it has found it.
    static var start: Instant { Instant(microseconds: -2_000_000) }
    static var identified: Instant { Instant(microseconds: -1_000_000) }

    private let trace: BusTrace
    private let chip: ControllerChip
    private let board: BoardDescription?
    private let file: String
    /// The panel: the board's, or one of the size that the chip says, of no known size in mm.
    let geometry: PanelGeometry.Description

    /// - Parameter board: the one that the recording names; nil: it names none.
    /// - Throws: ``LineFormatError`` for a chip that is not known, cannot be replayed, or is not the board's.
    init(_ trace: BusTrace, on board: BoardDescription?, file: String) throws(LineFormatError) {
        guard let chip = ControllerChip(name: trace.chip) else {
            let valid = ControllerChip.allNames.joined(separator: ", ")
            throw RecordedPanel.failure(
                file, "chip \(quoted(trace.chip)) is not in this version yet; valid: \(valid)")
        }
        if let board, board.controller.family != chip.family {
            throw RecordedPanel.failure(
                file,
                "the recording is of a \(chip.name), \(trace.board == nil ? "the" : "its") board \(quoted(trace.board ?? board.name)) has a "
                    + "\(board.controller.name)")
        }
        (self.trace, self.chip, self.board, self.file) = (trace, chip, board, file)
        let replay = RecordedPanel.replay(trace, chip, board)
        guard replay.model != nil else {
            throw RecordedPanel.failure(
                file,
                "chip '\(chip.name)' is known, but its bytes cannot be replayed yet; record its touches as trace/1")
        }
        // Chips that do not say their size: without a board the panel is as large as their bits.
        if let board {
            geometry = board.panel
        } else if let said = replay.size, said.width > 0, said.height > 0 {
            geometry = .init(rawWidth: said.width, rawHeight: said.height)
        } else {
            geometry = .init(rawWidth: replay.mostPixels, rawHeight: replay.mostPixels)
        }
    }

    /// The driver of the recorded chip.
    var driver: BoardController {
        var maker = DriverOfRecording(trace: trace, chip: chip, board: board, geometry: geometry)
        ChipFamilies.visit(chip.family.number, &maker)
        return maker.driver ?? BoardController(EvdevDriver.Configuration())
    }

    /// The recorded chip, at its beginning.
    var chipModel: BoardChipModel { RecordedPanel.replay(trace, chip, board).model ?? BoardChipModel() }

    /// Plays the recorded chip to its end.
    ///
    /// - Parameter begin: called when the driver has found its chip.
    /// - Returns: what is doubtful about the recording, a sentence each; nil: the driver has not found its chip, and nothing is played.
    func play<Kind: Recognizer, Sink: HostSink & CommandSink>(
        through gestures: consuming StandardGesturePipeline<Kind, Sink>, _ remote: RemoteControl, into sink: inout Sink,
        begin: (inout Sink) -> Void = { _ in }
    ) -> [String]? {
        var host = SimulatedHost(
            pipeline: Pipeline(chip: driver, gestures: gestures), bus: SimulatedBus(chip: chipModel),
            startingAt: RecordedPanel.start)
        host.start(into: &sink)
        host.advance(to: RecordedPanel.identified, into: &sink)
        guard host.pipeline.chip.identity.isKnown else { return nil }
        begin(&sink)
        var remote = remote
        while host.deadline < .never {
            host.advance(to: host.deadline, into: &sink)
            host.pipeline.gestures.takeCommands(&remote, into: &sink)
        }
        host.pipeline.gestures.endCommands(&remote, into: &sink)
        return doubts(host.pipeline.chip.identity, host.pipeline.counters)
    }

    private func doubts(_ identity: ControllerIdentity, _ counters: PipelineCounters) -> [String] {
        var doubts: [String] = []
        if let doubt = board.flatMap({ identity.doubt(about: $0) }) { doubts.append(doubt) }
        let bad = counters.badReports &- CountStart.value
        if bad > 0 {
            let all = bad &+ counters.reports &- CountStart.value
            doubts.append("\(bad) of \(counted(Int(all), "report")) made no sense and moved no finger")
        }
        return doubts
    }

    /// Goodix has a replay of its own: its reports wait for an acknowledge.
    private static func replay(
        _ trace: BusTrace, _ chip: ControllerChip, _ board: BoardDescription?
    ) -> ReplayOfFamily {
        var replay = ReplayOfFamily(trace: trace, chip: chip, isActiveHigh: board?.interruptPin.map { !$0.activeLow })
        if chip.family.name == "Goodix" {
            let registers =
                board.map {
                    RecordedRegisters(
                        trace, width: $0.panel.rawWidth, height: $0.panel.rawHeight,
                        interruptIsActiveHigh: replay.isActiveHigh)
                } ?? RecordedRegisters(trace)
            replay.model = BoardChipModelOf(registers)
            replay.size = registers.size
        } else {
            ChipFamilies.visit(chip.family.number, &replay)
        }
        return replay
    }

    /// The chip of the recording says that it is another one.
    var wrongIdentity: LineFormatError {
        var place = PlaceOfIdentity()
        ChipFamilies.visit(chip.family.number, &place)
        return RecordedPanel.failure(
            file, "what the recording read\(place.text) is not the identity of a \(chip.family.name) chip")
    }

    /// What is wrong with a recording's first line.
    static func failure(_ file: String, _ message: String) -> LineFormatError {
        LineFormatError(file: file, line: 1, message: message)
    }
}

/// Shows a recording by a family's model.
private struct ReplayOfFamily: FamilyVisitor {
    let trace: BusTrace
    let chip: ControllerChip
    let isActiveHigh: Bool?
    /// nil where its bytes cannot be replayed.
    var model: BoardChipModel?
    var size: (width: Int, height: Int)?
    var mostPixels = 4_096

    mutating func visit<Model: FamilyModel>(_ family: ListedFamily<Model>) {
        guard let row = Model.Family.chip(chip.row) else { return }
        var panel = ModelledPanel(row)
        panel.address = trace.address
        guard let replayed = ReplayedChip(trace, model: Model(panel), interruptIsActiveHigh: isActiveHigh) else {
            return
        }
        model = BoardChipModelOf(replayed)
        size = Model.size { replayed.recorded($0) }
        mostPixels = Model.mostPixels
    }
}

/// Makes the driver of a recorded chip. The recording's times are the interrupt's, and nobody resets or wakes a
/// recording.
private struct DriverOfRecording: FamilyVisitor {
    let trace: BusTrace
    let chip: ControllerChip
    let board: BoardDescription?
    let geometry: PanelGeometry.Description
    var driver: BoardController?

    mutating func visit<Model: FamilyModel>(_ family: ListedFamily<Model>) {
        var configuration = ChipDriver<Model.Family>.Configuration()
        if let board {
            configuration = .init(board)
        } else {
            configuration.rawWidth = geometry.rawWidth
            configuration.rawHeight = geometry.rawHeight
            configuration.maximumContacts = chip.maximumFingers
        }
        if let row = Model.Family.chip(chip.row) {
            configuration.variant = Model.Family.variant(of: row, ChipSettings())
        }
        configuration.address = trace.address
        configuration.hasResetLine = false
        configuration.hasInterruptLine = true
        configuration.silence = .unlimited
        configuration.livenessPeriod = .unlimited
        driver = BoardController(configuration)
    }
}

/// The register with which a family asks for the identity.
private struct PlaceOfIdentity: FamilyVisitor {
    var text = ""

    mutating func visit<Model: FamilyModel>(_ listed: ListedFamily<Model>) {
        var family = Model.Family(ChipDriver<Model.Family>.Configuration())
        let question = family.identificationRequest()
        var register = 0
        for index in 0..<question.written.count { register = register << 8 | Int(question.written[index]) }
        if question.written.count > 0, question.readCount > 0 { text = " at 0x" + String(register, radix: 16) }
    }
}
