public import TaplineCore

/// What kind of chip a ``ScanningChip`` is, as far as all of them have it.
public protocol ChipConfiguration: Sendable {
    /// The 7-bit address.
    var address: UInt8 { get set }
    /// Raw pixels across.
    var width: UInt16 { get set }
    /// Raw pixels down.
    var height: UInt16 { get set }
    /// How long an interrupt pulse lasts.
    var pulseWidth: Microseconds { get }
    /// How long after a reset the chip answers nobody.
    var bootTime: Microseconds { get }
}

extension ChipConfiguration {
    /// The same chip behind `panel`.
    func behind(_ panel: ModelledPanel) -> Self {
        var configuration = self
        if let address = panel.address { configuration.address = address }
        configuration.width = panel.registerWidth
        configuration.height = panel.registerHeight
        return configuration
    }
}

/// A simulated touch controller that shows its last scan and pulses its interrupt line, unless it does otherwise
/// (``ResettableChip/interrupt()``): what differs is how it shows it.
public protocol ScanningChip: FamilyModel {
    associatedtype Configuration: ChipConfiguration
    /// What kind of chip it is.
    var configuration: Configuration { get }
    /// The fingers on the panel.
    var fingers: Contacts { get set }
    /// Shows them, and says so where there is something to say.
    mutating func publish()
}

extension ScanningChip {
    public var bootTime: Microseconds { configuration.bootTime }

    public mutating func interrupt() { life.pulse(configuration.pulseWidth) }

    public mutating func setFingers(_ contacts: Contacts, at instant: Instant) {
        advance(to: instant)
        fingers = contacts
        guard life.power == .running, !faults.isFrozen, !faults.isAbsent else { return }
        publish()
    }

    public mutating func begin() { if fingers.count > 0 { publish() } }
}
