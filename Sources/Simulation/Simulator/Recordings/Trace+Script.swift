public import TaplineCore
public import TaplineFormats

extension Trace {
    /// Its fingers, and how the device moves, as a script for a panel of `width` × `height` raw pixels: places are scaled, those
    /// beyond the panel at its border, and identities become the lowest free numbers (a chip has few). Cancellations and faults are no
    /// fingers: ``Trace/otherEvents`` counts them.
    public func script(width: Int, height: Int, fingers: Int = Contacts.capacity) -> FingerScript {
        let scaleX = Float(width) / Float(max(panel.rawWidth, 1))
        let scaleY = Float(height) / Float(max(panel.rawHeight, 1))
        var numbers = FingerNames(fingers)
        var frames: [(time: Instant, contacts: Contacts)] = []
        var readings: [MotionReading] = []
        for index in 0..<count {
            let (time, event) = self[index]
            if case .reading(let reading) = event { readings.append(reading) }
            guard case .report(let contacts) = event else { continue }
            var scaled = Contacts()
            numbers.take(contacts) { contact, number in
                scaled.append(
                    Contact(
                        id: Int32(number), x: min(max(contact.x * scaleX, 0), Float(max(width - 1, 0))),
                        y: min(max(contact.y * scaleY, 0), Float(max(height - 1, 0))), pressure: contact.pressure))
            }
            frames.append((time, scaled))
        }
        var script = FingerScript(frames: frames)
        script.motion = MotionScript(readings: readings)
        return script
    }
}

/// Which finger of a chip each contact of a recording is: the lowest that is free where it lands, and that no other one has just left, so
/// that it is not taken for that.
private struct FingerNames {
    /// How many the chip has.
    private let count: Int
    /// The contact that each finger was in the report before.
    private var fingers: [Contact?] = Array(repeating: nil, count: Contacts.capacity)

    init(_ count: Int) { self.count = min(max(count, 1), Contacts.capacity) }

    /// Hands each of `contacts` on with its finger. One whose id another one has already is nobody.
    mutating func take(_ contacts: Contacts, _ handle: (Contact, Int) -> Void) {
        let before = fingers
        fingers = Array(repeating: nil, count: Contacts.capacity)
        var numbers: [Int?] = Array(repeating: nil, count: contacts.count)
        for index in 0..<contacts.count where contacts[index].id >= 0 && isFirst(index, contacts) {
            numbers[index] = before.firstIndex { $0?.id == contacts[index].id }
            if let known = numbers[index] { fingers[known] = contacts[index] }
        }
        // Those without an id are the fingers without one that were nearest, the nearest pair first.
        while let pair = nearest(contacts, numbers, before) {
            numbers[pair.contact] = pair.finger
            fingers[pair.finger] = contacts[pair.contact]
        }
        for index in 0..<contacts.count where numbers[index] == nil && isFirst(index, contacts) {
            let free = fingers.indices.filter { fingers[$0] == nil }
            numbers[index] = free.first { before[$0] == nil && $0 < count } ?? free.first
            if let free = numbers[index] { fingers[free] = contacts[index] }
        }
        for (index, number) in numbers.enumerated() {
            if let number { handle(contacts[index], number) }
        }
    }

    /// Whether no contact before this one has its id.
    private func isFirst(_ index: Int, _ contacts: Contacts) -> Bool {
        contacts[index].id < 0 || !(0..<index).contains { contacts[$0].id == contacts[index].id }
    }

    /// Of contacts without a number and fingers that were without an id, the two nearest to each other.
    private func nearest(
        _ contacts: Contacts, _ numbers: [Int?], _ before: [Contact?]
    ) -> (contact: Int, finger: Int)? {
        var found: (contact: Int, finger: Int)?
        var least = Float.infinity
        for (index, number) in numbers.enumerated() where number == nil && contacts[index].id < 0 {
            for (finger, old) in before.enumerated() {
                guard let old, old.id < 0, fingers[finger] == nil else { continue }
                let distance = Vector(x: contacts[index].x - old.x, y: contacts[index].y - old.y).lengthSquared
                if distance < least { (found, least) = ((index, finger), distance) }
            }
        }
        return found
    }
}
