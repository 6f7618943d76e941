import TaplineChipModels
import TaplineSimulator
import TaplineTouches

/// A chip model that can stand behind the kernel interface. A new one is a case in ``makeChip(_:)``.
protocol PanelChip: ChipModel {
    /// The chip resets itself, as after an electrostatic discharge.
    mutating func resetItself(at instant: Instant)
    /// The level of its interrupt line while it asserts it.
    var assertedLevel: Bool { get }
}

extension GT911Model: PanelChip {
    var assertedLevel: Bool { configuration.interruptMode == .rising || configuration.interruptMode == .high }
}

/// The chip of a description.
func makeChip(_ description: PanelDescription.Chip) throws(Complaint) -> any PanelChip {
    switch description.model {
    case "gt911":
        let modes: [String: GT911Model.InterruptMode] = [
            "falling": .falling, "rising": .rising, "low": .low, "high": .high,
        ]
        guard let mode = modes[description.mode] else {
            throw Complaint("a gt911 has the modes falling, rising, low and high")
        }
        var configuration = GT911Model.Configuration()
        configuration.width = UInt16(clamping: description.width)
        configuration.height = UInt16(clamping: description.height)
        configuration.interruptMode = mode
        configuration.knowsLiveness = description.knowsLiveness
        configuration.floatingAddress = description.address
        return GT911Model(configuration: configuration)
    default: throw Complaint("no model of a '\(description.model)'")
    }
}
