/// Who may take a touch or an action: it is offered to a zone, then to the zones around it, then to the panel, which is
/// zone 0, and to the application in the end.
public enum Responder: Equatable, Sendable {
    /// The zone at this index; 0 is the panel.
    case zone(Int)
    /// Whoever runs the panel: the last to be asked.
    case application
}
