import CTaplineHTTP
import Glibc
import TaplineDaemon
import TaplineFormats
import TaplineLinux

// What a browser asks for.

extension StudioServer {
    /// Serves a request, or refuses it.
    func serve(_ request: UInt32) {
        let method = unsafe String(cString: tapline_http_method(http, request))
        let path = unsafe String(cString: tapline_http_path(http, request))
        let refusal = access.refusal(method: method, path: path) { name in
            unsafe tapline_http_header(http, request, name).map { unsafe String(cString: $0) }
        }
        if let refusal { return refuse(request, refusal) }
        switch Route(path) {
        case .page:
            unsafe tapline_http_answer(http, request, 200, "text/html; charset=utf-8", page.bytes, page.bytes.count)
        case .live: show(to: request)
        case .config where method == "GET": tellConfiguration(to: request)
        case .config, .touch:
            do throws(Refusal) {
                let body = try object(of: request)
                if Route(path) == .touch { try touch(body, request) } else { try apply(body, request) }
            } catch {
                refuse(request, error)
            }
        case nil: break
        }
    }

    func answer(_ request: UInt32, _ status: Int32, _ object: JSONObject) {
        let line = object.line
        unsafe tapline_http_answer(http, request, status, "application/json", line, line.utf8.count)
    }

    func refuse(_ request: UInt32, _ refusal: Refusal) {
        var object = JSONObject()
        object.add("error", refusal.reason)
        if refusal.lacksPermission, let command { object.add("command", command) }
        answer(request, refusal.status, object)
    }

    private func object(of request: UInt32) throws(Refusal) -> JSONReader.Value {
        var count = 0
        let start = unsafe tapline_http_body(http, request, &count)
        let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
        do throws(JSONReader.Failure) {
            let value = try JSONReader.read(bytes[...])
            if case .object = value { return value }
        } catch {
            throw Refusal(400, "no JSON: \(error.message), at byte \(error.offset)")
        }
        throw Refusal(400, "an object is wanted")
    }

    // MARK: The configuration

    private func tellConfiguration(to request: UInt32) {
        guard case .ssh(let host, _) = options.place, let path = options.configuration else {
            return tell(options.configuration.map { PanelFile(path: $0, socket: socket) }, to: request)
        }
        if fetch != nil {
            fetch?.waiting.append(request)
            return
        }
        do throws(ServiceError) {
            guard let output = try helpers?.fetch(path, from: host).output else { return }
            fetch = RemoteFile(output, for: request)
            poller.watch(output, tag: Tag.fetch, reading: true)
        } catch {
            refuse(request, Refusal(502, error.description))
        }
    }

    private func tell(_ file: PanelFile?, to request: UInt32) {
        var object = about
        do throws(ServiceError) {
            if let (text, hash) = try file?.read() {
                object.add("text", String(decoding: text, as: UTF8.self))
                object.add("hash", hash)
            }
        } catch {
            object.add("error", error.description)
        }
        answer(request, 200, object)
    }

    /// What a page has to know of the panel.
    private var about: JSONObject {
        var object = JSONObject()
        object.add("name", options.name)
        object.add("edit", options.edits)
        object.add("simulated", options.place == .simulated)
        if let path = options.configuration { object.add("path", path) }
        if let command { object.add("command", command) }
        return object
    }

    /// How somebody who may write the configuration does so.
    private var command: String? {
        options.configuration.map {
            PanelFile.command($0, panel: options.name.isEmpty ? "NAME" : options.name)
        }
    }

    /// Takes what ssh has read, and answers who waits for it.
    func readFetched() {
        guard var file = fetch else { return }
        fetch = nil
        guard file.read() else {
            fetch = file
            return
        }
        close(file.output)
        var object = about
        if file.bytes.isEmpty {
            object.add("error", "\(options.configuration ?? ""): cannot be read there")
        } else {
            object.add("text", String(decoding: file.bytes, as: UTF8.self))
            object.add("hash", SHA256.hex(file.bytes))
        }
        for request in file.waiting { answer(request, 200, object) }
    }

    private func apply(_ body: JSONReader.Value, _ request: UInt32) throws(Refusal) {
        guard let text = body["text"]?.text, let base = body["base"]?.text else {
            throw Refusal(400, "text and base are wanted")
        }
        guard options.edits, let path = options.configuration else {
            throw Refusal(
                403, "tapline-studio runs without --edit: this is to be looked at only", lacksPermission: true)
        }
        let file = PanelFile(path: path, socket: socket)
        var object = JSONObject()
        object.add("note", try file.apply(Array(text.utf8), base: base))
        object.add("hash", SHA256.hex(Array(text.utf8)))
        answer(request, 200, object)
    }

    // MARK: Touches

    /// Fingers of the browser, on a simulated panel.
    private func touch(_ body: JSONReader.Value, _ request: UInt32) throws(Refusal) {
        guard options.place == .simulated else { throw Refusal(403, "only a simulated panel is touched by a browser") }
        guard let command = TouchCommand.text(of: body) else {
            throw Refusal(400, "fingers are [id, x, y], up to five, x and y in px")
        }
        guard let given = commands.give(command, for: request) else {
            answerCommands()
            throw Refusal(503, "no daemon runs")
        }
        if given.isNew { poller.watch(given.descriptor, tag: Tag.commands, reading: true) }
    }

    /// Answers those whose commands the daemon has answered.
    func answerCommands() {
        for (request, error) in commands.read() {
            guard error.isEmpty else {
                refuse(request, Refusal(502, error))
                continue
            }
            answer(request, 200, JSONObject())
        }
    }
}
