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
        guard let header = HeaderPins.headerName(name) else { return }
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

    private mutating func add(_ node: YAMLNode, _ message: String, _ suggestion: String) {
        errors.append(error(node, message, suggestion))
    }

    private func error(_ node: YAMLNode, _ message: String, _ suggestion: String) -> ConfigurationError {
        ConfigurationError(file: file, mark: node.mark, message: message, suggestion: suggestion)
    }
}
