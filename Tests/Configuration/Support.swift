import Foundation
import Recordings
import TaplineChipModels
import TaplineConfiguration
import TaplineCore

typealias StandardConfiguration = Configuration<StandardRecognizer>

/// 800 × 480 pixels of 2 pt along x and 1 pt along y: every axis shows which scale was used.
let testPanel = PanelGeometry(
    .init(
        rawWidth: 800, rawHeight: 480,
        rawMillimetres: (1600 * PanelGeometry.millimetresPerPoint, 480 * PanelGeometry.millimetresPerPoint)))

/// Reads a configuration named `c.yaml`.
func configuration(
    _ text: String, panel: PanelGeometry = testPanel, board: BoardDescription? = nil
) throws(ConfigurationErrors) -> StandardConfiguration {
    try StandardConfiguration(ConfigurationSource(Array(text.utf8), file: "c.yaml"), panel: panel, board: board)
}

/// A configuration with `entries` as its gestures, in lines 3 and following.
func gestures(_ entries: String...) throws(ConfigurationErrors) -> StandardConfiguration {
    var text = "tapline: config/1\ngestures:\n"
    for entry in entries { text += "  - \(entry)\n" }
    return try configuration(text)
}

/// What is wrong with a configuration, one message per error.
func complaints(_ text: String, board: BoardDescription? = nil) -> [String] {
    do throws(ConfigurationErrors) {
        _ = try configuration(text, board: board)
        return []
    } catch {
        return error.errors.map(\.description)
    }
}

/// What is wrong with one gesture, which stands at 3:5.
func gestureComplaints(_ entry: String) -> [String] {
    complaints("tapline: config/1\ngestures:\n  - \(entry)\n")
}

/// What is wrong with a board named `b.yaml`.
func boardComplaints(_ text: String) -> [String] { boardComplaints(Array(text.utf8)) }

func boardComplaints(_ bytes: [UInt8]) -> [String] {
    do throws(ConfigurationErrors) {
        _ = try BoardDescription(bytes, file: "b.yaml")
        return []
    } catch {
        return error.errors.map(\.description)
    }
}

/// A file of the package.
func file(_ path: String) throws -> [UInt8] {
    try Repository.bytes(path)
}
