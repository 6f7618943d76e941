/// What the kernel knows of an axis: `struct input_absinfo` (Linux, `include/uapi/linux/input.h`).
public struct EvdevAxis: Equatable, Sendable {
    /// The bytes of the structure.
    public static var size: Int { 24 }

    /// The present value.
    public var value: Int32 = 0
    /// The smallest value; a finger at the very edge may exceed it.
    public var minimum: Int32 = 0
    /// The greatest value.
    public var maximum: Int32 = 0
    /// Units in a millimetre, of axes that are places; 0: the device does not say.
    public var resolution: Int32 = 0

    /// An axis of which nothing is known.
    public init() {}

    /// An axis from `minimum` to `maximum`.
    public init(value: Int32 = 0, minimum: Int32 = 0, maximum: Int32, resolution: Int32 = 0) {
        self.value = value
        self.minimum = minimum
        self.maximum = maximum
        self.resolution = resolution
    }

    /// The axis in the bytes of the structure: value, minimum, maximum, fuzz, flat, resolution.
    public init(_ bytes: inout BusBytes) {
        value = bytes.integer32(at: 0)
        minimum = bytes.integer32(at: 4)
        maximum = bytes.integer32(at: 8)
        resolution = bytes.integer32(at: 20)
    }

    /// Adds the bytes of the structure.
    public func append(to bytes: inout BusBytes) {
        bytes.append(UInt(bitPattern: Int(value)), count: 4)
        bytes.append(UInt(bitPattern: Int(minimum)), count: 4)
        bytes.append(UInt(bitPattern: Int(maximum)), count: 4)
        bytes.append(0, count: 4)
        bytes.append(0, count: 4)
        bytes.append(UInt(bitPattern: Int(resolution)), count: 4)
    }

    /// How far apart the greatest and the smallest value are; 0 where the device does not say.
    public var span: Int {
        let (span, overflow) = Int(maximum).subtractingReportingOverflow(Int(minimum))
        return overflow || span < 0 ? 0 : span
    }

    /// How many units there are, and thus pixels unless the board says otherwise; 0 where the device does not say.
    public var count: Int { span == 0 ? 0 : span &+ 1 }

    /// How long the axis is, mm; nil where the device does not say.
    public var millimetres: Double? {
        resolution > 0 && span > 0 ? Double(count) / Double(Int(resolution)) : nil
    }
}
