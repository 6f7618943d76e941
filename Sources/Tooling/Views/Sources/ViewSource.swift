import CTaplineSystem
import CTaplineTool
public import TaplineDaemon
import TaplineFormats
import TaplineLinux

/// Where a view's lines come from.
public enum ViewSource: Equatable, Sendable {
    /// The standard input.
    case standardInput
    /// A file, or a pipe with a name.
    case file(String)
    /// A serial port.
    case serial(String, baud: UInt32)
    /// A socket that reports events to whoever connects.
    case events(String)
    /// A daemon's control socket.
    case control(String)
    /// A path at which nothing is yet: what comes there says which of these it is, with `baud` if it is a port.
    case awaited(String, baud: UInt32)

    /// Where the sockets of panels are: `/run/tapline`, or what `TAPLINE_RUNTIME` names.
    public static var runtimeFolder: String {
        let folder = Environment.value("TAPLINE_RUNTIME") ?? ""
        return folder.isEmpty ? "/run/tapline" : folder
    }

    /// What people call it.
    public var name: String {
        switch self {
        case .standardInput: "standard input"
        case .file(let path), .serial(let path, _), .events(let path), .control(let path), .awaited(let path, _): path
        }
    }

    /// The end of a source of which every line was damaged.
    var makesNoSense: ServiceError { ServiceError("\(name): no line of it makes sense", .badData) }

    /// Whether it may come back when it has gone.
    var mayReturn: Bool {
        switch self {
        case .standardInput, .file: false
        case .serial, .events, .control, .awaited: true
        }
    }

    /// The source that the command line names: a panel's name, a path, `-`; without one the only panel that runs here.
    ///
    /// - Parameters:
    ///   - baud: of a serial port.
    ///   - mayBeAbsent: whether something may come to a path at which nothing is.
    /// - Throws: ``ServiceError``: exit code 64 where several panels fit, 69 where there is none, 74 for a file that is
    ///   not there.
    public static func named(
        _ text: String?, baud: UInt32 = 115_200, mayBeAbsent: Bool = false
    ) throws(ServiceError) -> ViewSource {
        guard let text else { return .control(try controlSocket(of: nil, else: "a serial port, a socket or a file")) }
        if text == "-" { return .standardInput }
        let ofPanel = "\(runtimeFolder)/\(text)/control"
        let isName = !text.contains("/")
        if isName, tapline_file_kind(ofPanel) == TAPLINE_FILE_SOCKET.rawValue { return .control(ofPanel) }
        switch tapline_file_kind(text) {
        case Int32(TAPLINE_FILE_PLAIN.rawValue), Int32(TAPLINE_FILE_PIPE.rawValue): return .file(text)
        case Int32(TAPLINE_FILE_DEVICE.rawValue): return .serial(text, baud: baud)
        case Int32(TAPLINE_FILE_SOCKET.rawValue): return socket(text)
        case Int32(TAPLINE_FILE_FOLDER.rawValue):
            return .control(text.hasSuffix("/") ? text + "control" : text + "/control")
        default: break
        }
        if isName {
            guard mayBeAbsent else { return .control(try controlSocket(of: text, orFile: true)) }
            return .control(ofPanel)
        }
        if text.hasPrefix("/dev/") { return .serial(text, baud: baud) }
        if mayBeAbsent { return .awaited(text, baud: baud) }
        throw ServiceError(file: text, errno: 2)
    }

    private static func socket(_ path: String) -> ViewSource {
        path.hasSuffix("/control") ? .control(path) : .events(path)
    }

    /// The control socket of the panel called `name`; nil: of the only one.
    ///
    /// - Parameters:
    ///   - orFile: whether a file might have been meant.
    ///   - other: what may be named in a panel's place.
    /// - Throws: ``ServiceError``: exit code 64 where several panels run, 69 where none does.
    public static func controlSocket(
        of name: String?, orFile: Bool = false, else other: String = "the control socket of one elsewhere"
    ) throws(ServiceError) -> String {
        let panels = panels
        if let name {
            if panels.contains(name) { return "\(runtimeFolder)/\(name)/control" }
            if tapline_file_kind(name) == TAPLINE_FILE_FOLDER.rawValue { return name + "/control" }
            if name.contains("/") { return name }
            guard PanelName.isValid(name) else {
                throw ServiceError(
                    "'\(printable(name))' is neither a file nor a name of a panel: that has 1 to 64 letters, digits, -, _ and .",
                    .usage)
            }
            let known = panels.isEmpty ? "none runs" : "there are \(panels.joined(separator: ", "))"
            let noFile = orFile ? ", and no file has that name" : ""
            throw ServiceError(
                "no panel '\(name)' runs here (\(known))\(noFile); start it: systemctl start tapline@\(name), or taplined --name "
                    + name, .unavailable)
        }
        guard let only = panels.first else {
            throw ServiceError(
                "no panel runs here: there is no socket in \(runtimeFolder); start one (systemctl start tapline@NAME), or "
                    + "name \(other)", .unavailable)
        }
        guard panels.count == 1 else {
            throw ServiceError("several panels run here: \(panels.joined(separator: ", ")); name one", .usage)
        }
        return "\(runtimeFolder)/\(only)/control"
    }

    /// Whether a folder of sockets or a socket has this path.
    public static func isThere(_ path: String) -> Bool {
        [TAPLINE_FILE_FOLDER.rawValue, TAPLINE_FILE_SOCKET.rawValue].contains { tapline_file_kind(path) == Int32($0) }
    }

    /// The panels that have a control socket, sorted.
    public static var panels: [String] {
        DeviceFiles.names(in: runtimeFolder).filter {
            !$0.hasPrefix(".") && tapline_file_kind("\(runtimeFolder)/\($0)/control") == TAPLINE_FILE_SOCKET.rawValue
        }
    }
}

extension ViewSource {
    /// Refuses a file of which no line is of a stream: a configuration, an empty one.
    ///
    /// - Throws: ``ServiceError`` with exit code 65; 74 or 77 where it cannot be opened.
    func requireEvents() throws(ServiceError) {
        guard case .file(let path) = self, tapline_file_kind(path) == TAPLINE_FILE_PLAIN.rawValue else { return }
        let reader = SourceReader(self, follow: "")
        try reader.open()
        var isStream = false
        var outcome = SourceReader.Outcome.quiet
        while outcome == .quiet, !isStream {
            outcome = reader.read { message in if message.isOfStream { isStream = true } }
        }
        if case .failed(let errno) = outcome { throw ServiceError(file: path, errno: errno) }
        guard isStream else {
            throw ServiceError(
                "\(path): nothing in it is an event; monitor takes recordings and what panels have emitted, watch the latter (run and check take "
                    + "configurations)", .badData)
        }
    }
}
