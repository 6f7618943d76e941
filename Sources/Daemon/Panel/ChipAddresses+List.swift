package import TaplineCore

extension ChipAddresses {
    /// These addresses, six at most; nil: there are none.
    init?(_ list: [UInt8]) {
        guard !list.isEmpty else { return nil }
        let all = list + [UInt8](repeating: 0, count: 6)
        self.init(all[0], all[1], all[2], all[3], all[4], all[5])
    }

    /// All of them.
    package var list: [UInt8] { (0..<count).map { self[$0] } }

    /// For messages: `0x5d or 0x14`.
    var text: String { list.map { "0x" + String($0, radix: 16) }.joined(separator: " or ") }
}
