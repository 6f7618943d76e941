import TaplineChipModels
import TaplineControllers
import TaplineSimulator
import TaplineTouches

/// A chip model that can stand behind the kernel interface. A new one has a line in
/// ``makeChip(_:)``.
protocol PanelChip: ChipModel {
    /// The chip resets itself, as after an electrostatic discharge.
    mutating func resetItself(at instant: Instant)
    /// The level of its interrupt line while it asserts it.
    var assertedLevel: Bool { get }
}

extension GT911Model: PanelChip {
    var assertedLevel: Bool { configuration.interruptMode == .rising || configuration.interruptMode == .high }
}

extension FT5x06Model: PanelChip {
    var assertedLevel: Bool { false }
}

extension CST816Model: PanelChip {
    var assertedLevel: Bool { false }
}

extension ILI2xxxModel: PanelChip {
    var assertedLevel: Bool { false }
}

extension EXC3000Model: PanelChip {
    var assertedLevel: Bool { false }
}

extension CST3xxModel: PanelChip {
    var assertedLevel: Bool { false }
}

extension ST1633Model: PanelChip {
    var assertedLevel: Bool { false }
}

/// The chip of a description.
func makeChip(_ description: PanelDescription.Chip) throws(Complaint) -> any PanelChip {
    if description.model == "gt911" { return try makeGoodix(description) }
    if description.model == "cst816s" {
        var configuration = CST816Model.Configuration(.cst816s)
        configuration.width = UInt16(clamping: description.width)
        configuration.height = UInt16(clamping: description.height)
        return CST816Model(configuration: configuration)
    }
    if description.model == "ili251x" {
        var configuration = ILI2xxxModel.Configuration(.ili251x)
        configuration.width = UInt16(clamping: description.width)
        configuration.height = UInt16(clamping: description.height)
        return ILI2xxxModel(configuration: configuration)
    }
    if description.model == "exc3000" {
        var configuration = EXC3000Model.Configuration()
        configuration.width = UInt16(clamping: description.width)
        configuration.height = UInt16(clamping: description.height)
        return EXC3000Model(configuration: configuration)
    }
    if description.model == "cst328" {
        var configuration = CST3xxModel.Configuration(.cst328)
        configuration.width = UInt16(clamping: description.width)
        configuration.height = UInt16(clamping: description.height)
        configuration.address = description.address
        return CST3xxModel(configuration: configuration)
    }
    if description.model == "st1633" {
        var configuration = ST1633Model.Configuration()
        configuration.width = UInt16(clamping: description.width)
        configuration.height = UInt16(clamping: description.height)
        configuration.address = description.address
        return ST1633Model(configuration: configuration)
    }
    let parts: [String: FT5x06Model.Part] = [
        "ft5x06": .ft5x06, "ft5406": .ft5406, "ft5506": .ft5506, "ft5726": .ft5726, "ft6206": .ft6206,
        "ft6236": .ft6236, "ft6336": .ft6336, "edt-m06": .edtM06,
    ]
    guard let part = parts[description.model] else {
        throw Complaint(
            "no model of a '\(description.model)'; there are gt911, cst816s, cst328, st1633, ili251x, exc3000, "
                + parts.keys.sorted().joined(separator: ", "))
    }
    var configuration = FT5x06Model.Configuration(part)
    configuration.width = UInt16(clamping: description.width)
    configuration.height = UInt16(clamping: description.height)
    configuration.address = description.address
    return FT5x06Model(configuration: configuration)
}

private func makeGoodix(_ description: PanelDescription.Chip) throws(Complaint) -> GT911Model {
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
}
