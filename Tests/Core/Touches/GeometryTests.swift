import TestSupport

@Suite struct GeometryTests {
    private func corner(
        _ x: Float, _ y: Float, _ change: (inout PanelGeometry.Description) -> Void = { _ in }
    ) -> Point {
        var description = PanelGeometry.Description(rawWidth: 800, rawHeight: 480)
        change(&description)
        return PanelGeometry(description).point(ofRawX: x, y: y)
    }

    @Test func rawPixelsArePointsWhereNothingIsKnown() {
        #expect(corner(0, 0) == .zero)
        #expect(corner(799, 479) == Point(x: 799, y: 479))
        let geometry = PanelGeometry(.init(rawWidth: 800, rawHeight: 480))
        #expect(!geometry.hasMillimetres)
        #expect(geometry.width == 800 && geometry.height == 480)
    }

    @Test func mirroringExchangesOppositeEdges() {
        #expect(corner(0, 0) { $0.mirrorX = true } == Point(x: 799, y: 0))
        #expect(corner(799, 10) { $0.mirrorX = true } == Point(x: 0, y: 10))
        #expect(corner(10, 0) { $0.mirrorY = true } == Point(x: 10, y: 479))
        #expect(corner(0, 479) { $0.mirrorY = true } == Point(x: 0, y: 0))
    }

    @Test func swappingExchangesTheAxesAfterMirroring() {
        #expect(corner(799, 0) { $0.swapXY = true } == Point(x: 0, y: 799))
        let both = corner(0, 10) {
            $0.mirrorX = true
            $0.swapXY = true
        }
        #expect(both == Point(x: 10, y: 799))
    }

    @Test func rotationTurnsThePictureClockwise() {
        // The raw top left corner goes to the top right, the bottom right and the bottom left.
        #expect(corner(0, 0) { $0.rotation = .quarter } == Point(x: 479, y: 0))
        #expect(corner(0, 0) { $0.rotation = .half } == Point(x: 799, y: 479))
        #expect(corner(0, 0) { $0.rotation = .threeQuarters } == Point(x: 0, y: 799))
        #expect(corner(799, 0) { $0.rotation = .quarter } == Point(x: 479, y: 799))
        #expect(corner(799, 479) { $0.rotation = .quarter } == Point(x: 0, y: 799))
        #expect(corner(799, 479) { $0.rotation = .threeQuarters } == Point(x: 479, y: 0))
        #expect(corner(799, 479) { $0.rotation = .half } == .zero)
    }

    /// What a person sees at the top left: the corner of the panel that is there, as the device is held.
    @Test func turnPutsUpWhereTheEyeSeesIt() {
        // (Turned to the left, the right edge is up, and what was the top is on the left.)
        #expect(corner(799, 0) { $0.turn = .threeQuarters } == .zero)
        #expect(corner(0, 479) { $0.turn = .quarter } == .zero)
        #expect(corner(799, 479) { $0.turn = .half } == .zero)
        // Turned after the board's own transform and its calibration, which are the upright panel's.
        func board(_ description: inout PanelGeometry.Description) {
            (description.mirrorX, description.swapXY, description.rotation) = (true, true, .quarter)
            description.calibration = .init(a: 1, b: 0, c: 3, d: 0, e: 1, f: -5)
        }
        for (turn, turns) in [(PanelGeometry.Rotation.quarter, 1), (.half, 2), (.threeQuarters, 3)] {
            for (x, y) in [(0, 0), (799, 0), (17, 400)] as [(Float, Float)] {
                var place = corner(x, y, board)
                var size = (800 as Float, 480 as Float)
                for _ in 0..<turns {
                    place = Point(x: size.1 - 1 - place.y, y: place.x)
                    size = (size.1, size.0)
                }
                let turned = corner(x, y) {
                    board(&$0)
                    $0.turn = turn
                }
                #expect(turned == place, "\(turn)")
            }
        }
    }

    @Test(arguments: 0..<32) func everyCornerGoesToACorner(_ bits: Int) {
        var description = PanelGeometry.Description(rawWidth: 800, rawHeight: 480)
        description.mirrorX = bits & 1 != 0
        description.mirrorY = bits & 2 != 0
        description.swapXY = bits & 4 != 0
        description.rotation = [.none, .quarter, .half, .threeQuarters][bits / 8]
        let geometry = PanelGeometry(description)
        let size = (geometry.width - 1, geometry.height - 1)
        let isUpright = description.swapXY == (description.rotation.rawValue % 180 == 90)
        #expect(geometry.width == (isUpright ? 800 : 480))
        var seen: [Point] = []
        for (x, y) in [(0, 0), (799, 0), (0, 479), (799, 479)] as [(Float, Float)] {
            let place = geometry.point(ofRawX: x, y: y)
            #expect(place.x == 0 || place.x == size.0)
            #expect(place.y == 0 || place.y == size.1)
            #expect(!seen.contains(place))
            seen.append(place)
        }
    }

    @Test func calibrationComesLast() {
        let place = corner(0, 0) {
            $0.rotation = .quarter
            $0.calibration = .init(a: 2, b: 0, c: -3, d: 0, e: 0.5, f: 7)
        }
        #expect(place == Point(x: 955, y: 7))
        #expect(corner(10, 20) { $0.calibration = .init(a: 0, b: 1, c: 0, d: 1, e: 0, f: 0) } == Point(x: 20, y: 10))
    }

    @Test func pointIsAHundredAndSixtiethOfAnInch() {
        #expect(PanelGeometry.millimetresPerPoint == 0.15875)
        // 5 × 3 inches.
        let panel = PanelGeometry(.init(rawWidth: 800, rawHeight: 480, rawMillimetres: (127, 76.2)))
        #expect(panel.hasMillimetres)
        let far = panel.point(ofRawX: 800, y: 480)
        #expect(abs(far.x - 800) < 0.001 && abs(far.y - 480) < 0.001)
        let fine = PanelGeometry(.init(rawWidth: 1_600, rawHeight: 480, rawMillimetres: (127, 76.2)))
        #expect(abs(fine.point(ofRawX: 1_600, y: 0).x - 800) < 0.001)
        #expect(abs(fine.pixels(Point(x: 400, y: 10)).x - 800) < 0.001)
        #expect(abs(fine.pixels(Vector(x: 1, y: 1)).x - 2) < 0.001)
    }

    @Test func millimetresTurnWithTheAxes() {
        var description = PanelGeometry.Description(rawWidth: 800, rawHeight: 480, rawMillimetres: (254, 76.2))
        description.swapXY = true
        let panel = PanelGeometry(description)
        // 2 pt a raw pixel along raw x, which is y now.
        let far = panel.point(ofRawX: 100, y: 100)
        #expect(abs(far.x - 100) < 0.001 && abs(far.y - 200) < 0.001)
    }

    @Test func sizesThatMakeNoSenseCountAsUnknown() {
        for size in [(0.0, 10.0), (-1, 10), (.infinity, 10), (.nan, 10)] as [(width: Double, height: Double)] {
            #expect(!PanelGeometry(.init(rawWidth: 800, rawHeight: 480, rawMillimetres: size)).hasMillimetres)
        }
        #expect(PanelGeometry(.init(rawWidth: 0, rawHeight: -5)).width == 1)
    }
}
