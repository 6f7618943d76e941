import TaplineConfiguration
import TaplineFormats
import TaplineLinux

/// What is wrong with the names of GPIO lines in a file, before any computer has been asked: names as the header of a
/// Raspberry Pi has them, spelt otherwise or of lines that it has not.
struct LineCheck {
    /// What is wrong.
    private(set) var errors: [ConfigurationError] = []
    /// What is unlikely to be right.
    private(set) var warnings: [ConfigurationError] = []
    private let file: String

    /// The most lines of any Raspberry Pi's processor; the header has 28 of them.
    private static var processorLines: Int { 54 }

    init(file: String) { self.file = file }

    /// Looks at the lines of a board.
    mutating func look(at board: YAMLNode) {
        for key in ["interrupt_pin", "reset_pin"] {
            guard let node = board[key], let name = node["line"] ?? node as YAMLNode?, name.text != "none" else {
                continue
            }
            look(atLine: name)
        }
    }

    /// Looks at the lines of a configuration.
    mutating func look(atConfiguration configuration: YAMLNode) {
        for (list, keys) in [("outputs", LineOutputDescription.lineKeys), ("remotes", ["button", "encoder"])] {
            guard case .sequence(let entries)? = configuration[list]?.content else { continue }
            for entry in entries where entry["uinput"] == nil {
                for node in keys.compactMap({ entry[$0] }) {
                    if case .sequence(let lines) = node.content {
                        for line in lines { look(atLine: line) }
                    } else {
                        look(atLine: node)
                    }
                }
            }
        }
    }

    private mutating func look(atLine node: YAMLNode) {
        guard let name = node.text, HeaderPins.number(of: name) == nil else { return }
        guard let header = HeaderPins.headerName(name) else { return doubt(node, name) }
        if header != name, HeaderPins.number(of: header) != nil {
            add(node, "line '\(name)' is spelt otherwise on a Raspberry Pi", "write \(header)")
        } else if let pin = DeviceFiles.number(after: "PIN", in: header) {
            add(
                node,
                (1...40).contains(pin)
                    ? "pin \(pin) of the header is supply or ground" : "the header has no pin \(pin)",
                "its pins are PIN1 to PIN40; write the line: GPIO17, or PIN11")
        } else if let line = DeviceFiles.number(after: "GPIO", in: header) {
            let right = "the header has GPIO0 to GPIO27; a line of another chip is CHIP:NUMBER, gpiochip0:\(line)"
            if line < LineCheck.processorLines {
                warnings.append(error(node, "warning: line '\(name)' is not on the header", right))
            } else {
                add(node, "there is no line '\(name)' on a Raspberry Pi", right)
            }
        }
    }

    /// Warns of a name that is nearly one of the header's, or a path. (It is no error: another computer may call a line so.)
    private mutating func doubt(_ node: YAMLNode, _ name: String) {
        if name.hasPrefix("/dev/"), !name.utf8.contains(UInt8(ascii: ":")) {
            let right = "write the name of a line, GPIO17; a line of another chip is CHIP:NUMBER, gpiochip0:17"
            warnings.append(error(node, "warning: '\(displayed(name))' is a device and no line", right))
        } else if let meant = LineCheck.headerLine(meantBy: name) {
            let foreign = name.unicodeScalars.first { !$0.isASCII }
            let what = foreign.map { "has a character that is not ASCII, '\($0)'" } ?? "is not on the header"
            warnings.append(error(node, "warning: line '\(displayed(name))' \(what)", "did you mean '\(meant)'?"))
        }
    }

    /// The line of the header that is most likely meant by `name`, which is none: `GPIO17` by `GPOI17`, `IO17`, `GPIO17a` and
    /// `“GPIO17”`. The word before the number may be wrong by a letter, the number must be right. nil: none.
    private static func headerLine(meantBy name: String) -> String? {
        let ascii = name.utf8.filter { $0 < 0x80 }
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
        let word = String(decoding: ascii.prefix { !isDigit($0) }, as: UTF8.self)
        let number = ascii.dropFirst(word.utf8.count).prefix(while: isDigit)
        let line = "GPIO" + String(decoding: number, as: UTF8.self)
        // (Others are names of other computers: GPIO1_A3, GPIO2_A, GPIOA17, GPI5, GPO5.)
        guard HeaderPins.number(of: line) != nil, ascii.count <= line.utf8.count + 2, word.utf8.count <= 5,
            !ascii.contains(UInt8(ascii: "_")), !["GPI", "GPO"].contains(word.uppercased()),
            word.utf8.count < 5 || !word.uppercased().hasPrefix("GPIO")
        else { return nil }
        return word == "IO" || nearestName(to: word, among: ["GPIO"]) != nil ? line : nil
    }

    private mutating func add(_ node: YAMLNode, _ message: String, _ suggestion: String) {
        errors.append(error(node, message, suggestion))
    }

    private func error(_ node: YAMLNode, _ message: String, _ suggestion: String) -> ConfigurationError {
        ConfigurationError(file: file, mark: node.mark, message: message, suggestion: suggestion)
    }
}
