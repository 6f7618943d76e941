import TaplineCore

// How the keys of a chip without a panel lie: `keys: [4, 3]`.

extension ParameterReader {
    /// The grid of `chip`'s keys: in one row unless `keys` says otherwise; nil for a panel.
    mutating func keys(of chip: ControllerChip?) -> KeyGrid? {
        guard let chip else { return nil }  // Which has been reported.
        guard chip.hasKeys else {
            if let node = node("keys") {
                refuse(
                    at: node.mark, "a \(chip.name) has a panel, no keys",
                    suggestion: "leave keys out; zones divide a panel")
            }
            return nil
        }
        let all = KeyGrid(columns: chip.maximumFingers)
        guard let node = node("keys") else { return all }
        guard let parts = list(node, "keys", count: 2, example: "[columns, rows]: [4, 3]"),
            let columns = integer(parts[0], "keys", in: 1...16), let rows = integer(parts[1], "keys", in: 1...16)
        else { return nil }
        guard columns * rows <= chip.maximumFingers else {
            return refused(
                at: node.mark, "there are \(columns * rows) keys",
                suggestion: "a \(chip.name) has at most \(chip.maximumFingers)")
        }
        return KeyGrid(columns: columns, rows: rows)
    }
}
