import TaplineCore

/// An input device that the program makes through `/dev/uinput`: what it says of itself, and what it tells.
///
/// Source of the rules: Linux, `drivers/input/misc/uinput.c`, `drivers/input/input.c`: what a device has not said that it
/// has is dropped, and what has not changed is told to nobody.
final class UinputDevice {
    var name = ""
    var place = ""
    var isDirect = false
    var isCreated = false
    var types = Set<UInt16>()
    var keys = Set<UInt16>()
    var axes: [UInt16: EvdevAxis] = [:]
    private var reader: EvdevReader?
    private var unread: [UInt8] = []
    private var downKeys = Set<UInt16>()
    private var slot: Int32 = 0
    private var palms = Set<Int32>()
    private var changes: [String] = []

    /// What the trace calls it: the last part of its place.
    var title: String { place.lastIndex(of: "/").map { String(place[place.index(after: $0)...]) } ?? place }

    /// What it is, in a line.
    var description: String {
        var text = "\(name) at \(place)"
        if let x = axes[EvdevCode.contactX], let y = axes[EvdevCode.contactY], let slots = axes[EvdevCode.slot] {
            text += " \(x.maximum + 1)x\(y.maximum + 1) resolution \(x.resolution) \(y.resolution)"
            text += " slots \(slots.maximum + 1)"
            reader = EvdevReader(.slots, x: x, y: y)
        }
        if isDirect { text += " direct" }
        return text + " keys " + keys.sorted().map { "\($0)" }.joined(separator: " ")
    }

    /// Takes bytes that the program has written: what its readers see of it, a line for each report.
    func take(_ bytes: [UInt8]) -> [String] {
        unread += bytes
        var lines: [String] = []
        let size = EvdevEvent.Layout.own.size
        while unread.count >= size {
            var words = BusBytes()
            for byte in unread.prefix(size) { words.append(byte) }
            unread.removeFirst(size)
            if let line = take(EvdevEvent(&words, at: 0, layout: .own)) { lines.append(line) }
        }
        return lines
    }

    private func take(_ event: EvdevEvent) -> String? {
        switch event.type {
        case EvdevCode.key where types.contains(event.type) && keys.contains(event.code):
            let isDown = event.value != 0
            guard isDown != downKeys.contains(event.code) else { return nil }
            if isDown { downKeys.insert(event.code) } else { downKeys.remove(event.code) }
            changes.append("\(event.code) \(isDown ? "down" : "up")")
        case EvdevCode.absolute where types.contains(event.type) && axes[event.code] != nil:
            if event.code == EvdevCode.slot { slot = event.value }
            if event.code == EvdevCode.tool { if event.value == 2 { palms.insert(slot) } else { palms.remove(slot) } }
        case EvdevCode.synchronization: break
        default: return "undeclared \(event.type) \(event.code)"
        }
        var contacts = Contacts()
        let isReport = reader?.take(event, contacts: &contacts) == .report
        guard event.type == EvdevCode.synchronization, event.code == EvdevCode.report else { return nil }
        defer { changes = [] }
        guard isReport else { return changes.isEmpty ? nil : changes.joined(separator: " ") }
        let places = (0..<contacts.count).map { "\(Int(contacts[$0].x)),\(Int(contacts[$0].y))" }
        defer { if contacts.count == 0 { palms = [] } }
        return (places.isEmpty ? "none" : places.joined(separator: " ")) + (palms.isEmpty ? "" : " palm")
    }
}
