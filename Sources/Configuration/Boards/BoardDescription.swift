public import TaplineCore

/// A panel and the computer it is wired to: the content of a `board/1` file.
///
/// ```yaml
/// tapline: board/1
/// name: HyperPixel 4                     # what people call it, 1…63 bytes
/// source: where these facts come from    # a text or a list of texts; required, a board without it cannot be checked
/// controller: gt911                      # the chip
/// bus: i2c@0                             # simulated, /dev/i2c-1, 1, the adapter's name, or a list: the first there is
/// addresses: [0x5d, 0x14]                # where to look for it, 0x08…0x77, one to four
/// overlay: vc4-kms-dpi-hyperpixel4       # brings the bus: what follows dtoverlay= in config.txt; none
/// interrupt_pin: GPIO27                  # or {line: GPIO27, active: low}; none: the chip is polled
/// reset_pin: {line: GPIO17, active: low} # none: the chip is not reset by a line
/// taken_lines: [GPIO0..GPIO9, GPIO19]    # what the display and others take of the header: no outputs; none
/// identity: known                        # any: who answers is taken for the chip, as a clone that does not say what it is
/// transfer_mode: stop                    # or repeated_start: between write and read; without it as the chip wants it
/// transfer_delay: 0ms                    # with stop: how long the chip needs between write and read, up to 100ms
/// size: [480, 800]                       # raw pixels across and down, as the chip reports them, 1…65535
/// active_area: [52.3mm, 87.1mm]          # along the raw axes, 1…5000 mm; without it 1 px is 1 pt
/// transform:                             # raw to oriented pixels, in this order:
///   mirror_x: false                      #   mirror the raw x axis
///   mirror_y: false                      #   mirror the raw y axis
///   swap_xy: false                       #   swap the axes
///   rotate: 0                            #   turn clockwise: 0, 90, 180 or 270
///   calibration: [1, 0, 0, 0, 1, 0]      #   x' = a·x + b·y + c, y' = d·x + e·y + f
/// keys: [4, 3]                           # of touch keys: how many across and down; the size is that of all of them
/// sensing: {touch: 12, release: 6}       # of touch keys: thresholds, debounce, samples and period of measuring
/// resistance: {plate: 300ohm, touch: 4095ohm}  # of a resistive panel: of its x plate, and the highest at which plates touch
/// poll: {active: 10ms, idle: 50ms}       # how often to read while fingers are down, and else; 1ms…1s
/// touchTimeout: none                     # cancel a finger that was not confirmed for so long; 20ms…60s
/// mask: [[0, 0, 40, 479]]                # areas without fingers: left, top, right, bottom in raw pixels; up to four; none
/// ghosts:                                # of a panel that reports fingers which are not there
///   minimum_life: none                   #   a contact that lives less is none, and touches are told so late; 17ms…100ms
///   periodic: keep                       #   or drop: contacts that come back to one place like clockwork
///   bursts: keep                         #   or hold: while many short ones come, a contact must live 60ms
///   palm: none                           #   from this size on a contact is a palm; of a chip that tells sizes
///   flicker: none                        #   a finger gone for less has not lifted, and lifts are told so late; 10ms…100ms
///   smoothing: none                      #   the limit of a low pass for a finger that rests, 1…20 Hz
/// max_fingers: 5                         # 1 to what the chip can do; without it that
/// exclusive_bus: false                   # nothing else uses the bus: its timeout is shortened while the panel runs
/// kernel_driver: Goodix-TS               # the driver that owns the chip unless it is freed; none
/// grab: false                            # of controller evdev: no other program gets its events
/// controller_configuration:              # what a Goodix chip shall be set to
///   write: false                         #   true: a chip that is set otherwise is given these bytes, and they are read back
///   bytes: [0x41, 0x20, …]               #   all of them, as the panel's maker gives them, checksum and 1 included
/// ```
/// A motion sensor is an entry of `sensors:`, ``SensorDescription``. A computer with a sensor and no panel has `controller: none`
/// and nothing else of a panel.
///
/// `name`, `source`, `controller`, `bus`, `addresses` and `size` are required (`size: unknown` is for a board that cannot
/// run before its size is set); the others have the values shown
/// above as defaults, apart from pins, `transfer_mode`, `active_area`, `kernel_driver`, `overlay`, `taken_lines`
/// and `controller_configuration`, which default to none.
///
/// With `controller: evdev` the panel is an input device that a driver of the kernel makes. `bus` is then
/// `/dev/input/event0` or a link to it, its number, its name, or `touchscreen` for the only one that there is. `size` is
/// what the device's axes are stretched to; without it a unit of the axis is a pixel, and the device says how many there
/// are, as it says the active area where it knows it. What belongs to the chip is the kernel's, and
/// refused.
public struct BoardDescription: Equatable, Sendable {
    /// What people call the board.
    public var name: String
    /// Where its facts come from.
    public var sources: [String]
    /// The touch controller.
    public var controller: ControllerChip
    /// The bus it sits on.
    public var bus: BusName
    /// The 7-bit addresses at which it may answer, in the order to try.
    public var addresses: [UInt8]
    /// What brings the bus: what follows `dtoverlay=` in config.txt; nil: no overlay, but a parameter of the computer.
    public var overlay: String?
    /// The line by which the controller asks to be read; nil: it is polled.
    public var interruptPin: BoardPin?
    /// The line that resets the controller; nil: there is none, or something else drives it.
    public var resetPin: BoardPin?
    /// Lines that the display, or what else is on the board, takes: no outputs.
    public var takenLines: [String] = []
    /// Whether whoever answers there is taken for the controller.
    public var acceptsAnyIdentity: Bool
    /// What stands between the write and the read of a transfer; nil: what the controller asks for.
    public var transferMode: TransferMode?
    /// How long the controller needs after a STOP between write and read, 0…100 ms.
    public var transferDelay: Microseconds
    /// Size, active area and transform of the panel.
    public var panel: PanelGeometry.Description
    /// How touch keys lie; nil where the chip has none.
    public var keys: KeyGrid?
    /// What the plates of a resistive panel are; nil where it is none, or usual ones.
    public var resistive: ResistivePanel?
    /// The time between reads while fingers are down, 1 ms…1 s.
    public var activePollPeriod: Microseconds
    /// The time between reads while none is, 1 ms…1 s.
    public var idlePollPeriod: Microseconds
    /// A finger that was not confirmed for so long is cancelled, 20 ms…60 s; nil: never.
    public var touchTimeout: Microseconds?
    /// What is asked of contacts before they become touches.
    public var ghostRules = GhostRules()
    /// The most fingers at a time, 1…16.
    public var maximumFingers: Int
    /// Whether nothing else uses the bus, so that its timeout may be shortened.
    public var exclusiveBus: Bool
    /// Whether no other program gets the events of the input device.
    public var grabs: Bool
    /// The kernel driver that is expected to own the controller unless it is freed; nil: none.
    public var kernelDriver: String?
    /// The configuration that the controller shall have; nil: its own is left alone.
    public var controllerConfiguration: GoodixSettings?
    /// The motion sensors: at most one.
    public var sensors: [SensorDescription] = []

    /// SDA and SCL of the bus, where they are lines of the header for sure.
    package var busLines: [String] { bus.headerLines }

    /// Whether a report is announced: by an interrupt line, or by the kernel's input device.
    package var announcesReports: Bool { interruptPin != nil || controller.family == .evdev }

    /// Whether an idle panel is read too seldom for `periodic: drop`: it sees equal intervals only where reads lie 10 ms apart.
    package var isReadTooSeldomForPeriods: Bool { interruptPin == nil && idlePollPeriod > .milliseconds(10) }

    /// Why a board that leaves its size open cannot run, and the command that sets it; nil where nothing is wrong.
    package var missingSize: (message: String, suggestion: String)? {
        guard hasSizeOfDevice, controller.family != .evdev else { return nil }
        return (
            "the board \(quoted(name)) does not say how large its panel is in raw pixels",
            "write it into a copy of its file: tapline board set --board FILE size '[800, 480]'"
        )
    }

    /// Whether only the device knows how many pixels there are: ``panel`` has none then.
    public var hasSizeOfDevice: Bool { panel.rawWidth == 0 }

    /// The board in `bytes`, the content of `file`.
    ///
    /// - Throws: Everything that is wrong in the file.
    public init(_ bytes: [UInt8], file: String) throws(ConfigurationErrors) {
        self = try BoardDescription(YAMLDocument(bytes, file: file))
    }

    /// The simulated board that needs no file; `boards/simulated.yaml` is the same text.
    public static func simulated() throws(ConfigurationErrors) -> BoardDescription {
        try BoardDescription(Array(simulatedText.utf8), file: "simulated.yaml")
    }
}
