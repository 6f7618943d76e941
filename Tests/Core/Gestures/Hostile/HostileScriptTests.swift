import Foundation
import TestSupport

/// Whatever fingers and buses do, every gesture that begins is paid back, and nothing stays behind.
@Suite struct HostileScriptTests {
    typealias Panel = HostileScript.Panel

    private func makePanel(_ script: HostileScript) -> Panel {
        var panel = Panel(
            geometry: PanelGeometry(script.panel), touchTimeout: script.touchTimeout, setup: script.setup,
            outputs: OutputBank())
        panel.explains = script.explains
        return panel
    }

    private func play(_ script: HostileScript, on panel: inout Panel) -> [GestureEvent] {
        var recorder = Recorder()
        script.play(on: &panel, into: &recorder)
        script.finish(on: &panel, into: &recorder)
        return recorder.events
    }

    /// A tap, a double tap, a press, a drag, a swipe and a two-finger swipe in three places.
    private func probe(_ panel: inout Panel, from start: Int64) -> [GestureEvent] {
        var recorder = Recorder()
        var time = start
        func report(_ ms: Int64, _ places: [(Float, Float)]) {
            time += ms * 1_000
            var contacts = Contacts()
            for (i, place) in places.enumerated() { contacts.append(Contact(id: Int32(i), x: place.0, y: place.1)) }
            panel.report(contacts, at: Instant(microseconds: time), into: &recorder)
        }
        for (x, y) in [(100, 100), (400, 240), (700, 400)] as [(Float, Float)] {
            for (pause, hold) in [(1_000, 60), (2_000, 60), (150, 60), (3_000, 700)] as [(Int64, Int64)] {
                report(pause, [(x, y)])
                report(hold, [])
            }
            for (fingers, step) in [(1, 1), (1, 12), (2, 12)] as [(Int, Float)] {
                report(2_000, (0..<fingers).map { (x, y + 60 * Float($0)) })
                for i in 1...15 { report(10, (0..<fingers).map { (x + step * Float(i), y + 60 * Float($0)) }) }
                report(10, [])
            }
        }
        panel.advance(to: Instant(microseconds: time + 3_600_000_000), into: &recorder)
        for i in recorder.events.indices { recorder.events[i].time.microseconds -= start }
        return recorder.events
    }

    private func text(_ events: [GestureEvent]) -> [String] {
        events.map {
            "\($0.time.microseconds) \($0.gesture) \($0.state) \($0.touches) \($0.location) \($0.values)"
        }
    }

    /// What is wrong with the events of one script.
    private func faults(_ events: [GestureEvent]) -> [String] {
        var faults: [String] = []
        var begun: Set<Int> = []
        var last = Int64.min
        for event in events {
            if event.time.microseconds < last { faults.append("time runs backwards: \(event)") }
            last = event.time.microseconds
            let isBegun = begun.contains(event.gesture)
            switch event.state {
            case .began:
                if isBegun || !event.isContinuous { faults.append("began: \(event)") }
                begun.insert(event.gesture)
            case .changed:
                if !isBegun { faults.append("changed: \(event)") }
            case .ended:
                if isBegun != event.isContinuous { faults.append("ended: \(event)") }
                begun.remove(event.gesture)
            case .cancelled:
                if !isBegun { faults.append("cancelled: \(event)") }
                begun.remove(event.gesture)
            case .failed:
                if isBegun { faults.append("failed: \(event)") }
            case .tentative:
                if isBegun || event.isContinuous { faults.append("tentative: \(event)") }
                begun.insert(event.gesture)
            case .confirmed, .revoked:
                if !isBegun || event.isContinuous { faults.append("\(event.state): \(event)") }
                begun.remove(event.gesture)
            }
        }
        if !begun.isEmpty { faults.append("not paid back: \(begun)") }
        return faults
    }

    @Test func everyBeganIsPaidBackAndNothingStaysBehind() {
        let wanted = Amount.wanted("TAPLINE_FUZZ_REPORTS", debug: 100_000, release: 1_000_000)
        let seed = Seed.fresh()
        print("hostile scripts: seed \(seed), \(wanted) reports")
        var seeds = SplitMix64(seed: seed)
        var reports = 0
        var told = 0
        while reports < wanted {
            let own = seeds.next()
            let script = HostileScript(seed: own, reports: 250)
            reports += script.reports
            var panel = makePanel(script)
            let events = play(script, on: &panel)
            told += events.count
            let wrong = faults(events)
            #expect(wrong.isEmpty, "seed \(seed), script \(own)")
            #expect(panel.deadline == .never, "seed \(seed), script \(own): something is pending")
            #expect(panel.table.down.isEmpty)

            var twin = makePanel(script)
            let again = play(script, on: &twin)
            #expect(text(events) == text(again), "seed \(seed), script \(own): two replays differ")

            // Everything works as on the first day.
            let start = (script.steps.last?.time ?? 0) + 7_200_000_000
            var fresh = makePanel(script)
            let used = text(probe(&panel, from: start))
            #expect(used == text(probe(&fresh, from: start)), "seed \(seed), script \(own): something stayed behind")
            if !wrong.isEmpty { return }
        }
        print("hostile scripts: \(reports) reports, \(told) events")
        #expect(told > 0)
    }
}
