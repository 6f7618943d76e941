/// Gestures that the broker does not have yet, oldest first. Its size is fixed: where a gesture finds no place, the oldest one
/// that is not on its way is given up, and counted.
///
/// A gesture is handed to the MQTT library once. From then on the library sends it again after each broken connection until
/// the broker says that it has it, and only then it leaves the queue: so none is lost, and none is sent twice by this side
/// under two numbers.
struct DeliveryQueue {
    /// How many gestures wait at most.
    let capacity: Int
    /// How many may be on their way at once. (libmosquitto's own limit is 20; a broker answers them in order.)
    static let window = 10

    private(set) var deliveries: [Delivery] = []
    /// How many gestures were given up since the start, and lines that never came.
    private(set) var lost = 0

    init(capacity: Int) {
        self.capacity = max(capacity, DeliveryQueue.window + 1)
        deliveries.reserveCapacity(self.capacity)
    }

    var isEmpty: Bool { deliveries.isEmpty }
    var onTheirWay: Int { deliveries.prefix(DeliveryQueue.window).count { $0.number != nil } }

    /// Takes one more gesture.
    mutating func append(_ delivery: Delivery) {
        if deliveries.count == capacity {
            // Those on their way are the first ones: at most `window` of them, less than the capacity.
            let oldest = deliveries.firstIndex { $0.number == nil } ?? 0
            deliveries.remove(at: oldest)
            lost += 1
        }
        deliveries.append(delivery)
    }

    /// So many lines were left out before they came here.
    mutating func hasMissed(_ count: Int) { lost = count < Int.max - lost ? lost + count : .max }

    /// The place of the next gesture to hand over; nil: enough are on their way, or none waits.
    var next: Int? {
        guard onTheirWay < DeliveryQueue.window else { return nil }
        return deliveries.firstIndex { $0.number == nil }
    }

    /// The gesture at `place` has been handed over under `number`.
    mutating func hasHandedOver(_ place: Int, as number: Int32) { deliveries[place].number = number }

    /// What is on its way is to be handed over again: to another client, whose broker knows nothing of it.
    mutating func takeBack() {
        for place in deliveries.indices.prefix(DeliveryQueue.window) { deliveries[place].number = nil }
    }

    /// The broker has the message of that number. (Others than gestures have numbers, too.)
    mutating func wasDelivered(_ number: Int32) {
        if let place = deliveries.prefix(DeliveryQueue.window).firstIndex(where: { $0.number == number }) {
            deliveries.remove(at: place)
        }
    }
}
