#if PLANTED_GESTURES
    /// A violation planted for tools/proofs: generic code that allocates. It must not build for bare metal.
    public func plantedInGestures<Element>(_ element: Element) -> Int {
        var list: [Element] = []
        list.append(element)
        return list.count
    }
#endif
