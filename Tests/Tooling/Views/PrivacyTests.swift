import Foundation
import TaplineConfiguration
import TestSupport

@testable import TaplineViews

/// What a report does not give away.
struct PrivacyTests {
    private let privacy = Privacy(host: "kitchen-pi.local", users: ["maria", "", "pi"], homes: ["/home/maria", "/"])

    @Test(
        arguments: [
            ("board: /home/maria/panels/my.yaml", "board: ~/panels/my.yaml"),
            ("# by maria on kitchen-pi.local", "# by (user) on (host)"),
            ("host kitchen-pi, user maria", "host (host), user (user)"),
            ("/home/other/x and /home/third", "/home/(user)/x and /home/(user)"),
            (
                "serial: /dev/serial/by-id/usb-FTDI_FT232R_A50285BI-if00-port0, format: text",
                "serial: /dev/serial/by-id/(device), format: text"
            ),
            ("at 192.168.1.17:1883", "at (address):1883"),
            ("at 192.168.1.17 and 10.0.0.1.", "at (address) and (address)."),
            ("a pi", "a (user)"), ("mac b8:27:eb:01:02:03", "mac (address)"),
        ]) func namesAndAddressesAreHidden(_ text: String, _ hidden: String)
    {
        #expect(privacy.hide(in: text) == hidden)
    }

    @Test(
        arguments: [
            "gesture: marias, mariana", "board: pi-touch-display-1, picture, a_pi", "version 1.2.3, 1.2.3.4.5",
            #"{"t":1000,"c":[[0,100.5,200.25]]}"#,
            "serial: /dev/ttyUSB0", "10:20:30", "scale 1.25",
        ]) func whatIsNobodysStays(_ text: String)
    {
        #expect(privacy.hide(in: text) == text)
    }

    /// However the letters of a name are written, it is the name; a short one, as `pi`, counts as it is.
    @Test func namesAreKnownInAnyCase() {
        #expect(privacy.hide(in: "by MARIA on Kitchen-Pi") == "by (user) on (host)")
        #expect(privacy.hide(in: "model: Raspberry Pi 4, pi") == "model: Raspberry Pi 4, (user)")
    }

    @Test func otherComputersAreHidden() {
        let privacy = Privacy(host: "kitchen", hosts: ["attic.fritz.box"], users: ["otto"], homes: [])
        #expect(privacy.hide(in: "# attic, kitchen, attic.fritz.box") == "# (host), (host), (host)")
    }

    /// A recording has its data and nothing else, whoever wrote more beside them; the data are as they were, byte by byte.
    @Test func recordingHasListedKeysOnly() {
        let text = """
            {"tapline":"trace/1","panel":{"width":800,"height":480,"owner":"x"},"by":"Anna, \\"boss\\" of {y}","rate_hz":100}
            {"t":5,"c":[[0,1.50,2e2,40]],"note":["a","b"],"who":{"t":1}}
            {"t":6, "int":1 , "w":"80,\\"4e" }
            """
        var reported = ReportedText()
        #expect(
            reported.recording(text) == """
                {"tapline":"trace/1","panel":{"width":800,"height":480},"rate_hz":100}
                {"t":5,"c":[[0,1.50,2e2,40]]}
                {"t":6,"int":1 ,"w":"80,\\"4e" }
                """)
        #expect(reported.recording("\n\n") == "\n\n")
        #expect(reported.recording(" {\"t\":1,\"who\":\"anna\"}\nby anna") == "{\"t\":1}\n")
    }

    /// The bug: the board's name in a recording and in the labels of `status` was somebody's name, in whatever spelling.
    @Test func namesInRecordingsAndLabelsStandAsNumbers() {
        var reported = ReportedText()
        reported.known = ["Waveshare 1.28 Touch LCD"]
        #expect(
            reported.recording(#"{"tapline":"trace/1","board":"Anna \"Ann\" Schmidt, 5 Elm Street","chip":"gt911"}"#)
                == #"{"tapline":"trace/1","board":"name1","chip":"gt911"}"#)
        #expect(reported.recording(#"{"chip":"Hauptstrasse 5","board":5}"#) == #"{"chip":"name2"}"#)
        #expect(
            reported.status(
                #"tapline_info{name="lamp",board="Anna \"Ann\" Schmidt, 5 Elm Street",controller="GT911 at 0x5d, Anna's line, 800x480, firmware 0x1060",version="0.1.0"} 1"#
            )
                == #"tapline_info{name="lamp",board="name1",controller="GT911 at 0x5d, firmware 0x1060",version="0.1.0"} 1"#
        )
        #expect(
            reported.status(#"x{controller="Anna's \"tablet\" 4711 at 0x5d, multitouch protocol B, 800x480"} 1"#)
                == #"x{controller="name3"} 1"#)
        #expect(
            reported.status(#"x{board="Waveshare 1.28 Touch LCD",le="+Inf"} 3"#)
                == #"x{board="Waveshare 1.28 Touch LCD",le="+Inf"} 3"#)
        #expect(reported.status(#"x{name="a\"#) == #"x{name="name4""#)
    }

    /// The bug: a name with a dash, a dot or an underline in it was a plain word.
    @Test(arguments: [
        "anna-schmidts-bedroom", "nas.schmidt.example.com", "+49-151-2345678", "vm_panel", "id-0123456789abcdef",
        "m_0123456789abcdef", "01234567-89ab", "Müller",
    ]) func nameOfMoreThanLettersAndFiguresStandsAsANumber(name: String) {
        var reported = ReportedText()
        #expect(reported.yaml(Array("gestures: [{name: '\(name)', kind: tap}]\n".utf8)).contains("{name: name1, kind"))
        #expect(reported.yaml(Array("serial: /dev/\(name)\n".utf8)) == "serial: /dev/(text)\n")
    }

    @Test func whatNobodyIsKnownByStays() {
        var reported = ReportedText()
        reported.known = ["waveshare-1.28-touch-lcd"]
        let text = """
            board: waveshare-1.28-touch-lcd
            bus: [i2c_arm, i2c1]
            addresses: [0x5d]
            overlay: vc4-kms-dsi-waveshare-panel-v2,6_25_inch_a
            interrupt_pin: {line: TOUCH_INT, active: low}
            taken_lines: [GPIO7..GPIO11, PIN12]
            offset: -20.5px
            level: 20%
            serial: /dev/ttyUSB0

            """
        #expect(reported.yaml(Array(text.utf8)) == text)
        #expect(reported.names == [])
    }

    /// Of what the formats do not know, and of texts, there is nothing, however the file is written.
    @Test func yamlHasKeysOfTheFormatsAndPlainWordsOnly() {
        var files = ReportedText()
        func reported(_ text: String) -> String { files.yaml(Array(text.utf8)) }
        let text = """
            tapline: config/1   # Anna's
            board: ./annas/panel.yaml
            gestures:
              - {name: lamp, kind: tap, maxDuration: 1.5s}  # SECRET
              - {name: "Anna Mueller 0151", kind: swipe}
            Anna: {who: SECRET}
            outputs:
              - {on: [lamp, "Anna Mueller 0151"], line: GPIO23, toggle: true}
              - "run": [curl, SECRET]
                on: lamp
              - {on: lamp, 'run' : [curl, SECRET]}
              - {on: lamp, serial: /dev/ttyUSB0, templates: ["home/anna/zed.json"]}
            """
        #expect(
            reported(text) == """
                tapline: config/1
                board: (folder)/panel.yaml
                gestures:
                  - {name: lamp, kind: tap, maxDuration: 1.5s}
                  - {name: name1, kind: swipe}
                (key): (text)
                outputs:
                  - {on: [lamp, name1], line: GPIO23, toggle: true}
                  - {run: (text), on: lamp}
                  - {on: lamp, run: (text)}
                  - {on: lamp, serial: /dev/ttyUSB0, templates: [(folder)/zed.json]}

                """)
        #expect(files.names == ["Anna Mueller 0151"])
        #expect(
            reported(#"{"tapline":"board/1","source":"Anna at Mueller GmbH","name":"Anna's"}"#)
                == "tapline: board/1\nsource: (text)\nname: name2\n")
        #expect(
            reported("source: >-\n  letter of Jane,\n\n  5 Elm Street\nsize: [1, 2]\n")
                == "source: (text)\nsize: [1, 2]\n")
        #expect(!reported("name: panel ('  # SECRET\n a: [").contains("SECRET"))
        var privacy = Privacy(host: "", users: [], homes: [])
        privacy.hide(names: files.names)
        #expect(
            privacy.hide(in: #"{"gesture":"Anna Mueller 0151","zone":"Anna's"}"#)
                == #"{"gesture":"name1","zone":"name2"}"#)
    }

    @Test func linesStayLines() {
        #expect(privacy.hide(in: "a\n\nmaria\n") == "a\n\n(user)\n")
    }

    // MARK: What has a form of its own

    @Test(
        arguments: [
            ("fe80::ba27:ebff:fe12:3456 up", "(address) up"),
            ("[2001:db8:85a3::8a2e:370:7334]:1883", "[(address)]:1883"),
            ("inet6 addr:fe80::1:2/64", "inet6 addr:(address)/64"), ("2001:db8:0:1:2:3:4:5", "(address)"),
            ("::ffff:192.168.1.17", "::ffff:(address)"), ("addr:192.168.1.17,", "addr:(address),"),
            ("192.168.1.1-192.168.1.9", "(address)-(address)"),
        ]) func addressesOfNetworksAreHidden(_ text: String, _ hidden: String)
    {
        #expect(privacy.hide(in: text) == hidden)
    }

    @Test(
        arguments: [
            "b827eb123456", "B8-27-EB-12-34-56", "B8.27.EB.12.34.56", "b827.eb12.3456", "b8:27:eb:12:34:56",
            "b8:27:eb:ff:fe:12:34:56", "001122334455",
        ]) func networkCardsAreHiddenHoweverTheyAreWritten(_ card: String)
    {
        #expect(privacy.hide(in: card) == "(address)")
        #expect(privacy.hide(in: "# mac=\(card), up") == "# mac=(address), up")
        #expect(privacy.hide(in: #"{"t":1,"note":"\#(card)"}"#) == #"{"t":1,"note":"(address)"}"#)
    }

    @Test func interfaceNamedAfterItsCardIsHidden() {
        #expect(privacy.hide(in: "on wlxb827eb123456:") == "on wlx(address):")
    }

    @Test(
        arguments: [
            (
                "bus: /dev/input/by-id/usb-ILITEK_Multi-Touch_SN1234567-event-if00",
                "bus: /dev/input/by-id/(device)"
            ),
            ("[/dev/serial/by-id/usb-a:1.0-port0, x]", "[/dev/serial/by-id/(device), x]"),
            ("/dev/disk/by-uuid/0af3-11", "/dev/disk/by-uuid/(device)"), ("/media/joebloggs/usb", "/media/(user)/usb"),
            ("/run/media/joebloggs", "/run/media/(user)"), ("/var/home/joe/x", "/var/home/(user)/x"),
            ("/home/joe: no such file", "/home/(user): no such file"), ("\"/home/joe\"", "\"/home/(user)\""),
            ("joe.bloggs@example.com", "(mail)"), ("<joe@mail.example.org>.", "<(mail)>."),
            ("https://user:pw@host/x", "https://(user)@host/x"),
            ("mqtt://joe@10.0.0.1:1883", "mqtt://(user)@(address):1883"),
            ("me, serial 10000000abcdef01", "me, serial (device)"),
            ("Serial Number: A10K1234", "Serial Number: (device)"),
        ]) func pathsAndMailAndLoginsAndSerialNumbersAreHidden(_ text: String, _ hidden: String)
    {
        #expect(privacy.hide(in: text) == hidden)
        #expect(privacy.hide(in: hidden) == hidden)
    }

    @Test(
        arguments: [
            "/dev/input/event0, /dev/ttyUSB0, /dev/i2c-1", "at 12:30:05", "in 1.2.3 of 10", "std::vector",
            "123456789012 us",
            "systemctl status tapline@lamp.service", "i2c@7e205000", "serial: /dev/ttyAMA0",
            "a serial port of 115200 baud",
            "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "https://github.com/a@b",
            #"{"t":1250,"w":"814e","r":"b827eb123456"}"#, #"{"t":123456789012,"c":[[0,192.168,1.5]]}"#,
        ]) func whatOnlyLooksAlikeStays(_ text: String)
    {
        #expect(privacy.hide(in: text) == text)
    }

    @Test func stringOfJSONIsUnderstoodBeforeItIsHidden() {
        #expect(
            privacy.hide(in: #"{"tapline":"trace/1","by":"\/home\/other\/x \"maria\""}"#)
                == #"{"tapline":"trace/1","by":"/home/(user)/x \"(user)\""}"#)
        #expect(
            privacy.hide(in: #"{"maria":"maria","by":["a","maria"]}"#) == #"{"maria":"(user)","by":["a","(user)"]}"#)
    }

    // MARK: Names that are words of ours

    /// Whoever is called so is known by it to nobody.
    @Test(
        arguments: [
            "tapline", "panel", "tap", "gestures", "swipe", "trace", "gt911", "GPIO23", "board", "ended", "800", "10ms",
        ])
    func nameThatIsAWordOfOursChangesNothing(_ name: String) {
        let privacy = Privacy(host: name, users: [name], homes: ["/home/\(name)"])
        let text = """
            tapline: config/1   # a tap on the panel
            board: gt911
            gestures:
              - {name: tap, kind: tap, maxDuration: 10ms}
              - {name: swipe, kind: swipe}
            outputs:
              - {on: tap, line: GPIO23, pulse: 10ms}
            {"tapline":"trace/1","panel":{"width":800,"height":480},"board":"x"}
            {"t":0,"c":[[0,1,2]]}
            {"seq":1,"t":1,"gesture":"tap","kind":"tap","state":"ended","touches":1,"x":1,"y":2,"taps":1}
            gestures_total{name="swipe"} 3
            """
        #expect(privacy.hide(in: text) == text)
        #expect(privacy.hide(in: "file: /home/\(name)/x") == "file: ~/x")
    }

    @Test func keyIsNeverAName() {
        let privacy = Privacy(host: "zebra", users: ["otter"], homes: [])
        #expect(
            privacy.hide(in: "zebra: otter\n  - otter: 1\n{zebra: zebra, otter: [zebra, a]}")
                == "zebra: (user)\n  - otter: 1\n{zebra: (host), otter: [(host), a]}")
        // Braces at the beginning of a line are no JSON yet.
        #expect(privacy.hide(in: #"{"name": otter}"#) == #"{"name": (user)}"#)
        #expect(privacy.hide(in: #"{"name": true, "x": [1.5e3, null]}"#) == #"{"name": true, "x": [1.5e3, null]}"#)
        // In a comment and in quotes nothing is a key.
        #expect(privacy.hide(in: "# {zebra: x}, 'otter'") == "# {(host): x}, '(user)'")
        #expect(privacy.hide(in: #"name: "a, zebra: b""#) == #"name: "a, (host): b""#)
    }

    @Test func kindsAndBytesOfJSONStay() {
        let privacy = Privacy(host: "beef", users: ["zoomy"], homes: [])
        let line = #"{"t":1,"kind":"zoomy","state":"zoomy","w":"beef","gesture":"zoomy"}"#
        #expect(privacy.hide(in: line) == #"{"t":1,"kind":"zoomy","state":"zoomy","w":"beef","gesture":"(user)"}"#)
    }

    /// Whatever computer and user are called like: what the examples mean is the same.
    @Test func configurationsAreStillRightWhateverTheComputerIsCalled() throws {
        let files = try Shipped.configurations()
        #expect(files.count >= 6)
        for file in files {
            let words = Set(
                file.text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }.map { String($0) })
            for word in words.sorted() where word.count > 1 {
                let hidden = Privacy(host: word, users: [word], homes: []).hide(in: file.text)
                if hidden != file.text { #expect(Shipped.isRight(hidden), "\(file.name) of \(word):\n\(hidden)") }
            }
        }
    }

    @Test func markupKeepsItsTags() {
        let privacy = Privacy(host: "rect", users: ["otter"], homes: [])
        let text = "<svg><style>.otter{}</style><rect class=\"otter\"/><text x=\"1\">by otter</text></svg>"
        #expect(
            privacy.hide(inMarkup: text)
                == "<svg><style>.otter{}</style><rect class=\"otter\"/><text x=\"1\">by (user)</text></svg>")
    }
}

/// The configurations that come with Tapline.
private enum Shipped {
    static func configurations() throws -> [(name: String, text: String)] {
        let folder = Repository.url("boards/examples")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".yaml") }
            .sorted().map {
                ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
            }.filter { isRight($0.1) }
    }

    /// Whether it is a configuration without a mistake, its strokes' files aside.
    static func isRight(_ text: String) -> Bool {
        do {
            let source = try ConfigurationSource(Array(text.utf8), file: "c.yaml")
            let panel = PanelGeometry(.init(rawWidth: 800, rawHeight: 480))
            let read = try Configuration<StandardRecognizer>(source, panel: panel, board: nil, files: .none)
            _ = try read.setup()
            return true
        } catch {
            return false
        }
    }
}
