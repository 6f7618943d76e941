import TestSupport

/// Contacts without identities, or with identities that swap.
@Suite struct MatchingTests {
    /// The least total distance of any matching of the smaller set into the larger.
    private func optimum(_ rows: [Point], _ columns: [Point]) -> Float {
        if rows.count > columns.count { return optimum(columns, rows) }
        guard let first = rows.first else { return 0 }
        var least = Float.infinity
        for i in columns.indices {
            var rest = columns
            rest.remove(at: i)
            least = min(least, (first - columns[i]).length + optimum(Array(rows.dropFirst()), rest))
        }
        return least
    }

    @Test func contactsWithoutIdentitiesAreMatchedByLeastTotalDistance() {
        var random = Seed.random("matching")
        func points(_ count: Int) -> [Point] {
            (0..<count).map { _ in
                // Whole numbers make ties.
                Point(
                    x: Float(Int.random(in: 0...60, using: &random)), y: Float(Int.random(in: 0...60, using: &random)))
            }
        }
        func contacts(_ points: [Point]) -> [(id: Int32, x: Float, y: Float)] { points.map { (-1, $0.x, $0.y) } }
        for _ in 0..<2_000 {
            let before = points(Int.random(in: 1...6, using: &random))
            let after = points(Int.random(in: 1...6, using: &random))
            var panel = TablePanel<16>()
            panel.report(0, contacts(before))
            panel.report(20, contacts(before))
            #expect(panel.table.down.count == before.count)
            panel.report(40, contacts(after))
            let stayed = panel.touches.values.filter { $0.startTime == .zero }
            #expect(stayed.count == min(before.count, after.count))
            let total = stayed.map { ($0.location - $0.previous).length }.reduce(0, +)
            #expect(abs(total - optimum(before, after)) < 0.01, "\(before) \(after)")
        }
    }

    @Test func sixteenContactsWithoutIdentitiesKeepTheirTracks() {
        var panel = TablePanel<16>()
        func report(_ ms: Double, _ shift: Float) {
            let order = (0..<16).map { ($0 * 5 + Int(ms)) % 16 }
            panel.report(ms, order.map { (-1, Float($0 % 4) * 100 + shift, Float($0 / 4) * 100 + shift) })
        }
        for i in 0..<30 { report(Double(i) * 10, Float(i) * 3) }
        #expect(panel.table.down.count == 16)
        #expect(panel.touches.values.allSatisfy { abs($0.travel.x - 87) < 0.01 && abs($0.travel.y - 87) < 0.01 })
    }

    @Test func twoFingersWithoutIdentitiesAreTwoTracks() {
        var panel = TablePanel<10>()
        panel.report(0, [(-1, 100, 100)])
        panel.report(10, [(-1, 300, 100), (-1, 102, 100)])
        panel.report(20, [(-1, 104, 100), (-1, 300, 110)])
        panel.report(30, [(-1, 300, 120)])
        panel.report(40, [])
        #expect(
            panel.story == [
                "0 1 began", "10 1 moved", "20 2 began", "20 1 moved", "20 2 moved", "30 2 moved", "30 1 ended",
                "40 2 ended",
            ])
    }

    /// Two fingers as an FT5x06 reported them, the slots taken for identities; s after the minute, x, y.
    private var swapping: [(t1: Double, one: (Float, Float), t2: Double, two: (Float, Float))] {
        [
            (23, (179, 112), 26, (66, 95)), (34, (58, 112), 37, (178, 113)), (45, (58, 92), 47, (176, 113)),
            (56, (54, 91), 58, (174, 114)), (67, (51, 90), 69, (172, 115)), (78, (48, 89), 80, (169, 116)),
            (89, (46, 89), 91, (167, 117)), (101, (44, 89), 102, (166, 119)), (111, (43, 89), 113, (164, 121)),
            (122, (41, 89), 124, (40, 90)), (133, (164, 123), 135, (38, 90)), (144, (163, 124), 146, (38, 91)),
        ]
    }

    @Test(arguments: [true, false]) func swappedIdentitiesGiveTwoContinuousTracks(_ hasMillimetres: Bool) {
        // 0.15 mm a pixel.
        var panel = TablePanel<10>(
            .init(rawWidth: 240, rawHeight: 320, rawMillimetres: hasMillimetres ? (36, 48) : nil))
        var tracks: [UInt32: [Point]] = [:]
        for line in swapping {
            panel.report(line.t2, [(1, line.one.0, line.one.1), (2, line.two.0, line.two.1)])
            for (identity, touch) in panel.touches {
                tracks[identity, default: []].append(panel.table.geometry.pixels(touch.location))
            }
        }
        panel.report(160, [])
        #expect(tracks.count == 2)
        #expect(panel.story.filter { $0.hasSuffix("began") }.count == 2)
        #expect(panel.story.filter { $0.hasSuffix("ended") } == ["160 1 ended", "160 2 ended"])
        for track in tracks.values {
            for (a, b) in zip(track, track.dropFirst()) { #expect((b - a).length < 22) }
        }
        let ends = tracks.values.compactMap(\.last).map(\.x).sorted()
        #expect(ends.count == 2 && abs(ends[0] - 38) < 0.01 && abs(ends[1] - 163) < 0.01)
        #expect(panel.table.counters.swaps == 2)
    }

    @Test func twoRealFingersThatCrossAreNotExchanged() {
        // 20 px a report, in the same row, one to the right and one to the left.
        var panel = TablePanel<10>()
        for i in 0...20 {
            let way = 20 * Float(i)
            panel.report(Double(i) * 10, [(1, 100 + way, 100), (2, 500 - way, 110)])
        }
        #expect(panel.touches.values.map(\.travel.x).sorted() == [-400, 400])
        #expect(panel.table.counters.swaps == 0)
    }

    @Test func identitiesThatChangePlacesAfterALongSilenceAreBelieved() {
        var panel = TablePanel<10>()
        panel.report(0, [(1, 100, 100), (2, 300, 100)])
        panel.report(20, [(1, 100, 100), (2, 300, 100)])
        panel.report(320, [(1, 300, 100), (2, 100, 100)])
        #expect(panel.touches.values.map(\.travel.x).sorted() == [-200, 200])
    }
}
