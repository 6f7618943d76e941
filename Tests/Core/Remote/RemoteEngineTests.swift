import TestSupport

/// Commands are delivered to whoever has asked for them, and each begin of a seek is ended once.
@Suite struct RemoteEngineTests {
    @Test func commandsComeOnlyWhileSomebodyHasAskedForThem() {
        var engine = RemoteEngine()
        var chain = Chain()
        engine.send(.play, from: 0, at: .ms(1), to: &chain)
        #expect(chain.commands == [])
        #expect(engine.counters.unasked == 1)
        engine.beginReceiving()
        engine.send(.play, from: 0, at: .ms(2), to: &chain)
        engine.beginReceiving()
        engine.endReceiving(at: .ms(3), to: &chain)
        engine.send(.pause, from: 0, at: .ms(4), to: &chain)
        engine.endReceiving(at: .ms(5), to: &chain)
        engine.send(.stop, from: 0, at: .ms(6), to: &chain)
        engine.endReceiving(at: .ms(7), to: &chain)
        engine.beginReceiving()
        engine.send(.nextTrack, from: 0, at: .ms(8), to: &chain)
        #expect(chain.commands == [.play, .pause, .nextTrack])
        #expect(chain.events.first == RemoteEvent(time: .ms(2), command: .play))
    }

    @Test func everyCommandComesWithItsTypeAndValue() {
        var engine = RemoteEngine.receiving
        var chain = Chain()
        let told = RemoteCommand.all
        for command in told { engine.send(command, value: 0.5, from: 0, at: .ms(1), to: &chain) }
        #expect(chain.commands == told)
        for event in chain.events where event.command.values != nil { #expect(event.value == 0.5) }
    }

    @Test func theFirstResponderIsAskedFirstThenItsChain() {
        var engine = RemoteEngine.receiving
        var chain = Chain(order: [3, 1, 0], handled: [3: [.play], 1: [.play, .pause], 0: [.stop, .play]])
        engine.send(.play, from: 0, at: .ms(1), to: &chain)
        #expect(chain.offered == [3])
        engine.send(.pause, from: 0, at: .ms(2), to: &chain)
        #expect(chain.offered == [3, 3, 1])
        engine.send(.stop, from: 0, at: .ms(3), to: &chain)
        #expect(chain.offered == [3, 3, 1, 3, 1, 0])
        #expect(engine.counters.handled == 3)
        engine.send(.nextTrack, from: 0, at: .ms(4), to: &chain)
        #expect(chain.offered.count == 9)
        #expect(engine.counters.unhandled == 1)
    }

    @Test func aCommandThatNobodyCouldHandleIsCounted() {
        var engine = RemoteEngine.receiving
        var chain = Chain(order: [])
        engine.send(.play, from: 0, at: .ms(1), to: &chain)
        #expect(engine.counters.unhandled == 1)
        // A chain that never ends is left.
        var ring = Ring()
        engine.send(.play, from: 0, at: .ms(2), to: &ring)
        #expect(engine.counters.unhandled == 2)
    }

    @Test func ratingSkippingAndPositionHaveTheirValues() {
        var engine = RemoteEngine.receiving
        var chain = Chain()
        engine.send(.rating, value: 0.8, from: 0, at: .ms(1), to: &chain)
        engine.send(.skip, value: -15, from: 0, at: .ms(2), to: &chain)
        engine.send(.changePosition, value: 83.5, from: 0, at: .ms(3), to: &chain)
        #expect(chain.events.map(\.value) == [0.8, -15, 83.5])
        #expect(RemoteCommand.rating.values == 0...1)
        #expect(RemoteCommand.changePosition.values?.contains(-1) == false)
        #expect(RemoteCommand.skip.values?.contains(-15) == true)
        #expect(RemoteCommand.play.values == nil)
    }

    @Test func seekingBeginsAndEndsBothWays() {
        for (code, begin, end) in [
            (UInt16(208), RemoteCommand.beginSeekingForward, RemoteCommand.endSeekingForward),
            (168, .beginSeekingBackward, .endSeekingBackward), (0x275, .beginSeekingBackward, .endSeekingBackward),
        ] {
            var engine = RemoteEngine.receiving
            var chain = Chain()
            var keys = RemoteKeypad(source: 1)
            for (value, time) in [(Int32(1), Int64(0)), (2, 500), (2, 533), (0, 600), (0, 601)] {
                keys.take(code: code, value: value, at: .ms(time), &engine, to: &chain)
            }
            #expect(
                chain.events == [RemoteEvent(time: .ms(0), command: begin), RemoteEvent(time: .ms(600), command: end)])
        }
    }

    @Test func aKeyThatIsHeldRepeatsTheVolumeAndNothingElse() {
        var engine = RemoteEngine.receiving
        var chain = Chain()
        var keys = RemoteKeypad(source: 1)
        for code in [UInt16(115), 114, 163, 164, 113] {
            for value in [Int32(1), 2, 2, 0] { keys.take(code: code, value: value, at: .ms(0), &engine, to: &chain) }
        }
        #expect(
            chain.commands == Array(repeating: .changeVolume, count: 6) + [.nextTrack, .togglePlayPause, .toggleMute])
        #expect(chain.events.prefix(6).map(\.value) == [1, 1, 1, -1, -1, -1])
    }

    @Test func aDeviceThatVanishesInMidPressEndsItsSeek() {
        var engine = RemoteEngine.receiving
        var chain = Chain()
        var keys = RemoteKeypad(source: 1)
        keys.take(code: 208, value: 1, at: .ms(0), &engine, to: &chain)
        keys.lose(at: .ms(100), &engine, to: &chain)
        keys.lose(at: .ms(200), &engine, to: &chain)
        keys.take(code: 208, value: 0, at: .ms(300), &engine, to: &chain)
        #expect(chain.commands == [.beginSeekingForward, .endSeekingForward])
    }

    @Test func aHeadsetThatVanishesInMidPressEndsItsSeek() {
        var engine = RemoteEngine.receiving
        var chain = Chain()
        var keys = RemoteKeypad(source: 1, device: .headset)
        for (code, value, time) in [(UInt16(164), Int32(1), Int64(0)), (164, 0, 100), (226, 1, 200), (226, 2, 450)] {
            keys.take(code: code, value: value, at: .ms(time), &engine, to: &chain)
        }
        keys.advance(to: .ms(900), &engine, to: &chain)
        keys.lose(at: .ms(1_000), &engine, to: &chain)
        #expect(chain.commands == [.beginSeekingForward, .endSeekingForward])
        #expect(chain.events.map(\.time) == [.ms(700), .ms(1_000)])
    }

    /// What a button of that meaning tells that is closed from … to … ms, and is told the time when it wants to be.
    private func told(
        _ key: RemoteKey, _ presses: [(Int64, Int64)], repetition: Int64 = 0, lostAt: Int64? = nil
    ) -> [RemoteEvent] {
        var engine = RemoteEngine.receiving
        var chain = Chain()
        var times = HeadsetButton.Times()
        times.debounce = .milliseconds(10)
        times.repetition = .milliseconds(repetition)
        var button = RemoteKeypad(source: 1, device: .headset, times: times, key: key)
        func pass(to end: Instant) {
            while button.deadline <= end { button.advance(to: button.deadline, &engine, to: &chain) }
        }
        for (isPressed, time) in presses.flatMap({ [(true, $0.0), (false, $0.1)] }) {
            pass(to: .ms(time))
            button.set(isPressed, at: .ms(time), &engine, to: &chain)
        }
        if let lostAt {
            pass(to: .ms(lostAt))
            button.lose(at: .ms(lostAt), &engine, to: &chain)
        }
        pass(to: .ms(60_000))
        return chain.events
    }

    @Test func aButtonWithACommandGivesItAsSoonAsItIsPressedAndNothingElse() {
        let events = told(.command(.nextTrack), [(0, 100), (300, 400), (600, 9_000), (9_100, 9_105)])
        #expect(events.map(\.command) == [.nextTrack, .nextTrack, .nextTrack])
        #expect(events.map(\.time) == [.ms(0), .ms(300), .ms(600)])
    }

    @Test func aButtonRepeatsItsCommandWhileItIsPressed() {
        let events = told(.volume(-2), [(0, 600), (700, 800)], repetition: 200)
        #expect(events.map(\.time) == [.ms(0), .ms(200), .ms(400), .ms(600), .ms(700)])
        #expect(events.allSatisfy { $0.command == .changeVolume && $0.value == -2 })
        #expect(told(.volume(1), [(0, 600)]).count == 1)
    }

    /// The bug: a loop that had stood still gave all that it had missed at once.
    @Test func whatWasMissedOfARepetitionIsNotMadeUpFor() {
        var engine = RemoteEngine.receiving
        var chain = Chain()
        var times = HeadsetButton.Times()
        times.repetition = .milliseconds(100)
        var button = RemoteKeypad(source: 1, device: .headset, times: times, key: .volume(1))
        button.set(true, at: .ms(0), &engine, to: &chain)
        while button.deadline <= .ms(5_000) { button.advance(to: .ms(5_000), &engine, to: &chain) }
        #expect(chain.commands.count == 2 && button.deadline == .ms(5_100))
    }

    @Test func aButtonSeeksUntilItIsLetGoOrLost() {
        for lostAt in [nil, Int64(900)] {
            let events = told(.seek(.backward), lostAt == nil ? [(0, 900)] : [(0, 5_000)], lostAt: lostAt)
            #expect(events.map(\.command) == [.beginSeekingBackward, .endSeekingBackward])
            #expect(events.map(\.time) == [.ms(0), .ms(900)])
        }
    }

    @Test func aSeekGoesOnWhileSomeKeyHoldsIt() {
        var engine = RemoteEngine.receiving
        var chain = Chain()
        engine.send(.beginSeekingForward, from: 1, key: 208, at: .ms(0), to: &chain)
        engine.send(.beginSeekingForward, from: 2, key: 208, at: .ms(1), to: &chain)
        engine.lose(1, at: .ms(2), to: &chain)
        #expect(engine.seek == .forward)
        engine.send(.endSeekingForward, from: 1, key: 208, at: .ms(3), to: &chain)
        engine.send(.endSeekingBackward, from: 2, key: 208, at: .ms(4), to: &chain)
        #expect(chain.commands == [.beginSeekingForward])
        engine.send(.endSeekingForward, from: 2, key: 208, at: .ms(5), to: &chain)
        #expect(chain.commands == [.beginSeekingForward, .endSeekingForward])
    }

    @Test func aSeekTheOtherWayTakesThePlaceOfTheFirst() {
        var engine = RemoteEngine.receiving
        var chain = Chain()
        engine.send(.beginSeekingForward, from: 1, key: 208, at: .ms(0), to: &chain)
        engine.send(.beginSeekingBackward, from: 1, key: 168, at: .ms(1), to: &chain)
        engine.send(.endSeekingForward, from: 1, key: 208, at: .ms(2), to: &chain)
        engine.send(.endSeekingBackward, from: 1, key: 168, at: .ms(3), to: &chain)
        #expect(
            chain.commands == [.beginSeekingForward, .endSeekingForward, .beginSeekingBackward, .endSeekingBackward])
    }

    @Test func aSeekEndsBeforeTheLastReceiverGoes() {
        var engine = RemoteEngine.receiving
        var chain = Chain()
        engine.send(.beginSeekingBackward, from: 1, key: 168, at: .ms(0), to: &chain)
        engine.endReceiving(at: .ms(1), to: &chain)
        engine.beginReceiving()
        engine.send(.endSeekingBackward, from: 1, key: 168, at: .ms(2), to: &chain)
        #expect(chain.commands == [.beginSeekingBackward, .endSeekingBackward])
    }

    @Test func timesThatRunBackwardsCountAsTheLatest() {
        var engine = RemoteEngine.receiving
        var chain = Chain()
        engine.send(.play, from: 0, at: .ms(5), to: &chain)
        engine.send(.pause, from: 0, at: .ms(3), to: &chain)
        #expect(chain.events.map(\.time) == [.ms(5), .ms(5)])
    }

    @Test func randomDevicesEndEachSeekOnceAndTellWhatANaiveModelTells() {
        var random = Seed.random("devices that come and go")
        var all = RemoteCounters()
        for script in 0..<100_000 {
            var engine = RemoteEngine()
            var chain = Chain()
            var model = NaiveModel()
            let isFull = random.next(below: 100) == 0
            if isFull {
                engine.beginReceiving()
                model.receivers = 1
            }
            for step in 0..<(8 + random.next(below: 30)) {
                let now = Instant.ms(Int64(step))
                let source = UInt8(random.next(below: 3))
                let key = UInt16(random.next(below: 4))
                // (Some scripts are full of fingers that do not let go.)
                switch isFull ? 4 + random.next(below: 4) : random.next(below: 12) {
                case 0:
                    engine.beginReceiving()
                    model.receivers += 1
                case 1:
                    engine.endReceiving(at: now, to: &chain)
                    model.endReceiving()
                case 2:
                    engine.lose(source, at: now, to: &chain)
                    model.release { $0.source == source }
                case 3:
                    let command = [RemoteCommand.play, .nextTrack, .skip][random.next(below: 3)]
                    engine.send(command, from: source, key: key, at: now, to: &chain)
                    if model.receivers > 0 { model.told.append(command) }
                case 4...7:
                    let seek = random.next(below: 3) == 0 ? RemoteSeek.backward : .forward
                    engine.send(seek.begin, from: source, key: key, at: now, to: &chain)
                    model.begin(seek, source, key)
                default:
                    let seek = random.next(below: 3) == 0 ? RemoteSeek.backward : .forward
                    engine.send(seek.end, from: source, key: key, at: now, to: &chain)
                    if model.seek == seek { model.release { $0.source == source && $0.key == key } }
                }
                if engine.seek != model.seek {
                    Issue.record("script \(script), step \(step): \(String(describing: engine.seek))")
                    return
                }
            }
            for source in 0..<UInt8(3) { engine.lose(source, at: .ms(100), to: &chain) }
            model.release { _ in true }
            guard chain.commands == model.told, chain.commands.areSeeksPaired else {
                Issue.record("script \(script): \(chain.commands), not \(model.told)")
                return
            }
            all.handled += engine.counters.handled
            all.lost += engine.counters.lost
        }
        #expect(all.handled > 100_000 && all.lost > 0)
    }
}

/// Who is asked again and again.
private struct Ring: RemoteResponders {
    func next(after responder: Int?) -> Int? { 1 }
    mutating func handle(_ event: RemoteEvent, responder: Int) -> Bool { false }
}

/// What holds a seek, as a set, and what is told of it.
private struct NaiveModel {
    struct Key: Hashable {
        var source: UInt8
        var key: UInt16
    }
    var receivers = 0
    var seek: RemoteSeek?
    var held: Set<Key> = []
    var told: [RemoteCommand] = []

    mutating func begin(_ begun: RemoteSeek, _ source: UInt8, _ key: UInt16) {
        guard receivers > 0 else { return }
        if let seek, seek != begun { release { _ in true } }
        guard held.count < RemoteEngine.holds || held.contains(Key(source: source, key: key)) else { return }
        held.insert(Key(source: source, key: key))
        if seek == nil { told.append(begun.begin) }
        seek = begun
    }

    mutating func release(_ isReleased: (Key) -> Bool) {
        held = held.filter { !isReleased($0) }
        if held.isEmpty, let over = seek {
            told.append(over.end)
            seek = nil
        }
    }

    mutating func endReceiving() {
        if receivers == 1 { release { _ in true } }
        receivers = max(0, receivers - 1)
    }
}
