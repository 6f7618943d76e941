import TestSupport

/// Relations of whole kinds, set up in code.
@Suite struct KindRelationTests {
    private typealias Setup = GestureSetup<StandardRecognizer, 8, 2, 0>

    private func play(_ setup: ScriptedSetup) -> [String] {
        var panel = ScriptedPanel(setup)
        panel.drag()
        return panel.story.filter { !$0.contains("failed") }
    }
    private func scripted(_ kind: StaticString, readyAt: Int, failsAt: Int = .max) -> Scripted {
        Scripted { ($0.kind, $0.readyAt, $0.failsAt) = (kind, readyAt, failsAt) }
    }

    @Test func everyGestureOfTheKindWaitsThoseAddedLaterToo() throws {
        for isLate in [false, true] {
            var setup = ScriptedSetup()
            let drag = try setup.add(scripted("drag", readyAt: 1))
            if isLate { try setup.require(.gesture(drag), toFail: .kind("swipe")) }
            _ = try setup.add(scripted("swipe", readyAt: 99, failsAt: 3))
            _ = try setup.add(scripted("swiper", readyAt: 99, failsAt: 9))  // another kind
            _ = try setup.add(scripted("swipe", readyAt: 99, failsAt: 6))
            if !isLate { try setup.require(.gesture(drag), toFail: .kind("swipe")) }
            #expect(play(setup) == ["60 0 ended"])
        }
    }

    @Test func wholeKindIsWaitedForAndWaits() throws {
        var setup = ScriptedSetup()
        try setup.require(.kind("drag"), toFail: .kind("swipe"))
        _ = try setup.add(scripted("drag", readyAt: 1))
        _ = try setup.add(scripted("drag", readyAt: 1))
        _ = try setup.add(scripted("swipe", readyAt: 4))
        #expect(play(setup) == ["40 2 ended"])
    }

    @Test func noGestureWaitsForItselfWhereItsKindIsNamed() throws {
        var setup = Setup()
        let double = try setup.add(tap(taps: 2))
        let single = try setup.add(tap())
        let triple = try setup.add(tap(taps: 3))
        try setup.require(.gesture(double), toFail: .kind("pan"))
        try setup.require(.kind("tap"), toFail: .gesture(triple))
        #expect(throws: Setup.Problem.cycle(RecognizerSet(double) | RecognizerSet(single) | RecognizerSet(triple))) {
            try setup.require(.kind("tap"), toFail: .kind("tap"))
        }
        // One alone of its kind has nobody to wait for.
        var lonely = Setup()
        _ = try lonely.add(tap())
        try lonely.require(.kind("tap"), toFail: .kind("tap"))
        #expect(throws: Setup.Problem.cycle(RecognizerSet(bits: 0b11))) { _ = try lonely.add(tap(taps: 2)) }
    }

    @Test("case 44: a cycle names all its members and no others")
    func cycleNamesAllItsMembersAndNoOthers() throws {
        var setup = Setup()
        for _ in 0..<6 { _ = try setup.add(tap()) }
        try setup.require(5, toFail: 0)
        try setup.require(0, toFail: 1)
        try setup.require(1, toFail: 2)
        try setup.require(1, toFail: 3)
        try setup.require(2, toFail: 4)
        try setup.require(3, toFail: 4)
        // Two ways round, and 5, which waits for them and is waited for by nobody.
        #expect(throws: Setup.Problem.cycle(RecognizerSet(bits: 0b011111))) { try setup.require(4, toFail: 0) }
        #expect(throws: Setup.Problem.cycle(RecognizerSet(bits: 0b001010))) { try setup.require(3, toFail: 1) }
        // What was refused has left no trace.
        try setup.require(0, toFail: 4)
    }

    @Test func gestureThatWouldCloseACycleOfKindsIsRefusedAndLeavesNoTrace() throws {
        var setup = Setup()
        let pan = try setup.add(pan())
        try setup.require(.kind("swipe"), toFail: .gesture(pan))
        try setup.require(.kind("pan"), toFail: .kind("swipe"))
        try setup.allow(.kind("swipe"), simultaneouslyWith: .kind("pan"))
        #expect(throws: Setup.Problem.cycle(RecognizerSet(bits: 0b11))) { _ = try setup.add(swipe()) }
        #expect(setup.count == 1)
        let press = try setup.add(press())
        #expect(press == 1)
        try setup.require(press, toFail: pan)
    }

    @Test func togetherAndOneWayByKind() throws {
        for isLate in [false, true] {
            for form in 0..<2 {
                var setup = ScriptedSetup()
                func relate(_ setup: inout ScriptedSetup) throws {
                    if form == 0 {
                        try setup.allow(.kind("zoom"), simultaneouslyWith: .kind("turn"))
                    } else {
                        try setup.forbid(.kind("zoom"), toPrevent: .kind("turn"))
                    }
                }
                if isLate { try relate(&setup) }
                _ = try setup.add(scripted("zoom", readyAt: 2))
                _ = try setup.add(scripted("turn", readyAt: 3))
                _ = try setup.add(scripted("drag", readyAt: 4))
                if !isLate { try relate(&setup) }
                #expect(play(setup) == ["20 0 ended", "30 1 ended"])
                // The other way round only the first form helps.
                var reverse = ScriptedSetup()
                if isLate { try relate(&reverse) }
                _ = try reverse.add(scripted("zoom", readyAt: 3))
                _ = try reverse.add(scripted("turn", readyAt: 2))
                if !isLate { try relate(&reverse) }
                #expect(play(reverse) == (form == 0 ? ["20 1 ended", "30 0 ended"] : ["20 1 ended"]))
            }
        }
    }

    @Test func relationsOfKindsBeyondTheCapacityAreRefused() throws {
        var setup = GestureSetup<StandardRecognizer, 2, 2, 0>()
        try setup.allow(.kind("tap"), simultaneouslyWith: .kind("pan"))
        try setup.allow(.kind("pan"), simultaneouslyWith: .kind("swipe"))
        #expect(throws: GestureSetup<StandardRecognizer, 2, 2, 0>.Problem.tooManyRelations(capacity: 2)) {
            try setup.forbid(.kind("pan"), toPrevent: .kind("pinch"))
        }
        #expect(throws: GestureSetup<StandardRecognizer, 2, 2, 0>.Problem.noSuchGesture(0)) {
            try setup.require(.kind("pan"), toFail: .gesture(0))
        }
    }
}
