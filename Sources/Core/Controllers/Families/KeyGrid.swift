/// Touch keys as a panel: each electrode is a cell, and a key that is touched a contact in the middle of it.
///
/// So zones, taps and long presses work on keys as they do on panels. Cells go from left to right and then downwards,
/// electrode 0 at the top left; electrodes beyond the last cell are not used.
public struct KeyGrid: Equatable, Sendable {
    /// Cells across, 1…16.
    public let columns: Int
    /// Cells down, 1…16.
    public let rows: Int

    /// How they are measured.
    public var sensing = KeySensing()

    /// So many cells across and down, each at least 1 and at most 16.
    public init(columns: Int, rows: Int = 1) {
        self.columns = columns < 1 ? 1 : columns > 16 ? 16 : columns
        self.rows = rows < 1 ? 1 : rows > 16 ? 16 : rows
    }

    /// How many cells there are.
    public var count: Int { columns &* rows }

    /// Raw pixels from the left to the middle of `key`'s cell on a panel `width` pixels wide; 0 means 100 pixels a cell.
    public func x(of key: Int, width: Int) -> Int { middle(key % columns, of: columns, size: width) }

    /// Raw pixels from the top to the middle of `key`'s cell on a panel `height` pixels high; 0 means 100 pixels a cell.
    public func y(of key: Int, height: Int) -> Int { middle(key / columns, of: rows, size: height) }

    private func middle(_ cell: Int, of cells: Int, size: Int) -> Int {
        (2 &* cell &+ 1) &* (size > 0 ? size : 100 &* cells) / (2 &* cells)
    }

    /// Appends the keys whose bits are set in `touched` to a report on a panel of this size, the first ones where the report
    /// has no room for all.
    @inline(__always)
    func append(_ touched: UInt32, width: Int, height: Int, to report: inout ChipReport) {
        var key = 0
        var left = report.limit
        while key < count, left > 0 {
            if touched &>> UInt32(truncatingIfNeeded: key) & 1 != 0 {
                report.append(
                    id: Int32(truncatingIfNeeded: key), x: x(of: key, width: width), y: y(of: key, height: height))
                left &-= 1
            }
            key &+= 1
        }
    }
}
