#if PLANTED_CONTROLLERS
    /// A violation planted for tools/proofs: a box on the heap. It is generic, and so is ChipDriver.quickRead,
    /// which asks for one: nobody can refuse it before FirmwareProof specialises them.
    final class BoxInControllers<Value> {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    @inline(never)
    func plantedInControllers<Value>(_ value: Value) -> BoxInControllers<Value> { BoxInControllers(value) }
#endif
