public import TaplineConfiguration
import TaplineCore
public import TaplineSimulator

extension FingerScript {
    /// The rest before each round of fingers that touch a simulated panel over and over; before the first one the driver finds its
    /// chip.
    static var rest: Microseconds { .milliseconds(1_500) }

    /// From the beginning of one round to that of the next.
    var period: Microseconds {
        max(max(end, frames.last?.time ?? .zero), motion.isRecorded ? motion.end : .zero) - start + Self.rest
    }
}

/// `TAPLINE_FINGERS`: the recording whose fingers touch a simulated chip, so that a program on a computer without the
/// board can be tried as it is.
public enum SimulatedFingers {
    /// Whether the environment names a recording.
    static var areChosen: Bool { path != nil }
    private static var path: String? { Environment.value("TAPLINE_FINGERS").flatMap { $0.isEmpty ? nil : $0 } }

    /// The fingers of the recording that the environment names, scaled to `board`; nil: it names none. Where it names one, those of
    /// the recording at `other` take their place.
    ///
    /// - Throws: ``ServiceError``: exit code 65 where the recording is none, 74 or 77 where it cannot be read, 78 where the board does
    ///   not say how large its panel is.
    public static func chosen(
        for board: BoardDescription?, unless other: String? = nil
    ) throws(ServiceError) -> FingerScript? {
        guard let path, let board else { return nil }
        guard board.panel.rawWidth > 0 else {
            throw ServiceError(
                "TAPLINE_FINGERS: the board does not say how large its panel is; in a copy of it: tapline board set --board FILE "
                    + "size '[1024, 600]'", .badConfiguration)
        }
        return try Trace.read(other ?? path).script(on: board)
    }
}

extension Trace {
    /// The fingers as a script, scaled to `board`.
    package func script(on board: BoardDescription) -> FingerScript {
        script(width: board.panel.rawWidth, height: board.panel.rawHeight, fingers: board.maximumFingers)
    }
}
