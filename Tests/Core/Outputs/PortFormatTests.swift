import Foundation
import TestSupport

@Suite struct PortFormatTests {
    private let flat = PanelGeometry(.init(rawWidth: 800, rawHeight: 480))
    private let names: EventNames = {
        var names = EventNames()
        names.gestures[0] = name("lamp")
        names.gestures[1] = name("drag")
        return names
    }()

    private func port(_ kind: PortFormat.Kind, gestures: RecognizerSet? = nil) -> PortFormat {
        if let gestures { return PortFormat(kind: kind, gestures: gestures, geometry: flat, names: names) }
        return PortFormat(kind: kind, geometry: flat, names: names)
    }

    private func event(_ state: GestureState, gesture: Int = 0) -> GestureEvent {
        GestureEvent(
            time: Instant(microseconds: 480_000), gesture: gesture, zone: 0, kind: "tap", isContinuous: false,
            state: state, touches: 1, location: Point(x: 101, y: 200), values: .tap(taps: 2))
    }

    /// What the port writes of an event; nil: nothing.
    private func written(_ port: inout PortFormat, _ event: GestureEvent) -> String? {
        var line = ByteLine()
        let isTold = port.write(event, into: &line)
        #expect(isTold == (line.count > 0))
        return isTold ? text(line) : nil
    }

    private func greeting(_ kind: PortFormat.Kind, board: String) -> String {
        var line = ByteLine()
        port(kind).greet(board: Array(board.utf8).span, config: Array("sha256:00ff".utf8).span, into: &line)
        #expect(!line.isTruncated)
        return text(line)
    }

    @Test func everyPortHasItsOwnFormat() {
        var line = port(.line)
        var jsonl = port(.jsonl)
        var terminal = port(.text)
        #expect([line.kind, jsonl.kind, terminal.kind] == [.line, .jsonl, .text])
        let tap = event(.ended)
        #expect(written(&line, tap) == "$TL,1,480000,lamp,tap,ended,101,200,2*0E\r\n")
        #expect(
            written(&jsonl, tap)
                == #"{"seq":1,"t":480000,"gesture":"lamp","kind":"tap","state":"ended","touches":1,"x":101.0,"y":200.0,"#
                + "\"taps\":2}\n")
        #expect(written(&terminal, tap) == "   0.480 s  lamp        ended      at 101,200, 2 taps\r\n")
    }

    @Test func controlsAreLinesOfEveryFormat() {
        var names = names
        names.zones[1] = name("ok")
        names.zones[2] = name("a,b")
        func event(_ control: Control, _ action: ControlEvent.Action, zone: Int = 1) -> ControlEvent {
            ControlEvent(
                time: Instant(microseconds: 480_000), zone: zone, control: control, action: action,
                location: Point(x: 101.6, y: 200), origin: Point(x: 100, y: 180), value: 0.25)
        }
        func written(
            _ kind: PortFormat.Kind, _ event: ControlEvent, controls: ZoneSet = ZoneSet(bits: .max)
        ) -> String? {
            var port = PortFormat(kind: kind, controls: controls, geometry: flat, names: names)
            var line = ByteLine()
            let isTold = port.write(event, into: &line)
            #expect(isTold == (line.count > 0) && port.sequence == (isTold ? 1 : 0))
            return isTold ? text(line) : nil
        }
        func sentence(_ text: String) -> String {
            var sum: UInt8 = 0
            for byte in text.utf8 { sum ^= byte }
            return "$\(text)*\(String(format: "%02X", sum))\r\n"
        }
        #expect(written(.line, event(.button, .click)) == sentence("TL,1,480000,ok,button,click,102,200"))
        #expect(
            written(.line, event(.verticalSlider, .change, zone: 2))
                == sentence("TL,1,480000,a^2Cb,slider,change,102,200,0.25"))
        #expect(
            written(.jsonl, event(.switch, .on))
                == #"{"seq":1,"t":480000,"control":"ok","kind":"switch","action":"on","x":101.6,"y":200.0,"#
                + #""zx":1.6,"zy":20.0}"# + "\n")
        #expect(
            written(.jsonl, event(.horizontalSlider, .release))
                == #"{"seq":1,"t":480000,"control":"ok","kind":"slider","action":"release","x":101.6,"y":200.0,"#
                + #""value":0.25,"zx":1.6,"zy":20.0}"# + "\n")
        #expect(written(.text, event(.button, .click)) == "   0.480 s  ok          click      at 102,200\r\n")
        #expect(
            written(.text, event(.verticalSlider, .press))
                == "   0.480 s  ok          press      at 102,200, value 0.25\r\n")
        #expect(written(.text, event(.verticalSlider, .change)) == nil, "people are spared what changes")
        #expect(written(.line, event(.button, .click), controls: ZoneSet(2)) == nil)
    }

    @Test func touchesAreLinesOfEveryFormat() {
        var names = names
        names.zones[1] = name("left")
        names.zones[2] = name("a,b")
        let touch = TouchEvent(
            time: Instant(microseconds: 480_000), identity: 3, phase: .moved, location: Point(x: 101.6, y: 200),
            origin: Point(x: 100, y: 0), tapCount: 2, touches: 4, touchesInPhase: 3, zone: 2)
        func written(_ kind: PortFormat.Kind, _ touches: PortFormat.Touches?, to zone: Int?, _ touch: TouchEvent)
            -> String?
        {
            var port = PortFormat(
                kind: kind, gestures: RecognizerSet(), touches: touches, geometry: flat, names: names)
            var line = ByteLine()
            let isTold = port.write(StreamedTouch(touch: touch, zone: zone), into: &line)
            #expect(isTold == (line.count > 0) && port.sequence == (isTold ? 1 : 0))
            return isTold ? text(line) : nil
        }
        let sentence = "TL,1,480000,touches,touch,moved,102,200,3,2,4,a^2Cb"
        var sum: UInt8 = 0
        for byte in sentence.utf8 { sum ^= byte }
        #expect(written(.line, .all, to: nil, touch) == "$\(sentence)*\(String(format: "%02X", sum))\r\n")
        #expect(
            written(.jsonl, .zone(1), to: 1, touch)
                == #"{"seq":1,"t":480000,"touch":3,"phase":"moved","x":101.6,"y":200.0,"taps":2,"touches":4,"#
                + #""zone":"a,b","to":"left","px":101.6,"py":200.0,"zx":1.6,"zy":200.0,"set":3}"# + "\n")
        #expect(
            written(.text, .all, to: nil, touch)
                == "   0.480 s  touch 3     moved      at 102,200, touches 3, taps 2, in a,b\r\n")
        var onPanel = touch
        onPanel.zone = 0
        #expect(written(.line, .all, to: nil, onPanel)?.contains(",3,2,4*") == true)
        #expect(
            written(.text, .all, to: nil, onPanel)
                == "   0.480 s  touch 3     moved      at 102,200, touches 3, taps 2\r\n")
        for kind in [PortFormat.Kind.line, .jsonl, .text] {
            #expect(written(kind, nil, to: nil, touch) == nil)
            #expect(written(kind, .all, to: 1, touch) == nil)
            #expect(written(kind, .zone(1), to: nil, touch) == nil)
            #expect(written(kind, .zone(1), to: 2, touch) == nil)
        }
    }

    @Test(arguments: [(PortFormat.Kind.line, "$TL,3,"), (.jsonl, #"{"seq":3,"#)])
    func everyPortHasItsOwnSequenceWithVisibleGaps(kind: PortFormat.Kind, third: String) {
        var port = port(kind)
        var other = port
        _ = written(&port, event(.ended))
        port.skip()
        #expect(written(&port, event(.ended))?.hasPrefix(third) == true)
        #expect(written(&other, event(.ended))?.hasPrefix(third) == false)
    }

    @Test func whatNobodyReadsCountsAsIfItWereWritten() {
        for kind in [PortFormat.Kind.line, .jsonl, .text] {
            var counted = port(kind, gestures: RecognizerSet(0))
            var written = counted
            for (state, gesture) in [(GestureState.began, 0), (.changed, 0), (.ended, 1), (.ended, 0)] {
                let event = event(state, gesture: gesture)
                #expect(counted.count(event) == (self.written(&written, event) != nil))
                #expect(counted.sequence == written.sequence)
            }
        }
    }

    @Test func aGestureThatThePortDoesNotTellDoesNotCount() {
        for kind in [PortFormat.Kind.line, .jsonl, .text] {
            var filtered = port(kind, gestures: RecognizerSet(1))
            var alone = port(kind)
            #expect(written(&filtered, event(.ended)) == nil)
            #expect(written(&filtered, event(.ended, gesture: 1)) == written(&alone, event(.ended, gesture: 1)))
        }
    }

    @Test func peopleAreSparedWhatChanges() {
        var terminal = port(.text)
        #expect(written(&terminal, event(.changed)) == nil)
        var turned = event(.changed)
        turned.values = .orientation(.faceUp)
        #expect(written(&terminal, turned)?.contains(", faceUp") == true, "each way to hold a device is news")
        terminal.skip()
        for state in [GestureState.began, .ended, .cancelled, .failed] {
            #expect(written(&terminal, event(state))?.contains("\(state)") == true)
        }
        for kind in [PortFormat.Kind.line, .jsonl] {
            var port = port(kind)
            #expect(written(&port, event(.changed))?.contains("changed") == true)
        }
    }

    @Test func aPortGreets() throws {
        #expect(greeting(.line, board: "simulated") == "$TL,0,1,simulated*4F\r\n")
        #expect(
            greeting(.jsonl, board: "simulated")
                == #"{"tapline":"events/1","board":"simulated","config":"sha256:00ff","clock":"monotonic"}"# + "\n")
        #expect(greeting(.text, board: "simulated") == "Tapline, simulated\r\n")
        let odd = greeting(.jsonl, board: #"7" "raw" \ é"# + "\n")
        let object = try JSONSerialization.jsonObject(with: Data(odd.utf8)) as? [String: String]
        #expect(object?["board"] == #"7" "raw" \ é"#)
    }

    @Test func anyEventIsOneLineInEveryFormat() throws {
        var random = Seed.random("lines of any event")
        for round in 0..<5_000 {
            let event = GestureEvent.random(using: &random)
            for kind in [PortFormat.Kind.line, .jsonl, .text] {
                var port = port(kind)
                var line = ByteLine()
                guard port.write(event, into: &line) else {
                    #expect(kind == .text && event.state == .changed)
                    continue
                }
                let written = text(line)
                guard !line.isTruncated, written.hasSuffix(kind == .jsonl ? "}\n" : "\r\n")
                else { throw Missing("round \(round), \(kind): \(written)") }
                #expect(kind == .jsonl || written.dropLast().allSatisfy { $0.isASCII && !$0.isNewline })
            }
        }
    }
}
