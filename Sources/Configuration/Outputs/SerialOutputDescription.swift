public import TaplineCore

/// A serial port that writes gestures or touches: an entry of `outputs`.
///
/// ```yaml
/// - {serial: /dev/ttyGS0}                                          # every gesture as `$TL`, 115200 8N1
/// - {serial: /dev/ttyUSB0, format: jsonl, baud: 921600, on: [zoom, turn]}
/// - {serial: /dev/ttyUSB1, format: text, on: touches, zone: left}   # the touches of the zone
/// ```
public struct SerialOutputDescription: Equatable, Sendable {
    /// The port's path: absolute, 2…255 bytes.
    public var path: String
    /// What is written; `$TL` by default.
    public var format: PortFormat.Kind
    /// The port's speed in bit/s, one of ``rates``; 115200 by default.
    public var baud: Int
    /// The gestures that are written, as indices into the configuration's gestures, ascending, none twice; nil: every one.
    public var gestures: [Int]?

    /// The controls that are written, as indices into the configuration's zones, ascending, none twice; every one where
    /// all gestures are.
    public var controls: [Int]
    /// The touches that are written in place of gestures; the zone is an index into the configuration's. nil: none.
    public var touches: PortFormat.Touches?
    /// Whether it takes commands; by default where its format is for people.
    public var takesCommands: Bool

    /// A port with these settings.
    public init(
        path: String, format: PortFormat.Kind = .line, baud: Int = 115_200, gestures: [Int]? = nil,
        controls: [Int] = [],
        touches: PortFormat.Touches? = nil, takesCommands: Bool? = nil
    ) {
        self.path = path
        self.format = format
        self.baud = baud
        self.gestures = gestures
        self.controls = controls
        self.touches = touches
        self.takesCommands = takesCommands ?? (format == .text)
    }

    /// The speeds of serial ports: those of the kernel's `asm-generic/termbits.h` from 1200 bit/s on.
    public static var rates: [Int] {
        [
            1_200, 1_800, 2_400, 4_800, 9_600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 500_000, 576_000,
            921_600, 1_000_000, 1_152_000, 1_500_000, 2_000_000, 2_500_000, 3_000_000, 3_500_000, 4_000_000,
        ]
    }
}
