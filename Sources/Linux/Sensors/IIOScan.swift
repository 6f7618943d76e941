/// How readings lie in an IIO device's buffer: the kernel's Documentation/ABI/testing/sysfs-bus-iio, `scan_elements`.
struct IIOScan: Equatable {
    /// One number of a reading, as its `_type` says: `le:s12/16>>4`.
    struct Element: Equatable {
        var isBigEndian: Bool
        var isSigned: Bool
        /// How many bits it has, how many bytes it takes, and how far to the left it stands.
        var bits: Int
        var size: Int
        var shift: Int
        /// Its first byte in a reading.
        var place = 0

        /// nil: this is no such text.
        init?(_ text: String) {
            var rest = Array(text.utf8)[...]
            func take(_ word: String) -> Bool {
                guard rest.starts(with: word.utf8) else { return false }
                rest = rest.dropFirst(word.utf8.count)
                return true
            }
            func number() -> Int? {
                var value: Int?
                while let digit = rest.first, digit >= 0x30, digit <= 0x39, (value ?? 0) < 1_000 {
                    value = (value ?? 0) * 10 + Int(digit - 0x30)
                    rest = rest.dropFirst()
                }
                return value
            }
            isBigEndian = take("be:")
            guard isBigEndian || take("le:") else { return nil }
            isSigned = take("s")
            guard isSigned || take("u") else { return nil }
            guard let bits = number(), take("/"), let storage = number() else { return nil }
            shift = take(">>") ? number() ?? -1 : 0
            guard rest.isEmpty, [8, 16, 32, 64].contains(storage), bits > 0, shift >= 0, bits + shift <= storage else {
                return nil
            }
            self.bits = bits
            size = storage / 8
        }

        /// The number in `bytes`, a whole reading.
        func value(in bytes: [UInt8]) -> Double {
            var word: UInt64 = 0
            for index in 0..<size { word = word << 8 | UInt64(bytes[place + (isBigEndian ? index : size - 1 - index)]) }
            word <<= UInt64(64 - bits - shift)
            return isSigned
                ? Double(Int64(bitPattern: word) >> Int64(64 - bits)) : Double(word >> UInt64(64 - bits))
        }
    }

    /// Where the wanted numbers are, in their order.
    private(set) var wanted: [Element] = []
    /// The bytes of a reading.
    private(set) var size = 0

    /// - Parameter elements: everything that is in the buffer, in its order, and which of it is wanted: 0 is the first.
    init(_ elements: [(element: Element, wanted: Int?)]) {
        var largest = 1
        var found: [(Int, Element)] = []
        for (element, wanted) in elements {
            var element = element
            element.place = (size + element.size - 1) / element.size * element.size
            size = element.place + element.size
            largest = max(largest, element.size)
            if let wanted { found.append((wanted, element)) }
        }
        size = (size + largest - 1) / largest * largest
        wanted = found.sorted { $0.0 < $1.0 }.map { $0.1 }
    }
}
