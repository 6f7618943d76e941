import TaplineFormats

/// The first line of a recording.
enum RecordingHeader {
    /// That of `trace/1`.
    ///
    /// - Parameters:
    ///   - width: raw px across.
    ///   - millimetres: across and down, in the direction of the raw axes; nil where nobody knows.
    static func trace(
        width: Int, height: Int, millimetres: (width: Double, height: Double)?, board: String
    ) -> String {
        var text = "{\"tapline\":\"trace/1\",\"panel\":{\"width\":\(width),\"height\":\(height)"
        if let size = millimetres {
            text += ",\"width_mm\":\(fixed(size.width, places: 2)),\"height_mm\":\(fixed(size.height, places: 2))"
        }
        return text + "},\"board\":\(json(board)),\"source\":\"tapline record\"}"
    }

    /// That of `bus/1`.
    ///
    /// - Parameter board: the name under which a replay finds it; nil: it is left out.
    static func bus(chip: String, address: Int, board: String?) -> String {
        let place = "0x" + hexadecimal(UInt8(truncatingIfNeeded: address))
        return "{\"tapline\":\"bus/1\",\"chip\":\(json(chip)),\"address\":\"\(place)\""
            + (board.map { ",\"board\":\(json($0))}" } ?? "}")
    }
}
