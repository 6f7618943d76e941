import TaplineConfiguration
import TaplineDaemon
import TestSupport

@testable import TaplineDiagnostics

/// What the doctor makes of a panel that reports fingers while nobody touches it.
@Suite struct UntouchedPanelTests {
    /// 800 × 480 px of 0.2 mm.
    private let description = PanelGeometry.Description(
        rawWidth: 800, rawHeight: 480, rawMillimetres: (width: 160, height: 96))

    /// A minute with these contacts: (ms, x, y, how long in ms).
    private func minute(_ contacts: [(Double, Float, Float, Double)], of panel: PanelGeometry.Description? = nil)
        -> UntouchedPanel
    {
        var watched = UntouchedPanel(panel: panel ?? description)
        watched.pass(to: at(0))
        var changes: [(Double, Int)] = []
        for (index, contact) in contacts.enumerated() {
            changes += [(contact.0, index), (contact.0 + contact.3, index)]
        }
        for (time, _) in changes.sorted(by: { $0.0 < $1.0 }) {
            var report = Contacts()
            for (index, contact) in contacts.enumerated() where contact.0 <= time && time < contact.0 + contact.3 {
                report.append(Contact(id: Int32(index % 10), x: contact.1, y: contact.2))
            }
            watched.take(report, at: at(time))
        }
        watched.pass(to: at(60_000))
        return watched
    }

    private func at(_ milliseconds: Double) -> Instant { Instant(microseconds: Int64(milliseconds * 1_000)) }

    private func lines(_ panel: UntouchedPanel, _ rules: GhostRules = GhostRules()) -> [String] {
        GhostLines.of(panel.rules(beyond: rules)).map { "\($0.key): \($0.value)" }
    }

    /// raspberrypi/linux#7638: at one place, gone at once, every 12.864 s.
    private var clockwork: UntouchedPanel { minute((0..<5).map { (2_000 + Double($0) * 12_864, 95, 24, 10) }) }

    @Test func quietPanelHasNoTrouble() {
        let panel = minute([])
        #expect(panel.trouble == nil && panel.length == .milliseconds(60_000))
        #expect(panel.rules(beyond: GhostRules()) == GhostRules())
    }

    @Test func contactsLikeClockworkHaveAPlaceAndAPeriod() throws {
        let panel = clockwork
        let trouble = try #require(panel.trouble)
        #expect(trouble.period == Microseconds(12_864_000))
        #expect(trouble.places.count == 1 && trouble.places[0].contacts == 5)
        #expect(!trouble.isBurst && trouble.flickers == 0 && trouble.longestLife == .milliseconds(10))
        #expect(lines(panel) == ["ghosts: {minimum_life: 30ms}"])
    }

    @Test func clockworkThatLastsAsLongAsATapIsDroppedByItsPeriod() {
        let panel = minute((0..<5).map { (2_000 + Double($0) * 12_864, 95, 24, 80) })
        #expect(lines(panel) == ["ghosts: {periodic: drop}"])
    }

    /// (Five long presses after every start would be left.)
    @Test func clockworkThatStaysIsMasked() {
        let panel = minute((0..<4).map { (2_000 + Double($0) * 12_864, 95, 24, 2_500) })
        #expect(lines(panel) == ["mask: [[85, 14, 105, 34]]"])
        #expect(panel.touches(with: panel.rules(beyond: GhostRules())) == 0)
    }

    @Test func longContactsAtOnePlaceAtOddTimesAreMasked() {
        let panel = minute([(1_000, 799, 479, 150), (9_000, 797, 478, 120), (31_000, 799, 470, 300)])
        #expect(lines(panel) == ["mask: [[787, 460, 799, 479]]"])
        #expect(panel.touches(with: GhostRules()) == 3)
        #expect(panel.touches(with: panel.rules(beyond: GhostRules())) == 0)
    }

    /// The bug: ghosts of one edge were all over the panel, and nothing ended them.
    @Test func longOnesInOnePartOfThePanelAreMasked() {
        var random = SplitMix64(seed: 7)
        for (width, height) in [(30, 480), (80, 80)] {
            let panel = minute(
                (0..<40).map {
                    (Double($0) * 1_400, Float(random.next(below: width)), Float(random.next(below: height)), 600)
                })
            let lines = lines(panel)
            #expect(lines.count == 1 && lines[0].hasPrefix("mask: [[0, "), "\(lines)")
            #expect(panel.touches(with: panel.rules(beyond: GhostRules())) == 0)
        }
        // Of half the panel none is a part.
        let half = minute(
            (0..<40).map {
                (Double($0) * 1_400, Float(random.next(below: 400)), Float(random.next(below: 480)), 600)
            })
        #expect(lines(half) == [])
    }

    @Test func aFingerThatDrawsDoesNotTremble() {
        var panel = UntouchedPanel(panel: description)
        for step in 0..<100 {
            panel.take(Contacts([(0, Float(100 + step * 5), 100)]), at: at(Double(step) * 10))
        }
        #expect(panel.trouble?.tremble == 0)
    }

    @Test func shortOnesAllOverThePanelAreABurst() throws {
        var random = SplitMix64(seed: 7)
        let panel = minute(
            (0..<300).map {
                (
                    Double($0) * 200, Float(random.next(below: 800)), Float(random.next(below: 480)),
                    Double(1 + random.next(below: 3)) * 10
                )
            })
        let trouble = try #require(panel.trouble)
        #expect(trouble.contacts == 300 && trouble.isBurst && trouble.places.isEmpty && trouble.period == nil)
        // (The bug: with `bursts: hold` each tap had to last 60 ms in lasting water; of people's one in four is shorter.)
        #expect(lines(panel) == ["ghosts: {minimum_life: 40ms}"])
        #expect(panel.touches(with: panel.rules(beyond: GhostRules())) == 0)
    }

    @Test func longerOnesAllOverThePanelAreHeldInBursts() {
        var contacts: [(Double, Float, Float, Double)] = []
        for index in 0..<40 {
            contacts.append((Double(index) * 60, Float(index * 211 % 800), Float(index * 97 % 480), 50))
        }
        let panel = minute(contacts)
        #expect(lines(panel) == ["ghosts: {minimum_life: 30ms, bursts: hold}"])
    }

    @Test func contactThatComesAndGoesAtItsPlaceFlickers() throws {
        let panel = minute((0..<10).map { (1_000 + Double($0) * 300, 400, 200, 260) })
        let trouble = try #require(panel.trouble)
        #expect(trouble.flickers == 9 && trouble.longestGap == .milliseconds(40))
        #expect(lines(panel).contains { $0.contains("flicker: 50ms") })
    }

    @Test func contactThatStaysIsToldWithItsTremble() throws {
        var panel = UntouchedPanel(panel: description)
        for step in 0..<1_000 {
            let x = Float(400 + (step % 2 == 0 ? 0 : 5))
            panel.take(Contacts([Contact(id: 0, x: x, y: 200)]), at: at(Double(step) * 10))
        }
        let trouble = try #require(panel.trouble)
        #expect(trouble.resting == 1 && trouble.tremble == 5)
        #expect(lines(panel) == ["mask: [[390, 190, 410, 210]]", "ghosts: {smoothing: 2}"])
    }

    @Test func contactsWithoutNamesAreToldApartByTheirPlaces() {
        var panel = UntouchedPanel(panel: description)
        panel.take(Contacts([Contact(id: -1, x: 100, y: 100)]), at: at(0))
        panel.take(Contacts([Contact(id: -1, x: 102, y: 100)]), at: at(10))
        panel.take(Contacts([Contact(id: -1, x: 600, y: 100)]), at: at(20))
        panel.take(Contacts(), at: at(30))
        #expect(panel.landings.count == 2)
        #expect(panel.landings[0].life == .milliseconds(20) && panel.landings[1].life == .milliseconds(10))
    }

    @Test func whatTheBoardSaysAlreadyStays() {
        var rules = GhostRules()
        rules.minimumLife = .milliseconds(80)
        rules.ignore(.init(left: 0, top: 0, right: 9, bottom: 9))
        #expect(lines(clockwork, rules) == ["mask: [[0, 0, 9, 9]]", "ghosts: {minimum_life: 80ms}"])
    }

    @Test func linesSayTheRulesThatABoardReads() throws {
        var rules = GhostRules()
        rules.minimumLife = .milliseconds(30)
        rules.dropsPeriodic = true
        rules.holdsBursts = true
        rules.palmSize = 60
        rules.flicker = .milliseconds(40)
        rules.smoothingHz = 2
        rules.ignore(.init(left: 1, top: 2, right: 3, bottom: 4))
        let lines = GhostLines.of(rules).map { "\($0.key): \($0.value)\n" }.joined()
        #expect(try board(lines).ghostRules == rules)
    }

    /// A minute with five contacts of 300 ms at odd times that land with one size, and grow to another after 20 ms.
    private func drops(_ landed: Float, _ grown: Float) -> UntouchedPanel {
        var panel = UntouchedPanel(panel: description)
        for (index, start) in [1_000.0, 9_000, 14_000, 31_000, 47_000].enumerated() {
            for (time, size) in [(0.0, landed), (20, grown), (40, landed)] {
                panel.take(
                    Contacts([Contact(id: 0, x: Float(100 + 150 * index), y: 100, pressure: size)]),
                    at: at(start + time))
            }
            panel.take(Contacts(), at: at(start + 300))
        }
        panel.pass(to: at(60_000))
        return panel
    }

    @Test func trialKnowsHowLargeContactsAre() {
        var rules = GhostRules()
        rules.palmSize = 60
        #expect(drops(59, 59).touches(with: rules) == 5)
        #expect(drops(60, 60).touches(with: rules) == 0)
        // A touch that grows to a palm is cancelled: it was one. One that has to live longer never is.
        #expect(drops(10, 60).touches(with: rules) == 5)
        rules.minimumLife = .milliseconds(30)
        #expect(drops(10, 60).touches(with: rules) == 0)
        rules.minimumLife = .milliseconds(17)
        #expect(drops(10, 60).touches(with: rules) == 5)
    }

    @Test func contactsThatTheBoardTakesForPalmsAreNoTrouble() throws {
        let finding = try finding(drops(70, 70), "ghosts: {palm: 60}")
        #expect(finding.weight == .fine)
        #expect(try self.finding(drops(50, 50), "ghosts: {palm: 60}").weight != .fine)
    }

    @Test func pictureShowsWhere() {
        #expect(
            minute([(0, 10, 10, 10), (1_000, 799, 479, 10), (2_000, 799, 479, 10)]).picture == [
                "+----------------------------------------+",
                "|1                                       |",
            ] + [String](repeating: "|                                        |", count: 10) + [
                "|                                       2|",
                "+----------------------------------------+",
            ])
    }

    // MARK: Findings

    private func board(_ ghosts: String, pin: String = "GPIO4") throws -> BoardDescription {
        try benchBoard(more: "interrupt_pin: \(pin)\nactive_area: [160mm, 96mm]\n" + ghosts)
    }

    private func finding(
        _ panel: UntouchedPanel, _ ghosts: String = "", pin: String = "GPIO4"
    ) throws -> DoctorFinding {
        var facts = MachineFacts(board: try board(ghosts, pin: pin))
        facts.boardName = "bench"
        facts.boardFile = "boards/bench.yaml"
        facts.canWriteBoard = true
        facts.untouched = panel
        let findings = Doctor.untouched(facts)
        #expect(findings.count == 1)
        return try #require(findings.first)
    }

    @Test func quietPanelIsFine() throws {
        let finding = try finding(minute([]))
        #expect(finding == .fine("ghosts", "nobody touched it for 60 s, and nothing was reported"))
    }

    @Test func troubleIsAProblemWithThePictureTheLinesAndTheCommand() throws {
        let finding = try finding(clockwork)
        #expect(finding.weight == .problem(.badConfiguration))
        #expect(
            finding.text
                == "nobody touched it, and in 60 s there were 5 contacts, at (95, 24), every 12.864 s, each gone after 10 ms or less"
        )
        #expect(
            finding.lines.suffix(3) == [
                "with this none of them is a touch:", "ghosts: {minimum_life: 30ms}",
                "(taps shorter than 30 ms are lost, of people's 12 in 1000)",
            ])
        #expect(finding.lines[1] == "|    5                                   |")
        #expect(finding.command == "tapline board set --board boards/bench.yaml ghosts '{minimum_life: 30ms}'")
    }

    @Test func whatTheBoardEndsIsFine() throws {
        let finding = try finding(clockwork, "ghosts: {minimum_life: 30ms}")
        #expect(finding.weight == .fine)
        #expect(finding.text.hasSuffix("none of them is a touch"))
    }

    @Test func clockworkOfAMinuteIsAProblemAlthoughItsFirstFiveAreTouches() throws {
        let finding = try finding(minute((0..<5).map { (2_000 + Double($0) * 12_864, 95, 24, 80) }))
        #expect(finding.weight == .problem(.badConfiguration))
        #expect(
            finding.lines.suffix(2) == [
                "with this the first five are touches, and none after them:", "ghosts: {periodic: drop}",
            ])
    }

    /// The bug: on a panel that is polled the rule learned nothing of what `doctor` had written.
    @Test func clockworkOfAPanelThatIsPolledNeedsItToBePolledOften() throws {
        let clockwork = minute((0..<5).map { (2_000 + Double($0) * 12_864, 95, 24, 80) })
        let wanted = ["ghosts: {periodic: drop}", "poll: {active: 10ms, idle: 10ms}"]
        #expect(try finding(clockwork, pin: "none").lines.suffix(2) == wanted)
        let isPolledOften = try finding(clockwork, "poll: {active: 10ms, idle: 10ms}", pin: "none")
        #expect(isPolledOften.lines.last == wanted[0])
    }

    @Test func contactsBesideClockworkAreNotCountedAmongItsFirstFive() throws {
        var touches = (0..<5).map { n in (Double(2_000 + n * 12_864), Float(95), Float(24), 150.0) }
        for n in 0..<4 { touches.append((Double(5_000 + n * 9_100), Float(200 + n * 150), 400, 150)) }
        let finding = try finding(minute(touches))
        #expect(
            finding.lines.suffix(2) == [
                "with this the first five at one place are touches, none after them, and 4 elsewhere:",
                "ghosts: {periodic: drop}",
            ])
    }

    /// The bug: `doctor` ended as if all were well.
    @Test func panelFullOfGhostsThatNothingEndsIsAProblem() throws {
        var contacts: [(Double, Float, Float, Double)] = []
        for index in 0..<22 {
            contacts.append((Double(index * 2_500), Float(index * 7 % 22 * 36), Float(index * 5 % 22 * 21), 1_000))
        }
        let finding = try finding(minute(contacts))
        #expect(finding.weight == .problem(.unavailable))
        #expect(finding.text.contains("none of mask and ghosts ends that"))
    }

    @Test func recordingWithoutAReportSaysNothingOfThePanel() throws {
        let finding = try finding(UntouchedPanel(panel: description))
        #expect(finding.weight == .note && finding.text.hasPrefix("there was no report"))
    }

    @Test func controllerThatNoLongerAnswersIsNotFine() throws {
        var panel = minute([])
        panel.isSilent = true
        #expect(try finding(panel).weight == .problem(.unavailable))
    }

    @Test func panelOfAnySizeHasAPicture() {
        for width in [1e-20, 1e20] as [Double] {
            let panel = PanelGeometry.Description(
                rawWidth: 800, rawHeight: 480, rawMillimetres: (width: width, height: 96))
            let picture = minute([(0, 1e30, -1e30, 10)], of: panel).picture
            #expect(picture.count >= 4 && picture.count <= 26)
        }
    }
}
