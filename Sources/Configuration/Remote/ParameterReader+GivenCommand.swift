import TaplineCore

extension ParameterReader {
    /// `remote` of an output: the command to whatever plays that it gives, and its `value`.
    mutating func givenCommand(
        gestures: LineOutputDescription.Source?, controls: [Int]
    ) -> PanelActionDescription.Action? {
        guard let entry = entry("remote"), let meaning = command("remote") else { return nil }
        let text = entry.value.text ?? ""
        if !known.commands.contains(meaning) {
            refuse(
                at: entry.value.mark, "no entry of 'remote' names \(text): nobody would hear of it",
                suggestion: "add remote: [{name: NAME, command: \(text)}]")
        }
        if case .gestures(let indices)? = gestures {
            check(indices, controls, doing: meaning, at: entry.keyMark)
        }
        switch meaning {
        case .playing: return nil
        case .seek(let seek): return .give(seek.begin, 0)
        case .command(let command):
            guard let range = command.values else { return .give(command, 0) }
            let limits = Double(range.lowerBound)...Double(range.upperBound)
            let value = required("value", example: "value: 1").flatMap { number($0, "value", in: limits) }
            return value.map { .give(command, Float($0)) }
        }
    }

    /// Refuses what cannot give a command, or cannot give this one.
    private mutating func check(
        _ gestures: [Int], _ controls: [Int], doing meaning: RemoteGestures.Meaning, at mark: YAMLMark
    ) {
        let commands = known.recognizers..<(known.recognizers + known.commands.count)
        for index in gestures where commands.contains(index) {
            return refuse(
                at: mark, "\(quoted(known.gestures[index].name)) is a command itself: it would give another for ever",
                suggestion: "name gestures, controls or motion in 'on'")
        }
        guard meaning.isContinuous else { return }
        if contains("state") {
            refuse("state", "a seek has no 'state': it goes on until the gesture is over", suggestion: "leave it out")
        }
        for index in gestures where known.gestures[index].isContinuous == false {
            return refuse(
                at: mark, "gesture \(quoted(known.gestures[index].name)) just happens: the seek would never end",
                suggestion: "name a gesture that goes on, such as a longPress, or a button")
        }
    }
}
