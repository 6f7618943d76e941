import Glibc
import TaplineChipModels
import TaplineCore

/// Something that happens at an instant of the plan.
struct Step {
    var time: Int64
    var action: Action
    init(at time: Int64, _ action: Action) {
        self.time = time
        self.action = action
    }
}

enum Action {
    case hourBegins, hourEnds, repairs
    case fingers(Contacts)
    case ghost(Contact?)
    case fault(Fault)
    case serialReturns, busReturns, diskHasRoom, descriptorsReturn, readerGoes, lightReturns, wakes
}

/// What goes wrong; each kind every third hour: 2,920 times a year.
enum Fault: Int, CaseIterable {
    case failedTransfer, failedTransfers, busGone, powerLoss, spuriousInterrupt, lies, frozen
    case serialGone, hangingReader, goingReader, reload, refusedReload, diskFull, noDescriptors, leap, commandReload,
        suspend, ghosts, lightGone, commandSleep

    /// How many lines of the log it is worth, at most.
    var logLines: Int {
        switch self {
        case .busGone, .frozen, .lies, .failedTransfers: 6
        case .reload, .refusedReload, .serialGone: 1
        case .commandReload, .lightGone: 2
        case .powerLoss, .commandSleep: 3
        case .suspend: 5
        case .failedTransfer, .spuriousInterrupt, .diskFull: 2
        case .leap, .hangingReader, .goingReader, .noDescriptors, .ghosts: 1
        }
    }
}

extension World {
    static let gesturesAnHour = 22

    /// Whether the panel, with its bus, is away for the day of hour `number`: the third of 28. It comes
    /// back as the clock leaps for the second time.
    static func isAway(_ number: Int) -> Bool { number / 24 % 28 == 2 }

    /// The plan of hour `number`, of the seed and the number alone.
    func makePlan(_ number: Int) {
        var random = SplitMix64(seed: seed &* 1_000_003 &+ UInt64(number))
        let begin = World.begin(of: number)
        plan.removeAll(keepingCapacity: true)
        nextStep = 0
        func second(_ offset: Double) -> Int64 { begin + Int64(offset * 1_000_000) }
        defer {
            plan.append(Step(at: begin + World.hour - 1, .hourEnds))
            plan.append(Step(at: World.begin(of: number + 1), .hourBegins))
            plan.sort { $0.time < $1.time }
        }
        guard !World.isAway(number) else {
            // (The same is said again after twice as long each time.)
            facts.allowedLogLines += 10
            return
        }
        var starts: [Int64] = []
        for index in 0..<World.gesturesAnHour {
            let start = second(60 + Double(index) * 150) + Int64(random.next(below: 60_000_000))
            starts.append(start)
            addGesture(at: start, &random)
        }
        for fault in Fault.allCases where (fault.rawValue + number) % 3 == 0 {
            // Half of them beside fingers.
            let isTouched = random.next(below: 2) == 0
            let time =
                isTouched
                ? starts[random.next(below: starts.count)] + Int64(random.next(below: 300_000))
                : second(100) + Int64(random.next(below: 3_000_000_000))
            plan.append(Step(at: time, .fault(fault)))
            let later = time + 2_000_000 + Int64(random.next(below: 100_000_000))
            switch fault {
            case .serialGone: plan.append(Step(at: later, .serialReturns))
            case .busGone:
                plan.append(Step(at: later, .busReturns))
                // One every ten seconds at most, as long as it lasts.
                facts.allowedLogLines += Int((later - time) / 10_000_000)
            case .diskFull: plan.append(Step(at: later, .diskHasRoom))
            case .noDescriptors: plan.append(Step(at: later, .descriptorsReturn))
            case .hangingReader: plan.append(Step(at: later, .readerGoes))
            case .lightGone: plan.append(Step(at: later, .lightReturns))
            case .commandSleep: plan.append(Step(at: later, .wakes))
            case .ghosts: addGhosts(at: time, &random)
            default: break
            }
            facts.allowedLogLines += fault.logLines
        }
        plan.append(Step(at: second(3_380), .repairs))
        addLoneContact(at: second(3_400))
    }

    /// One to three fingers that tap, press, drag or swipe, a frame every 10 ms.
    private func addGesture(at start: Int64, _ random: inout SplitMix64) {
        let kind = random.next(below: 4)
        let count = 1 + (random.next(below: 4) == 0 ? 1 + random.next(below: 2) : 0)
        let frames = [6, 80, 60, 12][kind]
        let pace = Float([0, 0, 4, 25][kind]) * (random.next(below: 2) == 0 ? 1 : -1)
        let (x, y) = (Float(250 + random.next(below: 100)), Float(100 + random.next(below: 280)))
        for frame in 0..<frames {
            var contacts = Contacts()
            for finger in 0..<count {
                _ = contacts.append(
                    Contact(
                        id: Int32(finger), x: x + Float(finger) * 90 + Float(frame) * pace * (kind == 2 ? 0.9 : 0.8),
                        y: y, pressure: 30))
            }
            plan.append(Step(at: start + Int64(frame) * 10_000, .fingers(contacts)))
        }
        plan.append(Step(at: start + Int64(frames) * 10_000, .fingers(Contacts())))
    }

    /// One that comes to its place every 12.864 s, as an official panel's does, one that stays where the board has a mask, and a
    /// burst of short ones anywhere.
    private func addGhosts(at start: Int64, _ random: inout SplitMix64) {
        for index in 0..<8 { addGhost(60, 30, at: start + Int64(index) * 12_864_000) }
        addGhost(750, 50, at: start + 1_000_000, for: 5_000_000)
        for index in 0..<40 {
            let (x, y) = (random.next(below: 800), random.next(below: 480))
            addGhost(x, y, at: start + 7_000_000 + Int64(index) * 50_000)
        }
    }

    /// A contact that is none. (The first one after power has come is taken for the first of a burst: no hour begins with it.)
    func addLoneContact(at time: Int64) { addGhost(60, 30, at: time) }

    private func addGhost(_ x: Int, _ y: Int, at time: Int64, for life: Int64 = 10_000) {
        plan.append(Step(at: time, .ghost(Contact(id: 4, x: Float(x), y: Float(y), pressure: 30))))
        plan.append(Step(at: time + life, .ghost(nil)))
    }

    /// The chip feels the fingers that there are, and the ghost.
    private func touch(at instant: Instant) {
        var all = fingers
        if let ghost { _ = all.append(ghost) }
        chip.setFingers(all, at: instant)
    }

    func perform(_ action: Action) {
        let instant = Instant(microseconds: now)
        switch action {
        case .hourBegins:
            hourNumber += 1
            if hourNumber == lastHour { finish() }
            facts.begin()
            isBusGone = World.isAway(hourNumber)
            if !isBusGone { beginFresh() }
            makePlan(hourNumber)
            facts.allowedLogLines += 2
            // The same state for this process and for a fresh one: the chip begins anew.
            chip.resetItself(at: instant)
            if reader < 0 { reader = connect("events") }
        case .hourEnds:
            endHour()
            // (Where the next hour is weeks away, as after a suspend.)
            leap(by: max(0, World.begin(of: hourNumber + 1) - 300_000_000 - now))
        case .repairs:
            (isSerialGone, isBusGone, isDiskFull, hasNoDescriptors, isLightGone) = (false, false, false, false, false)
            failingTransfers.count = 0
            if chip.faults.isFrozen, now - frozenSince > 300_000_000 {
                fail("a controller that hangs has not been reset for \((now - frozenSince) / 1_000_000) s")
            }
            // (A report that is to be a lie waits for a finger: without this, for one of the next hour.)
            chip.faults = GT911Faults()
            (fingers, ghost) = (Contacts(), nil)
            touch(at: instant)
            close(&hanging)
            close(&control)
        case .fingers(let contacts):
            fingers = contacts
            lastTouched = now
            touch(at: instant)
        case .ghost(let contact):
            ghost = contact
            lastGhost = now
            touch(at: instant)
        case .serialReturns: isSerialGone = false
        case .busReturns: isBusGone = false
        case .diskHasRoom: isDiskFull = false
        case .descriptorsReturn: hasNoDescriptors = false
        case .readerGoes: close(&hanging)
        case .lightReturns: (isLightGone, lightReturned) = (false, now)
        case .wakes: command("wake\n")
        case .fault(let fault): perform(fault, at: instant)
        }
    }

    private func perform(_ fault: Fault, at instant: Instant) {
        checks.faults[fault.rawValue] += 1
        // (What went wrong before may still have something to say, at the next finger.)
        let isAlone = now - lastFault > 600_000_000 && now - lastLog > 10_000_000
        lastFault = now
        reload = nil
        if isVerbose { say("-- \(now) \(fault)\n") }
        switch fault {
        case .failedTransfer: failingTransfers = (1, 121)
        case .failedTransfers: failingTransfers = (8, 110)
        case .busGone: isBusGone = true
        case .powerLoss: chip.resetItself(at: instant)
        case .spuriousInterrupt: chip.interruptSpuriously(at: instant)
        case .lies: chip.faults.lies = 3
        case .frozen: (chip.faults.isFrozen, frozenSince) = (true, now)
        case .serialGone:
            isSerialGone = true
            close(&serial)
        case .hangingReader:
            // It asks for everything and never reads.
            close(&hanging)
            hanging = connect("control")
            send(hanging, "follow events\n")
        case .goingReader:
            var going = connect("control")
            send(going, "status\n")
            close(&going)
        case .reload:
            if isAlone { reload = (1, now + 1_000_000) }
            kill(getpid(), SIGHUP)
        case .refusedReload:
            rename("\(folder)/config.yaml", "\(folder)/config.kept")
            rename("\(folder)/wrong.yaml", "\(folder)/config.yaml")
            isWrong = true
            kill(getpid(), SIGHUP)
        case .diskFull: isDiskFull = true
        case .noDescriptors:
            hasNoDescriptors = true
            var going = connect("events")
            close(&going)
        case .leap: leap(by: 90_000_000)
        case .suspend:
            // The clock has stood still, the panel was without power, the adapter is not there at once.
            failingTransfers = (3, 108)
            fingers = Contacts()
            touch(at: instant)
            chip.resetItself(at: instant)
        case .commandReload:
            command("reload\n")
        case .ghosts: break
        case .lightGone: isLightGone = true
        case .commandSleep: command("sleep\n")
        }
    }

    /// The clock leaps, in no time for who feeds the watchdog. (A ghost that was there then has lived as long as a press.)
    private func leap(by time: Int64) {
        now += time
        lastFault = now
        if checks.fed < .max { checks.fed += time }
    }

    private func command(_ text: String) {
        if isVerbose { say("-- \(now) command: \(text)") }
        lastFault = now
        if control < 0 { control = connect("control") }
        send(control, text)
    }

    func connect(_ name: String) -> Int32 {
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array("\(folder)/\(name)".utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else { fail("nobody listens at the socket of \(name): error \(errno)") }
        return descriptor
    }

    func close(_ descriptor: inout Int32) {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }

    func send(_ descriptor: Int32, _ text: String) {
        var text = text
        text.withUTF8 { _ = Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }
}

nonisolated(unsafe) var isWrong = false
