import TaplineConfiguration
import TaplineCore
import TaplineDaemon
import TaplineFormats
import TaplineLinux

extension InitFacts {
    /// What is done for the lamp of `options` on `board`, whose computer ``machine`` describes.
    ///
    /// - Throws: ``ServiceError``: what keeps it from being done, with what would help: exit code 64 where an option is
    ///   missing or wrong, or a file is there already, 69 for a device.
    func plan(_ options: InitOptions, board: InitBoard) throws(ServiceError) -> InitPlan {
        var plan = InitPlan()
        plan.notes = ["\(board.description.name)" + (board.reason.isEmpty ? "" : ": \(board.reason)")]
        // (A made or an input device's board is one of what is there.)
        guard board.isOfTheKernel ? board.inputPath != nil : board.busPath != nil else {
            try refuseWhatNothingBrings(board)
            let missing = board.isOfTheKernel ? absence(of: board) : nil
            plan = try restart(Doctor.bootLine(board.description), options, plan, missing: missing)
            // (A line that could not be is said before the computer starts again.)
            if options.line != nil || options.serial != nil { _ = try configuration(options, board) }
            return plan
        }
        try refuseExisting(options, board)
        let configuration = try configuration(options, board)
        try free(board, &plan)
        let groups = groupRules(board)
        if !groups.isEmpty {
            plan.steps += [
                // (Without the rule they are given back at once, not only by the next start.)
                .run([], undo: InitFacts.trigger("add")), .run([], undo: ["udevadm", "control", "--reload"]),
                .write(path: InitFacts.groupRules, bytes: Array(groups.utf8)),
                .run(["udevadm", "control", "--reload"]),
                .run(InitFacts.trigger("change")), .run(["udevadm", "settle"]),
            ]
        }
        if let text = board.text { plan.steps.append(.write(path: InitFacts.ownBoard(options.name), bytes: text)) }
        plan.steps.append(.write(path: InitFacts.configuration(options.name), bytes: Array(configuration.utf8)))
        let unit = "tapline@\(options.name)"
        if board.isOfTheKernel {
            let path = "/etc/systemd/system/\(unit).service.d/input.conf"
            let text = try ofPackage(InitFacts.inputOption)
            if file(path) != text {
                plan.steps += [
                    .run([], undo: ["systemctl", "daemon-reload"]), .write(path: path, bytes: text),
                    .run(["systemctl", "daemon-reload"]),
                ]
            }
        }
        // (One that ran before goes on as it did when its files are as they were.)
        if isEnabled { plan.steps.insert(.run([], undo: ["systemctl", "try-restart", unit]), at: 0) }
        plan.steps += [
            .run(["systemctl", "enable", unit], undo: isEnabled ? [] : ["systemctl", "disable", "--now", unit]),
            .run(["systemctl", "restart", unit]),
        ]
        return plan
    }

    /// What is done where the bus comes with `line` of config.txt.
    ///
    /// - Parameter missing: what is not there; nil: the board's bus.
    func restart(
        _ line: String, _ options: InitOptions, _ given: InitPlan = InitPlan(), missing: String? = nil
    ) throws(ServiceError) -> InitPlan {
        var plan = given
        guard let boot, machine.bootConfiguration != nil else {
            throw ServiceError(
                (missing ?? machine.busRefusal?.description ?? "the panel's bus or device is not there")
                    + ". A Raspberry Pi would get it by \(line) in config.txt, which is not here", .unavailable)
        }
        guard !Doctor.has(line, machine) else {
            throw ServiceError(
                "\(line) is in \(Doctor.bootPath(machine)), and its bus or device is not there: it counts from the next start on "
                    + "(sudo reboot). If that has been, look at the panel's cable and supply, and at what dmesg says",
                .unavailable)
        }
        var bytes = boot
        for added in Doctor.lines(adding: line, machine) {
            if !added.isEmpty { bytes += Array(added.utf8) + [0x0A] } else { bytes.append(0x0A) }
        }
        plan.notes.append("the panel's bus comes with \(line), from the next start of the computer on")
        plan.steps.append(.write(path: Doctor.bootPath(machine), bytes: bytes))
        plan.ending = .restart
        return plan
    }

    /// Refuses a bus or a device that no line of config.txt brings.
    private func refuseWhatNothingBrings(_ board: InitBoard) throws(ServiceError) {
        let overlay = board.description.overlay
        if board.isOfTheKernel {
            guard overlay == nil else { return }
        } else if machine.busRefusal.map({ $0.errno != 0 }) ?? true {
            // (A name that fits several adapters is the board file's concern.)
            guard overlay == nil, Doctor.ownLine(board.description) == nil else { return }
        }
        throw ServiceError(absence(of: board), .unavailable)
    }

    /// That the bus or the device of `board` is not there, and what is.
    private func absence(of board: InitBoard) -> String {
        let there =
            board.isOfTheKernel ? touchscreens.map { $0.name } : machine.adapters.map { "\($0.path) '\($0.name)'" }
        return "the board \(displayed(board.name)) wants "
            + (board.isOfTheKernel ? "the input device \(board.description.bus)" : "\(board.description.bus)")
            + ", which is not there"
            + (there.isEmpty ? "" : "; there are \(there.map { displayed($0) }.joined(separator: ", "))")
    }

    /// Has the rules of buses and lines applied again.
    private static func trigger(_ action: String) -> [String] {
        ["udevadm", "trigger", "--action=\(action)", "--subsystem-match=i2c-dev", "--subsystem-match=gpio"]
    }

    static func configuration(_ name: String) -> String { "/etc/tapline/\(name).yaml" }
    static func ownBoard(_ name: String) -> String { "/etc/tapline/boards/\(name).yaml" }

    private func refuseExisting(_ options: InitOptions, _ board: InitBoard) throws(ServiceError) {
        guard !options.isForced else { return }
        for path in [InitFacts.configuration(options.name)]
            + (board.text == nil ? [] : [InitFacts.ownBoard(options.name)])
        where file(path) != nil {
            throw ServiceError(
                "\(path) is there already: give the panel another name, or replace it with --force, after a copy of it; what "
                    + "tapline init made is taken back by: sudo tapline init \(options.name) --undo", .usage)
        }
    }

    /// The content of the configuration: one gesture, one lamp.
    private func configuration(_ options: InitOptions, _ board: InitBoard) throws(ServiceError) -> String {
        let entry = InitOptions.gestures.first { $0.name == options.gesture }?.entry ?? ""
        let output: String
        if let serial = options.serial {
            output = "serial: \(try InitFacts.yaml(serial, "--serial"))"
        } else {
            guard let line = options.line else {
                let free = freeLines(for: board.description).joined(separator: ", ")
                throw ServiceError(
                    free.isEmpty
                        ? InitFacts.noLine(board.description)
                        : "--line is missing: which line does the lamp hang on? "
                            + "Free are \(free)", .usage)
            }
            if let user = lineUser {
                throw ServiceError("--line: \(displayed(line)) is used by \(displayed(user))", .unavailable)
            }
            guard hasLine != false else {
                let free = freeLines(for: board.description).joined(separator: ", ")
                throw ServiceError(
                    "--line: this computer has no line \(displayed(line))"
                        + (free.isEmpty ? "" : "; free are \(free)"), .unavailable)
            }
            output = "on: lamp, line: \(try InitFacts.yaml(line, "--line")), toggle: true"
        }
        let text = """
            tapline: config/1
            board: \(try InitFacts.yaml(board.name, "--board"))
            gestures:
              - {name: lamp, \(entry)}
            outputs:
              - {\(output)}

            """
        try check(text, options, board)
        return text
    }

    /// No line is free.
    static func noLine(_ board: BoardDescription) -> String {
        "no GPIO line is free beside the panel \(board.name): --serial /dev/ttyUSB0 sends its events to a serial port instead"
    }

    /// Refuses what would be no configuration for the board: a line that the panel has itself.
    private func check(_ text: String, _ options: InitOptions, _ board: InitBoard) throws(ServiceError) {
        let path = InitFacts.configuration(options.name)
        do throws(ConfigurationErrors) {
            let document = try YAMLDocument(Array(text.utf8), file: path)
            // (Of a panel whose size only its device knows any will do.)
            let panel = board.description.hasSizeOfDevice ? try BoardDescription.simulated() : board.description
            _ = try Configuration<StandardRecognizer>.all(
                ConfigurationSource(document), panel: panel.panel, board: board.description,
                files: .none)
        } catch {
            let taken = board.description.takenLines.isEmpty || options.line == nil
            throw ServiceError(
                "this would be no configuration: \(error.description)"
                    + (taken || !freeLines(for: board.description).isEmpty
                        ? "" : "\n" + InitFacts.noLine(board.description)),
                .usage)
        }
    }

    /// Frees the board's chip from the kernel's driver, now and at every start.
    private func free(_ board: InitBoard, _ plan: inout InitPlan) throws(ServiceError) {
        guard !board.isOfTheKernel else { return }
        let held = machine.holders.filter { board.description.addresses.contains($0.address) }
        guard !held.isEmpty else { return }
        guard held.allSatisfy({ Doctor.freedByRule.contains($0.driver) && !$0.device.isEmpty }) else {
            let finding = Doctor.kernelDriver(machine).first { !$0.command.isEmpty }
            throw ServiceError(
                (finding?.text ?? "a driver of the kernel has the chip") + "; then again:\n  \(finding?.command ?? "")",
                .unavailable)
        }
        plan.notes.append("the kernel's driver \(held[0].driver) has the chip: it gives it up, now and at every start")
        let rules = "/etc/udev/rules.d/61-tapline-free.rules"
        let text = try ofPackage(InitFacts.freeRules)
        for holder in held {
            let bind = "echo \(holder.device) >/sys/bus/i2c/drivers/\(holder.driver)/bind"
            plan.steps.append(.run([], undo: ["sh", "-c", bind]))
        }
        if file(rules) != text {
            plan.steps += [.run([], undo: ["udevadm", "control", "--reload"]), .write(path: rules, bytes: text)]
        }
        plan.steps += [
            .run(["udevadm", "control", "--reload"]),
            .run(["udevadm", "trigger", "--action=bind", "--subsystem-match=i2c"]), .run(["udevadm", "settle"]),
        ]
    }

    /// Rules for devices that no rule of this computer gives to the service's groups; empty where all are given.
    private func groupRules(_ board: InitBoard) -> String {
        var rules = ""
        for (subsystem, kernel, group) in [("i2c-dev", "i2c-[0-9]*", "i2c"), ("gpio", "gpiochip*", "gpio")] {
            let own = devices.filter { $0.path.hasPrefix(subsystem == "gpio" ? "/dev/gpiochip" : "/dev/i2c-") }
            guard own.contains(where: { $0.group != group }) else { continue }
            rules += "SUBSYSTEM==\"\(subsystem)\", KERNEL==\"\(kernel)\", GROUP=\"\(group)\", MODE=\"0660\"\n"
        }
        return rules
    }

    /// A file that the package brings.
    private func ofPackage(_ path: String) throws(ServiceError) -> [UInt8] {
        guard let bytes = file(path) else {
            throw ServiceError(
                "\(path) is not there: install the package, sudo apt install ./tapline_….deb", .unavailable)
        }
        return bytes
    }

    /// `text` as a value of YAML in one line.
    private static func yaml(_ text: String, _ option: String) throws(ServiceError) -> String {
        guard !text.isEmpty, !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
            throw ServiceError("\(option): \"\(displayed(text))\" is no name", .usage)
        }
        // (Letters and what paths have are as they are; a colon and the like would mean something.)
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                true
            default: false
            }
        }
        let first = text.utf8.first ?? 0
        let isWord = isPlain && (first >= UInt8(ascii: "A") || first == UInt8(ascii: "/"))
        return isWord ? text : json(text)
    }
}
