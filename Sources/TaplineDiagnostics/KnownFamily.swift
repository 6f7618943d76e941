public import TaplineBoards
public import TaplineControllers

/// A family of controllers that is looked for.
public struct KnownFamily {
    /// What board files call its driver.
    public let family: ControllerChip.Family
    /// The 7-bit addresses at which its chips sit.
    public let addresses: [UInt8]
    /// The names in board files of all its chips.
    let names: [String]
    /// Whether its chips say who they are; others may look like them where they do not.
    let isCertain: Bool
    /// The name in board files of the chip that says this of itself.
    let chip: (ControllerIdentity) -> String
    /// Asks the chip at an address.
    let ask: (UInt8, ProbeWire) -> ControllerProbe.Answer

    /// A family.
    ///
    /// - Parameters:
    ///   - also: where its chips sit beside the usual addresses.
    ///   - variant: which of the family's chips are meant.
    ///   - driver: makes its driver.
    ///   - isCertain: whether its chips say who they are.
    ///   - chip: what the chip that says this of itself is called; left out: as the first of the family.
    init<Family: ChipFamily>(
        _ family: ControllerChip.Family, also: [UInt8] = [], variant: Family.Variant = Family.usualVariant,
        isCertain: Bool = true,
        driver: @escaping (ChipDriver<Family>.Configuration) -> ChipDriver<Family>,
        chip: ((ControllerIdentity) -> String)? = nil
    ) {
        self.family = family
        self.isCertain = isCertain
        let names = ControllerChip.all.filter { $0.family == family }.map { $0.name }
        self.names = names
        self.chip = chip ?? { _ in names.first ?? "" }
        var addresses = [Family.usualAddress]
        if let alternative = Family.alternativeAddress { addresses.append(alternative) }
        self.addresses = addresses + also
        ask = { address, wire in
            var configuration = ChipDriver<Family>.Configuration()
            configuration.variant = variant
            configuration.address = address
            configuration.alternativeAddress = nil
            configuration.hasResetLine = false
            configuration.hasInterruptLine = false
            return ControllerProbe.ask(driver(configuration), over: wire)
        }
    }

    /// The families that are looked for, a line for each. At one address they are asked in this order, and the first that
    /// knows the chip has it: families with a list of ids come before those that judge by more. (HyperPixel 4 square and
    /// 2.1 round have FocalTech chips at 0x48 and 0x15.)
    public static var all: [KnownFamily] {
        [
            KnownFamily(.goodix, driver: { Goodix(configuration: $0) }, chip: { goodixName($0) }),
            KnownFamily(.hynitron, driver: { Hynitron(configuration: $0) }, chip: { hynitronName($0) }),
            KnownFamily(
                .focalTech, also: [0x48, 0x15], driver: { FocalTech(configuration: $0) }, chip: { focalTechName($0) }),
            KnownFamily(.focalTech, variant: .m06, driver: { FocalTech(configuration: $0) }, chip: { _ in "edt-m06" }),
            KnownFamily(.cst3xx, driver: { CST3xx(configuration: $0) }, chip: { cst3xxName($0) }),
            KnownFamily(.ilitek, variant: .ili251x, driver: { Ilitek(configuration: $0) }, chip: { _ in "ili251x" }),
            KnownFamily(.ilitek, variant: .ili210x, driver: { Ilitek(configuration: $0) }),
            KnownFamily(
                .ilitek, also: [0x26], variant: .ili2117, isCertain: false, driver: { Ilitek(configuration: $0) },
                chip: { _ in "ili2117" }),
            KnownFamily(.eeti, driver: { EETI(configuration: $0) }),
            KnownFamily(
                .cap1xxx, also: [0x29, 0x2A, 0x2B, 0x2C], driver: { CAP1xxx(configuration: $0) },
                chip: { cap1xxxName($0) }),
            KnownFamily(.mpr121, also: [0x5B, 0x5C, 0x5D], driver: { MPR121(configuration: $0) }),
            KnownFamily(.sitronix, isCertain: false, driver: { Sitronix(configuration: $0) }),
        ]
    }

    /// Every address at which one of `families` may be, ascending.
    static func addresses(of families: [KnownFamily]) -> [UInt8] {
        var addresses: [UInt8] = []
        for family in families {
            for address in family.addresses where !addresses.contains(address) { addresses.append(address) }
        }
        return addresses.sorted()
    }

    // MARK: Names

    private static func goodixName(_ identity: ControllerIdentity) -> String {
        let name = "gt" + identity.productText.lowercased()
        return ControllerChip(name: name) == nil ? "gt911" : name
    }

    /// Ids: ``FocalTechRegisters``.
    private static func focalTechName(_ identity: ControllerIdentity) -> String {
        if identity.vendor == FocalTechRegisters.vendorWithYFirst { return "ft5726" }
        return switch identity.productText {
        case "06": "ft6206"
        case "36": "ft6236"
        case "54": "ft5406"
        case "55": "ft5306"
        case "64": "ft6336"
        default: "ft5x06"
        }
    }

    /// Types: ``CST3xxRegisters``.
    private static func cst3xxName(_ identity: ControllerIdentity) -> String {
        switch identity.productText {
        case "00a8": "cst226se"
        case "0ca8": "cst3240"
        case "0154": "cst340"
        default: "cst328"
        }
    }

    /// Ids: ``CAP1xxxRegisters``.
    private static func cap1xxxName(_ identity: ControllerIdentity) -> String {
        switch identity.productText {
        case "51": "cap1166"
        case "53": "cap1126"
        case "54": "cap1133"
        case "55": "cap1106"
        case "67": "cap1206"
        case "69": "cap1296"
        case "6b": "cap1208"
        case "6d": "cap1203"
        case "6f": "cap1293"
        case "71": "cap1298"
        default: "cap1188"
        }
    }

    /// Ids: ``HynitronRegisters``.
    private static func hynitronName(_ identity: ControllerIdentity) -> String {
        switch identity.productText {
        case "b5": "cst816t"
        case "b6": "cst816d"
        case "b7": "cst820"
        case "20": "cst716"
        default: "cst816s"
        }
    }
}

extension ControllerIdentity {
    /// The product id as text.
    public var productText: String {
        var text = ""
        for i in product.indices where product[i] != 0 { text.unicodeScalars.append(Unicode.Scalar(product[i])) }
        return text
    }
}
