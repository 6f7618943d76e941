import TaplineConfiguration
import TestSupport

/// `while: untouched` in a configuration.
@Suite struct RestTests {
    private let commands = "remote: [{name: next, command: nextTrack}, {name: on, command: seekForward}]\n"

    private func text(_ outputs: String..., options: String = "{}", before: String = "") -> String {
        list("outputs", outputs, after: before + "gestures: [{name: a, kind: tap}]\noptions: \(options)\n")
    }

    /// The bug: both were called `untouched 1s`, and it was said that an event of the user's was.
    @Test func stagesWithinAMillisecondAreOne() throws {
        let rests = try configuration(
            list(
                "outputs",
                ["{while: untouched, after: 1.0001s, line: GPIO1}", "{while: untouched, after: 1.0002s, line: GPIO2}"],
                after: "gestures: [{name: a, kind: tap}]\n")
        ).rests
        #expect(rests.map { $0.name } == ["untouched 1s"])
    }

    @Test func stagesAreSortedByTheirTimeAndAreEventsBehindAllOthers() throws {
        let read = try configuration(
            text(
                "{while: untouched, after: 60s, line: GPIO1}", "{while: untouched, after: 1500ms, uinput: KEY_A}",
                "{while: untouched, after: 60000ms}", before: commands))
        #expect(read.rests.map(\.after) == [.milliseconds(1_500), .milliseconds(60_000)])
        #expect(read.events.map(\.name) == ["a", "next", "on", "untouched 1500ms", "untouched 60s"])
        #expect(read.events.suffix(2).map(\.kind) == ["untouched", "untouched"])
        #expect(read.eventCount == 5 && read.grace == .milliseconds(300) && read.wakers.isEmpty)
        #expect(read.outputs.map(\.source) == [.gestures([4]), .gestures([3])])
        #expect(read.outputs.map(\.action) == [.hold, .hold])
    }

    @Test func touchesAreSwallowedUnlessOneOfItsEntriesSaysOtherwise() throws {
        let read = try configuration(
            text(
                "{while: untouched, after: 10s}", "{while: untouched, after: 20s, swallow: false}",
                "{while: untouched, after: 20s, line: GPIO1}", "{while: untouched, after: 30s, swallow: true}"))
        #expect(read.rests.map(\.isSwallowing) == [true, false, true])
    }

    @Test func oneBacklightHasALevelForEachStage() throws {
        let read = try configuration(
            text(
                "{while: untouched, after: 60s, backlight: first, level: 0%}",
                "{on: a, line: GPIO5, pulse: 1s}",
                "{while: untouched, after: 30s, backlight: first, level: 12.5%, fade: 500ms, awake: 80%}",
                "{while: untouched, after: 30s, backlight: 10-0045, level: 50%}"))
        #expect(read.outputs.map(\.line) == ["GPIO5", "backlight", "10-0045"])
        #expect(read.outputs.map(\.isLine) == [true, false, false])
        let first = read.outputs[1].backlight
        #expect(first?.name == nil && first?.awake == 800)
        #expect(first?.stages.map(\.rest) == [1, 0] && first?.stages.map(\.level) == [0, 125])
        #expect(first?.stages.map(\.fade) == [.zero, .milliseconds(500)])
        #expect(read.outputs[2].backlight?.name == "10-0045")
    }

    @Test func wakersAreNamesAndAllCommandsAreRemote() throws {
        let sleeps = "{while: untouched, after: 60s, sleep: true}"
        #expect(try configuration(text(sleeps, options: "{wakeOn: on}", before: commands)).wakers == [2])
        let read = try configuration(text(sleeps, options: "{wakeOn: [remote, 0.2g], grace: 0s}", before: commands))
        #expect(read.wakers == [1, 2] && read.wakeThreshold == 0.2 && read.grace == .zero && read.rests[0].isSleeping)
    }

    @Test func whoWakesByAGestureIsToldThatAFingerDoesAnyway() {
        let found = complaints(text("{while: untouched, after: 60s}", options: "{wakeOn: tap}"))
        #expect(
            found.count == 1 && found[0].contains("'tap', and there is no event of motion and no remote command"),
            "\(found)")
    }

    @Test(arguments: [
        ("{while: untouched}", "c.yaml:5:5: an output has no 'after'; add after: 30s"),
        ("{while: untouched, after: 99ms}", "c.yaml:5:31: 'after' is out of range: 99ms; write 100ms to 86400s"),
        (
            "{while: resting, line: GPIO1}",
            "c.yaml:5:13: 'while' is 'resting'; write while: playing, or while: untouched, after: 30s; a gesture holds a line with on: NAME and hold: true"
        ),
        ("{while: untouched, after: 30s, backlight: first}", "c.yaml:5:5: an output has no 'level'; add level: 20%"),
        (
            "{while: untouched, after: 30s, level: 20%}",
            "c.yaml:5:43: 'level' is of a backlight; add backlight: first, or leave it out"
        ),
        (
            "{while: untouched, after: 30s, backlight: ../a, level: 20%}",
            "c.yaml:5:47: 'backlight' is '../a'; write first, or a name that ls /sys/class/backlight shows"
        ),
        (
            "{while: untouched, after: 30s, backlight: frist, level: 20%}",
            "c.yaml:5:47: 'backlight' is 'frist'; write first, or a name that ls /sys/class/backlight shows"
        ),
        (
            "{while: untouched, after: 30s, backlight: a, level: 100%}",
            "c.yaml:5:57: 'level' is out of range: 100%; write a number and its unit: 0% to 99.9%"
        ),
        (
            "{while: untouched, after: 30s, swallow: false}\n  - {while: untouched, after: 30s, swallow: true}",
            "c.yaml:6:45: an entry with the same 'after' says 'swallow: false'; both are one stage: say it once"
        ),
        (
            "{while: untouched, after: 30s, sleep: true}",
            "c.yaml:5:43: nothing would wake the panel: a controller that sleeps notices no finger; add to options 'wakeOn: remote', for any command of 'remote', or 'wakeOn: motion', for which the board needs a motion sensor; or leave sleep out"
        ),
        (
            "{while: untouched, after: 30s, swallow: perhaps}",
            "c.yaml:5:45: 'swallow' is 'perhaps'; write true or false"
        ),
    ])
    func whatIsWrongIsToldWithItsPlace(output: String, message: String) {
        expect(complaints(text(output)), message)
    }

    @Test func thereIsRoomForFourStagesAndTwoBacklights() {
        func stages(_ count: Int) -> String {
            "tapline: config/1\noutputs: [\((1...count).map { "{while: untouched, after: \($0)s}" }.joined(separator: ", "))]\n"
        }
        #expect(complaints(stages(4)).isEmpty && complaints(stages(5)).count == 1)
        func lights(_ count: Int) -> String {
            "tapline: config/1\noutputs: ["
                + (1...count).map { "{while: untouched, after: 1s, backlight: l\($0), level: 1%}" }.joined(
                    separator: ", ")
                + "]\n"
        }
        #expect(complaints(lights(2)).isEmpty && complaints(lights(3)).count == 1)
        let twice = "{while: untouched, after: 1s, backlight: a, level: 1%}"
        #expect(complaints(text(twice, twice)).count == 1)
    }

    @Test func boardThatIsNotAskedIsNotAskedLessOften() throws {
        let polls = text("{while: untouched, after: 30s, poll: 200ms}")
        let asked = try StandardConfiguration(
            ConfigurationSource(Array(polls.utf8), file: "c.yaml"), panel: testPanel)
        #expect(asked.rests[0].poll == .milliseconds(200))
        let found = complaints(polls, board: try shippedBoard("goodix"))
        #expect(found.count == 1 && found[0].contains("it is not asked"), "\(found)")
    }
}
