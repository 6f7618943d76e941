import TestSupport

/// The two tables of who wins, row by row (case 41): in both directions, in both orders of the configuration, in the same
/// zone and in a nearer one, with every way to say it in the setup and through the delegate.
@Suite struct WhoWinsTableTests {
    // MARK: Second table: who prevents whom

    /// The ways to say how one is to treat another. Each is one row of the table, for that direction and the reverse.
    private enum Way: CaseIterable {
        case nothingSaid
        case allowed, allowedByKinds, allowedByDelegateOfOne, allowedByDelegateOfOther
        case forbidden, forbiddenByKinds, cannotPrevent, cannotBePrevented
        case kindSpares

        var row: PreventionRule {
            switch self {
            case .nothingSaid: .prevents
            case .allowed, .allowedByKinds, .allowedByDelegateOfOne, .allowedByDelegateOfOther: .simultaneous
            case .forbidden, .forbiddenByKinds, .cannotPrevent, .cannotBePrevented: .denied
            case .kindSpares: .sparedByKind
            }
        }
        var prevents: Bool {
            switch row {
            case .simultaneous, .denied, .sparedByKind: false
            case .prevents: true
            }
        }

        func say(of one: Int, to other: Int, _ setup: inout ScriptedSetup, _ answers: inout Answers) throws {
            let kinds: [StaticString] = ["first", "second"]
            switch self {
            case .nothingSaid, .kindSpares: break
            case .allowed: try setup.allow(one, simultaneouslyWith: other)
            case .allowedByKinds:
                try setup.allow(.kind(kinds[one]), simultaneouslyWith: .kind(kinds[other]))
            case .allowedByDelegateOfOne: answers.together.insert(.init(one, other))
            case .allowedByDelegateOfOther: answers.together.insert(.init(other, one))
            case .forbidden: try setup.forbid(one, toPrevent: other)
            case .forbiddenByKinds: try setup.forbid(.gesture(one), toPrevent: .kind(kinds[other]))
            case .cannotPrevent: answers.cannotPrevent.insert(.init(one, other))
            case .cannotBePrevented: answers.cannotBePreventedBy.insert(.init(other, one))
            }
        }
    }

    private struct Side {
        var readyAt: Int
        var isContinuous: Bool
        var time: Int { readyAt * 10 }
        var recognition: String { "\(time) \(isContinuous ? "began" : "ended")" }
    }

    /// What must become of two that share a finger from 0 to 110 ms; the first is asked first.
    private func outcome(
        _ sides: [Side], firstPrevents: Bool, secondPrevents: Bool, firstIsAsked: Bool
    ) -> [[String]] {
        let prevents = [firstPrevents, secondPrevents]
        let winner = sides[0].time == sides[1].time ? (firstIsAsked ? 0 : 1) : (sides[0].time < sides[1].time ? 0 : 1)
        let loser = 1 - winner
        var story = [[String](), []]
        story[winner].append(sides[winner].recognition)
        if prevents[winner] {
            story[loser].append("\(sides[winner].time) failed preventedBy")
        } else {
            story[loser].append(sides[loser].recognition)
            if sides[loser].isContinuous { story[loser].append("110 ended") }
            if sides[winner].isContinuous, prevents[loser] {
                story[winner].append("\(sides[loser].time) cancelled preventedBy")
            }
        }
        if sides[winner].isContinuous, story[winner].count == 1 { story[winner].append("110 ended") }
        return story
    }

    @Test("case 41: every row of who prevents whom, in both directions")
    func everyRowOfWhoPreventsWhomInBothDirections() throws {
        var walked: [UInt8: Set<Bool>] = [:]
        var duels = 0
        for there in Way.allCases {
            for back in Way.allCases {
                // One side's yes to going on together is enough.
                let together = there.row == .simultaneous || back.row == .simultaneous
                for arrangement in Arrangement.allCases {
                    for isSwapped in [false, true] {
                        for times in [(2, 2), (2, 4), (4, 2)] {
                            for continuous in [(false, false), (false, true), (true, false), (true, true)] {
                                let sides = [
                                    Side(readyAt: times.0, isContinuous: continuous.0),
                                    Side(readyAt: times.1, isContinuous: continuous.1),
                                ]
                                // The one that is called first is added second where they are swapped.
                                let first = isSwapped ? 1 : 0
                                let second = 1 - first
                                var setup = ScriptedSetup()
                                var answers = Answers()
                                let zones = try arrangement.zones(&setup)
                                for index in 0..<2 {
                                    let side = index == first ? 0 : 1
                                    let way = side == 0 ? there : back
                                    let recognizer = Scripted {
                                        $0.kind = index == 0 ? "first" : "second"
                                        $0.readyAt = sides[side].readyAt
                                        $0.isContinuous = sides[side].isContinuous
                                        $0.preventsOthers = way != .kindSpares
                                    }
                                    _ = try setup.add(recognizer, zone: side == 0 ? zones.0 : zones.1)
                                }
                                try there.say(of: first, to: second, &setup, &answers)
                                try back.say(of: second, to: first, &setup, &answers)
                                var panel = ScriptedPanel(setup, answers)
                                panel.drag()

                                let firstIsAsked =
                                    arrangement == .sameZone ? !isSwapped : arrangement == .firstNearer
                                let expected = outcome(
                                    sides, firstPrevents: there.prevents && !together,
                                    secondPrevents: back.prevents && !together, firstIsAsked: firstIsAsked)
                                let told = [panel.story(of: first), panel.story(of: second)]
                                #expect(
                                    told == expected,
                                    "\(there) \(back) \(arrangement) swapped \(isSwapped) \(times) \(continuous)")
                                walked[there.row.rawValue, default: []].insert(isSwapped)
                                walked[back.row.rawValue, default: []].insert(!isSwapped)
                                duels += 1
                            }
                        }
                    }
                }
            }
        }
        #expect(duels == 10 * 10 * 3 * 2 * 3 * 4)
        // Every row, either way round.
        var row: UInt8 = 0
        while PreventionRule(rawValue: row) != nil {
            #expect(walked[row] == [false, true], "row \(row) has no test")
            row += 1
        }
        #expect(row == 4)
    }

    @Test func firstRowThatHoldsDecidesWhoPrevents() {
        for bits in 0..<8 {
            var facts = PreventionRule.Facts()
            facts.isSimultaneous = bits & 1 != 0
            facts.isDenied = bits & 2 != 0
            facts.isSparedByKind = bits & 4 != 0
            let first = bits.trailingZeroBitCount
            #expect(PreventionRule(facts).rawValue == UInt8(min(first, 3)))
        }
    }

    // MARK: First table: what becomes of one that is ready

    private enum Requirement: CaseIterable {
        case configured, ofKind, forKind, asked, askedOfOther

        /// A delegate is asked when the subject is ready; what was set up holds at once.
        var isAsked: Bool { self == .asked || self == .askedOfOther }

        func say(that one: Int, waitsFor other: Int, _ setup: inout ScriptedSetup, _ answers: inout Answers) throws {
            let kinds: [StaticString] = ["first", "second"]
            switch self {
            case .configured: try setup.require(one, toFail: other)
            case .ofKind: try setup.require(.kind(kinds[one]), toFail: .gesture(other))
            case .forKind: try setup.require(.gesture(one), toFail: .kind(kinds[other]))
            case .asked: answers.requires.insert(.init(one, other))
            case .askedOfOther: answers.isRequiredBy.insert(.init(other, one))
            }
        }
    }

    /// Two recognizers in every arrangement, order and direction: `subject` is ready at the third report, `other` does
    /// as `script` says; `say` adds what is said of them. The stories are those of the subject and of the other.
    private func walk(
        other script: (inout Scripted) -> Void, subject: (inout Scripted) -> Void = { _ in },
        control: Control? = nil,
        say: (_ subject: Int, _ other: Int, inout ScriptedSetup, inout Answers) throws -> Void,
        expect: (_ subject: [String], _ other: [String], _ isNearer: Bool, _ isEarlier: Bool) -> Void
    ) throws {
        for arrangement in Arrangement.allCases {
            for isEarlier in [true, false] {
                for isContinuous in [false, true] {
                    let index = isEarlier ? 0 : 1
                    var setup = ScriptedSetup()
                    var answers = Answers()
                    let zones = try arrangement.zones(&setup)
                    for place in 0..<2 {
                        let isSubject = place == index
                        var recognizer = Scripted { $0.kind = place == 0 ? "first" : "second" }
                        if isSubject {
                            recognizer.readyAt = 3
                            recognizer.isContinuous = isContinuous
                            subject(&recognizer)
                        } else {
                            script(&recognizer)
                        }
                        _ = try setup.add(recognizer, zone: isSubject ? zones.0 : zones.1)
                    }
                    if let control {
                        _ = try setup.add(
                            Zone(
                                shape: .rectangle(from: Point(x: 50, y: 50), to: Point(x: 200, y: 200)), parent: 1,
                                control: control))
                    }
                    try say(index, 1 - index, &setup, &answers)
                    var panel = ScriptedPanel(setup, answers)
                    panel.drag()
                    expect(
                        panel.story(of: index).map { $0.replacing("began", with: "recognized") }
                            .map { isContinuous ? $0 : $0.replacing("ended", with: "recognized") },
                        panel.story(of: 1 - index), arrangement == .firstNearer, isEarlier)
                }
            }
        }
    }

    private func isRecognized(_ story: [String], _ at: Int) -> Bool {
        story == ["\(at) recognized"] || story == ["\(at) recognized", "110 ended"]
    }

    private func walkUndecided() throws {
        try walk(
            other: { ($0.undecidedAt, $0.failsAt) = (2, 5) }, subject: { $0.leavesFirst = true },
            say: { _, _, _, _ in },
            expect: { subject, other, _, _ in
                #expect(isRecognized(subject, 50))
                #expect(other == ["50 failed wrongDirection"])
            })
        // What becomes plain is asked before the others.
        for subjectLeavesFirst in [true, false] {
            try walk(
                other: { ($0.undecidedAt, $0.readyAt) = (2, subjectLeavesFirst ? 5 : 3) },
                subject: { $0.leavesFirst = subjectLeavesFirst }, say: { _, _, _, _ in },
                expect: { subject, other, _, _ in
                    let time = subjectLeavesFirst ? 50 : 30
                    #expect(subject == ["\(time) failed preventedBy"])
                    #expect(other == ["\(time) ended"])
                })
        }
        // One that would not prevent it, or waits for it, is not left anything.
        for waits in [false, true] {
            try walk(
                other: { ($0.undecidedAt, $0.readyAt) = (2, 5) }, subject: { $0.leavesFirst = true },
                say: { subject, other, setup, _ in
                    if waits {
                        try setup.require(other, toFail: subject)
                    } else {
                        try setup.forbid(other, toPrevent: subject)
                    }
                },
                expect: { subject, _, _, _ in #expect(isRecognized(subject, 30)) })
        }
    }

    private func walk(_ rule: ArbitrationRule) throws {
        switch rule {
        case .takenByControl:
            try walk(
                other: { $0.readyAt = 5 }, subject: { $0.action = .tap }, control: .button, say: { _, _, _, _ in },
                expect: { subject, other, _, _ in
                    #expect(subject == ["30 failed control"])
                    #expect(other == ["50 ended"])
                })
            // What the control does not do is free.
            try walk(
                other: { _ in }, subject: { $0.action = .verticalDrag }, control: .switch, say: { _, _, _, _ in },
                expect: { subject, other, _, _ in
                    #expect(isRecognized(subject, 30))
                    #expect(other == ["30 failed preventedBy"])
                })
        case .requirementRecognized:
            for requirement in Requirement.allCases {
                for (readyAt, isContinuous) in [(1, true), (1, false), (3, true), (3, false), (5, true), (5, false)] {
                    try walk(
                        other: { ($0.readyAt, $0.isContinuous) = (readyAt, isContinuous) },
                        say: { subject, other, setup, answers in
                            try requirement.say(that: subject, waitsFor: other, &setup, &answers)
                            // Even if they may go on together.
                            try setup.allow(subject, simultaneouslyWith: other)
                        },
                        expect: { subject, other, _, _ in
                            let failsAt = requirement.isAsked ? max(readyAt, 3) : readyAt
                            #expect(subject == ["\(failsAt * 10) failed requiredToFail"])
                            #expect(other.first == "\(readyAt * 10) \(isContinuous ? "began" : "ended")")
                        })
                }
            }
        case .requirementPossible:
            for requirement in Requirement.allCases {
                for failsAt in [1, 3, 4, 10] {
                    try walk(
                        other: { $0.failsAt = failsAt },
                        say: { try requirement.say(that: $0, waitsFor: $1, &$2, &$3) },
                        expect: { subject, other, _, _ in
                            #expect(isRecognized(subject, max(failsAt, 3) * 10))
                            #expect(other == ["\(failsAt * 10) failed wrongDirection"])
                        })
                }
                // The other way round nothing waits: the one that is waited for may fire.
                try walk(
                    other: { $0.readyAt = 5 },
                    say: { try requirement.say(that: $1, waitsFor: $0, &$2, &$3) },
                    expect: { subject, other, _, _ in
                        #expect(isRecognized(subject, 30))
                        #expect(other == ["30 failed preventedBy"])
                    })
            }
        case .movementUndecided:
            try walkUndecided()
        case .lapsed:
            try walk(
                other: { $0.failsAt = 6 }, subject: { $0.lapsesAt = 5 },
                say: { subject, other, setup, _ in try setup.require(subject, toFail: other) },
                expect: { subject, other, _, _ in
                    #expect(!subject.contains { $0.hasSuffix("recognized") })
                    #expect(other == ["60 failed wrongDirection"])
                })
        case .refused:
            try walk(
                other: { $0.readyAt = 5 }, say: { subject, _, _, answers in answers.refused = [subject] },
                expect: { subject, other, _, _ in
                    #expect(subject == ["30 failed refused"])
                    #expect(other == ["50 ended"])
                })
        case .recognized:
            try walk(
                other: { $0.readyAt = 3 }, say: { _, _, _, _ in },
                expect: { subject, other, isNearer, isEarlier in
                    // In the same zone the earlier one; otherwise the nearer one.
                    if isRecognized(subject, 30) {
                        #expect(other == ["30 failed preventedBy"])
                    } else {
                        #expect(subject == ["30 failed preventedBy"] && other == ["30 ended"])
                        #expect(!isNearer)
                    }
                })
            // What has begun is cancelled.
            try walk(
                other: { ($0.readyAt, $0.isContinuous) = (1, true) },
                say: { subject, other, setup, _ in try setup.forbid(other, toPrevent: subject) },
                expect: { subject, other, _, _ in
                    #expect(isRecognized(subject, 30))
                    #expect(other == ["10 began", "30 cancelled preventedBy"])
                })
        }
    }

    @Test("case 41: every row of what becomes of one that is ready, with each delegate answer")
    func everyRowOfWhatBecomesOfOneThatIsReady() throws {
        var row: UInt8 = 0
        while let rule = ArbitrationRule(rawValue: row) {
            try walk(rule)
            row += 1
        }
        #expect(row == 7)
    }

    @Test func firstRowThatHoldsDecidesWhatBecomesOfIt() {
        for bits in 0..<64 {
            var facts = ArbitrationRule.Facts()
            facts.isTakenByControl = bits & 1 != 0
            facts.requirementIsRecognized = bits & 2 != 0
            facts.requirementIsPossible = bits & 4 != 0
            facts.movementIsUndecided = bits & 8 != 0
            facts.hasLapsed = bits & 16 != 0
            facts.isRefused = bits & 32 != 0
            #expect(ArbitrationRule(facts).rawValue == UInt8(min(bits.trailingZeroBitCount, 6)))
        }
    }

    // MARK: Who shares no touch

    @Test func whoSharesNoTouchHasNothingToDoWithTheOther() throws {
        for isRequired in [false, true] {
            for isSwapped in [false, true] {
                var setup = ScriptedSetup()
                var zones = [Int]()
                for x in [0, 400] as [Float] {
                    zones.append(
                        try setup.add(
                            Zone(shape: .rectangle(from: Point(x: x, y: 0), to: Point(x: x + 400, y: 480)))))
                }
                if isSwapped { zones.reverse() }
                for zone in zones {
                    _ = try setup.add(Scripted { ($0.readyAt, $0.isContinuous) = (3, true) }, zone: zone)
                }
                if isRequired { try setup.require(0, toFail: 1) }
                var panel = ScriptedPanel(setup)
                panel.down(0)
                panel.down(1, id: 1, x: 500)
                panel.move(10)
                panel.up()
                panel.up(id: 1)
                #expect(panel.story.filter { $0.hasSuffix("began") }.count == 2)
                #expect(panel.story.filter { $0.hasSuffix("ended") }.count == 2)
                #expect(panel.story.count == 4)
                #expect(panel.answers.asked.allSatisfy { $0.hasPrefix("begin") })
            }
        }
    }

    @Test func newcomerThatTakesATouchOfOneThatHasBegunIsPrevented() throws {
        for prevents in [true, false] {
            var setup = ScriptedSetup()
            let inner = try setup.add(
                Zone(shape: .rectangle(from: Point(x: 400, y: 0), to: Point(x: 800, y: 480))))
            _ = try setup.add(Scripted { ($0.readyAt, $0.isContinuous) = (3, true) })
            _ = try setup.add(Scripted { $0.readyAt = 3 }, zone: inner)
            if !prevents { try setup.forbid(0, toPrevent: 1) }
            var panel = ScriptedPanel(setup)
            panel.down(0)
            panel.move(5)
            panel.down(60, id: 1, x: 500)
            panel.move(5)
            panel.up(id: 1)
            panel.up()
            #expect(
                panel.story
                    == (prevents
                        ? ["30 0 began", "70 1 failed preventedBy", "130 0 ended"]
                        : ["30 0 began", "90 1 ended", "90 0 cancelled preventedBy"]))
        }
    }
}
