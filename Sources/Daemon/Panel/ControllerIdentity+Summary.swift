package import TaplineConfiguration
package import TaplineCore

extension ControllerIdentity {
    /// What a run begins with: `GT911 at 0x5d, GPIO27, 800x480, firmware 0x1060`, or `FT5406 (id 54) at 0x38, polled, …`.
    /// The chip's own words, its name among them, and the board's where the chip has none.
    ///
    /// - Parameter device: what an input device of the kernel's calls itself.
    package func summary(on board: BoardDescription, device: String = "input device") -> String {
        var id = ""
        for i in product.indices where product[i] != 0 { id.unicodeScalars.append(Unicode.Scalar(product[i])) }
        let name = capitals((board.controller.relative(saying: self) ?? board.controller).name)
        // (What the name says already is not said again.)
        let isNamedSo = id.isEmpty || String(decoding: name.utf8.drop { $0 >= 0x41 && $0 <= 0x5A }, as: UTF8.self) == id
        let chip = board.controller.family == .evdev ? device : isNamedSo ? name : name + " (id \(id))"
        let width = width > 0 ? Int(width) : board.panel.rawWidth
        let height = height > 0 ? Int(height) : board.panel.rawHeight
        guard board.controller.family != .evdev else {
            let manner = id == "S" ? "one finger" : "multitouch protocol \(id)"
            return "\(chip), \(manner), \(board.panel.rawWidth)x\(board.panel.rawHeight)"
        }
        return "\(chip) at 0x\(String(address, radix: 16)), \(board.interruptPin?.line ?? "polled"), "
            + "\(width)x\(height), firmware 0x\(String(firmware, radix: 16))"
    }

    /// What is wrong where the chip says another size than the board; nil where they agree, or the chip says none.
    package func doubt(about board: BoardDescription) -> String? {
        // (The axes of an input device are stretched to what the board says.)
        guard board.controller.family != .evdev, width > 0, height > 0,
            Int(width) != board.panel.rawWidth || Int(height) != board.panel.rawHeight
        else {
            return nil
        }
        return "the controller says that it has \(width)x\(height) px, the board \(board.panel.rawWidth)x"
            + "\(board.panel.rawHeight): is the board's size right, and in the order of the raw axes?"
    }
}
