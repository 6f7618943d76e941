import TaplineConfiguration
import TaplineDaemon
import TaplineLinux

// What this computer says.

extension InitFacts {
    /// What the files of this computer say, before a board is chosen. No device is opened.
    ///
    /// - Parameter root: stands before every path, for tests on a tree of their own.
    /// - Throws: ``ServiceError`` where config.txt cannot be read.
    static func ofThisComputer(
        root: String = "", library: BoardLibrary = BoardLibrary()
    ) throws(ServiceError) -> InitFacts {
        let none = try reading { () throws(ConfigurationErrors) in try BoardDescription.simulated() }
        var machine = MachineFacts(board: none)
        machine.lookAtFiles(root: root)
        var facts = InitFacts(machine: machine)
        if let file = machine.bootConfiguration?.file { facts.boot = try Files.readText(root + file) }
        facts.touchscreens = EvdevDevices.all(root: root).filter { $0.isTouchscreen }
        for name in library.names {
            guard let board = (try? library.board(name)) ?? nil, board.bus != .simulated else { continue }
            facts.boards.append(InitBoard(name, board, root: root))
        }
        return facts
    }

    /// The board that a command line names. A file of one's own is copied to where the service may read it.
    static func board(givenAs name: String, for panel: String) throws(ServiceError) -> InitBoard {
        let library = BoardLibrary()
        guard let description = try library.board(givenAs: name) else { throw library.unknown(name) }
        guard description.bus != .simulated else {
            throw ServiceError(
                "--board: \(displayed(name)) is simulated; a panel without hardware: tapline run", .usage)
        }
        if let missing = description.missingSize {
            throw ServiceError("\(missing.message); \(missing.suggestion)", .badConfiguration)
        }
        let file = library.file(of: name) ?? name
        let known = ["/etc/tapline/boards/", "/usr/share/tapline/boards/"].contains { folder in
            file.hasPrefix(folder) && !name.utf8.contains(UInt8(ascii: "/"))
        }
        var board = InitBoard(known ? name : panel, description)
        if !known { board.text = try Files.readText(file) }
        return board
    }

    /// Looks at what concerns `board`.
    mutating func look(at board: InitBoard, _ options: InitOptions, root: String = "") throws(ServiceError) {
        machine = MachineFacts(board: board.description)
        machine.lookAtFiles(root: root)
        let unit = "tapline@\(options.name).service"
        isEnabled = Files.exists("\(root)/etc/systemd/system/multi-user.target.wants/\(unit)")
        for path in [
            InitFacts.freeRules, InitFacts.inputOption, InitFacts.configuration(options.name),
            InitFacts.ownBoard(options.name), InitFacts.groupRules, "/etc/udev/rules.d/61-tapline-free.rules",
            "/etc/systemd/system/\(unit).d/input.conf",
        ] where Files.exists(root + path) {
            files.append((path, try Files.readText(root + path)))
        }
        if !board.isOfTheKernel, let bus = board.busPath { note(deviceAt: bus) }
        let chips = GPIOLines.readChips().chips
        for chip in chips {
            if options.serial == nil || board.drivesLines { note(deviceAt: chip.paths[0]) }
            for (offset, name) in chip.lineNames.enumerated() {
                lines.append((name, GPIOChip.user(of: UInt32(offset), path: chip.paths[0])))
            }
        }
        look(atLine: options.line)
    }

    /// Looks whether the line that was named is there, and who uses it.
    mutating func look(atLine name: String?) {
        guard let name else { return }
        let place = try? GPIOLines.locate(name)
        hasLine = place != nil
        lineUser = place.flatMap { GPIOChip.user(of: $0.offset, path: $0.chipPath) }
    }

    private mutating func note(deviceAt path: String) {
        if let group = DeviceFiles.group(of: path) { devices.append((path, group)) }
    }
}

extension InitBoard {
    /// The board called `name`, and where its bus is on this computer.
    init(_ name: String, _ board: BoardDescription, root: String = "") {
        self.init(name: name, description: board)
        if board.controller.family == .evdev {
            switch board.bus {
            case .adapter(let device): inputPath = try? EvdevDevices.find(device, root: root)
            case .path(let path): inputPath = DeviceFiles.realPath(root + path)
            case .number(let number): inputPath = DeviceFiles.realPath(root + EvdevDevices.path(number: number))
            case .simulated, .firstOf: break
            }
            let overlay = board.overlay.flatMap { TouchOverlay.named(OverlayLine.name(in: $0)) }
            for bus in overlay?.bus ?? [] where busPath == nil {
                busPath = try? BusName.adapter(bus).adapterPath(root: root)
            }
        } else {
            busPath = try? board.bus.adapterPath(root: root)
            // (A path or a number says nothing of whether it is there.)
            if let path = busPath, !I2CAdapters.all(root: root).contains(where: { $0.path == path }),
                DeviceFiles.realPath(root + path) == nil
            {
                busPath = nil
            }
        }
    }
}
