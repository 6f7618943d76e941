import TaplineBoards
import TaplineControllers
import TaplineSimulator
import TaplineTouches

/// The panel of a `bus/1` recording: the chip's registers, its driver's configuration, and the geometry.
struct RecordedPanel: Sendable {
    /// What the driver is told of the chip.
    let configuration: Goodix.Configuration
    /// The chip.
    let registers: RecordedRegisters
    /// The panel: the board's, or one of the size that the chip says, of no known size in mm.
    let geometry: PanelGeometry.Description
    private let file: String

    /// The chips whose recordings can be replayed.
    private static var chips: [ControllerChip] {
        [.gt911, .gt912, .gt927, .gt928, .gt9271, .gt967, .gt1151, .gt1158, .gt5688, .gt917s, .gt9286]
    }

    /// - Throws: ``ServiceError``: exit code 65 for a chip or a board that is not known, 78 for what is wrong in the
    ///   board's file.
    init(_ trace: BusTrace, file: String, library: BoardLibrary) throws(ServiceError) {
        self.file = file
        guard let chip = RecordedPanel.chips.first(where: { $0.name == trace.chip }) else {
            let valid = RecordedPanel.chips.map { $0.name }.joined(separator: ", ")
            throw RecordedPanel.failure(
                file, "chip \(RecordedPanel.quoted(trace.chip)) is not in this version yet; valid: \(valid)")
        }
        var configuration: Goodix.Configuration
        if let name = trace.board {
            let board = try RecordedPanel.board(name, file: file, library: library)
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
        // The recording's times are the interrupt's, and nobody resets or wakes a recording.
        configuration.address = trace.address
        configuration.alternativeAddress = nil
        configuration.hasResetLine = false
        configuration.hasInterruptLine = true
        configuration.livenessPeriod = .unlimited
        self.configuration = configuration
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
        RecordedPanel.failure(file, "what the recording read at 0x8140 is not the identity of a Goodix chip")
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
