import TaplineCore

/// A delegate that answers what a file says, and else the default; it passes events on to a collector.
struct ScriptedDelegate: GestureHandler {
    private let answers: [DelegateAnswer]
    private let names: [String]
    private let geometry: PanelGeometry

    /// A delegate of gestures that are called `names`.
    init(_ answers: [DelegateAnswer], names: [String], geometry: PanelGeometry) {
        self.answers = answers
        self.names = names
        self.geometry = geometry
    }

    static var decidesRelations: Bool { true }

    private func answer(_ question: DelegateAnswer.Question, _ gesture: Int, _ other: Int? = nil) -> Bool? {
        answers.first {
            $0.question == question && $0.gestures[0] == names[gesture]
                && (other.map { names[$0] } == ($0.gestures.count > 1 ? $0.gestures[1] : nil))
        }?.isYes
    }

    mutating func shouldReceive(gesture: Int, touch: UInt32, location: Point, zone: Int) -> Bool {
        let place = geometry.pixels(location)
        return answers.first {
            guard $0.question == .shouldReceive, $0.gestures[0] == names[gesture] else { return false }
            guard let rect = $0.rect else { return true }
            let x = Double(place.x) - rect[0]
            let y = Double(place.y) - rect[1]
            return x >= 0 && y >= 0 && x < rect[2] && y < rect[3]
        }?.isYes ?? true
    }
    mutating func shouldBegin(gesture: Int) -> Bool { answer(.shouldBegin, gesture) ?? true }
    mutating func shouldRequireFailure(gesture: Int, of other: Int) -> Bool {
        answer(.shouldRequireFailure, gesture, other) ?? false
    }
    mutating func shouldBeRequiredToFail(gesture: Int, by other: Int) -> Bool {
        answer(.shouldBeRequiredToFail, gesture, other) ?? false
    }
    mutating func shouldRecognizeSimultaneously(gesture: Int, with other: Int) -> Bool {
        answer(.shouldRecognizeSimultaneously, gesture, other) ?? false
    }
    mutating func canPrevent(gesture: Int, other: Int) -> Bool { answer(.canPrevent, gesture, other) ?? true }
    mutating func canBePrevented(gesture: Int, by other: Int) -> Bool {
        answer(.canBePrevented, gesture, other) ?? true
    }

    mutating func handle(_ event: GestureEvent, into sink: inout EventCollector) { sink.emit(event) }
}
