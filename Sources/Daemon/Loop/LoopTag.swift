/// The tags of the descriptors that the loop watches.
enum LoopTag {
    static var signals: UInt32 { 0 }
    static var interrupt: UInt32 { 1 }
    static var console: UInt32 { 2 }
    /// Serial ports have one each from here on.
    static var firstPort: UInt32 { 3 }
    /// Sockets have 256 each from here on, in the order of ``EventLoop/servers``.
    static var firstServer: UInt32 { 0x100 }

    static func port(_ index: Int) -> UInt32 { firstPort + UInt32(index) }
    static func server(_ index: Int) -> UInt32 { firstServer + UInt32(index) << 8 }
}
