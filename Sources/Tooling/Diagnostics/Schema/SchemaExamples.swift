import TaplineConfiguration

/// Files in which every key stands in every form that it may have, and with as little beside it as it may: a key that is never
/// left out is required. Which keys there are, and what values they take, their readers say.
enum SchemaExamples {
    static func texts(of kind: TaplineFileKind) -> [String] {
        switch kind {
        case .board: SchemaBoards.examples
        case .configuration:
            ["", empty].map { "tapline: config/1\n" + $0 }
                + (SchemaGestures.examples + SchemaOutputs.examples + [SchemaRemotes.example]).map {
                    "tapline: config/1\nboard: simulated\n" + $0
                }
        case .stroke: strokes
        }
    }

    static let stroke = "{\"tapline\":\"stroke/1\",\"name\":\"z\",\"points\":[[0,0],[80,0],[0,80],[80,80]]}"
    private static var strokes: [String] {
        [
            stroke,
            """
            tapline: stroke/1
            name: z
            strokes: [{points: [[0, 0], [8, 0]]}, {name: y, points: [[0, 0], [8, 0], [9.5, 8]]}]
            """,
            "{tapline: stroke/1, strokes: [{name: y, points: [[0, 0], [8, 0]]}]}",
        ]
    }

    private static let empty = """
        options:
        zones:
        gestures:
        relations:
        motion:
        remote:
        remotes:
        outputs:
        """
}
