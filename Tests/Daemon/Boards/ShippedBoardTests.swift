import Foundation
import TaplineConfiguration
import TaplineDaemon
import TaplineSimulator
import TestSupport

/// The files in `boards/` against what the kernel's overlays say, and with fingers in their corners.
@Suite struct ShippedBoardTests {
    private typealias RawPixel = ShippedBoardFacts.RawPixel

    private static let folder = Repository.url("boards")

    private static func files(in folder: URL) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (names ?? []).filter { $0.hasSuffix(".yaml") }.sorted()
    }

    private func path(_ board: String) -> String { Self.folder.appending(path: board + ".yaml").path }
    private func text(_ board: String) throws -> String { try String(contentsOfFile: path(board), encoding: .utf8) }
    private func board(_ name: String) throws -> BoardDescription {
        try BoardDescription(Array(try text(name).utf8), file: name)
    }

    // MARK: Facts

    @Test func everyBoardWithAPanelOfItsOwnHasItsFactsHere() throws {
        // (Touch keys have no corners, the axes of an input device are the kernel's, and goodix.yaml leaves the panel open.)
        let panels = try Self.files(in: Self.folder).map { String($0.dropLast(5)) }.filter {
            let text = try text($0)
            return !text.contains("\nkeys: ") && !text.contains("\ncontroller: evdev")
                && !text.contains("\nsize: unknown")
        }
        #expect(panels.sorted() == ShippedBoardFacts.all.map(\.name).sorted())
    }

    @Test(arguments: ShippedBoardTests.files(in: ShippedBoardTests.folder))
    func checkAcceptsEveryBoard(file: String) throws {
        let line = try FileCheck.check(Self.folder.appending(path: file).path, library: BoardLibrary())
        #expect(line.contains(": board \""))
    }

    /// It ran as a panel of 4096 x 4096.
    @Test func boardWithoutASizeIsWarnedOfAndDoesNotRun() throws {
        let command = "tapline board set --board FILE size '[800, 480]'"
        let found = try FileCheck.look(at: path("goodix"), library: BoardLibrary())
        #expect(found.summary.hasSuffix("of unknown size"))
        #expect(found.warnings.count == 1 && found.warnings.first?.suggestion.hasSuffix(command) == true)
        let error = #expect(throws: ServiceError.self) {
            try Panel<StandardRecognizer>(configuration: nil, board: path("goodix"))
        }
        #expect(error?.exitCode == .badConfiguration && error?.description.hasSuffix(command) == true)
        let configuration = Self.folder.appending(path: "examples/lamp.yaml").path
        #expect(throws: ServiceError.self) {
            try FileCheck.look(at: configuration, library: BoardLibrary(), board: try board("goodix"))
        }
    }

    @Test(arguments: ShippedBoardFacts.all)
    func aBoardSaysWhatTheOverlaySays(facts: ShippedBoardFacts) throws {
        let board = try board(facts.name)
        #expect(board.controller.name == facts.chip)
        #expect(board.addresses == facts.addresses)
        #expect(board.interruptPin == facts.interrupt.map { BoardPin(line: $0, activeLow: true) })
        #expect(board.resetPin == facts.reset.map { BoardPin(line: $0, activeLow: true) })
        #expect(board.panel.rawWidth == facts.width && board.panel.rawHeight == facts.height)
        #expect(!board.sources.isEmpty)
        if let diagonal = facts.diagonal {
            // Square pixels: 25.4 · D · w / √(w² + h²) mm across.
            let x = Double(facts.pictureAlongRawAxes?.x ?? facts.width)
            let y = Double(facts.pictureAlongRawAxes?.y ?? facts.height)
            let millimetres = try #require(board.panel.rawMillimetres)
            let scale = 25.4 * diagonal / (x * x + y * y).squareRoot()
            #expect(abs(millimetres.width - scale * x) < 0.006 && abs(millimetres.height - scale * y) < 0.006)
        }
        // Only the panel that may be any is without its size in mm, and one of which nobody says it.
        #expect((board.panel.rawMillimetres == nil) == ["edt-ft5406", "kipr-wombat"].contains(facts.name))
        #expect((board.panel.calibration == .identity) == (facts.edges == nil))
    }

    @Test func busesAreNamedAndNotNumbered() throws {
        let buses: [String: BusName] = [
            "i2c_csi_dsi": .adapter("i2c_csi_dsi"), "i2c_csi_dsi0": .adapter("i2c_csi_dsi0"), "i2c1": .adapter("i2c1"),
            "i2c_arm": .adapter("i2c_arm"), "i2c6": .adapter("i2c6"), "i2c@0": .adapter("i2c@0"),
            "simulated": .simulated,
        ]
        func bus(_ names: String...) throws -> BusName {
            let list = try names.map { try #require(buses[$0]) }
            return list.count == 1 ? list[0] : .firstOf(list)
        }
        for facts in ShippedBoardFacts.all {
            let expected =
                switch facts.name {
                case "simulated": try bus("simulated")
                case "edt-ft5406": try bus("i2c_csi_dsi")
                case "cutiepi": try bus("i2c6")
                case _ where facts.name.hasPrefix("hyperpixel"): try bus("i2c@0")
                case _ where facts.name.hasPrefix("waveshare-dsi"): try bus("i2c_csi_dsi", "i2c_csi_dsi0", "i2c1")
                // The bus of the connector is another on a Pi 5 and on a Compute Module 5.
                case "pi-touch-display-1": try bus("i2c_csi_dsi", "i2c_csi_dsi0")
                case "waveshare-6.25-dsi-touch-a": try bus("i2c_csi_dsi", "i2c_csi_dsi0")
                case "crystalfontz-cfa050": try bus("i2c_csi_dsi", "i2c_csi_dsi0")
                default: try bus("i2c_arm", "i2c1")
                }
            #expect(try board(facts.name).bus == expected, "\(facts.name)")
        }
    }

    // MARK: Corners

    /// Where the kernel's drivers see a raw pixel: `touchscreen_apply_prop_to_x_y` of `drivers/input/touchscreen.c`.
    private func kernelSees(_ raw: RawPixel, _ facts: ShippedBoardFacts) -> RawPixel {
        var seen = raw
        if let edges = facts.edges {
            // As X.Org's driver does: the first and the last value are the first and the last pixel.
            func scaled(_ value: Float, _ first: Float, _ last: Float, _ size: Int) -> Float {
                (value * 4_096 / Float(size) - first) / (last - first) * Float(size - 1)
            }
            seen.x = scaled(seen.x, edges.left, edges.right, facts.width)
            seen.y = scaled(seen.y, edges.top, edges.bottom, facts.height)
        }
        if facts.invertedX { seen.x = Float(facts.width - 1) - seen.x }
        if facts.invertedY { seen.y = Float(facts.height - 1) - seen.y }
        if facts.swappedXY { seen = RawPixel(x: seen.y, y: seen.x) }
        return seen
    }

    /// Top left, top right, bottom left, bottom right.
    private func corners(_ facts: ShippedBoardFacts) -> [RawPixel] {
        let right = Float((facts.swappedXY ? facts.height : facts.width) - 1)
        let bottom = Float((facts.swappedXY ? facts.width : facts.height) - 1)
        return [(0, 0), (right, 0), (0, bottom), (right, bottom)].map { RawPixel(x: $0.0, y: $0.1) }
    }

    private func isNear(_ a: RawPixel, _ b: RawPixel, _ tolerance: Float) -> Bool {
        abs(a.x - b.x) <= tolerance && abs(a.y - b.y) <= tolerance
    }

    private func isInItsCorners(_ panel: PanelGeometry.Description, _ facts: ShippedBoardFacts) -> Bool {
        let geometry = PanelGeometry(panel)
        for (raw, corner) in zip(facts.corners, corners(facts)) {
            let seen = geometry.pixels(geometry.point(ofRawX: raw.x, y: raw.y))
            guard isNear(RawPixel(x: seen.x, y: seen.y), corner, 0.01 + facts.tolerance) else { return false }
        }
        return geometry.width == corners(facts)[3].x + 1 && geometry.height == corners(facts)[3].y + 1
    }

    @Test(arguments: ShippedBoardFacts.all)
    func theCornersAreWhereTheKernelSeesThem(facts: ShippedBoardFacts) throws {
        for (raw, corner) in zip(facts.corners, corners(facts)) {
            #expect(isNear(kernelSees(raw, facts), corner, facts.tolerance))
        }
        #expect(isInItsCorners(try board(facts.name).panel, facts))
    }

    @Test(arguments: ShippedBoardFacts.all)
    func anAxisThatIsFlippedIsNoticed(facts: ShippedBoardFacts) throws {
        let right = try board(facts.name).panel
        var wrong = [right, right, right, right, right, right]
        wrong[0].mirrorX.toggle()
        wrong[1].mirrorY.toggle()
        wrong[2].swapXY.toggle()
        wrong[3].rotation = .quarter
        wrong[4].rotation = .half
        wrong[5].rotation = .threeQuarters
        for panel in wrong { #expect(!isInItsCorners(panel, facts)) }
    }

    /// The whole way: the chip's registers, its driver, the panel, a gesture.
    @Test(arguments: ShippedBoardFacts.all)
    func aTapInACornerIsToldThere(facts: ShippedBoardFacts) throws {
        let folder = try ScratchFolder()
        defer { withExtendedLifetime(folder) {} }
        let lines = try text(facts.name).split(separator: "\n").map { $0.hasPrefix("bus: ") ? "bus: simulated" : $0 }
        let panel = try Panel<StandardRecognizer>(
            configuration: try folder.file("c.yaml", "tapline: config/1\ngestures: [{name: tap, kind: tap}]\n"),
            board: try folder.file("b.yaml", lines.joined(separator: "\n") + "\n"))

        var script = FingerScript()
        for corner in facts.corners {
            script.rest(.milliseconds(1_000))
            script.tap(x: corner.x, y: corner.y)
        }
        var run = SimulatedRun(panel: panel, script: script)
        run.format = .jsonl
        run.isLive = false
        let events = try writtenLines { try run.run(into: &$0) }.dropFirst()
        try #require(events.count == 4)
        for (event, corner) in zip(events, corners(facts)) {
            let place = try #require(event.firstRange(of: "\"x\":"))
            let numbers = event[place.upperBound...].split { "\":,xy}".contains($0) }
            let seen = RawPixel(x: try #require(Float(numbers[0])), y: try #require(Float(numbers[1])))
            #expect(isNear(seen, corner, facts.tolerance), "\(event)")
        }
    }
}
