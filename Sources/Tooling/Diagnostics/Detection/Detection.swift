public import TaplineCore
public import TaplineLinux

/// What a look at one address of a bus has shown.
public enum Detected: Sendable {
    /// A controller, by its own identity.
    case controller(chip: String, ControllerIdentity)
    /// A motion sensor, by its own identity.
    case sensor(chip: String, ControllerIdentity)
    /// A driver of the kernel holds the chip; it was not touched.
    case held(ChipOwnership.Holder, DeviceError)
    /// Somebody answers whom no driver here knows. The address alone says nothing.
    case unknown
    /// Somebody who may be one of these controllers: they show who they are only to somebody who writes, and nothing was
    /// written; or they do not say it at all.
    case undecided([String])
    /// Somebody who gives the same byte for everything, as a port expander does: not asked further.
    case portExpander
}

/// What was found on one adapter.
public struct DetectedBus: Sendable {
    /// The adapter.
    public let adapter: I2CAdapter
    /// Who is where, by address.
    public internal(set) var chips: [(address: UInt8, found: Detected)] = []
    /// Why the bus could not be looked at, or not to its end.
    public internal(set) var failure: DeviceError?

    /// Whether a controller is there: one that says so itself, or one that the kernel's input driver holds.
    public var hasController: Bool {
        chips.contains { chip in
            switch chip.found {
            case .controller: true
            case .held(let holder, _): holder.isInput
            case .sensor, .unknown, .undecided, .portExpander: false
            }
        }
    }
}

/// Looks for controllers and motion sensors on an adapter: identity registers are read, for which nothing is written but their addresses of
/// one or two bytes, and never of a chip that a driver of the kernel holds.
public enum Detection {
    /// Looks at `adapter` for `families`.
    public static func look(at adapter: I2CAdapter, for families: [KnownFamily] = KnownFamily.all) -> DetectedBus {
        var bus = DetectedBus(adapter: adapter)
        var free: [UInt8] = []
        let addresses = KnownFamily.addresses(of: families)
        let holders = ChipOwnership.holders(busPath: adapter.path)
        for holder in holders where addresses.contains(holder.address) || holder.isInput {
            bus.chips.append((holder.address, .held(holder, holder.refusal(busPath: adapter.path))))
        }
        do throws(DeviceError) {
            let open = try I2CBus(path: adapter.path)
            for address in addresses where !holders.contains(where: { $0.address == address }) {
                do throws(DeviceError) {
                    try open.checkOwnership(of: address)
                    free.append(address)
                } catch {
                    guard error.errno == Errno.busy else { throw error }
                    let holder = ChipOwnership.Holder(address: address, device: "", driver: "", isInput: false)
                    bus.chips.append((address, .held(holder, error)))
                }
            }
            let wire = ProbeWire(open)
            for address in free {
                switch ask(address, families, over: wire) {
                case .success(let found): if let found { bus.chips.append((address, found)) }
                case .failure(let error): throw DeviceError(bus: adapter.path, error)
                }
            }
        } catch {
            bus.failure = error
        }
        bus.chips.sort { $0.address < $1.address }
        return bus
    }

    /// Who is at `address`, asked by each of `families` that sits there; nil: nobody.
    ///
    /// Questions that no chip can mind are asked first, by all families, and others only where nobody is known then: the
    /// second byte of a long address would be a value for a chip whose addresses are short (``ProbeQuestion``).
    public static func ask(
        _ address: UInt8, _ families: [KnownFamily], over wire: ProbeWire
    ) -> Result<Detected?, BusError> {
        if ControllerProbe.isPortExpander(address, over: wire) { return .success(.portExpander) }
        var found: Detected?
        var maybe: [String] = []
        var left = families.filter { $0.addresses.contains(address) }
        for question in ProbeQuestion.allCases {
            var wire = wire
            wire.limit = question
            var isLikely = false
            var unasked: [KnownFamily] = []
            for family in left {
                let answer = family.ask(address, wire)
                switch answer {
                case .known(let identity) where family.isCertain:
                    let chip = family.chip(identity)
                    return .success(
                        family.family == nil ? .sensor(chip: chip, identity) : .controller(chip: chip, identity))
                case .known, .wouldWrite:
                    if let identity = family.evidence?(address, wire) {
                        return .success(.controller(chip: family.chip(identity), identity))
                    }
                    // (With its kin that nothing tells from others: they answer as little.)
                    let kin = families.filter {
                        $0.family == family.family && !$0.isCertain && $0.addresses.contains(address)
                    }
                    let names = family.names + kin.flatMap { $0.names }
                    for name in names where !maybe.contains(name) { maybe.append(name) }
                    if case .known = answer { isLikely = true }
                    // (What else shows it may take another question.)
                    if family.evidence != nil { unasked.append(family) }
                case .wouldAskMore: unasked.append(family)
                case .stranger: found = .unknown
                case .nobody: break
                case .broken(let error): return .failure(error)
                }
            }
            // (One that looks like a chip without an id is not put at risk by the questions of others.)
            left = unasked
            guard !isLikely else { break }
        }
        // Who is not asked any more may be it as well.
        if !maybe.isEmpty {
            let names = left.flatMap { $0.names }
            for name in names where !maybe.contains(name) { maybe.append(name) }
        }
        guard !maybe.isEmpty, found != nil || ControllerProbe.isAnybody(address, over: wire) else {
            return .success(found)
        }
        return .success(.undecided(maybe))
    }
}

extension DeviceError {
    /// The bus at `path` does not carry transfers.
    init(bus path: String, _ error: BusError) {
        self.init(path: path, errno: error.errno)
        if error.kind == .timeout || error.kind == .arbitrationLost {
            hint = "somebody holds SDA or SCL low: switch the panel off and on, and look at its wires and pull-ups"
        }
    }
}
