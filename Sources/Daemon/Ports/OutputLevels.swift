import TaplineConfiguration
import TaplineCore

/// The output lines with the levels that they have.
struct OutputLevels {
    private let lines: [LineOutputDescription]
    private(set) var active: [Bool]

    /// `lines`, all idle.
    init(_ lines: [LineOutputDescription]) {
        self.lines = lines
        active = [Bool](repeating: false, count: lines.count)
    }

    /// How many there are.
    var count: Int { lines.count }
    /// The line at `index`.
    subscript(index: Int) -> LineOutputDescription { lines[index] }

    /// The line at `index` has become active or idle.
    mutating func set(_ index: Int, active isActive: Bool) { active[index] = isActive }

    /// Whether the line at `index` is at 3.3 V.
    func isHigh(_ index: Int) -> Bool { active[index] != lines[index].activeLow }

    /// Writes the rest of a JSON object after the key of its name: `"GPIO23","level":1,"active":true}`.
    func write(_ index: Int, into line: inout ByteLine) {
        line.append("\"")
        line.appendEscaped(lines[index].line)
        line.append(isHigh(index) ? "\",\"level\":1," : "\",\"level\":0,")
        line.append(active[index] ? "\"active\":true}" : "\"active\":false}")
    }

    /// Writes what `levels` answers: `GPIO23 1 active`.
    func emit(_ index: Int, into line: inout ByteLine) {
        line.appendEscaped(lines[index].line)
        line.append(isHigh(index) ? " 1 " : " 0 ")
        line.append(active[index] ? "active\n" : "idle\n")
    }
}
