import Foundation
import TestSupport

/// Whatever fingers and buses do, every touch that a zone is told of ends once, in order and with its own times.
@Suite struct HostileDeliveryTests {
    /// Plays a script with somebody listening to the zones in `listened`.
    private func play(_ script: HostileScript, listened: BitSet<UInt64>) -> (Recorder, DeliveryCounters) {
        var outputs = OutputBank<Recorder, 16>()
        for zone in listened { outputs.listen(to: zone) }
        var panel = HostileScript.Panel(
            geometry: PanelGeometry(script.panel), touchTimeout: script.touchTimeout, setup: script.setup,
            outputs: outputs)
        panel.emitsTouches = true
        var recorder = Recorder()
        script.play(on: &panel, into: &recorder)
        script.finish(on: &panel, into: &recorder)
        return (recorder, panel.engine.delivery)
    }

    private func text(_ touch: TouchEvent) -> String {
        "\(touch.time.microseconds) \(touch.phase) \(touch.location) \(touch.tapCount) \(touch.touches) \(touch.zone)"
    }

    /// What is wrong with what one touch's zone was told, given what it did on the panel.
    private func fault(_ told: [TouchEvent], _ done: [TouchEvent], isWhole: Bool) -> String? {
        guard told.first?.phase == .began else { return "no began" }
        guard let last = told.last, last.phase == .ended || last.phase == .cancelled else { return "no end" }
        if told.dropFirst().dropLast().contains(where: { $0.phase != .moved }) { return "more than one end" }
        // Where some moves were dropped the rest is still in order.
        var rest = done[...]
        for touch in told.dropLast() {
            guard let index = rest.firstIndex(where: { text($0) == text(touch) }) else { return "not so: \(touch)" }
            if isWhole, index != rest.startIndex { return "out of order: \(touch)" }
            rest = rest[(index + 1)...]
        }
        if last.phase == .ended {
            guard let lift = rest.last, text(lift) == text(last) else { return "another end: \(last)" }
            if isWhole, rest.count != 1 { return "something is missing" }
        }
        return nil
    }

    @Test func everyTouchThatIsToldEndsOnce() {
        let wanted = Amount.wanted("TAPLINE_FUZZ_REPORTS", debug: 50_000, release: 500_000)
        let seed = Seed.fresh()
        print("hostile delivery: seed \(seed), \(wanted) reports")
        var seeds = SplitMix64(seed: seed)
        var reports = 0
        var touches = 0
        var cancelled = 0
        while reports < wanted {
            let own = seeds.next()
            let script = HostileScript(seed: own, reports: 250)
            reports += script.reports
            let listened = BitSet<UInt64>(bits: 1 | own >> 32)
            let (recorder, counters) = play(script, listened: listened)
            let done = Dictionary(grouping: recorder.touches) { $0.identity }
            let streams = Dictionary(grouping: recorder.streams) { $0.touch.identity }
            for (identity, stream) in streams {
                let wrong = fault(
                    stream.map(\.touch), done[identity] ?? [], isWhole: counters.droppedMoves == 0)
                #expect(wrong == nil, "seed \(seed), script \(own), touch \(identity)")
                // (All of it to the same responder.)
                #expect(Set(stream.map(\.zone)).count == 1)
                touches += 1
                if stream.last?.touch.phase == .cancelled { cancelled += 1 }
                if wrong != nil { return }
            }
            // Somebody always listens to the panel.
            #expect(counters.unhandledTouches == 0)
        }
        print("hostile delivery: \(reports) reports, \(touches) touches told, \(cancelled) cancelled")
        #expect(touches > cancelled && cancelled > 0)
    }
}
