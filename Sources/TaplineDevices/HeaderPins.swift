/// The 40-pin header of a Raspberry Pi: some kernels name its lines by the pin (`PIN11`), most by Broadcom's number
/// (`GPIO17`).
///
/// Source: <https://pinout.xyz> and the kernel's `rp1.dtsi`; the same since the Model B+ of 2014.
enum HeaderPins {
    /// Broadcom's number by pin, 1…40; -1 for supply and ground.
    private static let numbers: [Int8] = [
        -1, -1, 2, -1, 3, -1, 4, 14, -1, 15,
        17, 18, 27, -1, 22, 23, -1, 24, 10, -1,
        9, 25, 11, 8, -1, 7, 0, 1, 5, -1,
        6, 12, 13, -1, 19, 16, 26, 20, -1, 21,
    ]

    /// Broadcom's number, 0…27, of the line named `GPIO17` or `PIN11`; nil for other names.
    static func number(of name: String) -> Int? {
        if let number = DeviceFiles.number(after: "GPIO", in: name) { return number <= 27 ? number : nil }
        guard let pin = DeviceFiles.number(after: "PIN", in: name), pin >= 1, pin <= 40 else { return nil }
        let number = Int(numbers[pin - 1])
        return number < 0 ? nil : number
    }

    /// The other name of the same line: `PIN11` for `GPIO17` and the other way round; nil for other names.
    static func alias(of name: String) -> String? {
        guard let number = number(of: name) else { return nil }
        guard name.hasPrefix("GPIO") else { return "GPIO\(number)" }
        guard let index = numbers.firstIndex(of: Int8(number)) else { return nil }
        return "PIN\(index + 1)"
    }
}
