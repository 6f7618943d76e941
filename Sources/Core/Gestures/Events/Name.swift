/// A name of a gesture, a zone or a stroke: up to 31 bytes of UTF-8.
public struct Name: Equatable, Sendable {
    /// The most bytes of a name.
    public static var capacity: Int { 31 }
    private var storage = InlineArray<31, UInt8>(repeating: 0)
    private var length: UInt8 = 0

    /// An empty name.
    public init() {}

    /// How many bytes there are.
    public var count: Int { Int(length) }
    /// The byte at `index`, 0 …< ``count``.
    public subscript(index: Int) -> UInt8 { storage[index] }

    /// Adds a byte; false, and nothing added, where ``capacity`` is reached.
    @discardableResult
    public mutating func append(_ byte: UInt8) -> Bool {
        guard count < Name.capacity else { return false }
        storage[count] = byte
        length &+= 1
        return true
    }

    public static func == (a: Name, b: Name) -> Bool {
        guard a.length == b.length else { return false }
        for i in 0..<a.count where a.storage[i] != b.storage[i] { return false }
        return true
    }
}

extension Name {
    /// The first 31 bytes of a constant text. (A StaticString's bytes live as long as the program: reading them is safe.)
    public init(_ text: StaticString) {
        self.init()
        let start = unsafe text.utf8Start
        for i in 0..<min(text.utf8CodeUnitCount, Name.capacity) { append(unsafe start[i]) }
    }
}
