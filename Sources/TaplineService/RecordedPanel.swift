import TaplineBoards
import TaplineControllers
import TaplineSimulator
import TaplineTouches

/// The panel of a `bus/1` recording: the chip's registers, its driver's configuration, and the geometry.
struct RecordedPanel: Sendable {
    /// The chip, and what its driver is told of it.
    enum Chip: Sendable {
        case goodix(Goodix.Configuration, RecordedRegisters)
        case focalTech(FocalTech.Configuration, RecordedFocalTech)
    }

    /// The chip, and what its driver is told of it.
    let chip: Chip
    /// The panel: the board's, or one of the size that the chip says, of no known size in mm.
    let geometry: PanelGeometry.Description
    private let file: String

    /// - Throws: ``ServiceError``: exit code 65 for a chip or a board that is not known, 78 for what is wrong in the
    ///   board's file.
    init(_ trace: BusTrace, file: String, library: BoardLibrary) throws(ServiceError) {
        self.file = file
        guard let chip = ControllerChip(name: trace.chip) else {
            let valid = ControllerChip.allNames.joined(separator: ", ")
            throw RecordedPanel.failure(
                file, "chip \(RecordedPanel.quoted(trace.chip)) is not in this version yet; valid: \(valid)")
        }
        var board: BoardDescription?
        if let name = trace.board { board = try RecordedPanel.board(name, file: file, library: library) }
        switch chip.family {
        case .goodix: (self.chip, geometry) = RecordedPanel.goodix(trace, chip: chip, board: board)
        case .focalTech: (self.chip, geometry) = RecordedPanel.focalTech(trace, chip: chip, board: board)
        case .hynitron, .cst3xx, .sitronix, .ilitek, .eeti:
            throw RecordedPanel.failure(
                file,
                "chip '\(chip.name)' is known, but its bytes cannot be replayed yet; record its touches as trace/1")
        }
    }

    // The recording's times are the interrupt's, and nobody resets or wakes a recording.

    private static func goodix(
        _ trace: BusTrace, chip: ControllerChip, board: BoardDescription?
    ) -> (Chip, PanelGeometry.Description) {
        let registers: RecordedRegisters
        let geometry: PanelGeometry.Description
        var configuration: Goodix.Configuration
        if let board {
            geometry = board.panel
            registers = RecordedRegisters(
                trace, width: board.panel.rawWidth, height: board.panel.rawHeight,
                interruptIsActiveHigh: board.interruptPin.map { !$0.activeLow })
            configuration = Goodix.Configuration(board)
        } else {
            registers = RecordedRegisters(trace)
            geometry = PanelGeometry.Description(rawWidth: registers.size.width, rawHeight: registers.size.height)
            configuration = Goodix.Configuration()
            configuration.rawWidth = geometry.rawWidth
            configuration.rawHeight = geometry.rawHeight
            configuration.maximumContacts = min(chip.maximumFingers, GoodixRegisters.maximumContacts)
        }
        configuration.address = trace.address
        configuration.alternativeAddress = nil
        configuration.hasResetLine = false
        configuration.hasInterruptLine = true
        configuration.silence = .unlimited
        configuration.livenessPeriod = .unlimited
        return (.goodix(configuration, registers), geometry)
    }

    private static func focalTech(
        _ trace: BusTrace, chip: ControllerChip, board: BoardDescription?
    ) -> (Chip, PanelGeometry.Description) {
        let registers = RecordedFocalTech(
            trace, chip: FT5x06Model.Configuration(FT5x06Model.Part(chip)),
            interruptIsActiveHigh: board?.interruptPin.map { !$0.activeLow })
        // (The chips do not say their size: without a board the panel is as large as their 12 bits.)
        let geometry = board?.panel ?? PanelGeometry.Description(rawWidth: 4_096, rawHeight: 4_096)
        var configuration = board.map { FocalTech.Configuration($0) } ?? FocalTech.Configuration()
        if board == nil { configuration.maximumContacts = chip.maximumFingers }
        configuration.language = FocalTech.Language(chip)
        configuration.address = trace.address
        configuration.alternativeAddress = nil
        configuration.hasResetLine = false
        configuration.hasInterruptLine = true
        configuration.silence = .unlimited
        configuration.livenessPeriod = .unlimited
        return (.focalTech(configuration, registers), geometry)
    }

    private static func board(
        _ name: String, file: String, library: BoardLibrary
    ) throws(ServiceError) -> BoardDescription {
        do throws(ConfigurationErrors) {
            if let board = try library.board(name) { return board }
        } catch {
            throw ServiceError(error)
        }
        throw failure(
            file, "unknown board \(quoted(name)); there are \(library.names.joined(separator: ", "))")
    }

    /// The chip of the recording says that it is another one.
    var wrongIdentity: ServiceError {
        switch chip {
        case .goodix:
            RecordedPanel.failure(file, "what the recording read at 0x8140 is not the identity of a Goodix chip")
        case .focalTech:
            RecordedPanel.failure(file, "what the recording read at 0xa3 is not the identity of a FocalTech chip")
        }
    }

    private static func failure(_ file: String, _ message: String) -> ServiceError {
        ServiceError(LineFormatError(file: file, line: 1, message: message))
    }

    /// A name from outside, shortened and without control characters.
    private static func quoted(_ text: String) -> String {
        var shown = ""
        for scalar in text.unicodeScalars.prefix(40) {
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            shown.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
        }
        return "'" + shown + "'"
    }
}
