// The same pipeline behind the driver of every family, and behind that of input devices, which has no chip: each is
// specialised by itself, and thus proven by itself.

public import TaplineChipModels
public import TaplineCore

/// Uses every entry of a pipeline behind each driver. It is compiled, never run: there is one
/// set of gestures, for the first pipeline.
public struct DriverProof: FamilyVisitor, ~Copyable {
    private var gestures: ProofGestures?
    private let inputDevice = EvdevDriver()
    private var received = BusBytes()
    /// What the pipelines want.
    public var sink: ProofSink
    /// Their clock.
    public var now = Instant.zero

    /// A proof with a panel.
    public init(geometry: PanelGeometry) {
        gestures = makeProofGestures(geometry: geometry)
        sink = ProofSink(geometry: geometry)
    }

    public mutating func visit<Model: FamilyModel>(_ family: ListedFamily<Model>) {
        use(ChipDriver<Model.Family>())
    }

    fileprivate mutating func useInputDevice() { use(inputDevice) }

    private mutating func use<Driver: Controller>(_ driver: Driver) {
        guard let gestures = gestures.take() else { return }
        var pipeline = Pipeline<Driver, StandardRecognizer, ProofSink, 10, 11, 5, 4, 8>(
            chip: driver, gestures: gestures)
        now = FirmwareProof.use(&pipeline, &sink, .transferred, received: &received, at: now)
    }
}

public func useEveryDriver(_ proof: inout DriverProof) {
    ChipFamilies.visit(&proof)
    proof.useInputDevice()
}
