import TaplineFormats
import TestSupport

@testable import TaplineMQTT

@Suite struct ControlStatesTests {
    private func facts(_ controls: [PanelControl], _ values: [String: Double]) -> PanelFacts {
        var facts = PanelFacts()
        (facts.controls, facts.values) = (controls, values)
        return facts
    }
    private let fan = PanelControl("fan", .switch)
    private let dim = PanelControl("dim", .slider, to: 100, step: 5)
    private func due(_ states: inout ControlStates, at now: Int64, isLast: Bool = false) -> [String] {
        states.due(at: now, isLast: isLast).map { "\($0.control.name) \($0.text)" }
    }

    @Test func allAreToldWhenThePanelIsKnownAndThenWhatChanges() {
        var states = ControlStates()
        #expect(states.deadline == .max && due(&states, at: 5).isEmpty)
        states.take(facts([fan, dim], ["fan": 1, "dim": 20]))
        #expect(due(&states, at: 5) == ["fan ON", "dim 20"])
        #expect(states.deadline == .max)
        states.take(["fan": 1, "dim": 25, "other": 3])
        #expect(due(&states, at: 1_000_000) == ["dim 25"])
        states.take(["fan": 1, "dim": 25])
        #expect(states.deadline == .max)
    }

    @Test func aPanelThatIsReadAgainTellsAllOfIt() {
        var states = ControlStates()
        states.take(facts([fan, dim], ["fan": 1, "dim": 20]))
        _ = due(&states, at: 0)
        states.take(facts([dim], ["dim": 20]))
        #expect(due(&states, at: 1_000_000) == ["dim 20"])
        // A control whose value is not known is not told, nor is what it was before.
        states.take(facts([dim, fan], ["dim": 20]))
        #expect(due(&states, at: 2_000_000) == ["dim 20"])
    }

    @Test func aSliderThatIsDraggedIsToldTenTimesASecondAndItsLastValueAlways() {
        var states = ControlStates()
        states.take(facts([dim], ["dim": 0]))
        var told: [String] = []
        for millisecond in 0..<1000 {
            states.take(["dim": Double(millisecond) / 10])
            told += due(&states, at: Int64(millisecond) * 1000)
        }
        #expect(told.count == 10)
        #expect(states.deadline == 1_000_000)
        #expect(due(&states, at: states.deadline) == ["dim 99.9"])
        states.take(["dim": 5])
        #expect(due(&states, at: 1_000_001).isEmpty && due(&states, at: 1_000_001, isLast: true) == ["dim 5"])
    }

    @Test func oneThatIsToldAgainIsToldAsItIs() {
        var states = ControlStates()
        states.take(facts([fan, dim], ["fan": 1]))
        _ = due(&states, at: 0)
        states.tellAgain("dim")
        states.tellAgain("nobody")
        #expect(states.deadline == .max)
        states.tellAgain("fan")
        #expect(due(&states, at: 1_000_000) == ["fan ON"])
        states.tellAgain()
        #expect(due(&states, at: 2_000_000) == ["fan ON"])
    }

    // MARK: What is asked of the daemon

    @Test func ofACommandThatIsNotThereNothingIsWaitedFor() {
        var commands = ControlCommands(socket: "/no/such/socket")
        #expect(commands.deadline == .max && commands.descriptor == -1)
        #expect(commands.advance(at: 5) == nil && commands.read() == nil)
        commands.append("fan", "1")
        commands.append("dim", "5")
        commands.append("fan", "0")
        for name in ["dim", "fan"] {
            #expect(commands.deadline == 0)
            #expect(commands.advance(at: 5) == .refused(name, "the daemon's control socket takes nobody"))
        }
        commands.append("fan", "1")
        commands.removeAll()
        #expect(commands.deadline == .max && commands.advance(at: 5) == nil)
    }
}
