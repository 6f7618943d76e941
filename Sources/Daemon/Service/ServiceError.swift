public import TaplineConfiguration
public import TaplineLinux

/// How a process ends, from `sysexits.h`.
public enum ExitCode: Int32, Sendable {
    case done = 0
    /// The command line is wrong.
    case usage = 64
    /// A trace, or a file of a conformance corpus, is wrong.
    case badData = 65
    /// A device cannot be used.
    case unavailable = 69
    /// The recognizers do something else than a conformance corpus expects.
    case software = 70
    /// A file cannot be read, or output cannot be written.
    case inputOutput = 74
    /// Permission is missing.
    case permission = 77
    /// A board or a configuration is wrong.
    case badConfiguration = 78
}

/// What ends a command: a message for people and the process's exit code.
public struct ServiceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong and what would be right.
    public var description: String
    /// How the process ends.
    public var exitCode: ExitCode

    /// An error with its exit code.
    public init(_ description: String, _ exitCode: ExitCode) {
        self.description = description
        self.exitCode = exitCode
    }

    /// A board or configuration file is wrong.
    public init(_ errors: ConfigurationErrors) { self.init(errors.description, .badConfiguration) }
    /// A trace is wrong.
    public init(_ error: LineFormatError) { self.init(error.description, .badData) }
    /// A device cannot be used.
    public init(_ error: DeviceError) {
        self.init(error.description, error.isPermission ? .permission : .unavailable)
    }
    /// A file cannot be read, or written; `error` is the kernel's number.
    public init(file: String, errno error: Int32, isWritten: Bool = false) {
        let error = DeviceError(path: file, errno: error)
        let remedy =
            !error.isPermission
            ? ""
            : isWritten
                ? "; do it with sudo, or in a copy of your own" : "; ls -lL shows who may read it; or do it with sudo"
        self.init("\(file): \(error.reason)\(remedy)", error.isPermission ? .permission : .inputOutput)
    }
}

/// What `body` reads from files; where it throws, the error with which a command ends.
package func reading<Value: ~Copyable>(
    _ body: () throws(ConfigurationErrors) -> Value
) throws(ServiceError) -> Value {
    do throws(ConfigurationErrors) { return try body() } catch { throw ServiceError(error) }
}

/// What `body` does with devices; where it throws, the error with which a command ends.
package func withDevices<Value: ~Copyable>(_ body: () throws(DeviceError) -> Value) throws(ServiceError) -> Value {
    do throws(DeviceError) { return try body() } catch { throw ServiceError(error) }
}
