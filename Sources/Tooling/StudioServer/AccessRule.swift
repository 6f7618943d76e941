/// Who may ask for what: the page is for whoever asks this computer by its own name, all else for whoever has the token.
struct AccessRule {
    /// 128 bits that nobody can guess, in hexadecimal.
    let token: String
    let port: Int

    /// Why a request is refused: a status of HTTP and a sentence. nil: it is not.
    ///
    /// - Parameter headers: a line of its head by its name; nil where there is none, or several.
    func refusal(method: String, path: String, headers: (String) -> String?) -> Refusal? {
        let host = headers("Host") ?? ""
        // (A page of somebody else's whose name leads to 127.0.0.1 has that name here.)
        guard ["127.0.0.1:\(port)", "localhost:\(port)"].contains(host) else {
            return Refusal(403, "this is the studio of 127.0.0.1:\(port)")
        }
        if let origin = headers("Origin"), origin != "http://\(host)" {
            return Refusal(403, "another page has no business here")
        }
        guard let route = Route(path) else { return Refusal(404, "there is nothing here") }
        guard route == .page || isToken(headers("Authorization")) else {
            return Refusal(401, "the token is that of the address that tapline-studio has printed")
        }
        guard route.methods.contains(method) else { return Refusal(405, "not by \(method)") }
        if method == "POST", headers("Content-Type") != "application/json" {
            return Refusal(415, "a body is application/json")
        }
        return nil
    }

    /// Whether a line `Authorization` has the token; how long it takes does not say where it is wrong.
    private func isToken(_ line: String?) -> Bool {
        let given = Array((line ?? "").utf8)
        let wanted = Array("Bearer \(token)".utf8)
        guard given.count == wanted.count else { return false }
        var difference: UInt8 = 0
        for index in wanted.indices { difference |= given[index] ^ wanted[index] }
        return difference == 0
    }
}

/// What a server does not do, as HTTP says it.
struct Refusal: Error {
    let status: Int32
    let reason: String
    /// Whether somebody who has the permission can do it: by a command, which is said.
    let lacksPermission: Bool
    init(_ status: Int32, _ reason: String, lacksPermission: Bool = false) {
        (self.status, self.reason, self.lacksPermission) = (status, reason, lacksPermission)
    }
}

/// What can be asked for.
enum Route: String {
    case page = "/"
    case live = "/api/live"
    case config = "/api/config"
    case touch = "/api/touch"

    init?(_ path: String) { self.init(rawValue: path) }

    var methods: [String] {
        switch self {
        case .page, .live: ["GET"]
        case .config: ["GET", "POST"]
        case .touch: ["POST"]
        }
    }
}
