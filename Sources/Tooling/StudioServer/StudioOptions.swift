import TaplineDaemon
import TaplineFormats
import TaplineLinux
import TaplineViews

/// What `tapline-studio` is asked to do.
struct StudioOptions {
    /// Where the panel is.
    enum Place: Equatable {
        /// A daemon here, by its control socket.
        case here(socket: String)
        /// A daemon on another computer, by the panel's name.
        case ssh(host: String, name: String)
        /// A simulated one, which is started.
        case simulated
    }

    var place: Place
    /// The panel's name; empty where it has none.
    var name = ""
    /// The file of its configuration; nil: the built-in one, or nobody knows which.
    var configuration: String?
    var edits = false
    var port: UInt16 = 0
    var page: String
    var recording: String?

    /// The options that these words say.
    ///
    /// - Parameter words: by their names, as of `ClientProgram.options`; the panel's has none.
    /// - Throws: ``ServiceError`` where they do not go together.
    init(_ words: [String: String]) throws(ServiceError) {
        let panel = words[""]
        if let host = words["--ssh"] {
            guard words["--simulated"] == nil, words["--config"] == nil, words["--edit"] == nil else {
                throw ServiceError("--ssh does not go with --simulated, --config and --edit", .usage)
            }
            // (No word of ssh, and nothing that its shell over there would take apart.)
            guard let panel, PanelName.isValid(panel) else {
                throw ServiceError(
                    "--ssh wants the name of a panel: letters, digits, -, _ and ., no dot in front", .usage)
            }
            guard !host.isEmpty, host.first != "-", !host.contains(where: { $0.isWhitespace }) else {
                throw ServiceError("--ssh wants a computer: HOST, USER@HOST, or a name of ~/.ssh/config", .usage)
            }
            (place, name) = (.ssh(host: host, name: panel), panel)
            configuration = "/etc/tapline/\(panel).yaml"
        } else if words["--simulated"] != nil {
            guard panel == nil else { throw ServiceError("--simulated has no other panel", .usage) }
            (place, configuration) = (.simulated, words["--config"])
        } else {
            guard case .control(let socket) = try ViewSource.named(panel) else {
                throw ServiceError("'\(panel ?? "")' is no panel and no folder with its sockets", .usage)
            }
            place = .here(socket: socket)
            let folder = ServiceFolder(path: DeviceFiles.folder(of: socket))
            let isService = socket == "\(ViewSource.runtimeFolder)/\(folder.name)/control"
            (name, configuration) = (folder.name, words["--config"] ?? (isService ? folder.configuration : nil))
        }
        if let text = words["--port"] {
            guard let number = UInt16(text), number > 0 else {
                throw ServiceError("--port wants a number from 1 to 65535", .usage)
            }
            port = number
        }
        edits = words["--edit"] != nil
        guard !edits || configuration != nil else {
            throw ServiceError("--edit: which file is the panel's configuration? Name it with --config", .usage)
        }
        page = words["--page"] ?? "/usr/share/tapline/studio.html"
        recording = words["--record"]
    }
}
