import TaplineBoards
import TaplineDevices
import TaplineService

extension Doctor {
    /// Whether the board's bus is there, and what brings it.
    static func bus(_ facts: MachineFacts) -> [DoctorFinding] {
        guard let path = facts.busPath else { return [missingBus(facts)] }
        if let failure = facts.busFailure {
            return [.problem("bus", failure.description, command: "i2cdetect -F \(number(path))")]
        }
        guard facts.hasBusFile else {
            return [
                .problem(
                    "bus", "the adapter is there, its file \(path) is not: the module i2c-dev makes it",
                    command: "echo i2c-dev | sudo tee /etc/modules-load.d/i2c-dev.conf && sudo modprobe i2c-dev")
            ]
        }
        let name = facts.adapters.first { $0.path == path }?.name ?? ""
        let speed = facts.busSpeedHz.map { ", \($0 / 1_000) kHz" } ?? ""
        let wanted = "\(facts.board.bus)"
        let isOther = !wanted.utf8.elementsEqual(path.utf8)
        return [
            .fine("bus", (isOther ? "\(wanted) is " : "") + path + (name.isEmpty ? "" : " '\(name)'") + speed)
        ]
    }

    private static func missingBus(_ facts: MachineFacts) -> DoctorFinding {
        // A name that fits several adapters is the board file's affair.
        if let refusal = facts.busRefusal, refusal.errno == 0, let first = facts.adapters.first {
            return .problem(
                "bus", "\(refusal.description)", command: editBoard("bus", first.path, facts), .badConfiguration)
        }
        let line = bootLine(facts.board)
        let there =
            facts.adapters.isEmpty
            ? "this computer has no I2C adapter"
            : "only " + facts.adapters.map { "\($0.path) '\($0.name)'" }.joined(separator: ", ")
        let text = "there is no bus \(facts.board.bus): \(there); \(line) in \(bootPath(facts)) brings it"
        guard facts.bootConfiguration?.lines.contains(line) != true else {
            return .problem("bus", text + ", and is there: it counts from the next start on", command: "sudo reboot")
        }
        return .problem("bus", text, command: addToBoot(line, facts))
    }

    /// The line of config.txt that brings the board's bus: the overlay that the board names or of the display that its
    /// sources cite, the header's I2C, or another overlay that they cite.
    static func bootLine(_ board: BoardDescription) -> String {
        let overlay = board.overlay ?? citedOverlay(board.sources)
        if let overlay, overlay.hasPrefix("vc4-kms-dsi-") { return "dtoverlay=\(overlay),disable_touch" }
        if let overlay, board.overlay != nil || overlay.hasPrefix("vc4-") { return "dtoverlay=\(overlay)" }
        // (A board may name several, of several computers.)
        let names = Array("\(board.bus)".utf8).split(separator: UInt8(ascii: " "))
        let isHeader = names.contains { name in
            ["1", "i2c1", "i2c_arm", "i2c-1", "/dev/i2c-1"].contains { Array($0.utf8) == Array(name) }
        }
        if isHeader { return "dtparam=i2c_arm=on" }
        return overlay.map { "dtoverlay=\($0)" } ?? "dtparam=i2c_arm=on"
    }

    /// The first overlay whose text, `NAME-overlay.dts`, the board's facts come from; nil for none.
    static func citedOverlay(_ sources: [String]) -> String? {
        let ending = Array("-overlay.dts".utf8)
        for source in sources {
            let text = Array(source.utf8)
            var start = 0
            for index in text.indices {
                let byte = text[index]
                let isOfAName =
                    (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x30 && byte <= 0x39)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                if text[index...].starts(with: ending), index > start {
                    return String(decoding: text[start..<index], as: UTF8.self)
                }
                if !isOfAName { start = index + 1 }
            }
        }
        return nil
    }

    /// The number in `/dev/i2c-1`.
    static func number(_ path: String) -> String {
        String(decoding: path.utf8.reversed().prefix { $0 >= 0x30 && $0 <= 0x39 }.reversed(), as: UTF8.self)
    }
}
