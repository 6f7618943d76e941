/// A screen of so many columns and rows, drawn before it is shown.
package struct Screen: Equatable, Sendable {
    struct Cell: Equatable, Sendable {
        /// 0: the second column of the wide character before it.
        var scalar: UInt32 = 0x20
        var style = ScreenStyle.plain
    }

    package let width: Int
    package let height: Int
    private(set) var cells: [Cell]

    /// An empty screen.
    package init(width: Int, height: Int) {
        self.width = max(width, 1)
        self.height = max(height, 1)
        cells = Array(repeating: Cell(), count: self.width * self.height)
    }

    /// Writes text from column `x` of row `y`; what does not fit between there and column `limit` is left out.
    ///
    /// - Returns: the column behind it.
    @discardableResult
    package mutating func put(
        _ text: String, x: Int, y: Int, style: ScreenStyle = .plain, limit: Int = .max, isASCII: Bool = false
    ) -> Int {
        guard y >= 0, y < height else { return x }
        var column = x
        let limit = min(limit, width)
        for scalar in text.unicodeScalars {
            let columns = Screen.columns(of: scalar)
            guard columns > 0 else { continue }
            guard column + columns <= limit else { return column }
            if column >= 0 {
                let isShown = !isASCII || scalar.isASCII
                self[column, y] = Cell(scalar: isShown ? scalar.value : 0x3F, style: style)
                if columns == 2 { self[column + 1, y] = Cell(scalar: isShown ? 0 : 0x20, style: style) }
            }
            column += columns
        }
        return column
    }

    subscript(x: Int, y: Int) -> Cell {
        get { x >= 0 && y >= 0 && x < width && y < height ? cells[y * width + x] : Cell() }
        set { if x >= 0, y >= 0, x < width, y < height { cells[y * width + x] = newValue } }
    }

    /// A row without styles, and without spaces at its end.
    package func row(_ y: Int) -> String {
        var text = String.UnicodeScalarView()
        for x in 0..<width where self[x, y].scalar != 0 { text.append(Unicode.Scalar(self[x, y].scalar) ?? " ") }
        while text.last == " " { text.removeLast() }
        return String(text)
    }

    /// Columns that a character takes on a terminal: 0 for what joins the one before, 2 for East Asian wide ones (Unicode
    /// Standard Annex 11, by blocks).
    static func columns(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x0300...0x036F, 0x200B...0x200F, 0xFE00...0xFE0F, 0xE0100...0xE01EF: 0
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            2
        default: 1
        }
    }
}
