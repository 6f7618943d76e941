import Foundation
import TestSupport

/// The engine against the reference, on random configurations and fingers.
///
/// `TAPLINE_SEED` repeats a run, `TAPLINE_SCRIPTS` says how many scripts; without them a fixed seed and a fresh one share
/// the usual number.
@Suite struct ReferenceTests {
    /// How many scripts were played, and what the first one that differs is, made small.
    private struct Outcome {
        var scripts = 0
        var events = 0
        var report: String?
    }

    private static func play(seeds: [UInt64]) -> Outcome {
        var outcome = Outcome()
        for seed in seeds {
            let script = ReferenceGenerator.script(seed: seed)
            let run = ReferenceRun(script)
            outcome.scripts += 1
            outcome.events += run.told.filter { $0.state != .failed }.count
            guard run.difference != nil, differs(script) else { continue }
            let small = ReferenceShrinker.shrink(script, isWrong: differs)
            outcome.report = ReferencePrinter.report(small, seed: seed)
            return outcome
        }
        return outcome
    }

    /// Whether engine and reference differ, also where the slops of turns and spans, or how far a movement is, are a little
    /// smaller or larger: a sum within the engine's rounding of its slop, or of a whole 1/64 pt, may count either way.
    private static func differs(_ script: ReferenceScript) -> Bool {
        ReferenceRun(script).difference != nil
            && [-1e-5, 1e-5].allSatisfy {
                ReferenceRun(script, expecting: script.slopsMoved(by: $0)).difference != nil
            }
            && [-0.02, 0.02].allSatisfy { rounding in
                ReferenceMovement.$rounding.withValue(rounding) { ReferenceRun(script).difference != nil }
            }
    }

    /// Plays `count` scripts on all processors.
    private func compare(_ count: Int, seed: UInt64) async {
        var random = SplitMix64(seed: seed)
        let seeds = (0..<count).map { _ in random.next() }
        let share = max(1, count / 64)
        let outcomes = await withTaskGroup(of: Outcome.self) { group in
            for start in stride(from: 0, to: count, by: share) {
                group.addTask { ReferenceTests.play(seeds: Array(seeds[start..<min(start + share, count)])) }
            }
            var outcomes: [Outcome] = []
            for await outcome in group { outcomes.append(outcome) }
            return outcomes
        }
        let reports = outcomes.compactMap(\.report)
        let events = outcomes.map(\.events).reduce(0, +)
        print("reference: seed \(seed), \(outcomes.map(\.scripts).reduce(0, +)) scripts, \(events) events")
        #expect(events > 0)
        #expect(reports.isEmpty, "TAPLINE_SEED=\(seed): \(reports.count) differ, the first is\n\(reports.first ?? "")")
    }

    @Test func randomScriptsHaveTheReferencesEvents() async {
        let environment = ProcessInfo.processInfo.environment
        let count = Amount.wanted("TAPLINE_SCRIPTS", debug: 300, release: 100_000)
        if let seed = environment["TAPLINE_SEED"].flatMap(UInt64.init) {
            await compare(count, seed: seed)
        } else {
            await compare(count / 2, seed: 4)
            await compare(count - count / 2, seed: Seed.fresh())
        }
    }

    /// What ``spoil(_:_:)`` can change. An unoptimised build tries a few.
    static var changes: [String] {
        let some = ["movement", "waits", "zone", "incremental", "enable", "become"]
        #if DEBUG
            return some
        #else
            return some + [
                "interval", "slop", "duration", "together", "oneWay", "deaf", "refused", "asked", "kinds", "control",
                "transform", "disabled", "extras", "repeating", "oldest", "counted", "corner", "polygon", "answering",
            ]
        #endif
    }

    /// A check that cannot fail is none: with another rule on the other side the difference is found and made small.
    @Test(arguments: changes)
    func differenceIsFoundAndMadeSmall(_ what: String) throws {
        func isWrong(_ script: ReferenceScript) -> Bool {
            ReferenceRun(script, expecting: spoil(script, what)).difference != nil
        }
        var random = SplitMix64(seed: 1)
        var found: ReferenceScript?
        for _ in 0..<20_000 where found == nil {
            let script = ReferenceGenerator.script(seed: random.next())
            if isWrong(script) { found = script }
        }
        let small = ReferenceShrinker.shrink(try #require(found), isWrong: isWrong)
        #expect(isWrong(small))
        #expect(small.gestures.count <= 3, "\(ReferencePrinter.text(small))")
        // (A corner that is told again takes more reports than other differences.)
        #expect(small.steps.count <= (what == "corner" ? 8 : 6), "\(ReferencePrinter.text(small))")
    }

    @Test func whatIsMadeSmallIsPrintedAsOneWouldWriteIt() {
        var tap = TapRecognizer.Parameters()
        tap.taps = 2
        tap.maxPress = Microseconds(200_000)
        tap.movementPt = 10
        var script = ReferenceScript()
        script.gestures.append(.init(rule: .tap(tap)))
        #expect(
            ReferencePrinter.text(script).contains(
                ".tap(changed(.init()) { $0.taps = 2; $0.maxPress = Microseconds(200000); $0.movementPt = 10 })"))
    }

    private func spoil(_ script: ReferenceScript, _ what: String) -> ReferenceScript {
        var spoilt = script
        if what == "waits" { spoilt.waits = [] }
        if what == "together" { spoilt.together = [] }
        if what == "oneWay" { spoilt.oneWay = [] }
        func single(_ pair: ReferenceScript.Pair) -> ReferenceScript.Pair {
            pair.isAsked ? pair : .init(first: pair.first, second: pair.second)
        }
        for relation in [\ReferenceScript.waits, \.together, \.oneWay] {
            if what == "asked" { spoilt[keyPath: relation].removeAll(where: \.isAsked) }
            if what == "kinds" { spoilt[keyPath: relation] = script[keyPath: relation].map(single) }
        }
        if what == "control" { for i in spoilt.zones.indices { spoilt.zones[i].control = nil } }
        for i in spoilt.steps.indices {
            switch (what, spoilt.steps[i].step) {
            case ("enable", .enable), ("become", .become): spoilt.steps[i].step = .time
            default: break
            }
        }
        if what == "polygon" { spoilt.polygons = [:] }
        if what == "answering" { spoilt.answering = [] }
        for i in spoilt.gestures.indices {
            switch (what, spoilt.gestures[i].rule) {
            case ("movement", .tap(var p)):
                p.movementPt -= 1
                spoilt.gestures[i].rule = .tap(p)
            case ("interval", .tap(var p)):
                p.interval = Microseconds(p.interval.count - 1_000)
                spoilt.gestures[i].rule = .tap(p)
            case ("slop", .pan(var p)):
                p.slopPt += 0.5
                spoilt.gestures[i].rule = .pan(p)
            case ("duration", .longPress(var p)):
                p.minimumPressDuration = Microseconds(p.minimumPressDuration.count + 1)
                spoilt.gestures[i].rule = .longPress(p)
            case ("incremental", .pan(var p)):
                p.isIncremental = false
                spoilt.gestures[i].rule = .pan(p)
            case ("transform", .transform(var p)):
                p.rotationSlopRadians += 0.02
                spoilt.gestures[i].rule = .transform(p)
            case ("repeating", .swipe(var p)):
                if p.isRepeating { p.distancePt += 1 }
                spoilt.gestures[i].rule = .swipe(p)
            case ("corner", .corner(var p)):
                p.minimumLengthPt += 1
                spoilt.gestures[i].rule = .corner(p)
            case ("oldest", .transform(var p)):
                p.pair = .fixed
                spoilt.gestures[i].rule = .transform(p)
            case ("oldest", .pinch(var p)):
                p.pair = .fixed
                spoilt.gestures[i].rule = .pinch(p)
            case ("counted", .countedTap(var p)):
                p.wait = Microseconds(p.wait.count + 1_000)
                spoilt.gestures[i].rule = .countedTap(p)
            case ("extras", _): spoilt.gestures[i].ignoresExtraTouches = false
            case ("zone", _): spoilt.gestures[i].zone = 0
            case ("deaf", _): spoilt.gestures[i].deafFromX = nil
            case ("refused", _): spoilt.gestures[i].isRefused = false
            case ("disabled", _): spoilt.gestures[i].isDisabled = false
            default: break
            }
        }
        return spoilt
    }
}

extension ReferenceScript {
    /// The same with slops of turns and spans that are so much larger, radians and pt.
    fileprivate func slopsMoved(by change: Float) -> ReferenceScript {
        var script = self
        for i in script.gestures.indices {
            switch script.gestures[i].rule {
            case .rotation(var p):
                p.slopRadians += change
                script.gestures[i].rule = .rotation(p)
            case .pinch(var p):
                p.slopPt += change
                p.discreteDeltaPt? += change
                script.gestures[i].rule = .pinch(p)
            case .transform(var p):
                p.rotationSlopRadians += change
                p.pinchSlopPt += change
                script.gestures[i].rule = .transform(p)
            default: break
            }
        }
        return script
    }
}
