import CSoak
import Glibc
import TaplineCore

/// What was seen in an hour.
struct HourFacts {
    /// A hash of its events, without their numbers.
    var events: UInt64 = 0
    var eventCount = 0
    var recognized = 0
    var logLines = 0
    var allowedLogLines = 0

    mutating func begin() { self = HourFacts(events: 0xCBF2_9CE4_8422_2325) }
}

/// What must stay as it was.
struct Checks {
    let seed: UInt64
    /// Gestures that have begun and not ended.
    var begun: Set<String> = []
    /// Stages of the rest, as well.
    var rests: Set<String> = []
    var faults = [Int](repeating: 0, count: Fault.allCases.count)
    var gestures = 0
    var gesturesBefore = 0
    /// Descriptors after the first hour.
    var descriptors: Int?
    /// The least memory in use in each day, and the fewest blocks of it.
    var dailyMemory: [(bytes: Int, blocks: Int)] = []
    var fed: Int64 = .max

    init(seed: UInt64) {
        self.seed = seed
        dailyMemory.reserveCapacity(400)
        begun.reserveCapacity(64)
    }
}

nonisolated(unsafe) var buffer = [UInt8](repeating: 0, count: 65_536)
nonisolated(unsafe) var rest: [UInt8] = []

extension World {
    /// Reads what the daemon has written to those who read.
    func readAll() {
        // (One call of the system where there is nothing, as there mostly is.)
        var waiting = (pollfd(), pollfd(), pollfd(), pollfd(), pollfd())
        (waiting.0.fd, waiting.1.fd, waiting.2.fd, waiting.3.fd, waiting.4.fd) = (log, manager, serial, control, reader)
        let ready = withUnsafeMutableBytes(of: &waiting) { bytes in
            let all = bytes.bindMemory(to: pollfd.self)
            for index in all.indices { all[index].events = Int16(POLLIN) }
            return poll(all.baseAddress, 5, 0)
        }
        guard ready > 0 else { return }
        while true {
            let count = read(log, &buffer, buffer.count)
            guard count > 0 else { break }
            for index in 0..<count where buffer[index] == 10 {
                facts.logLines += 1
                lastLog = now
                guard let left = reload, now <= left.until else { continue }
                if left.lines == 0 { fail("a reload writes more than one line of the log") }
                reload?.lines -= 1
            }
            if isVerbose { say("at \(now) us: " + String(decoding: buffer[..<count], as: UTF8.self)) }
        }
        while true {
            let count = recv(manager, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { break }
            guard count == 10, buffer[0] == UInt8(ascii: "W") else { continue }
            expectFed()
            checks.fed = now
        }
        if serial >= 0 { while recv(serial, &buffer, buffer.count, Int32(MSG_DONTWAIT)) > 0 {} }
        if control >= 0 { while recv(control, &buffer, buffer.count, Int32(MSG_DONTWAIT)) > 0 {} }
        while reader >= 0 {
            let count = recv(reader, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count == 0 { fail("the daemon has closed its reader's connection") }
            guard count > 0 else { break }
            for index in 0..<count {
                guard buffer[index] == 10 else {
                    rest.append(buffer[index])
                    continue
                }
                take(String(decoding: rest, as: UTF8.self))
                rest.removeAll(keepingCapacity: true)
            }
        }
    }

    /// A line of events/1.
    private func take(_ line: String) {
        guard line.hasPrefix("{\"seq\":"), let comma = line.firstIndex(of: ",") else { return }
        let text = line[comma...]
        for byte in text.utf8 { facts.events = (facts.events ^ UInt64(byte)) &* 0x100_0000_01B3 }
        facts.eventCount += 1
        if isVerbose { say(line + "\n") }
        guard let gesture = value("gesture", in: line), let state = value("state", in: line) else { return }
        let isGhosts = now - lastGhost < 200_000 && now - lastTouched > 2_000_000 && now - lastFault > 2_000_000
        if isGhosts, state != "cancelled", !gesture.hasPrefix("untouched") || state == "ended" {
            fail("\(gesture) \(state), and nobody has touched the panel: a ghost")
        }
        if gesture.hasPrefix("untouched") {
            if state == "began" { checks.rests.insert(gesture) } else { checks.rests.remove(gesture) }
            let hasLight = !isLightGone && now - lightReturned > 2_000_000
            if state == "ended", hasLight, brightness != 255 { fail("a panel that wakes has a light of \(brightness)") }
            return
        }
        switch state {
        case "began":
            if !checks.begun.insert(gesture).inserted { fail("\(gesture) begins twice") }
            facts.recognized += 1
        case "ended":
            if checks.begun.remove(gesture) == nil { facts.recognized += 1 }
        case "cancelled": checks.begun.remove(gesture)
        default: break
        }
    }

    private func value(_ key: String, in line: String) -> String? {
        let parts = line.split(separator: "\"")
        guard let index = parts.firstIndex(of: Substring(key)), index + 2 < parts.count else { return nil }
        return String(parts[index + 2])
    }

    /// (systemd waits for twice as long.)
    private func expectFed() {
        if now - checks.fed > 31_000_000 { fail("the watchdog was not fed for \((now - checks.fed) / 1_000_000) s") }
    }

    /// The hour is over, and nobody touches anything.
    func endHour() {
        readAll()
        if !checks.begun.isEmpty { fail("began and never ended: \(checks.begun.sorted())") }
        // (GPIO24 tells that the panel rests.)
        for (offset, isActive) in outputs.sorted(by: { $0.key < $1.key }) where isActive != (offset == 24) {
            fail("GPIO\(offset) is \(isActive ? "active" : "idle") at rest")
        }
        if !keysDown.isEmpty { fail("keys are down at rest: \(keysDown.sorted())") }
        if checks.rests != ["untouched 20s", "untouched 180s"] { fail("the panel rests in \(checks.rests.sorted())") }
        if brightness != 0 { fail("the light of a panel that rests is \(brightness)") }
        if serial < 0 { fail("the serial port is back and was not opened again") }
        if facts.logLines > facts.allowedLogLines {
            fail("\(facts.logLines) lines of the log, where at most \(facts.allowedLogLines) have a cause")
        }
        expectFed()
        checks.gestures += facts.recognized
        if isFresh { finish() }
        compareWithFresh()
        // (One of them is the bus's.)
        let descriptors = countDescriptors() + (isBusGone ? 1 : 0)
        if let before = checks.descriptors, before != descriptors {
            fail("\(descriptors) descriptors, where there were \(before)")
        }
        checks.descriptors = descriptors
        checkMemory()
        guard hourNumber % 24 == 23 else { return }
        if checks.gestures - checks.gesturesBefore < 200, !World.isAway(hourNumber) {
            fail("only \(checks.gestures - checks.gesturesBefore) gestures in a day: the daemon has become deaf")
        }
        checks.gesturesBefore = checks.gestures
        say(
            "day \(hourNumber / 24 + 1): \(checks.gestures) gestures, \(checks.faults.reduce(0, +)) faults, \(descriptors) "
                + "descriptors, \(checks.dailyMemory.last?.bytes ?? 0) bytes in use\n")
    }

    private func countDescriptors() -> Int {
        guard let entries = opendir("/proc/self/fd") else { return 0 }
        var count = 0
        while readdir(entries) != nil { count += 1 }
        closedir(entries)
        return count
    }

    /// Memory may go up and down; the least of a day must not be more than that of the second day: not a block more, and not
    /// a page of bytes (what is in use is rounded up, now more, now less).
    private func checkMemory() {
        let (bytes, blocks) = (soak_bytes_in_use(), soak_blocks_in_use())
        if hourNumber % 24 == 0 || checks.dailyMemory.isEmpty { checks.dailyMemory.append((bytes, blocks)) }
        let last = checks.dailyMemory.count - 1
        let least = checks.dailyMemory[last]
        checks.dailyMemory[last] = (min(least.bytes, bytes), min(least.blocks, blocks))
        guard hourNumber % 24 == 23, last >= 2 else { return }
        let (first, now) = (checks.dailyMemory[1], checks.dailyMemory[last])
        guard now.blocks <= first.blocks, now.bytes <= first.bytes + 4_096 else {
            fail("memory grows: \(checks.dailyMemory) day after day")
        }
    }

    /// A fresh process that begins with this hour, on another processor: it must tell the same. (Not one that polls: when it does
    /// depends on what was before.)
    func beginFresh() {
        if isFresh || isPolled { return }
        fresh = popen("\(CommandLine.arguments[0]) --fresh \(hourNumber) --seed \(seed)", "re")
        if fresh == nil { fail("no fresh process can be started") }
    }

    private func compareWithFresh() {
        guard let pipe = fresh else { return }
        let count = fread(&buffer, 1, buffer.count, pipe)
        pclose(pipe)
        fresh = nil
        let fresh = String(decoding: buffer[..<count], as: UTF8.self)
        if fresh != summary { fail("a fresh process tells something else of this hour: \(fresh) here: \(summary)") }
    }

    var summary: String { "\(facts.eventCount) events, \(String(facts.events, radix: 16))\n" }

    func finish() -> Never {
        if isFresh {
            summary.utf8CString.withUnsafeBufferPointer { _ = write(1, $0.baseAddress, $0.count - 1) }
            end(0)
        }
        let least = checks.faults.min() ?? 0
        if hours >= 24, least * 8_760 < 1_000 * hours { fail("a kind of fault came only \(least) times") }
        say(
            "\(hours) hours of seed \(seed): \(checks.gestures) gestures, each kind of fault \(least) times or more\n"
        )
        end(0)
    }
}

nonisolated(unsafe) var isVerbose = false
/// Whether the panel has no interrupt line.
nonisolated(unsafe) var isPolled = false
