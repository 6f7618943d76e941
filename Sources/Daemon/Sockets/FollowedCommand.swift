import TaplineConfiguration
import TaplineCore
import TaplineFormats

/// When a command of the configuration is run, and what is told of the event then. What it runs only its service knows.
struct FollowedCommand {
    private let gestures: RecognizerSet
    private let controls: ZoneSet
    /// States and actions, by their raw values.
    private var states = BitSet<UInt64>()
    private var actions = BitSet<UInt64>()
    /// Whether what is complete counts: with the `release` of a slider as well.
    private let countsWhatIsComplete: Bool
    /// The fields in its words.
    let fields: EventFieldSet

    init(_ description: CommandDescription) {
        gestures = description.gestures
        controls = description.controls
        fields = description.template.fields
        countsWhatIsComplete = description.states.isEmpty
        let counted = countsWhatIsComplete ? CommandDescription.usualStates : description.states
        for (value, name) in EventWords.states.enumerated() where counted.contains(name) { states.insert(value) }
        for (value, name) in EventWords.actions.enumerated() where counted.contains(name) { actions.insert(value) }
    }

    func counts(_ event: GestureEvent) -> Bool {
        gestures.contains(event.gesture) && states.contains(Int(event.state.rawValue))
    }

    func counts(_ event: ControlEvent) -> Bool {
        guard controls.contains(event.zone) else { return false }
        if case .slider = event.control, event.action == .release, countsWhatIsComplete { return true }
        return actions.contains(Int(event.action.rawValue))
    }
}
