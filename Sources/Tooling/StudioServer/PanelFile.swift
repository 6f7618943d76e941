import CTaplineSystem
import CTaplineTool
import Glibc
import TaplineConfiguration
import TaplineDaemon
import TaplineViews

/// The file of a panel's configuration, which a page may write.
struct PanelFile {
    let path: String
    /// The control socket of the daemon that reads it.
    let socket: String

    /// What it holds, and the digest by which that is known again.
    ///
    /// - Throws: ``ServiceError`` where it cannot be read.
    func read() throws(ServiceError) -> (text: [UInt8], hash: String) {
        let text = try Files.readText(path)
        return (text, SHA256.hex(text))
    }

    /// How somebody who may write it puts what the page has saved there.
    static func command(_ path: String, panel: String) -> String {
        let name = path.split(separator: "/").last.map { String($0) } ?? path
        return "sudo install -m 644 \(quoted(name)) \(quoted(path)) && sudo systemctl reload tapline@\(panel)"
    }

    /// A word as a shell takes it.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
                || (UInt8(ascii: "-")...UInt8(ascii: "9")).contains($0)
                || $0 == UInt8(ascii: "_")
        }
        return isPlain ? word : "'\(word.replacing("'", with: "'\\''"))'"
    }

    /// Writes `text` where the file still is what `base` is the digest of, and has the daemon read it.
    ///
    /// - Returns: what is to be said of it; empty: the daemon has read it.
    /// - Throws: ``Refusal``; the file is as it was then.
    func apply(_ text: [UInt8], base: String) throws(Refusal) -> String {
        try requireFile()
        let old = try unchanged(since: base)
        try check(text)
        // (Checking takes its time.)
        _ = try unchanged(since: base)
        try replace(with: text)
        let daemon = tapline_unix_connect(socket)
        if daemon >= 0 { tapline_close(daemon) }
        guard daemon != -ENOENT, daemon != -ECONNREFUSED else { return "written; no daemon runs that would read it" }
        do throws(ServiceError) {
            _ = try ControlClient.ask("reload", at: socket)
            return ""
        } catch {
            try replace(with: old)
            throw Refusal(
                422, "taken back: \(error.description)", lacksPermission: error.exitCode == .permission)
        }
    }

    /// Refuses what is no file of its own: a link's target belongs to whoever made the link.
    private func requireFile() throws(Refusal) {
        let descriptor = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw errno == ELOOP ? Refusal(403, "\(path) is a link: edit what it leads to") : refusal(errno)
        }
        defer { Glibc.close(descriptor) }
        var about = stat()
        guard unsafe fstat(descriptor, &about) == 0, about.st_mode & S_IFMT == S_IFREG else {
            throw Refusal(403, "\(path) is no file")
        }
    }

    private func refusal(_ error: Int32) -> Refusal {
        Refusal(
            403, "\(path): \(unsafe String(cString: strerror(error)))",
            lacksPermission: error == EACCES || error == EPERM)
    }

    private func unchanged(since base: String) throws(Refusal) -> [UInt8] {
        let now: (text: [UInt8], hash: String)
        do throws(ServiceError) { now = try read() } catch { throw Refusal(403, error.description) }
        guard now.hash == base else { throw Refusal(409, "\(path) has changed since the page has read it") }
        return now.text
    }

    /// Checks `text` as `tapline check` does, beside the file: it may name others.
    private func check(_ text: [UInt8]) throws(Refusal) {
        let beside = "\(path).\(getpid()).check"
        let status = unsafe text.withUnsafeBytes { unsafe tapline_put_new(beside, $0.baseAddress, $0.count) }
        guard status == 0 else { throw refusal(-status) }
        defer { _ = tapline_remove(beside) }
        do throws(ServiceError) {
            _ = try FileCheck.check(beside, library: BoardLibrary())
        } catch {
            throw Refusal(422, error.description.replacing(beside, with: path))
        }
    }

    private func replace(with text: [UInt8]) throws(Refusal) {
        do throws(ServiceError) { try Files.replace(path, with: text) } catch {
            throw Refusal(403, error.description, lacksPermission: error.exitCode == .permission)
        }
    }
}

extension String {
    /// The text with every `part` replaced.
    fileprivate func replacing(_ part: String, with other: String) -> String {
        var (result, rest) = ("", self[...])
        while !rest.isEmpty {
            if rest.hasPrefix(part) {
                result += other
                rest = rest.dropFirst(part.count)
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result
    }
}
