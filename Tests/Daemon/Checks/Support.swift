import Foundation
import TaplineConfiguration
import TaplineDaemon
import TestSupport

/// What `tapline check` warns of in a configuration, `c.yaml`, for a board in place of the one that it names.
func checked(_ text: String, board: BoardDescription? = nil) throws -> [String] {
    let folder = SocketFolder()
    let file = folder.path + "/c.yaml"
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    return try FileCheck.look(at: file, library: BoardLibrary(), board: board).warnings.map {
        String($0.description.dropFirst(folder.path.count + 1))
    }
}
