extension ControllerIdentity {
    /// Makes ``product`` the two hexadecimal digits of `first`, and of `second` where there is one.
    package mutating func setProduct(hexadecimal first: UInt8, _ second: UInt8? = nil) {
        func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 &+ value : 0x57 &+ value }
        product = [digit(first >> 4), digit(first & 0x0F), 0, 0]
        if let second { (product[2], product[3]) = (digit(second >> 4), digit(second & 0x0F)) }
    }

    /// The number that ``product`` is where a family writes it in hexadecimal digits, the first one highest.
    public var hexadecimalProduct: UInt16 {
        var number: UInt16 = 0
        var index = 0
        while index < 4, product[index] != 0 {
            let byte = product[index]
            let digit: UInt8 =
                switch byte {
                case 0x30...0x39: byte &- 0x30
                case 0x61...0x66: byte &- 0x57
                case 0x41...0x46: byte &- 0x37
                default: 0
                }
            number = number &<< 4 | UInt16(truncatingIfNeeded: digit)
            index &+= 1
        }
        return number
    }
}
