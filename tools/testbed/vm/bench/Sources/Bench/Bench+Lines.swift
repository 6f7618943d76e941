import CBench
import CKernelInterface
import Glibc
import TaplineChipModels
import TaplineCore

// Lines: what the kernel tells of them, and what the chip does to its own.
extension Bench {
    /// A program sets a line. (A request with a level sets it before it makes the line an output.)
    func levelWasSet(_ index: Int, _ level: Bool, at time: Instant) {
        let line = lines.all[index]
        guard !line.isOutput || line.level != level else { return }
        lines.set(index, level: level)
        trace.add("line \(line.name) \(level ? 1 : 0)", at: time)
        if line.isOutput { driveChip(line.name, level ? .high : .low) }
    }

    func directionWasSet(_ index: Int, isOutput: Bool) {
        let line = lines.all[index]
        guard line.isOutput != isOutput else { return }
        lines.set(index, isOutput: isOutput)
        if isOutput {
            driveChip(line.name, line.level ? .high : .low)
        } else {
            letGo(index)
        }
    }

    func hearNews(ofChip chip: Int) {
        var change = bench_line_change()
        while bench_read_change(lines.chips[chip], &change) == 0 {
            guard let index = lines.index(chip: chip, offset: Int(change.offset)) else { continue }
            let line = lines.all[index]
            switch change.event {
            case BENCH_LINE_REQUESTED:
                let consumer = withUnsafeBytes(of: &change.consumer) { Array($0.prefix { $0 != 0 }) }
                let direction = change.is_output ? "output" : "input"
                trace.add("request \(line.name) \(direction) consumer \(String.quoted(consumer))")
            case BENCH_LINE_RELEASED:
                trace.add("release \(line.name) \(line.level ? 1 : 0)")
                lines.set(index, isOutput: false)
                if line.isOutput { letGo(index) }
            default: break
            }
        }
    }

    /// Nobody drives the line any more: the chip's lines go where the chip and their resistors pull them.
    private func letGo(_ index: Int) {
        let name = lines.all[index].name
        driveChip(name, .release)
        if let surface = surfaces.first(where: { $0.interruptPin == name }) {
            surface.toldAsserted = surface.chip?.interruptIsAsserted ?? false
            pull(index, surface.interruptLevel)
        } else if surfaces.contains(where: { $0.resetPin == name }) {
            pull(index, true)
        }
    }

    /// A chip gives its interrupt line a level.
    func driveInterrupt(of surface: Surface, _ level: Bool, at time: Instant) {
        guard surface.stuckInterrupt == nil, let pin = surface.interruptPin, let index = lines.index(of: pin) else {
            return
        }
        setInput(index, level)
    }

    /// Something outside gives an input line a level.
    func setInput(_ index: Int, _ level: Bool) {
        let line = lines.all[index]
        guard !line.isOutput, line.level != level else { return }
        trace.add("edge \(line.name) \(level ? 1 : 0)")
        pull(index, level)
    }

    private func pull(_ index: Int, _ level: Bool) {
        do throws(Complaint) { try lines.pull(index, level) } catch { trace.add("bench \(error.message)") }
    }

    /// The interrupt line keeps a level whatever the chip does, or follows it again.
    func holdInterrupt(at level: Bool?) {
        guard let pin = surface.interruptPin, let index = lines.index(of: pin) else { return }
        surface.stuckInterrupt = level
        setInput(index, surface.interruptLevel)
    }

    /// Somebody else takes a line.
    func take(_ name: String, _ consumer: String) throws(Complaint) {
        guard let index = lines.index(of: name) else { throw Complaint("there is no line '\(name)'") }
        try lines.take(index, consumer)
    }

    /// The level on a line's wire, as the kernel reads it back; nil: there is no such line.
    func level(of name: String) -> Bool? {
        guard let index = lines.index(of: name) else { return nil }
        do throws(Complaint) {
            // (The kernel traces a level before it sets it, and who is woken by that may be here first.)
            let limit = Clock.now + .milliseconds(1_000)
            var value = try lines.value(index)
            while lines.all[index].isOutput, value != lines.all[index].level, Clock.now < limit {
                _ = abi_wait(nil, 0, 1_000)
                value = try lines.value(index)
            }
            return value
        } catch {
            return nil
        }
    }
}
