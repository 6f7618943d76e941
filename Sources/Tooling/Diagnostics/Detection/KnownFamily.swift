import TaplineChipModels
public import TaplineConfiguration
public import TaplineCore
import TaplineDaemon

/// Controllers that are looked for: chips of a family that its driver asks in the same way.
public struct KnownFamily {
    /// What board files call its driver; nil: motion sensors.
    public let family: ControllerChip.Family?
    /// The 7-bit addresses at which its chips sit.
    public let addresses: [UInt8]
    /// The names in board files of its chips.
    let names: [String]
    /// Whether its chips say who they are; others may look like them where they do not.
    let isCertain: Bool
    /// The name in board files of the chip that says this of itself.
    let chip: (ControllerIdentity) -> String
    /// How long its reset takes, until it can be asked.
    let startUp: Microseconds
    /// Asks the chip at an address.
    let ask: (UInt8, ProbeWire) -> ControllerProbe.Answer
    /// What else shows that it is one of the family, to somebody who only reads; nil where nothing does.
    let evidence: ProbeEvidence.Search?

    /// The families that are looked for: each of ``TaplineChipModels/ChipFamilies``, once for each of its variants, and the
    /// motion sensors. At one address they are asked in this order, and the first that knows the chip has it.
    public static var all: [KnownFamily] {
        var probes = ProbesOfFamilies()
        ChipFamilies.visit(&probes)
        return probes.all + sensors
    }

    /// The motion sensors, those together that say the same of themselves at the same addresses.
    private static var sensors: [KnownFamily] {
        let chips = (0..<UInt8.max).compactMap(SensorChip.init(rawValue:))
        var kin: [(sheet: SensorSheet, chips: [SensorChip])] = []
        for chip in chips {
            let sheet = chip.sheet
            if let known = kin.firstIndex(where: { $0.sheet.looksLike(sheet) }) {
                kin[known].chips.append(chip)
            } else {
                kin.append((sheet, [chip]))
            }
        }
        return kin.map { KnownFamily($0.chips, $0.sheet) }
    }

    /// Every address at which one of `families` may be, ascending.
    static func addresses(of families: [KnownFamily]) -> [UInt8] {
        var addresses: [UInt8] = []
        for family in families {
            for address in family.addresses where !addresses.contains(address) { addresses.append(address) }
        }
        return addresses.sorted()
    }
}

extension KnownFamily {
    /// Chips of one family that are asked in the same way.
    ///
    /// - Parameters:
    ///   - family: what board files call its driver.
    ///   - chips: the chips, at least one.
    ///   - driver: what the driver gets beside address and lines.
    init<Family: NamedFamily>(
        _ family: ControllerChip.Family, _ chips: [NamedChip], driver: ChipDriver<Family>.Configuration
    ) where Family.Report == ChipReport {
        self.family = family
        let names = chips.map { String(constant: $0.name) }
        self.names = names
        isCertain = Family.isCertain(chips[0])
        var wired = driver
        (wired.hasResetLine, wired.hasInterruptLine) = (true, true)
        let reset = Family.reset(wired)
        var startUp = Microseconds.zero
        for index in 0..<reset.count {
            if case .wait(let time) = reset[index] { startUp = startUp + time }
        }
        self.startUp = startUp
        evidence = ProbeEvidence.search(for: String(constant: chips[0].name))
        addresses = Family.addresses(of: chips[0]).list
        chip = { identity in
            let id = Family.id(of: identity)
            // (What was asked as one variant may say that it is another.)
            let list = Family.chips
            for index in 0..<list.count where id != 0 && list[index].id == id {
                return String(constant: list[index].name)
            }
            return ProbeEvidence.name(of: identity, among: names) ?? names[0]
        }
        ask = { address, wire in
            var configuration = driver
            configuration.address = address
            configuration.hasResetLine = false
            configuration.hasInterruptLine = false
            return ControllerProbe.ask(ChipDriver<BoardFamily>(configuration), over: wire)
        }
    }
}

extension KnownFamily {
    /// Motion sensors with the sheet `sheet`. They start within 50 ms.
    private init(_ chips: [SensorChip], _ sheet: SensorSheet) {
        family = nil
        let names = chips.map { String(constant: $0.name) }
        (self.names, isCertain, startUp, evidence) = (names, true, .milliseconds(50), nil)
        addresses = sheet.addresses.list
        chip = { _ in names[0] }
        ask = { address, wire in
            var configuration = SensorDriver.Configuration(SensorSettings(chips[0]), hasInterruptLine: false)
            configuration.address = address
            let answer = ControllerProbe.ask(SensorDriver(configuration: configuration), over: wire)
            guard case .known = answer else { return answer }
            // Who gives the same byte for everything says nothing of himself.
            let said = ControllerProbe.byte(sheet.identityRegister, of: address, over: wire)
            let isOfOneByte = [0x20, 0x21].allSatisfy { ControllerProbe.byte($0, of: address, over: wire) == said }
            return isOfOneByte ? .stranger : answer
        }
    }
}

/// What is asked of the chips of each family.
private struct ProbesOfFamilies: FamilyVisitor {
    var all: [KnownFamily] = []

    mutating func visit<Model: FamilyModel>(_ listed: ListedFamily<Model>) {
        let list = Model.Family.chips
        guard list.count > 0, Model.Family.canBeFound else { return }
        var variants: [(variant: Model.Family.Variant, chips: [NamedChip])] = []
        for index in 0..<list.count {
            let variant = Model.Family.variant(of: list[index], ChipSettings())
            if let known = variants.firstIndex(where: { $0.variant == variant }) {
                variants[known].chips.append(list[index])
            } else {
                variants.append((variant, [list[index]]))
            }
        }
        guard let family = ControllerChip(name: String(constant: list[0].name))?.family else { return }
        for (variant, chips) in variants {
            var driver = ChipDriver<Model.Family>.Configuration()
            driver.variant = variant
            all.append(KnownFamily(family, chips, driver: driver))
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
