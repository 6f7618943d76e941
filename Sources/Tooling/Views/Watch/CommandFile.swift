import CTaplineTool
import TaplineConfiguration
import TaplineCore
public import TaplineDaemon
import TaplineLinux

/// The configuration of a panel, of which the commands in its outputs are run: by whoever reads it, never by the daemon. So
/// nobody but root may be able to write it.
public struct CommandFile: Sendable {
    private let path: String

    /// The configuration at `path`.
    public init(_ path: String) { self.path = path }

    /// The commands of the file as it is now.
    ///
    /// - Throws: ``ServiceError``: exit code 77 where others than root can write the file or a folder above it, 78 for what is
    ///   wrong in it.
    public func commands() throws(ServiceError) -> [GestureCommand] {
        let error = unsafe tapline_only_root_writes(path)
        if error == -Errno.notPermitted {
            throw ServiceError(
                "\(path): others than root can write it, or a folder above it, and what it says is run; "
                    + "namei -l shows who: give it to root (sudo chown root), and take the right to write from others (sudo chmod go-w)",
                .permission)
        }
        guard error == 0 else { throw ServiceError(file: path, errno: -error) }
        return try Panel<StandardRecognizer>(configuration: path).configuration.commands.map {
            description throws(ServiceError) in
            var command = GestureCommand(try CommandTemplate(words: description.words))
            command.names = description.names
            if let state = description.state { command.states = [state] }
            return command
        }
    }
}
