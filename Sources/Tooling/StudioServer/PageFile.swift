import TaplineDaemon

/// The page, and what a browser may do with it.
struct PageFile {
    let bytes: [UInt8]
    /// Its own policy, which names its script by a hash.
    let policy: String

    /// The page at `path`.
    ///
    /// - Throws: ``ServiceError`` where it cannot be read, or is no page of the studio.
    init(_ path: String) throws(ServiceError) {
        bytes = try Files.readText(path)
        let mark = Array("http-equiv=\"Content-Security-Policy\" content=\"".utf8)
        let head = bytes.prefix(4096)
        guard
            let start = head.indices.first(where: { head[$0...].starts(with: mark) }),
            let end = head[(start + mark.count)...].firstIndex(of: UInt8(ascii: "\""))
        else { throw ServiceError("\(path): is no page of the studio: it has no policy", .badData) }
        policy = String(decoding: head[(start + mark.count)..<end], as: UTF8.self)
    }

    /// The head lines of every answer. (A policy in a page cannot say who may frame it.)
    var headers: [String] {
        [
            "Content-Security-Policy: \(policy); frame-ancestors 'none'", "X-Content-Type-Options: nosniff",
            "Referrer-Policy: no-referrer", "Cache-Control: no-store", "Cross-Origin-Resource-Policy: same-origin",
            "Cross-Origin-Opener-Policy: same-origin",
        ]
    }
}
