import TaplineConfiguration
import TaplineCore

extension PortFormat {
    /// What a port begins with on a board, or, without one, on the panel of a trace; line end included.
    ///
    /// - Parameter digest: the configuration's, `sha256:…`.
    func greeting(board: BoardDescription?, digest: String) -> ByteLine {
        var line = ByteLine()
        greet(board: Array((board?.name ?? "trace").utf8).span, config: Array(digest.utf8).span, into: &line)
        return line
    }
}
