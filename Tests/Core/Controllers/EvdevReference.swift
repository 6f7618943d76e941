import TestSupport

/// What fingers a stream of events means, read from the kernel's text as naively as it can be: whole streams, dictionaries,
/// and nothing that is remembered but the values themselves.
struct EvdevReference {
    enum Told: Equatable {
        case report([Contact])
        case bad
        case dropped
    }

    let manner: EvdevReader.Manner
    let x: EvdevAxis
    let y: EvdevAxis
    /// Protocol B and one finger: everything that was ever said of a slot, by code.
    var slots: [Int: [UInt16: Int32]] = [:]
    var slot = 0
    /// One finger: how often it has landed.
    var presses: Int32 = 0
    /// Protocol A: what was said since the last report.
    var packets: [[UInt16: Int32]] = []
    var packet: [UInt16: Int32] = [:]
    var saysSomething = false

    init(_ manner: EvdevReader.Manner, x: EvdevAxis, y: EvdevAxis) {
        self.manner = manner
        self.x = x
        self.y = y
    }

    private static let contactCodes: Set<UInt16> = [0x35, 0x36, 0x37, 0x39, 0x3A, 0x3B]

    mutating func take(_ event: EvdevEvent) -> Told? {
        switch (event.type, event.code) {
        case (0, 3): return .dropped
        case (0, 0): return report()
        case (0, 2) where manner == .anonymous:
            packets.append(packet)
            packet = [:]
            saysSomething = true
        case (1, 0x14A):
            if manner == .anonymous, event.value == 0 { saysSomething = true }
            if manner == .single {
                let wasDown = slots[0]?[0x14A] ?? 0 != 0
                if event.value != 0, !wasDown { presses = (presses + 1) % 65_536 }
                slots[0, default: [:]][0x14A] = event.value
            }
        case (3, 0x2F) where manner == .slots: slot = Int(event.value)
        case (3, 0x18) where manner == .anonymous && event.value <= 0: saysSomething = true
        case (3, let code) where manner == .single && [0, 1, 0x18].contains(code):
            slots[0, default: [:]][code] = event.value
        case (3, let code) where manner != .single && Self.contactCodes.contains(code):
            if manner == .anonymous {
                packet[code] = event.value
            } else {
                slots[slot, default: [:]][code] = event.value
            }
        default: break
        }
        return nil
    }

    private mutating func report() -> Told? {
        switch manner {
        case .single:
            guard let finger = slots[0], finger[0x14A] ?? 0 != 0, let x = finger[0], let y = finger[1] else {
                return .report([])
            }
            return .report([contact(presses, x, y, finger[0x18])])
        case .slots:
            var contacts: [Contact] = []
            for slot in 0..<32 {
                guard let finger = slots[slot], let identity = finger[0x39], identity >= 0, let x = finger[0x35],
                    let y = finger[0x36], finger[0x3B] ?? 0 <= 0
                else { continue }
                contacts.append(contact(identity, x, y, finger[0x3A], isPalm: finger[0x37] == 2))
            }
            return .report(Self.named(contacts))
        case .anonymous:
            if !packet.isEmpty { packets.append(packet) }
            let says = saysSomething || !packets.isEmpty
            let all = packets.filter { !$0.isEmpty }
            (packets, packet, saysSomething) = ([], [:], false)
            guard says else { return nil }
            guard all.allSatisfy({ $0[0x35] != nil && $0[0x36] != nil }) else { return .bad }
            let touching = all.filter { $0[0x3B] ?? 0 <= 0 }
            return .report(
                Self.named(
                    touching.map {
                        contact(max($0[0x39] ?? -1, -1), $0[0x35]!, $0[0x36]!, $0[0x3A], isPalm: $0[0x37] == 2)
                    }))
        }
    }

    /// The first sixteen; of two with one identity the first.
    private static func named(_ contacts: [Contact]) -> [Contact] {
        var seen: Set<Int32> = []
        return Array(contacts.filter { $0.id < 0 || seen.insert($0.id).inserted }.prefix(16))
    }

    private func contact(
        _ identity: Int32, _ x: Int32, _ y: Int32, _ pressure: Int32?, isPalm: Bool = false
    ) -> Contact {
        Contact(
            id: identity, x: Self.place(x, on: self.x), y: Self.place(y, on: self.y),
            pressure: isPalm ? 65_536 : Float(min(max(pressure ?? 0, 0), 65_535)))
    }

    private static func place(_ value: Int32, on axis: EvdevAxis) -> Float {
        Float(min(max(value, axis.minimum), axis.maximum) - axis.minimum)
    }
}
