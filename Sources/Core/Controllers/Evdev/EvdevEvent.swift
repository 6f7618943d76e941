public import TaplineTouches

/// One event of the kernel's input devices: `struct input_event` (Linux, `include/uapi/linux/input.h`).
public struct EvdevEvent: Equatable, Sendable {
    /// How wide a `long` of the process is that reads: it decides how wide the time of an event is.
    public enum Layout: Equatable, Sendable {
        case words32, words64

        /// This process's.
        public static var own: Layout { MemoryLayout<Int>.size == 8 ? .words64 : .words32 }
        /// The bytes of an event.
        public var size: Int { self == .words64 ? 24 : 16 }
        /// How many bytes a read asks for: as many whole events as ``BusBytes`` holds.
        public var readCount: Int { BusBytes.capacity / size * size }
    }

    /// When it happened, on the clock that the device was told to use.
    public var time: Instant
    /// What kind of event it is, such as ``EvdevCode/absolute``.
    public var type: UInt16
    /// What it is about, such as ``EvdevCode/contactX``.
    public var code: UInt16
    /// The new value.
    public var value: Int32

    /// An event.
    @inline(__always)
    public init(time: Instant, type: UInt16, code: UInt16, value: Int32) {
        self.time = time
        self.type = type
        self.code = code
        self.value = value
    }

    /// The event whose bytes begin at `start`; bytes that are missing count as 0.
    @inline(__always)
    public init(_ bytes: inout BusBytes, at start: Int, layout: Layout) {
        let word = layout == .words64 ? 8 : 4
        let seconds = bytes.integer(at: start, count: word)
        time = Instant(microseconds: seconds &* 1_000_000 &+ bytes.integer(at: start &+ word, count: word))
        let rest = start &+ 2 &* word
        let kind = UInt(bytes.word(at: rest).byteSwapped)
        type = UInt16(_truncatingBits: kind)
        code = UInt16(_truncatingBits: kind &>> 16)
        value = bytes.integer32(at: rest &+ 4)
    }

    /// Adds the event's bytes, as the kernel gives them to a process of this layout.
    public func append(to bytes: inout BusBytes, layout: Layout) {
        let word = layout == .words64 ? 8 : 4
        let seconds = time.microseconds / 1_000_000
        bytes.append(seconds._lowWord, count: 4)
        if word == 8 { bytes.append((seconds &>> 32)._lowWord, count: 4) }
        bytes.append((time.microseconds % 1_000_000)._lowWord, count: 4)
        if word == 8 { bytes.append(0, count: 4) }
        bytes.append(UInt(type), count: 2)
        bytes.append(UInt(code), count: 2)
        bytes.append(UInt(bitPattern: Int(value)), count: 4)
    }
}

extension BusBytes {
    /// The little-endian integer of 4 bytes at `start`. (Every processor that Linux and Swift share is little-endian.)
    @inline(__always)
    mutating func integer32(at start: Int) -> Int32 { Int32(bitPattern: word(at: start).byteSwapped) }

    /// The little-endian integer without a sign of 4 or 8 bytes at `start`.
    @inline(__always)
    mutating func integer(at start: Int, count: Int) -> Int64 {
        let low = Int64(_truncatingBits: UInt(word(at: start).byteSwapped))
        guard count == 8 else { return low }
        return Int64(_truncatingBits: UInt(word(at: start &+ 4).byteSwapped)) &<< 32 | low
    }

    /// Adds the lowest `count` bytes of `value`, 1…4, the lowest first.
    mutating func append(_ value: UInt, count: Int) {
        var rest = value
        var left = count
        while left > 0 {
            append(UInt8(_truncatingBits: rest))
            rest = rest &>> 8
            left &-= 1
        }
    }
}
