package import TaplineCore

extension ChipAddresses {
    /// These addresses, six at most; nil: there are none.
    init?(_ list: [UInt8]) {
        guard !list.isEmpty else { return nil }
        func address(_ index: Int) -> UInt8 { index < list.count ? list[index] : 0 }
        self.init(address(0), address(1), address(2), address(3), address(4), address(5))
    }

    /// All of them.
    package var list: [UInt8] {
        var list: [UInt8] = []
        for index in 0..<count { list.append(self[index]) }
        return list
    }

    /// For messages: `0x5d or 0x14`.
    var text: String {
        var text = ""
        for address in list {
            text += text.isEmpty ? "" : " or "
            text += "0x" + String(address, radix: 16)
        }
        return text
    }
}
