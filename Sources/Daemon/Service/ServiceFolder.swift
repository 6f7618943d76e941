import CTaplineSystem
import TaplineFormats
import TaplineLinux

/// The name under which a panel runs as a service, and where its files are.
public struct ServiceFolder: Equatable, Sendable {
    /// The panel's name: that of its configuration without `.yaml`.
    public let name: String
    /// The folder of its sockets and its metrics, which is there while it runs.
    public let path: String

    /// The service called `name`. Its folder is `RUNTIME_DIRECTORY` where that is one absolute path, as systemd gives it;
    /// else `/run/tapline/NAME`.
    ///
    /// - Throws: ``ServiceError`` for a name that is none, exit code 64.
    public init(_ name: String) throws(ServiceError) {
        guard PanelName.isValid(name) else {
            throw ServiceError(
                "--name: \"\(name)\" is no name of a panel; it has 1 to 64 letters, digits, -, _ and ., and does not begin "
                    + "with a dot", .usage)
        }
        self.name = name
        path = ServiceFolder.folder(in: "RUNTIME_DIRECTORY") ?? "/run/tapline/\(name)"
    }

    /// Where a service keeps what outlives it, as systemd's StateDirectory= gives it; nil: nowhere.
    static var state: String? { folder(in: "STATE_DIRECTORY") }

    /// The folder that a variable of the environment names, if it is one absolute path.
    private static func folder(in variable: String) -> String? {
        let given = Environment.value(variable) ?? ""
        return given.hasPrefix("/") && !given.utf8.contains(UInt8(ascii: ":")) ? given : nil
    }

    /// A service whose sockets are in the folder at `path`, and which is called as this one where that is a name.
    public init(path: String) {
        let folder = path.utf8.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        let last = folder.split(separator: "/").last.map { String($0) } ?? ""
        self.path = folder
        name = PanelName.isValid(last) ? last : "panel"
    }

    /// Its configuration.
    public var configuration: String { "/etc/tapline/\(name).yaml" }
    /// The socket of events.
    public var events: String { "\(path)/events" }
    /// The socket of commands.
    public var control: String { "\(path)/control" }
    /// The text file for Prometheus.
    public var metrics: String { "\(path)/metrics.prom" }

    /// Makes the folder where it is missing.
    ///
    /// - Throws: ``ServiceError`` with exit code 74, or 77 where permission is missing.
    func make() throws(ServiceError) {
        let status = tapline_folder_make(path)
        guard status == 0 else {
            let error = DeviceError(path: path, errno: -status)
            throw ServiceError(
                "\(path): \(error.reason); the folder of a service's sockets: set RUNTIME_DIRECTORY to one that this user "
                    + "may write to, or run it by systemctl start tapline@\(name)",
                error.isPermission ? .permission : .inputOutput)
        }
    }
}
