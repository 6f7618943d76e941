import CSoak
import Glibc
import TaplineChipModels
import TaplineCore

/// What stands around the daemon: a clock that moves only when the daemon waits, a chip, lines, a serial port, readers, and
/// the plan of each hour. One thread: everything happens while the daemon waits.
final class World {
    static let hour: Int64 = 3_600_000_000

    let seed: UInt64
    let folder: String
    /// The daemon's clock, µs.
    var now: Int64
    var chip = GT911Model()
    var fingers = Contacts()
    var ghost: Contact?
    /// When a ghost, and when a finger, was on the panel for the last time.
    var lastGhost = Int64.min / 2
    var lastTouched = Int64.min / 2
    /// When the controller hung.
    var frozenSince = Int64.min / 2

    // Devices.
    var isBusGone = false
    var failingTransfers: (count: Int, errno: Int32) = (0, 0)
    var isDiskFull = false
    var hasNoDescriptors = false
    var edge: Int32 = -1
    var edgeTime: Int64 = 0
    var seenEdges: UInt32 = 0
    var outputs: [UInt32: Bool] = [:]
    var serial: Int32 = -1
    var isSerialGone = false
    var isLightGone = false
    var lightReturned: Int64 = 0
    /// Keys of input devices that are down.
    var keysDown: Set<UInt32> = []

    // Readers.
    let log: Int32
    let manager: Int32
    var reader: Int32 = -1
    var control: Int32 = -1
    var hanging: Int32 = -1

    // The plan and what came of it.
    var hourNumber: Int
    let lastHour: Int
    let hours: Int
    var plan: [Step] = []
    var nextStep = 0
    var idleWaits = 0
    var facts = HourFacts()
    var fresh: UnsafeMutablePointer<FILE>?
    /// When the last fault and the last line of the log were, and how many lines a reload still has that came alone, until when.
    var lastFault = Int64.min / 2
    var lastLog = Int64.min / 2
    var reload: (lines: Int, until: Int64)?
    var checks: Checks
    let isFresh: Bool

    init(seed: UInt64, folder: String, hours: Range<Int>, isFresh: Bool, log: Int32, manager: Int32) {
        self.seed = seed
        self.folder = folder
        self.isFresh = isFresh
        self.log = log
        self.manager = manager
        hourNumber = hours.lowerBound - 1
        lastHour = hours.upperBound
        self.hours = hours.count
        // (A fresh process has to have seen the panel rest as long as one that has run for years.)
        now = World.begin(of: hours.lowerBound) - 300_000_000
        checks = Checks(seed: seed)
        // (Room for the longest hour: one of 1,024 steps in 3,000 made the memory of this plan grow, and looked as if the daemon's did.)
        plan.reserveCapacity(4_096)
        addLoneContact(at: now + 5_000_000)
        plan.append(Step(at: World.begin(of: hours.lowerBound), .hourBegins))
        edge = soak_edges()
    }

    /// When hour `number` begins. The clock leaps after a day and after three, so that it passes 2^32 µs in the first hour,
    /// 2^31 ms in hour 30 and 2^32 ms in hour 78, each in the middle of the hour.
    static func begin(of number: Int) -> Int64 {
        let (limit, passedIn): (Int64, Int) =
            number < 24 ? (1 << 32, 0) : number < 72 ? ((1 << 31) * 1_000, 30) : ((1 << 32) * 1_000, 78)
        return limit - hour / 2 + Int64(number - passedIn) * hour
    }

    /// How bright the display is, 0…255.
    var brightness: Int {
        guard let file = fopen("\(folder)/light/display/brightness", "r") else { return -1 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 16)
        return fgets(&line, 16, file) == nil ? -1 : Int(atoi(line))
    }

    /// The clock moves to `instant`: the chip lives until then.
    func move(to instant: Int64) {
        now = max(now, instant)
        let instant = Instant(microseconds: now)
        chip.advance(to: instant)
        guard chip.interruptEdges != seenEdges else { return }
        seenEdges = chip.interruptEdges
        edgeTime = now
        var one: UInt64 = 1
        write(edge, &one, 8)
    }

    /// What the daemon waits for until `limit` (µs) while nothing is ready: the next thing that happens.
    ///
    /// - Returns: false: `limit` comes first.
    func proceed(until limit: Int64) -> Bool {
        let own = chip.nextEvent.microseconds
        let step = nextStep < plan.count ? plan[nextStep].time : .max
        let next = min(own, step)
        guard next < limit else {
            move(to: limit)
            return false
        }
        move(to: next)
        if step <= now, nextStep < plan.count {
            nextStep += 1
            perform(plan[nextStep - 1].action)
            move(to: now)
        }
        return true
    }

    func fail(_ why: String) -> Never {
        say("FAILED in hour \(hourNumber) of seed \(seed), at \(now) us: \(why)\n")
        end(1)
    }

    func end(_ code: Int32) -> Never {
        let light = ["light/display/brightness", "light/display/max_brightness", "light/display", "light"]
        let files = [
            "config.yaml", "config.kept", "wrong.yaml", "board.yaml", "events", "control", "metrics.prom",
            "light.display",
        ]
        for name in light + files + [""] { remove("\(folder)/\(name)") }
        exit(code)
    }
}

/// What the program itself says, beside the daemon's log.
nonisolated(unsafe) var terminal: Int32 = 2
func say(_ text: String) {
    var text = text
    text.withUTF8 { _ = write(terminal, $0.baseAddress, $0.count) }
}

nonisolated(unsafe) var world: World!
