#if PLANTED_RUNTIME
    /// A violation planted for tools/proofs: a box on the heap. It is generic, and so is Pipeline.completeNews,
    /// which asks for one: nobody can refuse it before FirmwareProof specialises them.
    final class BoxInRuntime<Value> {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    @inline(never)
    func plantedInRuntime<Value>(_ value: Value) -> BoxInRuntime<Value> { BoxInRuntime(value) }
#endif

#if PLANTED_SLEEP
    /// A violation planted for tools/proofs: a box on the heap. It is generic, and so is Pipeline.ask,
    /// which asks for one: nobody can refuse it before FirmwareProof specialises them.
    final class BoxInSleep<Value> {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    @inline(never)
    func plantedInSleep<Value>(_ value: Value) -> BoxInSleep<Value> { BoxInSleep(value) }
#endif
