#if PLANTED_OUTPUTS
    /// A violation planted for tools/proofs: a box on the heap. It is generic, and so is OutputBank.handle,
    /// which asks for one: nobody can refuse it before FirmwareProof specialises them.
    final class BoxInOutputs<Value> {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    @inline(never)
    func plantedInOutputs<Value>(_ value: Value) -> BoxInOutputs<Value> { BoxInOutputs(value) }
#endif
