import TaplineConfiguration
import TaplineCore

/// The serial ports of a panel that is not there: the lines that they would be sent.
struct SimulatedPorts {
    private(set) var paths: [String]
    private var formats: [PortFormat]
    /// What each port begins with, in their order; a port that is added has nothing to begin with.
    let greetings: [ByteLine]

    /// The ports that the configuration of `panel` names.
    init<Kind>(_ panel: Panel<Kind>) {
        paths = panel.configuration.serials.map { $0.path }
        formats = panel.configuration.portFormats(geometry: panel.geometry)
        greetings = formats.map { panel.greeting(of: $0) }
    }

    /// Adds a port.
    mutating func append(_ path: String, _ format: PortFormat) {
        paths.append(path)
        formats.append(format)
    }

    /// How many there are.
    var count: Int { formats.count }

    /// What the port at `index` is sent of an event; nil: nothing.
    mutating func line(of event: some PortEvent, at index: Int) -> ByteLine? {
        var line = ByteLine()
        return formats[index].write(event, into: &line) ? line : nil
    }
}
