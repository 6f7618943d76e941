/// The last elements of a sequence, so many at most.
package struct Ring<Element: Sendable>: Sendable {
    private var elements: [Element] = []
    private var oldest = 0
    private let capacity: Int

    /// Room for `capacity` elements, 1 or more.
    package init(capacity: Int) {
        self.capacity = max(capacity, 1)
        elements.reserveCapacity(self.capacity)
    }

    package var count: Int { elements.count }

    /// The element at `index`, 0 …< ``count``; 0 is the oldest.
    package subscript(index: Int) -> Element { elements[(oldest + index) % capacity] }

    /// Adds an element; where there is no room the oldest one goes.
    package mutating func append(_ element: Element) {
        if elements.count < capacity {
            elements.append(element)
        } else {
            elements[oldest] = element
            oldest = (oldest + 1) % capacity
        }
    }

    package mutating func removeAll() {
        elements.removeAll(keepingCapacity: true)
        oldest = 0
    }
}
