/// The tags of the descriptors that the loop watches.
enum LoopTag {
    static var signals: UInt32 { 0 }
    static var interrupt: UInt32 { 1 }
    static var console: UInt32 { 2 }
    /// Serial ports have one each from here on.
    static var firstPort: UInt32 { 3 }
    /// Where commands come from: input devices that come and go, those that are there, and lines.
    static var remoteChanges: UInt32 { 0x40 }
    static func remoteDevice(_ place: Int) -> UInt32 { 0x41 + UInt32(place) }
    static func remoteLine(_ index: Int) -> UInt32 { 0x60 + UInt32(index) }
    /// Whether it is one of these.
    static func isRemote(_ tag: UInt32) -> Bool { (0x40..<0x80).contains(tag) }
    /// What the source behind touch waits for.
    static var other: UInt32 { 0xFF }
    /// Sockets have 256 each from here on, in the order of ``EventLoop/servers``.
    static var firstServer: UInt32 { 0x100 }

    static func port(_ index: Int) -> UInt32 { firstPort + UInt32(index) }
    static func server(_ index: Int) -> UInt32 { firstServer + UInt32(index) << 8 }
}
