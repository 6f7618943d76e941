import TaplineConfiguration
import TaplineDaemon
import TestSupport

@testable import TaplineViews

/// Words of a command, before and after values are filled in.
struct CommandTemplateTests {
    private func words(_ text: String, _ event: ViewEvent = ViewEvent()) throws -> [String] {
        try CommandTemplate(text).words(for: event)
    }

    @Test func wordsAreDividedBySpacesAndHeldTogetherByQuotes() throws {
        #expect(try words("a  b\tc") == ["a", "b", "c"])
        #expect(try words(#"a 'b c' "d e" f\ g h'i'"j""#) == ["a", "b c", "d e", "f g", "hij"])
        #expect(try words(#"a '' "" b"#) == ["a", "", "", "b"])
        #expect(try words(#"a 'it\s' "say \"x\"""#) == ["a", #"it\s"#, #"say "x""#])
        #expect(try words("a {{x}} b") == ["a", "{x}", "b"])
    }

    @Test func valueStaysInItsWordWhateverItHolds() throws {
        var event = ViewEvent()
        event.name = "a b; rm -rf / $(x) '\" {kind}"
        event.values = [.init(key: "scale", text: "1.5")]
        #expect(
            try words("run {gesture} --scale={scale} '{gesture}'", event)
                == ["run", event.name, "--scale=1.5", event.name])
    }

    @Test func valueThatIsNotToldIsEmpty() throws {
        #expect(try words("run {direction} [{scale}] end") == ["run", "", "[]", "end"])
    }

    @Test func eventWithoutTheFieldThatIsAWordRunsNothing() throws {
        var event = ViewEvent()
        event.name = "lamp"
        #expect(try CommandTemplate("mpc volume {direction}").missing(in: event) == "direction")
        #expect(try CommandTemplate("mpc volume '{why}{direction}'").missing(in: event) == "why")
        for command in ["mpc {gesture}", "mpc volume +{direction}", "mpc '' {gesture}", "mpc {gesture}{direction}"] {
            #expect(try CommandTemplate(command).missing(in: event) == nil, "\(command)")
        }
        event.values = [.init(key: "direction", text: "left")]
        #expect(try CommandTemplate("mpc volume {direction}").missing(in: event) == nil)
    }

    @Test(
        arguments: [
            #"sh -c "echo {gesture}""#, #"/bin/bash -ec 'x {dx}'"#, "env A=b dash -c {gesture}", "perl -e{gesture}",
            "python3 -c 'print({x})'", "su nobody -c 'x {zone}'", "su --command={zone}", "ssh host x {gesture}",
            "busybox sh -c 'x {kind}' sh", "sh -ce 'x {kind}'", "bash -c -e 'x {kind}'", "sh -c -- 'x {kind}'",
            "sh -c +e {gesture}", "rbash -c {gesture}", "bash -c -o errexit {gesture}", "bash -c +O extglob {gesture}",
            "sh -c {gesture} x", "python3.11 -c {gesture}", "perl -E {gesture}", "node --eval {gesture}",
            "csh -c {gesture}",
            "fish -C {gesture}", "su --session-command {gesture}", "su --session-command={gesture}",
            "watch -g {gesture}",
            "awk {gesture}", "env A=b nice -n 5 watch {gesture}", "vim -c {gesture}", "xargs sh -c {gesture}",
            "find / -exec {gesture}", "php -r {gesture}",
        ]) func valueIsNeverAPartOfAShellsProgram(_ command: String)
    {
        #expect {
            _ = try CommandTemplate(option: command)
        } throws: {
            ($0 as? ServiceError)?.exitCode == .usage && "\($0)".contains("pass it as an argument")
        }
    }

    @Test(
        arguments: [
            #"sh -c 'echo "$1"' sh {gesture}"#, #"bash -c -o errexit 'echo "$1"' sh {gesture}"#, "mpc -c {gesture}",
            "sh /usr/local/bin/script {gesture}",
            "python3 play.py {gesture} --by={dx}", "echo sh {gesture}", "notify-send watch {gesture}",
            "tapline watch {gesture}",
        ]) func valueIsAnArgumentOfAScript(_ command: String) throws
    {
        _ = try CommandTemplate(command)
    }

    @Test func everyPlaceholderIsFilledFromTheEventThatHasIt() throws {
        var event = ViewEvent()
        (event.sequence, event.time, event.name, event.kind, event.state) = (7, 9, "g", "k", "s")
        (event.x, event.y, event.zone, event.touches, event.why) = (1.25, 2, "z", 3, "w")
        let own = ["gesture", "kind", "state", "seq", "t", "x", "y", "zone", "touches", "why"]
        for key in CommandTemplate.placeholders where !own.contains(key) {
            event.values.append(.init(key: key, text: "<\(key)>"))
        }
        for key in CommandTemplate.placeholders {
            #expect(try words("a {\(key)}", event) != ["a", ""])
            if !own.contains(key) { #expect(try words("a {\(key)}", event) == ["a", "<\(key)>"]) }
        }
        #expect(try words("a {seq} {t} {x} {y} {touches}", event) == ["a", "7", "9", "1.3", "2", "3"])
    }

    @Test(arguments: ["", "  ", "a 'b", "a \"b", "a \\", "a {gestures}", "a {gesture", "''", "{gesture} x"])
    func whatIsNoCommandIsRefused(_ text: String) {
        #expect {
            _ = try CommandTemplate(option: text)
        } throws: {
            ($0 as? ServiceError)?.exitCode == .usage
        }
    }

    @Test(
        arguments: [
            ("env {gesture}", "--version"), ("kill {gesture}", "-9"), ("a {why}{gesture}", "-x"), ("run {dx}", "5"),
            ("on-{gesture} x", "/../../rm"), ("new-shell -c 'echo {gesture}'", "a; touch P1"),
            ("env -S 'echo {gesture}'", "$(id)"), ("jq 'BEGIN {{ print \"{gesture}\" }}'", "\" }"),
        ]) func valueThatWouldBeAnOptionOrAnotherProgramIsFound(_ command: String, _ name: String) throws
    {
        var event = ViewEvent()
        event.name = name
        event.values = [.init(key: "dx", text: "--help")]
        #expect(try CommandTemplate(command).danger(in: event) != nil)
    }

    @Test(
        arguments: [
            ("echo name={gesture}", "--version"), ("echo {dx} {gesture}", "a-b"), ("on-{gesture}", "tap"),
            ("echo {gesture}", "a/b"), ("echo {kind}", "--version"),
        ]) func valueThatOnlyFillsItsPlaceIsNoDanger(_ command: String, _ name: String) throws
    {
        var event = ViewEvent()
        event.name = name
        event.values = [.init(key: "dx", text: "-3.5")]
        #expect(try CommandTemplate(command).danger(in: event) == nil)
    }
}
