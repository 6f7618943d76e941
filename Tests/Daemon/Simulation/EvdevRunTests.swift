import Foundation
import TaplineConfiguration
import TaplineDaemon
import TestSupport

/// Boards whose controller is an input device of the kernel's, without one.
@Suite struct EvdevRunTests {
    private static let board = "tapline: board/1\nname: b\nsource: made up\ncontroller: evdev\n"

    /// A folder with these files, for as long as `body` runs.
    private func withFiles(_ files: [String: String], _ body: (String) throws -> Void) throws {
        try withExtendedLifetime(ScratchFolder(files)) { try body($0.root + "/") }
    }

    /// The gestures that the demonstration's fingers make on a board.
    private func gestures(on board: String) throws -> [String] {
        try simulatedLines(Panel(configuration: nil, board: board)).compactMap { line in
            let words = line.split(separator: " ")
            return words.count > 3 && words[1] == "s" ? words[2...3].joined(separator: " ") : nil
        }
    }

    @Test func inputDeviceMakesTheGesturesOfAChip() throws {
        let text = Self.board + "bus: simulated\nsize: [800, 480]\nactive_area: [154.08mm, 85.92mm]\n"
        try withFiles(["b.yaml": text]) { folder in
            let told = try gestures(on: folder + "b.yaml")
            #expect(told.contains("tap ended") && told.contains("press ended") && told.contains("swipe ended"))
            let usual = try gestures(on: "simulated")
            #expect(told == usual)
        }
    }

    @Test func boardIsCheckedWithoutItsDevice() throws {
        let files = [
            "b.yaml": Self.board + "bus: /dev/input/none\n",
            "c.yaml": "tapline: config/1\nboard: b.yaml\ngestures: [{name: tap, kind: tap}]\n",
        ]
        try withFiles(files) { folder in
            let board = try FileCheck.check(folder + "b.yaml", library: BoardLibrary())
            #expect(board == "\(folder)b.yaml: board \"b\", evdev, as large as its device says")
            let configuration = try FileCheck.check(folder + "c.yaml", library: BoardLibrary())
            #expect(
                configuration.hasSuffix("1 gesture, 0 zones, 0 outputs, for board \"b\", as large as its device says"))
        }
    }

    @Test func deviceThatOnlyKnowsTheSizeIsMissedAtOnce() throws {
        try withFiles(["b.yaml": Self.board + "bus: /dev/input/none\n"]) { folder in
            let error = #expect(throws: ServiceError.self) {
                try Panel<StandardRecognizer>(configuration: nil, board: folder + "b.yaml")
            }
            #expect(error?.exitCode == .unavailable)
            #expect(error?.description.contains("/dev/input/none: No such file or directory; ls -l") == true)
        }
    }

    @Test func boardThatSaysEverythingNeedsNoDeviceToBeLoaded() throws {
        let text = Self.board + "bus: /dev/input/none\nsize: [800, 480]\nactive_area: [154mm, 86mm]\n"
        try withFiles(["b.yaml": text]) { folder in
            let panel = try Panel<StandardRecognizer>(configuration: nil, board: folder + "b.yaml")
            #expect(panel.geometry.width == 800 && panel.geometry.hasMillimetres)
        }
    }
}
