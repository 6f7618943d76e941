import TestSupport

/// A command, and when it was told.
struct Told: Equatable, CustomStringConvertible {
    var command: RemoteCommand
    var time: Int64

    var description: String { "\(command)@\(time)" }
}

/// One button and a whole language, on both sides of each of its times.
@Suite struct HeadsetButtonTests {
    /// What presses, each from … to … ms, tell. The button is told the time when it wants to be.
    private func told(
        _ presses: [(Int64, Int64)], times: HeadsetButton.Times = HeadsetButton.Times()
    ) -> [RemoteCommand] {
        let edges = presses.flatMap {
            [Edge(time: $0.0 * 1_000, isPressed: true), Edge(time: $0.1 * 1_000, isPressed: false)]
        }
        return run(edges, times: times).map(\.command)
    }

    @Test func oneClickTogglesPlayAndPause() { #expect(told([(0, 100)]) == [.togglePlayPause]) }

    @Test func twoClicksAreTheNextTrack() { #expect(told([(0, 100), (300, 400)]) == [.nextTrack]) }

    @Test func threeClicksAreThePreviousTrack() {
        #expect(told([(0, 100), (300, 400), (600, 700)]) == [.previousTrack])
    }

    @Test func twoAndHoldSeeksForwardUntilItIsLetGo() {
        #expect(told([(0, 100), (300, 2_000)]) == [.beginSeekingForward, .endSeekingForward])
    }

    @Test func threeAndHoldSeeksBackwardUntilItIsLetGo() {
        #expect(told([(0, 100), (300, 400), (600, 2_000)]) == [.beginSeekingBackward, .endSeekingBackward])
    }

    @Test func otherWordsMeanNothing() {
        #expect(told([(0, 900)]) == [])
        #expect(told([(0, 100), (300, 400), (600, 700), (900, 1_000)]) == [])
        #expect(told([(0, 100), (300, 400), (600, 700), (900, 2_000)]) == [])
        let many = (Int64(0)..<300).map { ($0 * 200, $0 * 200 + 100) }
        #expect(told(many) == [])
    }

    @Test(arguments: [(50, 1), (51, 0)] as [(Int64, UInt32)])
    func aPressThatNoPersonMakesIsCounted(length: Int64, quick: UInt32) {
        let times = changed(HeadsetButton.Times()) { $0.debounce = .milliseconds(10) }
        var button = HeadsetButton(times)
        func set(_ isPressed: Bool, at ms: Int64) {
            button.set(isPressed, at: Instant(microseconds: ms * 1_000)) { _, _ in }
        }
        // (Its contact bounces once when it is pressed.)
        set(true, at: 0)
        set(false, at: 2)
        set(true, at: 3)
        set(false, at: 3 + length)
        set(true, at: 500)
        set(false, at: 700)
        #expect(button.counters.quick == quick && button.counters.bounces == 1)
        // What was counted stays when the button is lost.
        button.lose(at: Instant(microseconds: 800_000)) { _, _ in }
        set(true, at: 900)
        #expect(button.counters.quick == quick && button.counters.bounces == 1)
    }

    @Test func gapDecidesWhetherAWordGoesOn() {
        for gap in [Int64(1), 300, 777] {
            let times = changed(HeadsetButton.Times()) { $0.gap = .milliseconds(gap) }
            #expect(told([(0, 100), (100 + gap, 150 + gap)], times: times) == [.nextTrack])
            #expect(
                told([(0, 100), (101 + gap, 150 + gap)], times: times) == [.togglePlayPause, .togglePlayPause])
        }
    }

    @Test func holdDecidesWhetherAPressIsAClick() {
        for hold in [Int64(2), 500, 900] {
            let times = changed(HeadsetButton.Times()) { $0.hold = .milliseconds(hold) }
            #expect(told([(0, 1), (100, 99 + hold)], times: times) == [.nextTrack])
            #expect(
                told([(0, 1), (100, 100 + hold)], times: times) == [.beginSeekingForward, .endSeekingForward])
        }
    }

    @Test func bouncesAreNoClicks() {
        let times = changed(HeadsetButton.Times()) { $0.debounce = .milliseconds(10) }
        #expect(told([(0, 9)], times: times) == [])
        #expect(told([(0, 10)], times: times) == [.togglePlayPause])
        // Bounces at the press and at the release of one click.
        #expect(told([(0, 3), (5, 6), (8, 100), (103, 104), (105, 107)], times: times) == [.togglePlayPause])
    }

    @Test func aSeekStartsWhenTheHoldIsOverNotBefore() {
        var button = HeadsetButton()
        var told: [Told] = []
        for (isPressed, time) in [(true, Int64(0)), (false, 100), (true, 200)] {
            button.set(isPressed, at: .ms(time)) { told.append(Told(command: $0, time: $1.microseconds)) }
        }
        #expect(button.deadline == .ms(700))
        button.advance(to: Instant(microseconds: 699_999)) { told.append(Told(command: $0, time: $1.microseconds)) }
        #expect(told.isEmpty)
        button.advance(to: .ms(700)) { told.append(Told(command: $0, time: $1.microseconds)) }
        #expect(told == [Told(command: .beginSeekingForward, time: 700_000)])
        #expect(button.deadline == .never)
    }

    @Test func aButtonThatVanishesEndsItsSeekAndForgetsItsWord() {
        var button = HeadsetButton()
        var told: [RemoteCommand] = []
        for (isPressed, time) in [(true, Int64(0)), (false, 100), (true, 200)] {
            button.set(isPressed, at: .ms(time)) { command, _ in told.append(command) }
        }
        button.advance(to: .ms(900)) { command, _ in told.append(command) }
        button.lose(at: .ms(950)) { command, _ in told.append(command) }
        #expect(told == [.beginSeekingForward, .endSeekingForward])
        button.set(true, at: .ms(1_000)) { command, _ in told.append(command) }
        button.set(false, at: .ms(1_100)) { command, _ in told.append(command) }
        button.lose(at: .ms(1_200)) { command, _ in told.append(command) }
        button.advance(to: .ms(9_000)) { command, _ in told.append(command) }
        #expect(told.count == 2)
    }

    @Test func randomPressScriptsTellWhatANaiveReaderOfThemTells() {
        var random = Seed.random("press scripts")
        var words: Set<RemoteCommand> = []
        for script in 0..<100_000 {
            let times = HeadsetButton.Times.random(&random)
            let edges = Edge.script(&random, times)
            let expected = Edge.words(edges, times)
            let told = run(edges, times: times, wakes: &random)
            words.formUnion(told.map(\.command))
            guard told == expected else {
                Issue.record("script \(script), \(times): \(edges): \(told), not \(expected)")
                return
            }
            guard told.areSeeksPaired else {
                Issue.record("script \(script): a begin without an end: \(told)")
                return
            }
        }
        #expect(words.count == 7)
    }

    @Test func randomPressesThatAButtonDoesNotOutliveEndTheirSeek() {
        var random = Seed.random("press scripts cut short")
        var cut = 0
        for script in 0..<100_000 {
            let times = HeadsetButton.Times.random(&random)
            let whole = Edge.script(&random, times)
            // (As often as not when it tells something, or a microsecond before or after.)
            var end = Int64(random.next(below: Int(whole[whole.count - 1].time + times.hold.count)))
            let telling = Edge.words(whole, times)
            if !telling.isEmpty, random.next(below: 2) == 0 {
                end = telling[random.next(below: telling.count)].time + Int64(random.next(below: 3)) - 1
            }
            let edges = whole.filter { $0.time < end }
            let expected = Edge.words(edges, times, lostAt: end)
            let told = run(edges, times: times, lostAt: end)
            if told.last?.time == end { cut += 1 }
            guard told == expected, told.areSeeksPaired else {
                Issue.record("script \(script), \(times), lost at \(end): \(edges): \(told), not \(expected)")
                return
            }
        }
        #expect(cut > 1_000)
    }

    private func run(_ edges: [Edge], times: HeadsetButton.Times, lostAt end: Int64? = nil) -> [Told] {
        var button = HeadsetButton(times)
        var told: [Told] = []
        for edge in edges {
            button.wake(before: edge.time, &told)
            button.set(edge.isPressed, at: edge.instant) { told.append(Told(command: $0, time: $1.microseconds)) }
        }
        if let end {
            button.wake(before: end, &told)
            button.lose(at: Instant(microseconds: end)) { told.append(Told(command: $0, time: $1.microseconds)) }
        }
        button.wake(before: .max, &told)
        return told
    }

    /// The same; it is woken at other times, too, or not at all.
    private func run(_ edges: [Edge], times: HeadsetButton.Times, wakes random: inout SplitMix64) -> [Told] {
        var button = HeadsetButton(times)
        var told: [Told] = []
        for edge in edges {
            switch random.next(below: 3) {
            case 0: button.wake(before: edge.time, &told)
            case 1: button.advance(to: edge.instant) { told.append(Told(command: $0, time: $1.microseconds)) }
            default: break
            }
            button.set(edge.isPressed, at: edge.instant) { told.append(Told(command: $0, time: $1.microseconds)) }
        }
        button.wake(before: .max, &told)
        return told
    }
}

extension HeadsetButton {
    /// Tells it the time whenever it wants to know, up to `end`.
    fileprivate mutating func wake(before end: Int64, _ told: inout [Told]) {
        while deadline.microseconds < end {
            let now = deadline
            var more: [Told] = []
            advance(to: now) { more.append(Told(command: $0, time: $1.microseconds)) }
            told += more
        }
    }
}

extension HeadsetButton.Times {
    fileprivate static func random(_ random: inout SplitMix64) -> Self {
        changed(Self()) {
            $0.debounce = Microseconds([0, 0, 1, 5_000, 20_000][random.next(below: 5)])
            $0.gap = Microseconds(Int64(30_000 + random.next(below: 400_000)))
            $0.hold = Microseconds(Int64(30_000 + random.next(below: 600_000)))
        }
    }
}

/// The contact of a button changes.
private struct Edge: CustomStringConvertible {
    var time: Int64
    var isPressed: Bool

    var instant: Instant { Instant(microseconds: time) }
    var description: String { "\(isPressed ? "+" : "-")\(time)" }

    /// Up to ten presses whose lengths and gaps are near the language's times as often as not, each with bounces.
    static func script(_ random: inout SplitMix64, _ times: HeadsetButton.Times) -> [Edge] {
        var edges: [Edge] = []
        var now: Int64 = 0
        func length(_ limit: Int64) -> Int64 {
            switch random.next(below: 4) {
            case 0: limit + Int64(random.next(below: 3)) - 1
            case 1: Int64(random.next(below: Int(limit) * 2 + 1))
            default: Int64(random.next(below: Int(limit) / 2 + 1))
            }
        }
        for _ in 0...random.next(below: 10) {
            for isPressed in [true, false] {
                for _ in 0..<[0, 0, 1, 3][random.next(below: 4)] {
                    edges.append(Edge(time: now, isPressed: isPressed))
                    now += Int64(random.next(below: Int(times.debounce.count) + 2))
                    edges.append(Edge(time: now, isPressed: !isPressed))
                    now += Int64(random.next(below: Int(times.debounce.count) + 2))
                }
                edges.append(Edge(time: now, isPressed: isPressed))
                now += max(0, length(isPressed ? times.hold.count : times.gap.count))
            }
        }
        return edges
    }

    /// The same of a button that is lost at `end`, after them: what it would have told by then, and the end of its seek.
    /// Nobody knows what would have become of a contact that still bounces then.
    static func words(_ edges: [Edge], _ times: HeadsetButton.Times, lostAt end: Int64) -> [Told] {
        var (counts, standing) = (false, Int64.max)
        for (index, edge) in edges.enumerated() where edge.isPressed != counts {
            let next = index + 1 < edges.count ? edges[index + 1].time : end
            if next - edge.time >= times.debounce.count { counts.toggle() } else { standing = edge.time }
        }
        let bounces = edges.last.map { $0.isPressed != counts } ?? false
        let later = Edge(time: end + 1_000_000_000, isPressed: false)
        var told = words(edges + [later], times).filter { bounces ? $0.time < standing : $0.time <= end }
        if let open = told.last, let over = open.command.endOfSeek { told.append(Told(command: over, time: end)) }
        return told
    }

    /// What `edges` say, from the whole of them: levels that stood, presses, words.
    static func words(_ edges: [Edge], _ times: HeadsetButton.Times) -> [Told] {
        var stood: [Edge] = []
        for (index, edge) in edges.enumerated() {
            let next = index + 1 < edges.count ? edges[index + 1].time : .max
            if next - edge.time >= times.debounce.count, edge.isPressed != (stood.last?.isPressed ?? false) {
                stood.append(edge)
            }
        }
        let presses = stride(from: 0, to: stood.count, by: 2).map { (from: stood[$0].time, to: stood[$0 + 1].time) }
        var told: [Told] = []
        var first = 0
        while first < presses.count {
            // A word: presses that follow each other closely, up to one that is held.
            var last = first
            while presses[last].to - presses[last].from < times.hold.count, last + 1 < presses.count,
                presses[last + 1].from - presses[last].to <= times.gap.count
            { last += 1 }
            let count = last - first + 1
            let (from, to) = presses[last]
            if to - from >= times.hold.count {
                let seeks: [Int: (RemoteCommand, RemoteCommand)] = [
                    2: (.beginSeekingForward, .endSeekingForward), 3: (.beginSeekingBackward, .endSeekingBackward),
                ]
                if let (begin, end) = seeks[count] {
                    told.append(Told(command: begin, time: from + times.hold.count))
                    told.append(Told(command: end, time: to))
                }
            } else if count <= 3 {
                let commands: [RemoteCommand] = [.togglePlayPause, .nextTrack, .previousTrack]
                told.append(Told(command: commands[count - 1], time: to + times.gap.count + 1))
            }
            first = last + 1
        }
        return told
    }
}

extension RemoteCommand {
    /// What ends the seek that this begins.
    fileprivate var endOfSeek: RemoteCommand? {
        switch self {
        case .beginSeekingForward: .endSeekingForward
        case .beginSeekingBackward: .endSeekingBackward
        default: nil
        }
    }
}

extension [Told] {
    var areSeeksPaired: Bool { map(\.command).areSeeksPaired }
}

extension [RemoteCommand] {
    /// Whether each begin of a seek is followed by its own end before another begins, and nothing else ends.
    var areSeeksPaired: Bool {
        var open: RemoteCommand?
        for command in self {
            switch command {
            case .beginSeekingForward, .beginSeekingBackward:
                if open != nil { return false }
                open = command
            case .endSeekingForward:
                if open != .beginSeekingForward { return false }
                open = nil
            case .endSeekingBackward:
                if open != .beginSeekingBackward { return false }
                open = nil
            default: break
            }
        }
        return open == nil
    }
}
