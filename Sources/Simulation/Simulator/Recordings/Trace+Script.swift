import TaplineCore
public import TaplineFormats

extension Trace {
    /// Its fingers as a script for a panel of `width` × `height` raw pixels: places are scaled, identities become the
    /// lowest free numbers (a chip has few). Cancellations and faults are no fingers: ``Trace/otherEvents`` counts them.
    public func script(width: Int, height: Int) -> FingerScript {
        let scaleX = Float(width) / Float(max(panel.rawWidth, 1))
        let scaleY = Float(height) / Float(max(panel.rawHeight, 1))
        var identities: [Int32?] = Array(repeating: nil, count: Contacts.capacity)
        var frames: [(time: Instant, contacts: Contacts)] = []
        for index in 0..<count {
            let (time, event) = self[index]
            guard case .report(let contacts) = event else { continue }
            for slot in identities.indices {
                let isStillThere = (0..<contacts.count).contains { contacts[$0].id == identities[slot] }
                if !isStillThere { identities[slot] = nil }
            }
            var scaled = Contacts()
            for i in 0..<contacts.count {
                let contact = contacts[i]
                let known = contact.id < 0 ? nil : identities.firstIndex(of: contact.id)
                guard let slot = known ?? identities.firstIndex(of: nil) else { continue }
                identities[slot] = contact.id
                scaled.append(
                    Contact(
                        id: Int32(slot), x: contact.x * scaleX, y: contact.y * scaleY, pressure: contact.pressure))
            }
            frames.append((time, scaled))
        }
        return FingerScript(frames: frames)
    }
}
