import TaplineCore
import TaplineDaemon
import TaplineFormats

/// The lines of a control socket that become a recording.
package struct FollowedRecording {
    package let file: RecordingFile
    /// Whether readings of the motion sensor are recorded, too.
    private let withMotion: Bool
    /// Why there is nothing to record, which shows when the panel describes itself.
    package private(set) var refusal: String?

    /// Nothing has come yet.
    package init(into file: RecordingFile, withMotion: Bool = false) {
        (self.file, self.withMotion) = (file, withMotion)
    }

    /// The daemon has gone: its touches are over, and whoever is there when it comes back has landed.
    package func panelHasGone() {
        file.write("{\"t\":\(file.lastTime),\"cancel\":true}", at: file.lastTime, fingers: 0)
        if file.kind == .touches { file.write("{\"t\":\(file.lastTime),\"c\":[]}", at: file.lastTime, fingers: 0) }
    }

    /// Takes a line of what is followed.
    package mutating func take(_ line: [UInt8]) {
        guard let value = try? JSONReader.read(line[...]) else { return file.miss(1) }
        if let format = value["tapline"]?.text {
            if format == "panel/1" { begin(value) }
            return
        }
        guard let time = value["t"]?.whole else { return file.miss(1) }
        if let count = value["dropped"]?.whole {
            file.miss(Int(clamping: count))
            // Of fingers nobody knows anything meanwhile: that is what a failed read says, too.
            if file.kind == .touches { file.write("{\"t\":\(time),\"fault\":\"bus\"}", at: time) }
            return
        }
        if value["a"] != nil {
            guard let reading = try? Trace.reading(value, at: .init(microseconds: max(time, file.lastTime))) else {
                return file.miss(1)
            }
            let text = "{\"t\":\(reading.time.microseconds),\(Trace.text(of: reading))}"
            return file.write(text, at: reading.time.microseconds, isReading: true)
        }
        var fingers: Int?
        if case .array(let contacts)? = value["c"] { fingers = contacts.count }
        // (An edge may be older than the transfer that was reported before it, or the reading of another source.)
        let text = String(decoding: line, as: UTF8.self)
        guard file.kind == .bus || withMotion, time < file.lastTime, let comma = text.firstIndex(of: ",") else {
            return file.write(text, at: time, fingers: fingers)
        }
        file.write("{\"t\":\(file.lastTime)\(text[comma...])", at: file.lastTime, fingers: fingers)
    }

    private mutating func begin(_ panel: JSONReader.Value) {
        if withMotion, panel["sensor"] == nil {
            refusal = "its board has no motion sensor"
            return
        }
        let board = panel["board"]?.text ?? ""
        guard file.kind == .touches else {
            let address = panel["address"]?.text.flatMap { Int($0.dropFirst(2), radix: 16) } ?? 0
            return file.begin(
                RecordingHeader.bus(
                    chip: panel["chip"]?.text ?? "", address: address, board: BoardLibrary().name(ofBoard: board)))
        }
        let width = panel["width"]?.whole ?? 1
        let height = panel["height"]?.whole ?? 1
        let rawWidth = panel["raw_width"]?.whole ?? width
        let rawHeight = panel["raw_height"]?.whole ?? height
        var millimetres: (width: Double, height: Double)?
        if let across = panel["width_mm"]?.double, let down = panel["height_mm"]?.double {
            // A panel that is turned by a quarter has its axes swapped.
            let isSwapped = rawWidth == height && rawHeight == width && width != height
            millimetres = isSwapped ? (down, across) : (across, down)
        }
        file.begin(
            RecordingHeader.trace(
                width: Int(clamping: rawWidth), height: Int(clamping: rawHeight), millimetres: millimetres, board: board
            ))
    }
}
