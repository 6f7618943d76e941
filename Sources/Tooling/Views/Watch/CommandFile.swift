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
    /// - Parameter digest: that of the configuration that a panel has; nil: none is asked.
    /// - Throws: ``ServiceError``: exit code 77 where others than root can write the file or a folder above it, 78 for what is
    ///   wrong in it, and where the panel has another.
    public func commands(of digest: String? = nil) throws(ServiceError) -> [GestureCommand] {
        var real = [CChar](repeating: 0, count: 4_096)
        let error = unsafe tapline_only_root_writes(path, &real)
        if error == -Errno.notPermitted {
            throw ServiceError(
                "\(path): others than root can write it, or a folder above it, and what it says is run; "
                    + "namei -l shows who: give it to root (sudo chown root), and take the right to write from others (sudo chmod go-w)",
                .permission)
        }
        guard error == 0 else { throw ServiceError(file: path, errno: -error) }
        let file = String(decoding: real.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let panel = try Panel<StandardRecognizer>(configuration: file)
        if let digest, digest != panel.digest {
            throw ServiceError(
                "\(path) is not what the panel has: it was changed since, or is another's; systemctl reload tapline@NAME makes it so",
                .badConfiguration)
        }
        guard !panel.configuration.commands.isEmpty else {
            throw ServiceError(
                "\(path): no output runs a command; outputs: [{on: NAME, run: [mpc, toggle]}]", .badConfiguration)
        }
        return panel.configuration.commands.map { description in
            var command = GestureCommand(description.template)
            command.names = description.names
            command.states = description.states
            return command
        }
    }
}
