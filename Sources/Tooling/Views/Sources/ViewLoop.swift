import CTaplineSystem
import CTaplineTool
package import TaplineCore
package import TaplineDaemon
import TaplineLinux

/// Waits for a source, signals and keys at once, and reports what has happened.
package final class ViewLoop {
    package enum Happening {
        case message(ViewMessage)
        /// A line as it is, where lines are asked for.
        case line([UInt8])
        /// The source has gone: why.
        case lost(String)
        /// The source that was waited for is there; `isNew`: for the first time.
        case returned(isNew: Bool)
        /// Nothing more comes from the source.
        case ended
        case key(UInt8)
        case resized
        case stop
        case pause
        case childEnded
    }
    private enum Tag {
        static var signals: UInt32 { 0 }
        static var source: UInt32 { 1 }
        static var keys: UInt32 { 2 }
    }

    package let reader: SourceReader
    private let poller: Poller
    private let signals: Int32
    private var keys: Int32 = -1
    /// When a source that has gone is tried again.
    private var retryAt = Instant.never
    /// Why the source has gone, as it is reported; empty where it has not been there yet; nil while it is there.
    private var loss: String?
    /// A file's messages come when they are due, as they did when it was written.
    private var isPaced: Bool { pacesFiles && !reader.source.mayReturn }
    private let pacesFiles: Bool
    /// Whether lines are reported as they are.
    package var tellsLines = false
    private var held: [ViewMessage] = []
    private var heldFrom = 0
    /// The first time of the file, and when it was shown.
    private var pace: (first: Int64, start: Instant)?
    private var hasEnded = false

    /// Opens `reader`'s source.
    ///
    /// - Parameters:
    ///   - isPaced: whether a file is reported in its own time.
    ///   - waits: whether a source that is not there is waited for.
    /// - Throws: ``ServiceError`` where it cannot be opened.
    package init(_ reader: SourceReader, isPaced: Bool = false, waits: Bool = false) throws(ServiceError) {
        self.reader = reader
        pacesFiles = isPaced
        var failure: ServiceError?
        do throws(ServiceError) { try reader.open() } catch { failure = error }
        if let failure {
            guard waits, reader.source.mayReturn, failure.exitCode == .unavailable else { throw failure }
            retryAt = MonotonicClock.now
            loss = ""
        }
        do throws(DeviceError) { poller = try Poller() } catch { throw ServiceError(error) }
        signals = tapline_tool_signals_open()
        guard signals >= 0 else { throw ServiceError(DeviceError(path: "signalfd", errno: -signals)) }
        poller.watch(signals, tag: Tag.signals, reading: true)
        watchSource()
    }

    deinit { tapline_close(signals) }

    /// Whether the source is open.
    package var isOpen: Bool { reader.descriptor >= 0 }

    /// From now on keys come from `descriptor`.
    package func listen(to descriptor: Int32) {
        keys = descriptor
        poller.watch(keys, tag: Tag.keys, reading: true)
    }

    private func watchSource() {
        if reader.descriptor >= 0, !reader.isFile { poller.watch(reader.descriptor, tag: Tag.source, reading: true) }
    }

    /// Waits until something happens or it is `deadline`, and reports it.
    package func wait(until deadline: Instant, _ emit: (Happening) -> Void) throws(ServiceError) {
        var readsSource = false
        let count: Int
        do throws(DeviceError) {
            let isLate = tapline_tool_signals_kept() != 0
            count = try poller.wait(
                until: isLate
                    ? .zero : min(min(deadline, reader.answerDeadline), min(retryAt, sourceDeadline)))
        } catch {
            throw ServiceError(error)
        }
        if tapline_tool_signals_kept() != 0 { takeSignals(emit) }
        for index in 0..<count {
            switch poller[index].tag {
            case Tag.signals: takeSignals(emit)
            case Tag.keys: takeKeys(emit)
            default: readsSource = true
            }
        }
        if reader.isFile, isOpen, held.count - heldFrom < 1_000 { readsSource = true }
        if readsSource { try read(emit) }
        if let why = reader.giveUp(at: MonotonicClock.now) { lose(why, emit) }
        if isPaced { release(emit) }
        if retryAt <= MonotonicClock.now { reopen(emit) }
    }

    /// A file can be read at once, and what is held back of it has its time.
    private var sourceDeadline: Instant {
        if isPaced, heldFrom < held.count { return due(held[heldFrom]) }
        return reader.isFile && isOpen ? Instant(microseconds: .min) : .never
    }

    private func read(_ emit: (Happening) -> Void) throws(ServiceError) {
        func arrive(_ happening: Happening) {
            comeBack(emit)
            emit(happening)
        }
        let outcome =
            tellsLines
            ? reader.readLines { line in arrive(.line(line ?? [])) }
            : reader.read { message in
                if isPaced { held.append(message) } else { arrive(.message(message)) }
            }
        switch outcome {
        case .quiet: if !reader.awaitsAnswer { comeBack(emit) }
        case .ended:
            hasEnded = true
            if !isPaced { emit(.ended) }
        case .lost(let why): lose(why, emit)
        case .failed(let errno): throw ServiceError(file: reader.source.name, errno: errno)
        }
    }

    private func lose(_ why: String, _ emit: (Happening) -> Void) {
        retryAt = MonotonicClock.now + .retryPeriod
        guard loss != why else { return }
        loss = why
        emit(.lost(why))
    }

    /// The source is there. (A daemon that was connected to is not until it has agreed.)
    private func comeBack(_ emit: (Happening) -> Void) {
        guard let loss else { return }
        self.loss = nil
        emit(.returned(isNew: loss.isEmpty))
    }

    private func due(_ message: ViewMessage) -> Instant {
        guard let time = message.time, let pace else { return Instant(microseconds: .min) }
        return pace.start + max(Instant(microseconds: time) - Instant(microseconds: pace.first), Microseconds(0))
    }

    /// Reports what is due of a file.
    private func release(_ emit: (Happening) -> Void) {
        while heldFrom < held.count {
            let message = held[heldFrom]
            if let time = message.time, pace == nil { pace = (time, MonotonicClock.now) }
            guard due(message) <= MonotonicClock.now else { return }
            heldFrom += 1
            emit(.message(message))
        }
        held.removeAll(keepingCapacity: true)
        heldFrom = 0
        if hasEnded {
            hasEnded = false
            emit(.ended)
        }
    }

    private func reopen(_ emit: (Happening) -> Void) {
        do throws(ServiceError) {
            try reader.open()
            retryAt = .never
            watchSource()
            if !reader.awaitsAnswer { comeBack(emit) }
        } catch {
            reader.close()
            retryAt = MonotonicClock.now + .retryPeriod
        }
    }

    private func takeSignals(_ emit: (Happening) -> Void) {
        while true {
            switch tapline_tool_signals_next(signals) {
            case TAPLINE_TOOL_NONE: return
            case TAPLINE_TOOL_RESIZED: emit(.resized)
            case TAPLINE_TOOL_PAUSE: emit(.pause)
            case TAPLINE_TOOL_CHILD: emit(.childEnded)
            default: emit(.stop)
            }
        }
    }

    private func takeKeys(_ emit: (Happening) -> Void) {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe tapline_read(keys, $0.baseAddress, $0.count) }
        guard count > 0 else {
            // (Nobody is there to press one any more.)
            if count != -11 { poller.forget(keys) }
            return
        }
        // An arrow or a function key is ESC and what follows: no key of ours.
        guard bytes[0] != 0x1B else { return }
        for byte in bytes[0..<Int(count)] { emit(.key(byte)) }
    }
}
