public import TaplineCore

extension Configuration {
    /// The configuration that is used where none is given, on the whole panel: ``BuiltInConfiguration/text``.
    ///
    /// - Throws: Where `Kind` does not make one of the kinds that it names.
    public static func builtIn(panel: PanelGeometry) throws(ConfigurationErrors) -> Configuration {
        let source = try ConfigurationSource(Array(BuiltInConfiguration.text.utf8), file: BuiltInConfiguration.name)
        return try Configuration(source, panel: panel)
    }
}

/// The configuration that is used where none is given.
public enum BuiltInConfiguration {
    /// What stands for a file's name in messages.
    public static var name: String { "built-in.yaml" }

    /// Its text, for users to start from.
    public static var text: String {
        """
        tapline: config/1
        gestures:
          - {name: tap, kind: tap}
          - {name: doubleTap, kind: tap, taps: 2}
          - {name: press, kind: longPress}
          - {name: swipe, kind: swipe, fires: onLift, maxDuration: 300ms}
          - {name: edge, kind: edgePan}
          - {name: drag, kind: pan}
          - {name: zoom, kind: pinch}
          - {name: turn, kind: rotation}
        relations:
          - {gesture: tap, requireToFail: [doubleTap]}
          - {gesture: drag, requireToFail: [swipe, edge]}
          - {gesture: zoom, simultaneousWith: [turn]}

        """
    }
}
