public import TaplineBoards
public import TaplineControllers
public import TaplineDevices
public import TaplineTouches

/// What a look at a board's computer has shown. Everything is a value: the checks ask nobody else.
public struct MachineFacts: Sendable {
    /// The board.
    public var board: BoardDescription
    /// The board's name or file, as it was asked for; and its file, empty for a built-in one.
    public var boardName = ""
    public var boardFile = ""

    // MARK: The computer

    /// Its I2C adapters.
    public var adapters: [I2CAdapter] = []
    /// The Raspberry Pi's `config.txt`: its path and its lines; nil where there is none.
    public var bootConfiguration: (path: String, lines: [String])?
    /// Devices that the process may not use.
    public var denials: [Denial] = []
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
    /// The bus's speed by the device tree, in bits a second; nil where it does not say.
    public var busSpeedHz: Int?
    /// Why the adapter cannot be used, if not for want of permission.
    public var busFailure: DeviceError?
    /// Chips on the bus that drivers of the kernel have.
    public var holders: [ChipOwnership.Holder] = []

    // MARK: Lines

    /// The lines that the board and the configuration name.
    public var lines: [NamedLine] = []

    // MARK: The controller

    /// What came of looking for the controller; nil: nobody looked.
    public var controller: ControllerFacts?
    /// What was seen while the panel was watched; nil: nobody watched.
    public var watch: WatchFacts?

    /// A board of whose computer nothing is known.
    public init(board: BoardDescription) { self.board = board }
}

/// A device that the process may not use.
public struct Denial: Equatable, Sendable {
    /// The device file.
    public var path: String
    /// The group that it belongs to; nil where that cannot be told.
    public var group: String?
    /// Whether no right would help: a container or a service was not given the device.
    public var isByContainer: Bool

    /// A denial.
    public init(path: String, group: String?, isByContainer: Bool = false) {
        self.path = path
        self.group = group
        self.isByContainer = isByContainer
    }
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

    /// A line that nothing is known of.
    public init(role: String, name: String) {
        self.role = role
        self.name = name
    }
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
