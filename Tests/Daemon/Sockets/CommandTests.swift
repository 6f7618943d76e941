import TaplineConfiguration
import TaplineLinux
import TestSupport

@testable import TaplineDaemon

/// Commands: what they are, and how lines of anybody become them.
@Suite struct CommandTests {
    private func line(_ text: String) -> ByteLine {
        return ByteLine(text: text)
    }

    private func command(_ text: String) -> Command? {
        var line = line(text)
        return Command(&line)
    }

    @Test(arguments: [
        ("help", Command.help), ("status", .status), ("reload", .reload), ("cancel", .cancel), ("levels", .levels),
        ("sleep", .sleep), ("wake", .wake), ("explain on", .explain(true)), ("explain off", .explain(false)),
        ("remote nextTrack", .remote(.nextTrack, 0)), ("remote skip -15", .remote(.skip, -15)),
        ("remote changePosition 83.5", .remote(.changePosition, 83.5)), ("remote rating 1", .remote(.rating, 1)),
        ("remote changeVolume +2", .remote(.changeVolume, 2)),
        ("follow events", .follow(.events)), ("  follow   touches\tlevels ", .follow([.touches, .levels])),
        ("follow events touches contacts levels explain bus", .follow(Follows(rawValue: 63))),
        ("follow motion", .follow(.motion)),
        ("follow motion 20ms", .follow(.motion, every: .milliseconds(20))),
        ("follow events motion 60000ms levels", .follow([.events, .motion, .levels], every: .milliseconds(60_000))),
        ("follow now motion", .follow([.motion, .now])), ("follow commands", .follow(.commands)),
        ("follow events now values", .follow([.events, .now, .values])),
        ("states", .states(isJSON: false)), ("states json", .states(isJSON: true)), ("resign", .resign),
        ("enable lamp", .setEnabled(true, .init(name: Name("lamp")))),
        (
            "disable  zone my kitchen ",
            .setEnabled(false, .init(name: Name("zone my kitchen"), zone: Name("my kitchen")))
        ),
        ("disable zone", .setEnabled(false, .init(name: Name("zone")))),
        (
            "disable zone a23456789012345678901234567890x",
            .setEnabled(false, .init(name: Name(), zone: Name("a23456789012345678901234567890x")))
        ),
        ("set volume 5", .set(Name("volume"), 5)), ("set  my blind  -12.5 ", .set(Name("my blind"), -12.5)),
        ("become kitchen", .become(Name("kitchen"))), ("become zone kitchen", .become(Name("kitchen"))),
        ("touch", .touch([])), ("touch 3 799.5 0", .touch([Contact(id: 3, x: 799.5, y: 0)])),
        ("touch 1 100 200  0 4 5", .touch([Contact(id: 1, x: 100, y: 200), Contact(id: 0, x: 4, y: 5)])),
    ]) func commandsAreWhatTheDocumentsSay(text: String, wanted: Command) {
        #expect(command(text) == wanted)
    }

    @Test(arguments: [
        "stat", "statuss", "STATUS", "status now", "explain", "explain maybe", "explain on now", "follow",
        "remote", "remote next", "remote nextTrack 1", "remote skip", "remote skip x", "remote skip 1e5",
        "remote skip 1.2.3",
        "remote rating 1.1", "remote rating 1 1", "remote skip 99999",
        "follow everything", "follow events everything", "follow 20ms", "follow events 20ms", "follow motion 0ms",
        "follow motion 60001ms", "follow motion 20", "follow motion ms", "follow motion -1ms",
        "follow motion 20ms 30ms", "\u{0}", "ßtatus", String(repeating: "x", count: 80),
        "now {}", "now",
        "set", "set volume", "set volume x", "set 5", "set volume 1e3", "states xml", "states json now", "enable",
        "disable ", "become", "resign now",
        "touch 1", "touch 1 2", "touch 1 2 3 4", "touch x 2 3", "touch 1 -2 3", "touch 1.5 2 3", "touch 16 2 3",
        "touch 1 2 3 1 4 5", "touch 1 65536 3",
        "follow " + String(repeating: "e", count: 60), String(repeating: "status ", count: 12),
    ]) func everythingElseIsSaidToBeWrong(text: String) throws {
        guard case .wrong = command(text) else { throw Missing("\(text) is taken for a command") }
    }

    @Test(arguments: [
        ("remote next", "did you mean nextTrack? write play,"), ("remote previous", "did you mean previousTrack? "),
        ("remote toggle", "did you mean togglePlayPause? "), ("remote mute", "did you mean toggleMute? "),
        ("remote volume +1", "did you mean changeVolume? "), ("remote nextTrak", "did you mean nextTrack? "),
        ("remote seekForward", "here that is beginSeekingForward, and endSeekingForward when it is over; write play,"),
        ("remote seekBackward", "here that is beginSeekingBackward, and endSeekingBackward when it is over; "),
        ("remote skip", "skip takes a number from -86400 to 86400; write play, "),
        ("remote rating 1.5", "rating takes a number from 0 to 1; "), ("remote nextTrack 1", "write play, "),
        ("remote music", "write play, "),
        ("remote", "write play, "),
    ]) func aCommandThatThereIsNotIsAnsweredWithTheOneThatIsMeant(text: String, answer: String) throws {
        guard case .wrong(let why) = command(text) else { throw Missing("\(text) is taken for a command") }
        #expect(why.hasPrefix(answer), "\(why)")
    }

    /// (`toggleMute` was missing.)
    @Test func everyCommandToPlayersIsInTheListOfThem() throws {
        guard case .wrong(let why) = command("remote") else { throw Missing("it is taken for a command") }
        for number in UInt8.min ... .max {
            guard let command = RemoteCommand(rawValue: number) else { continue }
            let name = command.name.description.replacing("SeekingBackward", with: "SeekingForward or Backward")
            #expect(why.contains(name), "\(name)")
        }
    }

    @Test func becomeWithoutANameAsksForAZone() throws {
        for (text, answer) in [
            ("become", "write the name of a zone"), ("disable", "write the name of a gesture, or zone and its name"),
        ] {
            guard case .wrong(let why) = command(text) else { throw Missing("\(text) is taken for a command") }
            #expect(why == answer)
        }
    }

    @Test(arguments: ["", " ", "\t  "]) func lineWithoutAWordIsNothing(text: String) {
        #expect(command(text) == nil)
    }

    /// Whoever may connect may look; what changes something is for root, the daemon's user and its group.
    @Test(
        arguments: [
            ("help", true), ("status", true), ("levels", true), ("states json", true), ("follow bus", true),
            ("no such", true), ("reload", false), ("cancel", false), ("sleep", false), ("wake", false),
            ("explain on", false), ("enable a", false), ("disable zone b", false), ("set a 1", false),
            ("become a", false), ("resign", false), ("remote play", false),
            ("touch 0 1 2", false),
        ]) func lookingIsForAllCommandingForFew(_ text: String, _ onlyLooks: Bool)
    {
        #expect(command(text)?.onlyLooks == onlyLooks)
        #expect(!Command.now.onlyLooks)
    }

    // MARK: Sessions

    /// A session at a socket, and whoever speaks there.
    private final class Desk {
        let folder = SocketFolder()
        let client: SocketClient
        let port: LinePort
        let session: CommandSession
        /// Writes what is taken, and has the poller wait for what is next.
        let flush: (Poller) -> Void
        var status = PanelStatus()
        var levels = OutputLevels([])
        var heard: [Command] = []

        init(isTerminal: Bool = false) throws {
            let listener = try SocketListener(path: folder.path + "/c")
            client = try #require(SocketClient(folder.path + "/c"))
            let descriptor = try #require(listener.accept(at: .zero))
            if isTerminal {
                let (port, session) = (LinePort(.connection), CommandSession(isTerminal: true))
                port.adopt(descriptor)
                let format = PortFormat(
                    kind: .text, geometry: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)), names: EventNames())
                let place = EventPort(port, format: format, greeting: ByteLine(), session: session)
                (self.port, self.session, flush) = (port, session, { _ = place.flush(at: .zero, $0, tag: 1) })
            } else {
                let place = Connection(takesCommands: true)
                place.adopt(descriptor, at: .zero)
                (port, session, flush) = (place.port, try #require(place.session), { place.flush($0, tag: 1) })
            }
        }

        /// Lets the session take what has come and answer it, until nothing more happens.
        func serve(rounds: Int = 500) {
            for _ in 0..<rounds {
                session.read(port)
                while true {
                    if session.answer != nil {
                        guard session.writeAnswer(to: port, &status, levels) else { break }
                        session.answer = nil
                    }
                    guard let command = session.next() else { break }
                    heard.append(command)
                    var answer = CommandSession.Answer()
                    switch command {
                    case .help: answer.body = .help
                    case .status: answer.body = .status
                    case .levels: answer.body = .levels
                    case .wrong(let why): answer.ending = .refused(why)
                    default: break
                    }
                    session.answer = answer
                }
                port.flush()
            }
        }
    }

    @Test func answersComeInTheOrderOfTheCommands() throws {
        let desk = try Desk()
        desk.client.write("cancel\nnonsense\nwake\r\n\n\nlevels\n")
        desk.serve()
        #expect(
            desk.client.lines() == ["ok", "error: there is no such command; help says which there are", "ok", "ok"])
    }

    @Test func commandMayComeByteByByte() throws {
        let desk = try Desk()
        for byte in "cancel\n".unicodeScalars {
            #expect(desk.heard.isEmpty)
            desk.client.write(String(byte))
            desk.serve(rounds: 1)
        }
        #expect(desk.heard == [.cancel])
    }

    @Test func eightyBytesAreALineAndEightyOneAreTooMany() throws {
        let desk = try Desk()
        let fits = "follow " + String(repeating: " ", count: 67) + "events"
        #expect(fits.utf8.count == 80)
        desk.client.write(fits + "\n" + fits + " \ncancel\n")
        desk.serve()
        #expect(desk.heard == [.follow(.events), .wrong(""), .cancel])
        #expect(desk.client.lines()[1] == "error: a command has at most 80 bytes")
    }

    @Test func megabyteWithoutALineEndIsOneErrorAndNoMemory() throws {
        let desk = try Desk()
        var sent = 0
        while sent < 1_000_000 {
            let taken = desk.client.write(String(repeating: "x", count: 10_000))
            if taken > 0 { sent += taken }
            desk.serve(rounds: 200)
        }
        #expect(desk.heard.isEmpty)
        desk.client.write("\ncancel\n")
        desk.serve(rounds: 2_000)
        #expect(desk.heard == [.wrong(""), .cancel])
    }

    @Test func randomBytesNeverTrapAndAreAnswered() throws {
        var random = Seed.random("bytes at the control socket")
        let desk = try Desk()
        for _ in 0..<200 {
            var text = ""
            for _ in 0..<40 {
                text.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: random.next())))
            }
            desk.client.write(text)
            desk.serve(rounds: 4)
            _ = desk.client.read()
        }
        desk.client.write("\ncancel\n")
        desk.serve()
        #expect(desk.heard.last == .cancel)
    }

    @Test func whoDoesNotReadIsNotHeardAndLosesNothing() throws {
        let desk = try Desk()
        var asked = 0
        var answers = ""
        // (Until there is no room left for questions either.)
        while asked < 2_000, desk.client.write("status\n") > 0 {
            asked += 1
            desk.serve(rounds: 2)
        }
        let before = desk.heard.count
        #expect(before < asked, "the answers have filled every buffer")
        for _ in 0..<2_000 {
            answers += desk.client.read() ?? ""
            desk.serve(rounds: 2)
        }
        #expect(desk.heard.count == asked)
        #expect(answers.split(separator: "\n").filter { $0 == "ok" }.count == asked)
        #expect(desk.port.refusedLines == 0)
    }

    @Test(arguments: [false, true]) func whoReadsLateGetsEveryAnswer(isTerminal: Bool) throws {
        let desk = try Desk(isTerminal: isTerminal)
        let poller = try Poller()
        let asked = 200
        /// Waits, and does what can be done; false: nothing has happened.
        func turn(until deadline: Instant) throws -> Bool {
            desk.flush(poller)
            guard try poller.wait(until: deadline) > 0 else { return false }
            desk.serve(rounds: 1)
            return true
        }
        desk.client.write(String(repeating: "help\n", count: asked))
        while try turn(until: .zero) {}
        #expect(desk.heard.count < asked, "the answers have filled every buffer")
        var answers = ""
        while desk.heard.count < asked || desk.port.isPending || desk.session.isAnswering {
            answers += desk.client.read() ?? ""
            guard try turn(until: MonotonicClock.now + .milliseconds(10_000)) else { break }
        }
        answers += desk.client.read() ?? ""
        #expect(answers.split(whereSeparator: \.isNewline).filter { $0 == "ok" || $0 == "# ok" }.count == asked)
    }

    @Test func whatPlaysIsALongLineAndNoOtherCommandIs() throws {
        let desk = try Desk()
        let object = "{\"state\":\"playing\",\"title\":\"" + String(repeating: "x", count: 500) + "\u{8}\"}"
        desk.client.write("now \(object)\ncancel\n")
        desk.serve()
        #expect(desk.heard == [.now, .cancel])
        #expect(desk.session.playing == Array(object.utf8))
        desk.client.write(
            "now" + String(repeating: "x", count: 78) + "\nnow " + String(repeating: "x", count: 8_192) + "\n")
        desk.serve()
        #expect(desk.heard.dropFirst(2) == [.wrong(""), .now])
        desk.client.write("now " + String(repeating: "x", count: 8_193) + "\ncancel\n")
        desk.serve()
        #expect(desk.heard.dropFirst(4) == [.wrong(""), .cancel])
        #expect(desk.client.lines().contains("error: what plays has at most 8192 bytes"))
    }

    @Test func atASerialPortNobodyTellsWhatPlays() throws {
        let desk = try Desk(isTerminal: true)
        desk.client.write("now {}\r\n")
        desk.serve()
        #expect(desk.heard == [.wrong("")])
    }

    @Test func endOfWhatIsSaidIsTheEndOfTheSession() throws {
        let desk = try Desk()
        desk.client.write("cancel\n")
        desk.client.endWriting()
        desk.serve()
        #expect(desk.client.lines() == ["ok"])
        #expect(desk.session.hasEnded && desk.session.answer == nil)
    }

    // MARK: At a terminal

    @Test func linesOfAnswersBeginWithAHashAndEndForATerminal() throws {
        let desk = try Desk(isTerminal: true)
        let text = "tapline: config/1\noutputs: [{on: touches, line: GPIO23, hold: true, active_low: true}]\n"
        let configuration = try Configuration<StandardRecognizer>(
            ConfigurationSource(Array(text.utf8), file: "c.yaml"),
            panel: PanelGeometry(.init(rawWidth: 800, rawHeight: 480)))
        desk.levels = OutputLevels(configuration.outputs)
        desk.client.write("levels\r")
        desk.serve()
        #expect(desk.client.read() == "# GPIO23 1 idle\r\n# ok\r\n")
    }

    @Test func backspaceTakesABack() throws {
        let desk = try Desk(isTerminal: true)
        desk.client.write("\u{8}cancex\u{7F}l\r\n")
        desk.serve()
        #expect(desk.heard == [.cancel])
    }

    @Test(arguments: [
        "# ok", "$TL,1,2,tap,tap,ended,1,2*00", "{\"seq\":1}", "{\"seq\":1" + String(repeating: " ", count: 200) + "}",
    ])
    func whatComesBackFromALineThatEchoesIsNoCommand(echo: String) throws {
        let desk = try Desk(isTerminal: true)
        desk.client.write(echo + "\r\n")
        desk.serve()
        #expect(desk.heard.isEmpty && desk.client.lines().isEmpty)
    }

    @Test func longAnswerLeavesRoomForEventsAtATerminal() throws {
        let desk = try Desk(isTerminal: true)
        // A port that takes nothing: all room on the way is gone.
        while desk.port.room > LinePort.capacity - 1 {
            desk.port.send(String(repeating: "x", count: 200) + "\n")
            desk.port.flush()
        }
        desk.client.write("status\r")
        desk.serve(rounds: 3)
        let pending = LinePort.capacity - desk.port.room
        #expect(pending < 1_000, "\(pending) bytes wait before the next event")
        var event = line("event\r\n")
        #expect(desk.port.send(&event))
        var text = ""
        for _ in 0..<3_000 {
            text += desk.client.read() ?? ""
            desk.serve(rounds: 1)
        }
        #expect(text.contains("event\r\n") && text.hasSuffix("# ok\r\n"))
    }
}
