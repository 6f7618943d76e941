public import TaplineCore

// Values of the core, which has no arrays or texts, as tests write and read them.

extension Contacts {
    public init(_ contacts: [Contact]) {
        self.init()
        for contact in contacts { append(contact) }
    }

    /// Fingers as (id, x, y).
    public init(_ fingers: [(Int32, Float, Float)], pressure: Float = 0) {
        self.init(fingers.map { Contact(id: $0.0, x: $0.1, y: $0.2, pressure: pressure) })
    }

    public var list: [Contact] { (0..<count).map { self[$0] } }
}

/// What holds bytes in the core.
public protocol ByteHolder {
    init()
    mutating func take(_ byte: UInt8)
    var bytes: [UInt8] { get }
}

extension ByteHolder {
    public init(bytes: some Sequence<UInt8>) {
        self.init()
        for byte in bytes { take(byte) }
    }
    public init(text: String) { self.init(bytes: text.utf8) }

    public var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension BusBytes: ByteHolder {
    public mutating func take(_ byte: UInt8) { append(byte) }
    public var bytes: [UInt8] {
        var copy = self
        return (0..<count).map { copy[$0] }
    }
}
extension ByteLine: ByteHolder {
    public mutating func take(_ byte: UInt8) { append(byte) }
    public var bytes: [UInt8] { (0..<count).map { self[$0] } }
}
extension Name: ByteHolder {
    public mutating func take(_ byte: UInt8) { append(byte) }
    public var bytes: [UInt8] { (0..<count).map { self[$0] } }
}
extension ShortBytes: ByteHolder {
    public mutating func take(_ byte: UInt8) { append(byte) }
    public var bytes: [UInt8] { (0..<count).map { self[$0] } }
}
