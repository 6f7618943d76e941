import CTaplineTool
import TaplineClient
import TaplineDaemon
import TaplineViews

/// Writes down what the fingers do, also while no page looks.
final class Recorder {
    private(set) var panel: PanelConnection
    private var recording: FollowedRecording
    private var isAnswered = false
    private var refusal = ""

    /// A recorder into the new file at `path`.
    ///
    /// - Throws: ``ServiceError`` where it is there already, or cannot be made.
    init(_ path: String, socket: String) throws(ServiceError) {
        guard tapline_file_kind(path) < 0 else {
            throw ServiceError("\(path): is there already; take another name", .inputOutput)
        }
        recording = FollowedRecording(into: try RecordingFile(path, kind: .touches, replaces: false))
        panel = PanelConnection(socket, asking: "follow contacts\n")
    }

    /// When it wants to be called at the latest, µs.
    var deadline: Int64 { panel.deadline }

    /// Connects where that is due.
    ///
    /// - Returns: the descriptor of a new connection.
    func advance(to now: Int64) -> Int32? {
        guard now >= panel.deadline else { return nil }
        isAnswered = false
        _ = panel.open(at: now)
        return panel.descriptor < 0 ? nil : panel.descriptor
    }

    /// Takes what the daemon has sent.
    func read() {
        guard panel.descriptor >= 0 else { return }
        guard let lines = panel.read() else {
            recording.panelHasGone()
            return
        }
        for line in lines {
            if isAnswered {
                recording.take(line)
            } else if line == Array("ok".utf8) {
                (isAnswered, refusal) = (true, "")
            } else {
                refuse(String(decoding: line, as: UTF8.self))
                return panel.close()
            }
        }
    }

    /// Says why the daemon does not tell what the fingers do: the same once.
    private func refuse(_ why: String) {
        if why != refusal { StudioProgram.complain("the recording waits: \(why)") }
        refusal = why
    }

    /// Writes what is left.
    func finish() {
        panel.close()
        do throws(ServiceError) { try recording.file.finish() } catch { StudioProgram.complain(error.description) }
    }
}
