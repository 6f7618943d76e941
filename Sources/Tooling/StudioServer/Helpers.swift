import CTaplineSystem
import CTaplineTool
import Glibc
import TaplineDaemon
import TaplineLinux
import TaplineViews

/// The programs that are started for a panel that is not there by itself, and their folder: a simulated daemon, or ssh. No shell
/// sees their words.
final class Helpers {
    let folder: String
    private var files: [String] = []
    /// The one without which there is nothing to show.
    private(set) var panel: Int32 = 0
    /// What the simulated panel writes; it ends when nobody reads that any more, however this program ends. -1: nothing.
    private(set) var console: Int32 = -1

    /// A folder for what is needed meanwhile.
    ///
    /// - Throws: ``ServiceError`` where it cannot be made.
    init() throws(ServiceError) {
        var path = [CChar](repeating: 0, count: 256)
        let status = unsafe tapline_temporary_folder(&path)
        guard status == 0 else { throw ServiceError(file: "TMPDIR", errno: -status, isWritten: true) }
        folder = String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The control socket that comes to be there.
    var socket: String { folder + "/control" }

    /// Starts a simulated panel that nobody touches.
    ///
    /// - Throws: ``ServiceError`` where that is impossible.
    func simulate(configuration: String?) throws(ServiceError) {
        let fingers = file("fingers.jsonl")
        let nobody = Array("{\"tapline\":\"trace/1\",\"panel\":{\"width\":1,\"height\":1}}\n".utf8)
        let status = unsafe nobody.withUnsafeBytes { unsafe tapline_put_new(fingers, $0.baseAddress, $0.count) }
        guard status == 0 else { throw ServiceError(file: fingers, errno: -status, isWritten: true) }
        files += ["events", "control", "metrics.prom"].map { folder + "/" + $0 }
        let configured = configuration.map { ["--config", $0] } ?? []
        panel = try start(
            [
                Helpers.tool, "run", "--board", "simulated", "--sockets", folder, "--fingers", fingers, "--format",
                "jsonl",
            ]
                + configured, reading: &console)
    }

    /// Reaches the control socket of the panel `name` of another computer.
    ///
    /// - Throws: ``ServiceError`` where ssh cannot be started.
    func tunnel(to host: String, panel name: String) throws(ServiceError) {
        files += [socket, master]
        panel = try start(
            [
                "ssh", "-N", "-T", "-M", "-S", master, "-o", "ExitOnForwardFailure=yes", "-o", "ServerAliveInterval=15",
                "-o", "StreamLocalBindMask=0177", "-L", "\(socket):/run/tapline/\(name)/control", "--", host,
            ])
    }

    /// Reads a file of that computer, over the same connection: the descriptor at which it comes.
    ///
    /// - Throws: ``ServiceError`` where ssh cannot be started.
    func fetch(_ path: String, from host: String) throws(ServiceError) -> (child: Int32, output: Int32) {
        var output: Int32 = -1
        let child = try start(
            ["ssh", "-T", "-S", master, "-o", "BatchMode=yes", "--", host, "cat", path], reading: &output)
        return (child, output)
    }

    private var master: String { folder + "/ssh" }

    private func file(_ name: String) -> String {
        files.append(folder + "/" + name)
        return folder + "/" + name
    }

    /// The tool beside this program, else the one that a shell finds.
    private static var tool: String {
        var path = [CChar](repeating: 0, count: 4096)
        guard unsafe tapline_real_path("/proc/self/exe", &path, path.count) == 0 else { return "tapline" }
        let own = String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let beside = DeviceFiles.folder(of: own) + "/tapline"
        return Files.exists(beside) ? beside : "tapline"
    }

    private func start(_ words: [String]) throws(ServiceError) -> Int32 {
        let child = Program.start(words)
        guard child > 0 else { throw ServiceError(file: words[0], errno: -child) }
        return child
    }

    private func start(_ words: [String], reading output: inout Int32) throws(ServiceError) -> Int32 {
        let child = Program.start(words, reading: &output)
        guard child > 0 else { throw ServiceError(file: words[0], errno: -child) }
        return child
    }

    /// Passes over what the simulated panel writes: the same comes from its socket.
    func passOverConsole() {
        var bytes = [UInt8](repeating: 0, count: 8192)
        while unsafe Glibc.read(console, &bytes, bytes.count) == bytes.count {}
    }

    /// The panel's program has ended by itself.
    func panelHasEnded() { panel = 0 }

    /// Ends the programs, and removes what they leave.
    func end() {
        if panel > 0 {
            kill(panel, SIGTERM)
            _ = tapline_await(panel)
            panel = 0
        }
        for file in files { _ = tapline_remove(file) }
        _ = tapline_remove_folder(folder)
    }
}
