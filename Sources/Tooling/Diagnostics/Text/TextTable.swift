/// Columns for people: each as wide as its widest cell, two spaces between.
struct TextTable {
    private var rows: [[String]]

    /// A table with the heads of its columns.
    init(_ heads: String...) { rows = [heads] }

    /// Adds a row, of as many cells as there are heads.
    mutating func add(_ cells: String...) { rows.append(cells) }

    /// The lines.
    var text: String {
        var widths = rows[0].map { _ in 0 }
        for row in rows {
            for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.unicodeScalars.count) }
        }
        var text = ""
        for row in rows {
            var blanks = 0
            for (column, cell) in row.enumerated() {
                if !cell.isEmpty { text += String(repeating: " ", count: blanks) + cell }
                blanks = (cell.isEmpty ? blanks : 0) + widths[column] + 2 - cell.unicodeScalars.count
            }
            text += "\n"
        }
        return text
    }
}
