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

    /// The contacts of each report of a recording on 800 × 480, as a chip of that size has them.
    private func fingers(_ reports: [String]) throws -> [[(number: Int32, x: Float, y: Float)]] {
        let lines = reports.enumerated().map { "{\"t\":\($0 * 10_000),\"c\":[\($1)]}" }
        let header = #"{"tapline":"trace/1","panel":{"width":800,"height":480}}"#
        let trace = try Trace(Array(([header] + lines).joined(separator: "\n").utf8), file: "t.jsonl")
        return trace.script(width: 800, height: 480).frames.map { frame in
            (0..<frame.contacts.count).map {
                (frame.contacts[$0].id, frame.contacts[$0].x, frame.contacts[$0].y)
            }
        }
    }

    /// (Each report had new fingers: a drag became a tap.)
    @Test func contactsWithoutAnIdAreTheNearestFingersOfBefore() throws {
        let apart = (0..<20).map { "[-1,\(350 - 2 * $0),200],[-1,\(450 + 2 * $0),200]" }
        let swapped = (20..<40).map { "[-1,\(450 + 2 * $0),200],[-1,\(350 - 2 * $0),200]" }
        let seen = try fingers(apart + swapped + ["[-1,528,200],[7,10,10]", "[-1,529,200]", "", "[-1,1,1]"])
        for report in seen[..<40] {
            #expect(report.first { $0.x < 400 }?.number == 0 && report.first { $0.x > 400 }?.number == 1)
        }
        #expect(seen[40].map(\.number) == [1, 2] && seen[41].map(\.number) == [1] && seen[43].map(\.number) == [0])
    }

    /// (It had the number of the finger that left in the same report, and was that one, far away.)
    @Test func aFingerThatLandsAsAnotherLeavesIsAnotherFinger() throws {
        let seen = try fingers(["[1,100,100]", "[2,700,400]", "[3,100,100]"])
        #expect(seen.map { $0.map(\.number) } == [[0], [1], [0]])
    }

    /// (A chip that said it lost the whole report, with the fingers on the panel.)
    @Test func placesBeyondThePanelAreAtItsBorder() throws {
        let seen = try fingers(["[0,100,900],[1,-5,200],[2,1000,-3]"])
        #expect(seen[0].map(\.x) == [100, 0, 799] && seen[0].map(\.y) == [479, 200, 0])
    }

    @Test func ofTwoContactsWithOneIdTheFirstCounts() throws {
        let seen = try fingers(["[3,100,100],[3,400,100]", "[3,110,100],[3,390,100]"])
        #expect(seen.map { $0.map(\.x) } == [[100], [110]])
    }
}
