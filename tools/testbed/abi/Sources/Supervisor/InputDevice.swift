import TaplineChipModels
import TaplineCore

/// A touchscreen behind `/dev/input/eventN`.
final class InputDevice {
    let description: PanelDescription.Input
    var model: EvdevModel
    /// Whether events reach whoever reads; otherwise they gather, and in the end the kernel drops them.
    var isRead = true
    /// The program that wants them for itself alone.
    var isGrabbed = false

    init(_ description: PanelDescription.Input) {
        self.description = description
        var configuration = EvdevModel.Configuration(
            description.manner, width: Int32(description.width), height: Int32(description.height))
        configuration.x.resolution = Int32(description.resolution)
        configuration.y.resolution = Int32(description.resolution)
        model = EvdevModel(configuration: configuration)
    }

    /// What the model answers; nil and the error number where it refuses.
    func ask(_ query: EvdevQuery, at now: Instant) -> (bytes: [UInt8], error: Int32) {
        var received = BusBytes()
        if let error = model.transfer(query.transfer(), at: now, into: &received) { return ([], error.errno) }
        return ((0..<received.count).map { received[$0] }, 0)
    }
}
