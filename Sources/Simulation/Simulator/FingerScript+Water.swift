import TaplineCore

extension FingerScript {
    /// The same fingers on a wet panel: among them contacts of nobody's, one every 100 to 400 ms, anywhere, each gone after a scan
    /// or two. The same every time; for an hour.
    ///
    /// - Parameters:
    ///   - width, height: raw pixels.
    ///   - fingers: how many contacts a report has at most, 1…16. They are one of them: where all fingers are down there is none.
    public func wet(width: Float, height: Float, fingers: Int) -> FingerScript {
        let most = min(max(fingers, 1), Contacts.capacity)
        var random = SplitMix64(seed: 24)
        var drops: [(contact: Contact, from: Instant, to: Instant)] = []
        var time = Instant.zero + .milliseconds(300)
        while time < min(end, .zero + .milliseconds(3_600_000)) {
            let place = (Float(random.next(below: 1_000)) / 1_000, Float(random.next(below: 1_000)) / 1_000)
            let contact = Contact(id: Int32(most - 1), x: place.0 * width, y: place.1 * height, pressure: 20)
            let life = Microseconds(interval.count * Int64(1 + random.next(below: 2)))
            drops.append((contact, time, time + life))
            time = time + .milliseconds(Int64(100 + 10 * random.next(below: 31)))
        }
        var moments = frames.map { $0.time } + drops.map { $0.from } + drops.map { $0.to }
        moments.sort()
        var wet: [(time: Instant, contacts: Contacts)] = []
        var (frame, drop) = (0, 0)
        var contacts = Contacts()
        for (index, moment) in moments.enumerated() {
            while frame < frames.count, frames[frame].time <= moment {
                contacts = frames[frame].contacts
                frame += 1
            }
            while drop < drops.count, drops[drop].to <= moment { drop += 1 }
            if index + 1 < moments.count, moments[index + 1] == moment { continue }
            var all = contacts
            if drop < drops.count, drops[drop].from <= moment, contacts.count < most,
                !(0..<contacts.count).contains(where: { contacts[$0].id == drops[drop].contact.id })
            {
                all.append(drops[drop].contact)
            }
            wet.append((moment, all))
        }
        var script = FingerScript(frames: wet)
        script.rest(end - script.end)
        script.motion = motion
        return script
    }
}
