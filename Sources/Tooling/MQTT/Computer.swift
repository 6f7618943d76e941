import CTaplineTool

/// This computer, among all that talk to one broker.
enum Computer {
    /// Eight hexadecimal digits that no other computer has under `prefix`: of its `/etc/machine-id`, else of its name; empty without
    /// both. (Computers made of one image have one id: a `topic` of its own tells one from the other.)
    static func word(under prefix: String) -> String {
        let suffix = prefix == "tapline" ? "" : " \(prefix)"
        if case .text(let text) = MQTTProgram.contents(of: "/etc/machine-id"),
            let id = text.split(separator: "\n").first, id.utf8.count == 32
        {
            return word(of: String(id) + suffix)
        }
        var name = [CChar](repeating: 0, count: 256)
        unsafe tapline_private_text(TAPLINE_PRIVATE_HOST, &name)
        let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return bytes.isEmpty ? "" : word(of: String(decoding: bytes, as: UTF8.self) + suffix)
    }

    /// The word of an identifier that is not to be published itself (machine-id(5)): 32 bits are left of its 128. (FNV-1a
    /// with its basis and prime of 32 bits, RFC 9923.)
    static func word(of id: String) -> String {
        var hash: UInt32 = 0x811c_9dc5
        for byte in "tapline-mqtt \(id)".utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
