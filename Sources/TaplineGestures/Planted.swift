#if PLANTED_GESTURES
    /// A violation planted for tools/proofs: a box on the heap. It is generic, and so is GestureEngine.reportChanges,
    /// which asks for one: nobody can refuse it before FirmwareProof specialises them.
    final class BoxInGestures<Value> {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    @inline(never)
    func plantedInGestures<Value>(_ value: Value) -> BoxInGestures<Value> { BoxInGestures(value) }
#endif

#if PLANTED_ANSWERS
    /// A violation planted for tools/proofs: a box on the heap. It is generic, and so is the engine that asks a delegate,
    /// which asks for one: nobody can refuse it before FirmwareProof specialises them.
    final class BoxInAnswers<Value> {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    @inline(never)
    func plantedInAnswers<Value>(_ value: Value) -> BoxInAnswers<Value> { BoxInAnswers(value) }
#endif
