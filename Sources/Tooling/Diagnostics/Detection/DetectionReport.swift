import TaplineConfiguration
import TaplineCore
import TaplineFormats
import TaplineLinux

/// What was found on some buses, as text.
public struct DetectionReport {
    /// What was found.
    public let buses: [DetectedBus]

    /// A report about `buses`.
    public init(_ buses: [DetectedBus]) { self.buses = buses }

    /// A table for people, a row for each chip; empty where there is none.
    public var table: String {
        var table = TextTable("BUS", "ADDRESS", "CONTROLLER", "ID", "FIRMWARE", "SIZE", "KERNEL DRIVER", "ADAPTER")
        var isEmpty = true
        for bus in buses {
            for (address, found) in bus.chips {
                var cells = ("-", "-", "-", "-", "none")
                switch found {
                case .controller(let chip, let identity):
                    cells.0 = chip
                    if !identity.productText.isEmpty { cells.1 = identity.productText }
                    if identity.firmware > 0 { cells.2 = "0x" + String(identity.firmware, radix: 16) }
                    if identity.width > 0 { cells.3 = "\(identity.width)x\(identity.height)" }
                case .sensor(let chip, let identity):
                    cells.0 = chip + " (motion)"
                    cells.1 = identity.productText
                case .held(let holder, _): cells.4 = holder.driver.isEmpty ? "not shown" : holder.driver
                case .unknown: cells.0 = "unknown"
                case .undecided(let names): cells.0 = (names.first ?? "") + "?"
                case .portExpander: cells.0 = "port expander?"
                }
                table.add(
                    bus.adapter.path, address.hexadecimal, cells.0, cells.1, cells.2, cells.3, cells.4,
                    bus.adapter.name)
                isEmpty = false
            }
        }
        return isEmpty ? "" : table.text
    }

    /// What a person should know beside the table, a line each: held chips with the command that frees them, buses that do
    /// not work.
    public var notes: [String] {
        var notes: [String] = []
        for bus in buses {
            for (address, found) in bus.chips {
                let place = "chip \(address.hexadecimal) on \(bus.adapter.path)"
                switch found {
                case .held(_, let refusal): notes.append("\(refusal.description). It was not touched.")
                case .portExpander:
                    notes.append(
                        "\(place): gives the same byte for everything, as a port expander does, whose outputs a register's "
                            + "address would set; it was not asked. Only a panel that has never been touched looks "
                            + "like this, too: touch it and look again")
                case .undecided(let names):
                    notes.append(
                        "\(place): somebody answers, perhaps a \(names.joined(separator: ", ")): they say who they are only to "
                            + "somebody who writes, and nothing was written, or not at all"
                            + (names.contains("exc3000")
                                ? "; a touched EXC3000 shows itself: touch it and look again" : "")
                            + ". What decides it: name one in a board, and tapline doctor --board BOARD asks it as a run does"
                    )
                case .controller(let name, let identity):
                    if identity.productText.isEmpty {
                        notes.append(
                            "\(place): is a \(name) or a relative, which share a driver; which one, it says only to somebody who "
                                + "writes: tapline doctor --board BOARD asks it")
                    }
                    guard let chip = ControllerChip(name: name), let file = BoardBeginning.file(for: chip) else {
                        break
                    }
                    let command = BoardBeginning.command(
                        chip, file: file, bus: bus.adapter.path, addresses: [address], identity: identity)
                    notes.append(
                        "\(place): where no board is that of your panel, this makes one for it, polled; its lines go into "
                            + "interrupt_pin and reset_pin:\n  \(command)")
                case .sensor, .unknown: break
                }
            }
            if let failure = bus.failure { notes.append(failure.description) }
        }
        return notes
    }

    /// `detect/1`: a header, then a line for each chip and each bus that could not be looked at.
    public var lines: String {
        var header = JSONObject()
        header.add("tapline", "detect/1")
        var text = header.line
        for bus in buses {
            for (address, found) in bus.chips {
                var line = JSONObject()
                line.add("bus", bus.adapter.path)
                line.add("adapter", bus.adapter.name)
                line.add("address", address.hexadecimal)
                switch found {
                case .controller(let chip, let identity):
                    line.add("state", "controller")
                    line.add("controller", chip)
                    if !identity.productText.isEmpty { line.add("id", identity.productText) }
                    line.add("firmware", Int(identity.firmware))
                    if identity.width > 0 {
                        line.add("width", Int(identity.width))
                        line.add("height", Int(identity.height))
                    }
                case .sensor(let chip, let identity):
                    line.add("state", "sensor")
                    line.add("sensor", chip)
                    line.add("id", identity.productText)
                case .held(let holder, let refusal):
                    line.add("state", "held")
                    if !holder.driver.isEmpty { line.add("driver", holder.driver) }
                    line.add("input", holder.isInput)
                    line.add("hint", refusal.hint)
                case .unknown: line.add("state", "unknown")
                case .undecided(let names):
                    line.add("state", "undecided")
                    line.add("candidates", names.joined(separator: " "))
                case .portExpander: line.add("state", "portExpander")
                }
                text += line.line
            }
            guard let failure = bus.failure else { continue }
            var line = JSONObject()
            line.add("bus", bus.adapter.path)
            line.add("adapter", bus.adapter.name)
            line.add("state", "failed")
            line.add("why", failure.description)
            text += line.line
        }
        return text
    }
}

extension UInt8 {
    /// `0x5d`: an address, as everywhere.
    var hexadecimal: String { "0x" + digits }
    /// Its two digits.
    var digits: String { (self < 16 ? "0" : "") + String(self, radix: 16) }
}
