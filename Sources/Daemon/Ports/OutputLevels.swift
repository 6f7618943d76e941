import TaplineConfiguration
import TaplineCore

/// The output lines with the levels that they have.
struct OutputLevels {
    private let lines: [LineOutputDescription]
    private var levels: [OutputLevel]

    /// `lines`, all idle.
    init(_ lines: [LineOutputDescription]) {
        self.lines = lines
        levels = lines.map { $0.idleLevel }
    }

    /// How many there are.
    var count: Int { lines.count }
    /// The line at `index`.
    subscript(index: Int) -> LineOutputDescription { lines[index] }

    /// The level of the line at `index`.
    func level(_ index: Int) -> OutputLevel { levels[index] }

    /// The line at `index` has another level.
    mutating func set(_ index: Int, _ level: OutputLevel) { levels[index] = level }

    private func writeFigure(_ index: Int, into line: inout ByteLine) {
        levels[index].writeFigure(isActiveLow: lines[index].activeLow, into: &line)
    }

    /// Writes the rest of a JSON object after the key of its name: `"GPIO23","level":1,"active":true}`.
    func write(_ index: Int, into line: inout ByteLine) {
        line.append("\"")
        line.appendEscaped(lines[index].line)
        line.append("\",\"level\":")
        writeFigure(index, into: &line)
        line.append(levels[index].isActive ? ",\"active\":true}" : ",\"active\":false}")
    }

    /// Writes what `levels` answers: `GPIO23 1 active`, `backlight 0.2 dimmed`.
    func emit(_ index: Int, into line: inout ByteLine) {
        line.appendEscaped(lines[index].line)
        line.append(" ")
        writeFigure(index, into: &line)
        line.append(" ")
        line.append(levels[index].name)
        line.append("\n")
    }
}
