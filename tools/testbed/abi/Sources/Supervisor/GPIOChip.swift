import CKernelInterface

/// The lines of a GPIO chip.
final class GPIOChip {
    let path: String
    let label: String
    var lines: [GPIOLine]
    /// `gpiochip0`.
    var name: String { String(path.dropFirst("/dev/".count)) }

    init(_ description: PanelDescription.Lines) {
        path = description.path
        label = description.label
        lines = description.names.map { GPIOLine(name: $0) }
    }

    /// Why the kernel refuses flags, if it does.
    static func refusal(of flags: UInt64) -> Int32? {
        let known: UInt64 = 0x7FE
        let bias = [ABI_LINE_PULL_UP, ABI_LINE_PULL_DOWN, ABI_LINE_NO_BIAS].count { flags & $0 != 0 }
        let isInput = flags & ABI_LINE_INPUT != 0
        let isOutput = flags & ABI_LINE_OUTPUT != 0
        let hasEdges = flags & (ABI_LINE_RISING | ABI_LINE_FALLING) != 0
        let drives = [ABI_LINE_OPEN_DRAIN, ABI_LINE_OPEN_SOURCE].count { flags & $0 != 0 }
        let isWrong =
            flags & ~known != 0 || (isInput && isOutput) || (hasEdges && !isInput) || drives > 1
            || (drives > 0 && !isOutput) || bias > 1 || (bias > 0 && !isInput && !isOutput)
        return isWrong ? 22 : nil
    }
}

/// One line.
struct GPIOLine {
    let name: String
    /// The level on the wire.
    var level = false
    /// The flags that it was requested with, ``ABI_LINE_INPUT`` and others; 0 while it is free.
    var flags: UInt64 = 0
    /// Who has it; nil while it is free.
    var consumer: String?
    /// Through what it is used; nil while it is free or taken by somebody else.
    var request: LineRequest?

    init(name: String) { self.name = name }

    var isOutput: Bool { flags & ABI_LINE_OUTPUT != 0 }
    var isActiveLow: Bool { flags & ABI_LINE_ACTIVE_LOW != 0 }
    /// As the program sees it: active is true.
    var isActive: Bool { level != isActiveLow }

    /// The flags in words, for the trace.
    var flagNames: String {
        let names: [(UInt64, String)] = [
            (ABI_LINE_INPUT, "input"), (ABI_LINE_OUTPUT, "output"), (ABI_LINE_ACTIVE_LOW, "active-low"),
            (ABI_LINE_RISING, "rising"), (ABI_LINE_FALLING, "falling"), (ABI_LINE_OPEN_DRAIN, "open-drain"),
            (ABI_LINE_OPEN_SOURCE, "open-source"), (ABI_LINE_PULL_UP, "pull-up"),
            (ABI_LINE_PULL_DOWN, "pull-down"), (ABI_LINE_NO_BIAS, "no-bias"),
        ]
        let set = names.filter { flags & $0.0 != 0 }.map { $0.1 }
        return set.isEmpty ? "as-is" : set.joined(separator: " ")
    }
}

/// Lines that were requested together, and are used through one descriptor.
final class LineRequest {
    let chip: GPIOChip
    /// 1 or 2: of which version of the interface it is.
    let version: Int32
    let isEventRequest: Bool
    let offsets: [Int]
    /// How many edges it has seen.
    private var sequence: UInt32 = 0
    private var lineSequence: [Int: UInt32] = [:]

    init(chip: GPIOChip, version: Int32, isEventRequest: Bool, offsets: [Int]) {
        self.chip = chip
        self.version = version
        self.isEventRequest = isEventRequest
        self.offsets = offsets
    }

    /// The bytes in which the program reads an edge.
    func event(at time: Int64, isRising: Bool, offset: Int) -> [UInt8] {
        sequence &+= 1
        lineSequence[offset, default: 0] &+= 1
        var bytes = [UInt8](repeating: 0, count: 48)
        let count = abi_gpio_event(
            version, UInt64(time), isRising, UInt32(offset), sequence, lineSequence[offset]!, &bytes)
        return Array(bytes[..<count])
    }
}
