import TaplineCore

extension ParameterReader {
    /// `mask` and `ghosts`: what is asked of contacts before they become touches.
    mutating func ghostRules(on panel: PanelGeometry.Description?, of chip: ControllerChip?) -> GhostRules {
        var rules = GhostRules()
        if let node = node("mask"), node.text != "none" {
            problems.note(node, .list(1...GhostRules.mostAreas))
            for element in elements(node, "mask") {
                guard let area = area(element, on: panel) else { continue }
                guard rules.ignore(area) else {
                    refuse(
                        at: element.mark, "there are more than \(GhostRules.mostAreas) areas",
                        suggestion: "at most \(GhostRules.mostAreas) are ignored")
                    break
                }
            }
            if let panel, rules.ignoresAll(width: panel.rawWidth, height: panel.rawHeight) {
                refuse(
                    at: node.mark, "the whole panel is masked: no finger would be left",
                    suggestion: "write the part that has no fingers")
            }
        }
        guard let node = node("ghosts"), node.text != "none" else { return rules }
        mapping(node, what: "ghosts") { reader in
            let life = reader.time(
                "minimum_life", in: TouchRules.ghostLifetime...(.milliseconds(100)), none: .unlimited)
            if let life, life < .unlimited { rules.minimumLife = life }
            rules.dropsPeriodic = reader.choice("periodic", [("keep", false), ("drop", true)]) ?? false
            rules.holdsBursts = reader.choice("bursts", [("keep", false), ("hold", true)]) ?? false
            if let size = reader.integer("palm", in: 1...65_535, any: 0, word: "none"), size > 0 {
                rules.palmSize = Float(size)
                if let chip, !chip.tellsSizes {
                    reader.refuse(
                        "palm", "a \(chip.name) does not tell how large its contacts are", suggestion: "leave palm out")
                }
            }
            let flicker = reader.time("flicker", in: .milliseconds(10)...(.milliseconds(100)), none: .unlimited)
            if let flicker, flicker < .unlimited { rules.flicker = flicker }
            if let limit = reader.integer("smoothing", in: 1...20, any: 0, word: "none") {
                rules.smoothingHz = Float(limit)
            }
        }
        if rules.holdsBursts, rules.minimumLife == .zero {
            refuse(
                at: node.mark, "without a minimum_life no contact is short, and nothing is a burst",
                suggestion: "add minimum_life: 30ms, or leave bursts out")
        }
        return rules
    }

    private mutating func area(_ node: YAMLNode, on panel: PanelGeometry.Description?) -> GhostRules.Area? {
        guard
            let parts = list(
                node, "mask", count: 4,
                example: "areas, each [left, top, right, bottom] in raw pixels: [[0, 0, 40, 479]]")
        else { return nil }
        let edges = parts.compactMap { integer($0, "mask", in: 0...65_535) }
        guard edges.count == 4 else { return nil }
        let (left, top, right, bottom) = (edges[0], edges[1], edges[2], edges[3])
        guard left <= right, top <= bottom else {
            return refused(
                at: node.mark, "the area ends before it begins", suggestion: "write left, top, right, bottom")
        }
        if let panel, panel.rawWidth > 0, right >= panel.rawWidth || bottom >= panel.rawHeight {
            return refused(
                at: node.mark, "the area is larger than the panel, \(panel.rawWidth) by \(panel.rawHeight) px",
                suggestion: "write at most \(panel.rawWidth - 1) for right and \(panel.rawHeight - 1) for bottom")
        }
        return GhostRules.Area(
            left: Float(left), top: Float(top), right: Float(right), bottom: Float(bottom))
    }
}
