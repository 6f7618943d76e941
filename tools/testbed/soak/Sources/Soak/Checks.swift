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
            for index in 0..<count where buffer[index] == 10 { facts.logLines += 1 }
            if isVerbose { say(String(decoding: buffer[..<count], as: UTF8.self)) }
        }
        while true {
            let count = recv(manager, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { break }
            if count == 10, buffer[0] == UInt8(ascii: "W") { checks.fed = now }
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

    /// The hour is over, and nobody touches anything.
    func endHour() {
        readAll()
        if !checks.begun.isEmpty { fail("began and never ended: \(checks.begun.sorted())") }
        for (offset, isActive) in outputs.sorted(by: { $0.key < $1.key }) where isActive {
            fail("GPIO\(offset) is not idle at rest")
        }
        if serial < 0 { fail("the serial port is back and was not opened again") }
        if facts.logLines > facts.allowedLogLines {
            fail("\(facts.logLines) lines of the log, where at most \(facts.allowedLogLines) have a cause")
        }
        if now - checks.fed > 31_000_000 { fail("the watchdog was not fed for \((now - checks.fed) / 1_000_000) s") }
        checks.gestures += facts.recognized
        if isFresh { finish() }
        let descriptors = countDescriptors()
        if let before = checks.descriptors, before != descriptors {
            fail("\(descriptors) descriptors, where there were \(before)")
        }
        checks.descriptors = descriptors
        compareWithFresh()
        checkMemory()
        guard hourNumber % 24 == 23 else { return }
        if checks.gestures - checks.gesturesBefore < 200 {
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

    /// A fresh process that begins with this hour must tell the same.
    private func compareWithFresh() {
        let command = "\(CommandLine.arguments[0]) --fresh \(hourNumber) --seed \(seed)"
        guard let pipe = popen(command, "re") else { fail("no fresh process can be started") }
        let count = fread(&buffer, 1, buffer.count, pipe)
        pclose(pipe)
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
        if lastHour >= 24, least * 8_760 < 1_000 * lastHour { fail("a kind of fault came only \(least) times") }
        say(
            "\(lastHour) hours of seed \(seed): \(checks.gestures) gestures, each kind of fault \(least) times or more\n"
        )
        end(0)
    }
}

nonisolated(unsafe) var isVerbose = false
