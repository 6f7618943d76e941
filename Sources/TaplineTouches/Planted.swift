#if PLANTED_TOUCHES
    /// A violation planted for tools/proofs: a box on the heap. It is generic, and so is TouchTable.report,
    /// which asks for one: nobody can refuse it before FirmwareProof specialises them.
    final class BoxInTouches<Value> {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    @inline(never)
    func plantedInTouches<Value>(_ value: Value) -> BoxInTouches<Value> { BoxInTouches(value) }
#endif

#if PLANTED_ARRAY
    /// The same with an array, which is refused right here: its buffer's class is generic already.
    public func plantedArray<Element>(_ element: Element) -> Int {
        var list: [Element] = []
        list.append(element)
        return list.count
    }
#endif
