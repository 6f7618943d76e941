public import TaplineConfiguration
public import TaplineCore
public import TaplineLinux

/// What a look at a board's computer has shown. Everything is a value: the checks ask nobody else.
public struct MachineFacts: Sendable {
    /// The board.
    public var board: BoardDescription
    /// The board's name or file, as it was asked for; and its file, empty for a built-in one.
    public var boardName = ""
    public var boardFile = ""
    /// Whether the user may write the board's file.
    public var canWriteBoard = true
    /// The configuration whose lines are looked at, too; empty for none.
    public var configurationFile = ""

    // MARK: The computer

    /// Its I2C adapters.
    public var adapters: [I2CAdapter] = []
    /// The Raspberry Pi's `config.txt`; nil where there is none.
    public var bootConfiguration: BootConfiguration?
    /// The computer's model by the device tree; empty where there is none.
    public var model = ""
    /// Its overlays that give a touch controller to the kernel's driver.
    public var bindings: [OverlayBinding] = []
    /// Devices that the process may not use.
    public var denials: [Denial] = []
    /// The service of systemd's that the process belongs to; nil: none, it may be in a container.
    public var service: String?
    /// The groups that the user belongs to by `/etc/group`. A new one counts from the next login on.
    public var userGroups: [String] = []

    // MARK: The bus

    /// The adapter's device file; nil: the board's bus is not there, and ``busRefusal`` says why.
    public var busPath: String?
    public var busRefusal: DeviceError?
    /// Whether the device file is there: the adapter may be without.
    public var hasBusFile = true
    /// The kernel's driver of the adapter, `i2c-bcm2835`; nil where sysfs does not show it.
    public var adapterDriver: String?
    /// What the device tree calls the bus: `i2c_arm`, `i2c1`.
    public var busLabels: [String] = []
    /// The bus's speed by the device tree, in bits a second; nil where it does not say.
    public var busSpeedHz: Int?
    /// Why the adapter cannot be used, if not for want of permission.
    public var busFailure: DeviceError?
    /// Chips on the bus that drivers of the kernel have.
    public var holders: [ChipOwnership.Holder] = []
    /// The modules of their drivers; none for drivers that are built into the kernel.
    public var modules: [(driver: String, module: String)] = []

    // MARK: Lines

    /// The lines that the board and the configuration name.
    public var lines: [NamedLine] = []

    /// The serial ports that the configuration names, and why one cannot be used.
    public var ports: [(path: String, refusal: DeviceError?)] = []

    /// The sources of commands that the configuration names.
    public var remotes = RemoteFacts()

    // MARK: The controller

    /// What came of looking for the controller; nil: nobody looked.
    public var controller: ControllerFacts?
    /// What was seen while the panel was watched; nil: nobody watched.
    public var watch: WatchFacts?
    /// What was seen while nobody was to touch the panel; nil: nobody watched.
    public var untouched: UntouchedPanel?

    /// A board of whose computer nothing is known.
    public init(board: BoardDescription) { self.board = board }
}

/// An overlay of config.txt that gives a touch controller to the kernel's driver.
public struct OverlayBinding: Sendable {
    /// The line.
    public var line: OverlayLine
    /// What it says: the driver, where the controller may be, how it becomes free.
    public var overlay: TouchOverlay
    /// The adapter that it means; nil where this computer does not say.
    public var busPath: String?
}

/// A device that the process may not use.
public struct Denial: Equatable, Sendable {
    /// The device file.
    public var path: String
    /// The group that it belongs to; nil where that is unknown.
    public var group: String?
    /// Whether no right would help: a container or a service was not given the device.
    public var isByContainer = false
}

/// A GPIO line that a file names.
public struct NamedLine: Equatable, Sendable {
    /// Where it is named: `interrupt_pin`.
    public var role: String
    /// The name.
    public var name: String
    /// Where it is; nil: there is no such line.
    public var location: GPIOLineLocation?
    /// Why not, or why it cannot do what is asked of it.
    public var refusal: DeviceError?
    /// Who uses it, and as what: `'lcd' as an output`; nil: nobody.
    public var user: String?
    /// The line of this computer whose name is nearly the same, where there is none of this name.
    public var nearest: String?
}

/// What came of looking for the board's controller.
public struct ControllerFacts: Sendable {
    /// What it said of itself; not known: it was not found.
    public var identity = ControllerIdentity()
    /// Whether somebody else answered in its place.
    public var isStranger = false
    /// Why the bus did not work, if it did not.
    public var busError: BusError?
    /// Controllers that were found by their identity on the same bus, when the board's was not.
    public var others: [(address: UInt8, chip: String)] = []
    /// Motion sensors that were found where the board's controller was looked for.
    public var sensors: [(address: UInt8, chip: String)] = []
    /// Whether they were looked for: that takes questions at addresses that the board does not name.
    public var othersWereAsked = true
    /// For each kind of chip among them, and for the board's when it says that it is another: the file of a board to begin
    /// from; no entry where there is none.
    public var beginnings: [(chip: String, file: String)] = []

    /// Nothing was found.
    public init() {}
}

/// What was seen while the driver polled the panel and the interrupt line was watched.
public struct WatchFacts: Equatable, Sendable {
    /// Reports in which fingers were down.
    public var touchedReports = 0
    /// How long fingers were down, and how many bits went over the bus meanwhile.
    public var touchedTime = Microseconds.zero
    public var touchedBits = 0
    /// Transfers in all, those that failed, and reports that made no sense.
    public var transfers = 0
    public var failures = 0
    public var badReports = 0
    /// Whether the interrupt line was watched, and its edges.
    public var hasInterruptLine = false
    public var edges = 0
    /// Looks at the interrupt line's level right after a read, while no finger was down, and how often it was asserted.
    public var restingLooks = 0
    public var restingAsserted = 0
    /// The same while fingers were down.
    public var touchedLooks = 0
    public var touchedAsserted = 0

    /// Nothing was seen.
    public init() {}
}
