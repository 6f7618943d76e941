public import TaplineConfiguration
public import TaplineLinux

/// A board that a panel may be.
public struct InitBoard: Sendable {
    /// Its name in a configuration.
    public var name: String
    /// What it says.
    public var description: BoardDescription
    /// Its file's content, where it is a new file in `/etc/tapline/boards`; nil: it is there already.
    public var text: [UInt8]?
    /// The adapter that its chip is on; of a panel of the kernel's, that of its driver's chip; nil: not on this computer.
    public var busPath: String?
    /// The input device that it means; nil: none.
    public var inputPath: String?
    /// Why it is this one.
    public var reason = ""

    /// Whether its fingers come from the kernel's driver.
    var isOfTheKernel: Bool { description.controller.family == .evdev }
    /// Whether running it moves lines between the controller and the computer.
    var drivesLines: Bool { description.resetPin != nil || description.interruptPin != nil }
}

/// What a look at a computer has shown before `tapline init` plans. Everything is a value.
public struct InitFacts: Sendable {
    /// Files of the package, which a plan copies.
    static var freeRules: String { "/usr/share/tapline/udev/61-tapline-free.rules" }
    static var inputOption: String { "/usr/share/tapline/systemd/input.conf" }
    /// The file of a rule that gives devices to their groups.
    static var groupRules: String { "/etc/udev/rules.d/60-tapline-groups.rules" }

    /// What the files of this computer say; its board is the chosen one once there is one.
    public var machine: MachineFacts
    /// The boards that there are.
    public var boards: [InitBoard] = []
    /// What was found on the buses; none where nobody looked.
    public var buses: [DetectedBus] = []
    /// The computer's touchscreens.
    public var touchscreens: [EvdevDevice] = []
    /// What config.txt holds; nil: there is none.
    public var boot: [UInt8]?
    /// Files that a plan depends on, with what they hold.
    public var files: [(path: String, bytes: [UInt8])] = []
    /// Devices of the panel and the lamp, with the group that they belong to.
    public var devices: [(path: String, group: String)] = []
    /// The computer's GPIO lines, and who uses each; nil: nobody.
    public var lines: [(name: String, user: String?)] = []
    /// Whether a line of this name is there, whatever other name it has: the one that was named.
    public var hasLine: Bool?
    /// Who uses it; nil: nobody.
    public var lineUser: String?
    /// Whether the service is started with the computer already.
    public var isEnabled = false

    /// A computer of which nothing is known.
    public init(machine: MachineFacts) { self.machine = machine }

    /// What the file at `path` holds; nil: it is not there.
    func file(_ path: String) -> [UInt8]? { files.first { $0.path == path }?.bytes }

    /// The lines that a lamp may hang on, the usual ones first: named, used by nobody, not the board's, and on a header
    /// none that a bus or a port takes when it is switched on.
    func freeLines(for board: BoardDescription) -> [String] {
        let pins = [board.interruptPin, board.resetPin].compactMap { $0?.line }
        let taken = pins + board.takenLines + board.busLines
        let usual = [23, 24, 25, 22, 27, 17, 16, 26, 5, 6, 12, 13, 20, 21, 18, 19, 4].map { "GPIO\($0)" }
        let isHeader = lines.contains { $0.name == "GPIO23" || $0.name == "GPIO17" }
        let names = isHeader ? usual : lines.map { $0.name }.filter { !$0.isEmpty }
        return names.filter { name in
            lines.contains { $0.name == name && $0.user == nil }
                && !taken.contains { InitFacts.is(name, in: $0) }
        }
    }

    /// Whether `line` is the one, or one of those, that `named` means: `GPIO4`, `GPIO0..GPIO27`.
    private static func `is`(_ line: String, in named: String) -> Bool {
        let ends = named.split(separator: ".").map { number(String($0)) }
        if ends.count == 2, let first = ends[0], let last = ends[1], let own = number(line) {
            return first <= own && own <= last
        }
        return line == named || number(line).map { $0 == number(named) } ?? false
    }

    private static func number(_ line: String) -> Int? {
        line.hasPrefix("GPIO") ? Int(line.dropFirst(4)) : nil
    }
}
