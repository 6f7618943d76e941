import TaplineBoards
import TaplineControllers
import TaplineTouches

extension ControllerIdentity {
    /// What a run begins with: `GT911 at 0x5d, GPIO27, 800x480, firmware 0x1060`, or `FT5406 (id 54) at 0x38, polled, …`.
    /// The chip's own words, and the board's where the chip has none.
    func summary(on board: BoardDescription) -> String {
        var id = ""
        for i in product.indices where product[i] != 0 { id.unicodeScalars.append(Unicode.Scalar(product[i])) }
        let chip =
            switch board.controller.family {
            case .goodix: "GT" + id
            case .focalTech: board.controller.name.uppercased() + " (id \(id))"
            }
        let width = width > 0 ? Int(width) : board.panel.rawWidth
        let height = height > 0 ? Int(height) : board.panel.rawHeight
        return "\(chip) at 0x\(String(address, radix: 16)), \(board.interruptPin?.line ?? "polled"), "
            + "\(width)x\(height), firmware 0x\(String(firmware, radix: 16))"
    }
}
