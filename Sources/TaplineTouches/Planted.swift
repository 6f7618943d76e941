#if PLANTED_TOUCHES
    /// A violation planted for tools/proofs: generic code that allocates. It must not build for bare metal.
    public func plantedInTouches<Element>(_ element: Element) -> Int {
        var list: [Element] = []
        list.append(element)
        return list.count
    }
#endif
