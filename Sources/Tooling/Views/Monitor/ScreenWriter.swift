/// Shows screens on a terminal: only rows that differ from the screen before are written, so that little goes over a slow
/// line.
package struct ScreenWriter: Sendable {
    /// Whether styles are written: not with `NO_COLOR`.
    package var isColoured: Bool
    private var shown: Screen?

    package init(isColoured: Bool) { self.isColoured = isColoured }

    /// Forgets what is shown: the next screen is written whole.
    package mutating func forget() { shown = nil }

    /// What makes the terminal show `screen`: CUP, ED, EL and SGR of ECMA-48. Empty where it shows it already.
    package mutating func bytes(for screen: Screen) -> String {
        var text = ""
        let before = shown?.width == screen.width && shown?.height == screen.height ? shown : nil
        if before == nil { text += "\u{1B}[0m\u{1B}[2J" }
        for y in 0..<screen.height {
            if let before, before.row(cells: y) == screen.row(cells: y) { continue }
            text += "\u{1B}[\(y + 1);1H"
            write(screen, y, &text)
        }
        shown = screen
        return text
    }

    private func write(_ screen: Screen, _ y: Int, _ text: inout String) {
        var end = screen.width
        while end > 0, screen[end - 1, y] == Screen.Cell() { end -= 1 }
        var style = ScreenStyle.plain
        for x in 0..<end {
            let cell = screen[x, y]
            if isColoured, cell.style != style {
                text += "\u{1B}[\(cell.style.parameters)m"
                style = cell.style
            }
            if cell.scalar != 0 { text.unicodeScalars.append(Unicode.Scalar(cell.scalar) ?? " ") }
        }
        if style != .plain { text += "\u{1B}[0m" }
        if end < screen.width { text += "\u{1B}[K" }
    }
}

extension Screen {
    fileprivate func row(cells y: Int) -> ArraySlice<Cell> { cells[(y * width)..<((y + 1) * width)] }
}
