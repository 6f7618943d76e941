import Foundation
import TestSupport

/// Answers at random, differently each time it is asked.
private struct Capricious: GestureHandler {
    static var decidesRelations: Bool { true }
    var random: SplitMix64
    var questions = 0

    private mutating func perhaps(_ percent: Int) -> Bool {
        questions += 1
        return random.chance(percent)
    }
    mutating func shouldReceive(gesture: Int, touch: UInt32, location: Point, zone: Int) -> Bool { perhaps(85) }
    mutating func shouldBegin(gesture: Int) -> Bool { perhaps(90) }
    mutating func shouldBegin(gesture: Int, hit zone: Int) -> Bool { perhaps(90) }
    mutating func canBecomeFirstResponder(_ zone: Int, into sink: inout [GestureEvent]) -> Bool { perhaps(70) }
    mutating func canResignFirstResponder(_ zone: Int, into sink: inout [GestureEvent]) -> Bool { perhaps(70) }
    mutating func answersControl(_ control: Int, as responder: Responder, into sink: inout [GestureEvent]) -> Bool {
        perhaps(30)
    }
    mutating func shouldRequireFailure(gesture: Int, of other: Int) -> Bool { perhaps(30) }
    mutating func shouldBeRequiredToFail(gesture: Int, by other: Int) -> Bool { perhaps(30) }
    mutating func shouldRecognizeSimultaneously(gesture: Int, with other: Int) -> Bool { perhaps(30) }
    mutating func canPrevent(gesture: Int, other: Int) -> Bool { perhaps(70) }
    mutating func canBePrevented(gesture: Int, by other: Int) -> Bool { perhaps(70) }
    mutating func handle(_ event: GestureEvent, into sink: inout [GestureEvent]) { sink.append(event) }
}

/// Whatever a delegate answers, every gesture that begins is paid back, nothing waits for ever, and with sensible
/// answers everything works again.
@Suite struct HostileDelegateTests {
    private struct Panel: ~Copyable {
        var engine: GestureEngine<StandardRecognizer, TouchStreams, StrokePaths, DelegateDecisions<32>, 32, 33, 64>
        var table: TouchTable<16>
        var delegate: Capricious
        var events: [GestureEvent] = []

        var isAtRest: Bool { mutating get { engine.deadline == .never && table.deadline == .never } }

        /// What is due before `now`, as a pipeline has it.
        mutating func catchUp(before now: Instant) {
            while true {
                let next = min(table.deadline, engine.deadline)
                guard next < now else { break }
                if table.deadline <= next {
                    table.advance(to: next)
                    engine.report(&table, &delegate, &events)
                }
                engine.advance(to: next, &table, &delegate, &events)
            }
        }
        mutating func report(_ fingers: [Contact], at now: Instant) {
            catchUp(before: now)
            engine.advance(before: now, &table, &delegate, &events)
            var contacts = Contacts()
            for finger in fingers { contacts.append(finger) }
            table.report(contacts, at: now)
            engine.report(&table, &delegate, &events)
        }
    }

    @Test func everyBeganIsPaidBackWhateverIsAnswered() {
        let wanted = Amount.wanted("TAPLINE_FUZZ_REPORTS", debug: 40_000, release: 400_000)
        let seed = Seed.fresh()
        print("hostile delegates: seed \(seed), \(wanted) reports")
        var seeds = SplitMix64(seed: seed)
        var (reports, questions, told, ignored) = (0, 0, 0, 0)
        while reports < wanted {
            let own = seeds.next()
            let script = HostileScript(seed: own, reports: 250)
            reports += script.reports
            var panel = Panel(
                engine: GestureEngine(script.setup), table: TouchTable(geometry: PanelGeometry(script.panel)),
                delegate: Capricious(random: SplitMix64(seed: own)))
            var end: Int64 = 0
            for (time, step) in script.steps {
                end = time
                let now = Instant(microseconds: time)
                switch step {
                case .report(let fingers): panel.report(fingers, at: now)
                case .cancel:
                    panel.catchUp(before: now)
                    panel.engine.advance(before: now, &panel.table, &panel.delegate, &panel.events)
                    panel.table.cancelAll(at: now)
                    panel.engine.report(&panel.table, &panel.delegate, &panel.events)
                case .fault, .time: panel.catchUp(before: now)
                case .enable(let isEnabled, let gestures, let zones):
                    panel.catchUp(before: now)
                    panel.engine.makeFirstResponder(zones.isEmpty ? nil : zones.first, &panel.delegate, &panel.events)
                    panel.engine.setEnabled(
                        isEnabled, gestures: gestures, zones: zones, &panel.table, at: now, &panel.delegate,
                        &panel.events)
                }
            }
            panel.report([], at: Instant(microseconds: end + 5_000))
            // (The longest time of a script is an hour, and may begin with its last report.)
            panel.catchUp(before: Instant(microseconds: end + 7_200_000_000))

            var begun: Set<Int> = []
            for event in panel.events {
                guard event.isContinuous else { continue }
                if event.state == .began {
                    #expect(begun.insert(event.gesture).inserted, "seed \(seed), script \(own)")
                } else if event.state == .ended || event.state == .cancelled {
                    #expect(begun.remove(event.gesture) != nil, "seed \(seed), script \(own)")
                }
            }
            #expect(begun.isEmpty, "seed \(seed), script \(own): not paid back")
            #expect(panel.isAtRest == true, "seed \(seed), script \(own): something is pending")
            questions += panel.delegate.questions
            told += panel.events.count
            ignored += Int(panel.engine.ignoredAnswers)
        }
        print("hostile delegates: \(questions) questions, \(ignored) answers ignored, \(told) events")
        #expect(questions > 0 && told > 0 && ignored > 0)
    }
}
