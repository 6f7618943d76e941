import CTaplineSystem
import CTaplineTool
import TaplineDaemon

/// Carries out what `tapline init` plans, and takes it back. What is about to be done is written into the record first.
struct InitPerformer {
    /// The panel's name.
    let name: String
    /// Stands before every path, for tests on a tree of their own.
    var root = ""
    /// The time in the names of backups, `2026-11-22-021003`.
    var time = InitPerformer.now
    /// Runs a command to its end: its exit code; nil: there is no such program.
    let execute: ([String]) -> Int32?

    /// Carries out `plan`, a step after the other.
    ///
    /// - Throws: ``ServiceError`` where one fails; what was done before it is in the record.
    func perform(_ plan: InitPlan) throws(ServiceError) {
        for case .write(let path, _) in plan.steps where Files.exists(root + path) {
            try Files.requireReplaceable(root + path)
        }
        var record = try self.record() ?? InitRecord()
        for step in plan.steps {
            switch step {
            case .write(let path, let bytes):
                var backup: String?
                if let old = try bytesOfFile(path) {
                    let kept = nameOfBackup(path)
                    try put(old, at: kept)
                    backup = kept
                }
                record.entries.append(.file(path: path, digest: SHA256.hex(bytes), backup: backup))
                try put(record.bytes, at: InitRecord.path(name))
                try put(bytes, at: path)
            case .run(let words, let undo):
                if !undo.isEmpty {
                    record.entries.append(.undo(InitPlan.shell(undo)))
                    try put(record.bytes, at: InitRecord.path(name))
                }
                if !words.isEmpty { try run(words) }
            }
        }
    }

    /// Takes back all that the record has, the last first: every file that is as it was written gets what it held before.
    /// What was done is told by `tell`.
    ///
    /// - Throws: ``ServiceError``: exit code 69 where there is no record; 65 where a file was changed since, before
    ///   anything is taken back; or why a file cannot be written.
    func undo(_ tell: (String) -> Void) throws(ServiceError) {
        guard let record = try record() else {
            throw ServiceError(
                "there is nothing to take back: no \(InitRecord.path(name)), in which tapline init writes what it has done",
                .unavailable)
        }
        try refuseWhatHasChanged(record)
        for entry in record.entries.reversed() {
            switch entry {
            case .file(let path, let digest, let backup):
                // (One that was planned and not written is as it was.)
                guard let bytes = try bytesOfFile(path), SHA256.hex(bytes) == digest else { continue }
                if let backup {
                    guard let old = try bytesOfFile(backup) else { continue }
                    try put(old, at: path)
                    tell("\(path): as it was")
                    try remove(backup)
                } else {
                    try remove(path)
                    tell("\(path): removed")
                }
            case .undo(let command):
                tell(command)
                // (What cannot be stopped any more must not keep the rest.)
                _ = execute(["sh", "-c", command])
            }
        }
        try remove(InitRecord.path(name))
    }

    /// The last entry of a file says what it should hold; an earlier one or none of it may have been written in a step that
    /// failed.
    private func refuseWhatHasChanged(_ record: InitRecord) throws(ServiceError) {
        var changed = ""
        var seen: [String] = []
        for entry in record.entries.reversed() {
            guard case .file(let path, let digest, let backup) = entry, !seen.contains(path) else { continue }
            seen.append(path)
            let kept = try backup.map { name throws(ServiceError) in try bytesOfFile(name) } ?? nil
            let held = try bytesOfFile(path)
            let isAsWritten = held.map { SHA256.hex($0) == digest } ?? false
            if isAsWritten, backup != nil, kept == nil {
                changed += "\n  \(path): what it held before, \(backup ?? ""), is gone"
            } else if !isAsWritten, held != kept {
                changed += "\n  \(path)" + (backup.map { "; before it was \($0)" } ?? "; it was not there before")
            }
        }
        guard !changed.isEmpty else { return }
        throw ServiceError(
            "files were changed since tapline init wrote them, and nothing was taken back:\(changed)\nput them right by hand, "
                + "and remove \(InitRecord.path(name))", .badData)
    }

    /// The record; nil: there is none.
    private func record() throws(ServiceError) -> InitRecord? {
        let path = InitRecord.path(name)
        guard let bytes = try bytesOfFile(path) else { return nil }
        return try InitRecord(bytes, file: path)
    }

    /// What a file holds; nil: it is not there.
    private func bytesOfFile(_ path: String) throws(ServiceError) -> [UInt8]? {
        guard tapline_file_kind(root + path) > 0 else { return nil }
        return try Files.readText(root + path)
    }

    /// Puts `bytes` in the place of what the file at `path` holds, or makes it: whole, or not at all.
    private func put(_ bytes: [UInt8], at path: String) throws(ServiceError) {
        let file = root + path
        guard tapline_file_kind(file) <= 0 else { return try Files.replace(file, with: bytes) }
        // (The service is another user.)
        tapline_let_others_read()
        try Files.makeFolder(of: file)
        let status = unsafe bytes.withUnsafeBytes { unsafe tapline_put_new(file, $0.baseAddress, $0.count) }
        guard status == 0 else { throw ServiceError(file: file, errno: -status, isWritten: true) }
    }

    private func remove(_ path: String) throws(ServiceError) {
        let status = tapline_remove(root + path)
        guard status == 0 else { throw ServiceError(file: root + path, errno: -status, isWritten: true) }
    }

    /// `FILE.2026-11-22-021003.tapline`, or the next that is not there.
    private func nameOfBackup(_ path: String) -> String {
        var backup = "\(path).\(time).tapline"
        var count = 1
        while tapline_file_kind(root + backup) > 0 {
            count += 1
            backup = "\(path).\(time)-\(count).tapline"
        }
        return backup
    }

    private func run(_ words: [String]) throws(ServiceError) {
        let code = execute(words)
        guard code != 0 else { return }
        let why = code.map { "ended with \($0)" } ?? "is not there"
        throw ServiceError(
            "\(InitPlan.shell(words)): \(why). What was done so far is taken back by: sudo tapline init \(name) --undo",
            .unavailable)
    }

    /// The time by this computer's clock and zone.
    static var now: String {
        var text = [CChar](repeating: 0, count: 40)
        unsafe text.withUnsafeMutableBufferPointer {
            unsafe tapline_calendar_text(tapline_calendar_us(), 1, $0.baseAddress)
        }
        // 2026-11-22T02:10:03.123456
        var time = ""
        for character in text.prefix(19) where character != CChar(UInt8(ascii: ":")) {
            let byte = UInt8(bitPattern: character)
            time.unicodeScalars.append(byte == UInt8(ascii: "T") ? "-" : Unicode.Scalar(byte))
        }
        return time
    }
}
