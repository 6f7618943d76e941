import TaplineBoards
import TaplineControllers
import TaplineSimulator
import TaplineTouches

/// The panel of a `bus/1` recording: the chip's registers, its driver's configuration, and the geometry.
struct RecordedPanel: Sendable {
    /// The chip, and what its driver is told of it.
    private enum Chip: Sendable {
        case goodix(Goodix.Configuration, RecordedRegisters)
        case focalTech(FocalTech.Configuration, RecordedFocalTech)
        case hynitron(Hynitron.Configuration, ReplayedChip<CST816Model>)
        case cst3xx(CST3xx.Configuration, ReplayedChip<CST3xxModel>)
        case sitronix(Sitronix.Configuration, ReplayedChip<ST1633Model>)
    }

    private let chip: Chip
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
        if let name = trace.board { board = try RecordedPanel.board(name, chip, file: file, library: library) }
        (self.chip, geometry) = try RecordedPanel.chip(trace, chip, board: board, file: file)
    }

    private static func chip(
        _ trace: BusTrace, _ chip: ControllerChip, board: BoardDescription?, file: String
    ) throws(ServiceError) -> (Chip, PanelGeometry.Description) {
        let isActiveHigh = board?.interruptPin.map { !$0.activeLow }
        // Chips that do not say their size: without a board the panel is as large as their bits.
        func size(_ width: Int?, _ height: Int?, atMost most: Int) -> PanelGeometry.Description {
            if let board { return board.panel }
            if let width, let height, width > 0, height > 0 { return .init(rawWidth: width, rawHeight: height) }
            return .init(rawWidth: most, rawHeight: most)
        }
        switch chip.family {
        case .goodix:
            let registers =
                board.map {
                    RecordedRegisters(
                        trace, width: $0.panel.rawWidth, height: $0.panel.rawHeight, interruptIsActiveHigh: isActiveHigh
                    )
                } ?? RecordedRegisters(trace)
            let geometry = size(registers.size.width, registers.size.height, atMost: 4_096)
            return (.goodix(configuration(trace, chip, board, geometry), registers), geometry)
        case .focalTech:
            let registers = RecordedFocalTech(
                trace, chip: .init(FT5x06Model.Part(chip)), interruptIsActiveHigh: isActiveHigh)
            let geometry = size(nil, nil, atMost: 4_096)
            let configuration: FocalTech.Configuration = configuration(
                trace, chip, board, geometry, variant: .init(chip))
            return (.focalTech(configuration, registers), geometry)
        case .hynitron:
            var model = CST816Model.Configuration(CST816Model.Part(chip))
            model.address = trace.address
            let replayed = ReplayedChip(
                trace, model: CST816Model(configuration: model),
                layout: .init(HynitronRegisters.fingers, count: HynitronRegisters.reportLength),
                interruptIsActiveHigh: isActiveHigh)
            let geometry = size(nil, nil, atMost: 4_096)
            return (.hynitron(configuration(trace, chip, board, geometry), replayed), geometry)
        case .cst3xx:
            var model = CST3xxModel.Configuration(CST3xxModel.Part(chip))
            model.address = trace.address
            let replayed = ReplayedChip(
                trace, model: CST3xxModel(configuration: model),
                layout: .init(
                    CST3xxRegisters.report, count: CST3xxRegisters.reportLength(CST3xxRegisters.maximumContacts)),
                interruptIsActiveHigh: isActiveHigh)
            let first = Int(CST3xxRegisters.information)
            func number(_ offset: Int) -> Int? {
                guard let low = replayed.recorded(first + offset), let high = replayed.recorded(first + offset + 1)
                else {
                    return nil
                }
                return Int(low) | Int(high) << 8
            }
            let geometry = size(
                number(CST3xxRegisters.widthOffset), number(CST3xxRegisters.heightOffset), atMost: 4_096)
            return (.cst3xx(configuration(trace, chip, board, geometry), replayed), geometry)
        case .sitronix:
            let part = SitronixFamily.Part(chip)
            var model = ST1633Model.Configuration(part)
            model.address = trace.address
            let replayed = ReplayedChip(
                trace, model: ST1633Model(configuration: model),
                layout: .init(SitronixRegisters.places, count: 5 * 4),
                interruptIsActiveHigh: isActiveHigh)
            let place = SitronixRegisters.sizeOffset
            let high = replayed.recorded(place).map { Int($0) }
            let geometry = size(
                high.flatMap { high in replayed.recorded(place + 1).map { (high & 0x70) << 4 | Int($0) } },
                high.flatMap { high in replayed.recorded(place + 2).map { (high & 0x07) << 8 | Int($0) } },
                atMost: 2_048)
            return (.sitronix(configuration(trace, chip, board, geometry, variant: part), replayed), geometry)
        default:
            throw RecordedPanel.failure(
                file,
                "chip '\(chip.name)' is known, but its bytes cannot be replayed yet; record its touches as trace/1")
        }
    }

    /// What the driver of a recorded chip is told. The recording's times are the interrupt's, and nobody resets or wakes
    /// a recording.
    private static func configuration<Family: ChipFamily>(
        _ trace: BusTrace, _ chip: ControllerChip, _ board: BoardDescription?, _ geometry: PanelGeometry.Description,
        variant: Family.Variant = Family.usualVariant
    ) -> ChipDriver<Family>.Configuration {
        var configuration = board.map { ChipDriver<Family>.Configuration($0) } ?? .init()
        if board == nil {
            configuration.rawWidth = geometry.rawWidth
            configuration.rawHeight = geometry.rawHeight
            configuration.maximumContacts = chip.maximumFingers
        }
        configuration.variant = variant
        configuration.address = trace.address
        configuration.alternativeAddress = nil
        configuration.hasResetLine = false
        configuration.hasInterruptLine = true
        configuration.silence = .unlimited
        configuration.livenessPeriod = .unlimited
        return configuration
    }

    /// The driver of the recorded chip.
    var driver: BoardController {
        switch chip {
        case .goodix(let configuration, _): BoardControllerOf(Goodix(configuration: configuration))
        case .focalTech(let configuration, _): BoardControllerOf(FocalTech(configuration: configuration))
        case .hynitron(let configuration, _): BoardControllerOf(Hynitron(configuration: configuration))
        case .cst3xx(let configuration, _): BoardControllerOf(CST3xx(configuration: configuration))
        case .sitronix(let configuration, _): BoardControllerOf(Sitronix(configuration: configuration))
        }
    }

    /// The recorded chip, at its beginning.
    var chipModel: BoardChipModel {
        switch chip {
        case .goodix(_, let registers): BoardChipModelOf(registers)
        case .focalTech(_, let registers): BoardChipModelOf(registers)
        case .hynitron(_, let replayed): BoardChipModelOf(replayed)
        case .cst3xx(_, let replayed): BoardChipModelOf(replayed)
        case .sitronix(_, let replayed): BoardChipModelOf(replayed)
        }
    }

    private static func board(
        _ name: String, _ chip: ControllerChip, file: String, library: BoardLibrary
    ) throws(ServiceError) -> BoardDescription {
        var found: BoardDescription?
        do throws(ConfigurationErrors) {
            found = try library.board(name)
        } catch {
            throw ServiceError(error)
        }
        guard let board = found else {
            throw failure(file, "unknown board \(quoted(name)); there are \(library.names.joined(separator: ", "))")
        }
        guard board.controller.family == chip.family else {
            throw failure(
                file, "the recording is of a \(chip.name), its board \(quoted(name)) has a \(board.controller.name)")
        }
        return board
    }

    /// The chip of the recording says that it is another one.
    var wrongIdentity: ServiceError {
        let (place, name) =
            switch chip {
            case .goodix: ("0x8140", "Goodix")
            case .focalTech: ("0xa3", "FocalTech")
            case .hynitron: ("0xa7", "Hynitron")
            case .cst3xx: ("0xd1f4", "CST3xx")
            case .sitronix: ("0x00", "Sitronix")
            }
        return RecordedPanel.failure(
            file, "what the recording read at \(place) is not the identity of a \(name) chip")
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
