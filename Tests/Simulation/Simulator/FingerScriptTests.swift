import TaplineSimulator
import TestSupport

@Suite("Finger scripts")
struct FingerScriptTests {
    @Test("a tap is down for its duration and then lifted")
    func tap() {
        var script = FingerScript(rateHz: 100)
        script.rest(.milliseconds(30))
        script.tap(x: 7, y: 9, duration: .milliseconds(50))
        #expect(script.frames.map(\.time.microseconds) == [30, 40, 50, 60, 70, 80].map { $0 * 1_000 })
        #expect(script.frames.map(\.contacts.count) == [1, 1, 1, 1, 1, 0])
        #expect(script.end == Instant(microseconds: 80_000))
    }

    @Test("a swipe goes from one place to the other")
    func swipe() {
        var script = FingerScript(rateHz: 100)
        script.swipe(fromX: 100, y: 50, toX: 350, y: 50)
        #expect(script.frames.count == 19)
        #expect(script.frames.first?.contacts[0].x == 100)
        #expect(script.frames[17].contacts[0].x == 350)
        #expect(script.frames[18].contacts.count == 0)
    }

    @Test("on a wet panel the fingers are where they were, and among them is one short contact at a time")
    func wetPanel() {
        let dry = FingerScript.demo()
        let wet = dry.wet(width: 800, height: 480, fingers: 5)
        #expect(wet.end == dry.end)
        var dryFrames = dry.frames[...]
        var fingers = Contacts()
        var (drops, since) = (0, Instant?.none)
        for (before, frame) in zip([nil] + wet.frames.map { $0.time }, wet.frames) {
            if let before { #expect(frame.time > before) }
            while let next = dryFrames.first, next.time <= frame.time {
                fingers = next.contacts
                dryFrames = dryFrames.dropFirst()
            }
            let contacts = (0..<frame.contacts.count).map { frame.contacts[$0] }
            #expect(contacts.filter { $0.id != 4 } == (0..<fingers.count).map { fingers[$0] })
            if let drop = contacts.first(where: { $0.id == 4 }) {
                #expect(drop.x >= 0 && drop.x < 800 && drop.y >= 0 && drop.y < 480)
                if since == nil { drops += 1 }
                since = since ?? frame.time
            } else {
                if let since { #expect(frame.time - since <= .milliseconds(20)) }
                since = nil
            }
        }
        #expect(dryFrames.isEmpty && since == nil && drops >= 20)
        // (Nothing is done for an end in 146,000 years.)
        var long = FingerScript(rateHz: 100)
        long.rest(Microseconds(.max / 2))
        #expect(long.wet(width: 800, height: 480, fingers: 5).frames.count < 40_000)
    }

    @Test("the demonstration is the same every time, stays on the panel, pauses and ends lifted")
    func demo() {
        let script = FingerScript.demo()
        let again = FingerScript.demo(width: 800, height: 480)
        #expect(script.frames.count == again.frames.count)
        var strokes = 0
        var lifted = Instant.zero
        var down = false
        var pauses: [Int64] = []
        for (index, frame) in script.frames.enumerated() {
            #expect(frame.contacts.count <= 1)
            if frame.contacts.count == 1 {
                let contact = frame.contacts[0]
                #expect(contact == again.frames[index].contacts[0])
                #expect(contact.x >= 0 && contact.x < 800 && contact.y >= 0 && contact.y < 480)
                if !down {
                    strokes += 1
                    pauses.append((frame.time - lifted).count)
                }
            } else {
                lifted = frame.time
            }
            down = frame.contacts.count == 1
        }
        #expect(!down)
        #expect(strokes == 6)
        #expect(pauses.filter { $0 >= 700_000 }.count == 5)
        #expect((8_000_000...10_000_000).contains(script.end.microseconds))
    }

    @Test("a recording is played as it is, through the chip's registers")
    func recording() {
        let one = Contacts([Contact(id: 0, x: 10.6, y: 20.2)])
        let script = FingerScript(frames: [
            (Instant(microseconds: 100_000), one), (Instant(microseconds: 150_000), Contacts()),
        ])
        var panel = SimulatedPanel(driver: Goodix(), chip: GT911Model())
        var told: [(Int64, Int, Float)] = []
        panel.start { _, _ in }
        panel.run(for: .milliseconds(100)) { _, _ in }
        panel.play(script) { news, now in
            guard case .report(let contacts) = news else { return }
            told.append((now.microseconds, contacts.count, contacts.count > 0 ? contacts[0].x : 0))
        }
        #expect(told.map(\.0) == [200_000, 250_000])
        #expect(told.map(\.1) == [1, 0])
        #expect(told.first?.2 == 11)
    }

    @Test("every scan of the demonstration comes out of the driver")
    func demoThroughTheDriver() {
        let script = FingerScript.demo()
        var panel = SimulatedPanel(driver: Goodix(), chip: GT911Model())
        panel.bus.bitsPerSecond = 400_000
        var reports = 0
        var faults = 0
        panel.start { _, _ in }
        panel.run(for: .milliseconds(100)) { _, _ in }
        panel.play(script) { news, _ in
            switch news {
            case .report: reports += 1
            case .fault: faults += 1
            }
        }
        #expect(reports == script.frames.count)
        #expect(faults == 0)
    }
}
