import CTaplineHTTP
import CTaplineSystem
import CTaplineTool
import Glibc
import TaplineCore
import TaplineDaemon
import TaplineLinux

/// Serves the page and one panel: one thread, which waits for browsers, the daemon, children and signals at once.
final class StudioServer {
    /// Pages that are shown the panel at once: a daemon lets seven follow.
    static let mostStreams = 3
    enum Tag {
        static let signals: UInt32 = 0, http: UInt32 = 1, recorder: UInt32 = 2, commands: UInt32 = 3,
            console: UInt32 = 4
        static let fetch: UInt32 = 5, streams: UInt32 = 16
    }

    let options: StudioOptions
    let page: PageFile
    let http: OpaquePointer
    let access: AccessRule
    let socket: String
    let helpers: Helpers?
    let poller: Poller
    private let signals: Int32
    private let headers: [UnsafeMutablePointer<CChar>?]
    private var wantsStop = false
    private var failure: ServiceError?

    /// Pages that are shown the panel, and what each is watched under.
    var streams: [(tag: UInt32, stream: LiveStream)] = []
    private var nextTag = Tag.streams
    private var recorder: Recorder?
    var commands: CommandLink
    /// The configuration of another computer, as it comes.
    var fetch: RemoteFile?

    /// A server that listens, and whose panel is on its way.
    ///
    /// - Throws: ``ServiceError`` where it cannot be made.
    init(_ options: StudioOptions) throws(ServiceError) {
        tapline_stream_fill_standard()
        self.options = options
        page = try PageFile(options.page)
        signals = tapline_tool_signals_open()
        do throws(DeviceError) { poller = try Poller() } catch { throw ServiceError(error) }
        switch options.place {
        case .here(let socket): (self.socket, helpers) = (socket, nil)
        case .ssh, .simulated:
            let helpers = try Helpers()
            (socket, self.helpers) = (helpers.socket, helpers)
        }
        commands = CommandLink(socket)
        headers = unsafe page.headers.map { unsafe strdup($0) } + [nil]
        var error: Int32 = 0
        // (The pointers of an array that lives as long as the server.)
        let lines = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: headers.count)
        for index in headers.indices { unsafe lines[index] = unsafe headers[index].map { unsafe UnsafePointer($0) } }
        guard let http = unsafe tapline_http_open(options.port, lines, &error) else {
            helpers?.end()
            throw ServiceError("127.0.0.1:\(options.port): \(unsafe String(cString: strerror(error)))", .unavailable)
        }
        unsafe self.http = http
        access = AccessRule(token: try StudioServer.token(), port: Int(unsafe tapline_http_port(http)))
        do throws(ServiceError) { try startPanel() } catch {
            helpers?.end()
            throw error
        }
    }

    private static func token() throws(ServiceError) -> String {
        var bytes = [UInt8](repeating: 0, count: 16)
        let status = unsafe bytes.withUnsafeMutableBytes { unsafe tapline_http_random($0.baseAddress, $0.count) }
        guard status == 0 else { throw ServiceError(file: "getrandom", errno: -status) }
        return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private func startPanel() throws(ServiceError) {
        if let file = options.recording { recorder = try Recorder(file, socket: socket) }
        switch options.place {
        case .here: break
        case .ssh(let host, let name): try helpers?.tunnel(to: host, panel: name)
        case .simulated:
            try helpers?.simulate(configuration: options.configuration)
            if let helpers { poller.watch(helpers.console, tag: Tag.console, reading: true) }
        }
    }

    /// Serves until a signal says to end, or the panel's own program has ended.
    ///
    /// - Throws: ``ServiceError`` where that has failed.
    func run() throws(ServiceError) {
        poller.watch(signals, tag: Tag.signals, reading: true)
        poller.watch(unsafe tapline_http_descriptor(http), tag: Tag.http, reading: true)
        var output = OutputStream()
        output.write("http://127.0.0.1:\(access.port)/#\(access.token)\n")
        output.flush()
        while !wantsStop {
            do throws(DeviceError) { try iterate() } catch { failure = ServiceError(error) }
            if failure != nil { break }
        }
        recorder?.finish()
        streams.removeAll()
        unsafe tapline_http_close(http)
        helpers?.end()
        if let failure { throw failure }
    }

    /// Waits, and deals with what has happened.
    private func iterate() throws(DeviceError) {
        let now = tapline_now_us()
        for (tag, stream) in streams {
            if let descriptor = stream.advance(to: now) { poller.watch(descriptor, tag: tag, reading: true) }
        }
        if let descriptor = recorder?.advance(to: now) { poller.watch(descriptor, tag: Tag.recorder, reading: true) }
        let count = try poller.wait(until: Instant(microseconds: deadline(after: now)))
        for index in 0..<count {
            switch poller[index].tag {
            case Tag.signals: takeSignals()
            case Tag.recorder: recorder?.read()
            case Tag.commands: answerCommands()
            case Tag.console: helpers?.passOverConsole()
            case Tag.fetch: readFetched()
            case let tag: streams.first { $0.tag == tag }?.stream.read()
            }
        }
        streams.removeAll { !$0.stream.isOpen }
        unsafe tapline_http_work(http)
        var hasAnswered = false
        while case let request = unsafe tapline_http_next(http), request != 0 {
            serve(request)
            hasAnswered = true
        }
        if hasAnswered { unsafe tapline_http_work(http) }
    }

    private func deadline(after now: Int64) -> Int64 {
        let timeout = unsafe tapline_http_timeout(http)
        let first = timeout < 0 ? .max : now + timeout
        return streams.reduce(min(first, recorder?.deadline ?? .max)) { min($0, $1.stream.deadline) }
    }

    private func takeSignals() {
        while case let signal = tapline_tool_signals_next(signals), signal != TAPLINE_TOOL_NONE {
            if signal == TAPLINE_TOOL_STOP { wantsStop = true }
            if signal == TAPLINE_TOOL_PAUSE { tapline_terminal_stop() }
            var code: Int32 = 0
            while signal == TAPLINE_TOOL_CHILD, case let child = tapline_reap(&code), child > 0 {
                guard child == helpers?.panel else { continue }
                helpers?.panelHasEnded()
                if !wantsStop {
                    failure = ServiceError("the panel's program has ended (exit code \(code))", .unavailable)
                }
            }
        }
    }

    /// Shows the panel to one more page; the one that has looked the longest makes room.
    func show(to request: UInt32) {
        if streams.count >= StudioServer.mostStreams {
            unsafe tapline_http_end(http, streams[0].stream.request)
            streams.removeFirst()
        }
        nextTag += 1
        streams.append((nextTag, LiveStream(request, of: unsafe http, socket: socket, at: tapline_now_us())))
    }
}
