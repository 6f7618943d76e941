import TaplineConfiguration
import TaplineCore
import TaplineFormats

/// What was seen of a panel: an `acceptance/1` file.
///
/// It holds what is said below and nothing else: no name of a computer, a user or a file, no date; times count from its
/// beginning.
struct AcceptanceRecord: Equatable, Sendable {
    /// What happened.
    enum Kind: Equatable, Sendable {
        /// Somebody was asked for the step of this number.
        case step(Int)
        /// What went over the wires, and the interrupt line.
        case bus(BusTrace.Event)
        /// A complete report, in raw px.
        case report([Contact])
        /// All steps are over.
        case end
    }

    /// What happened when.
    struct Entry: Equatable, Sendable {
        /// From the beginning.
        var time: Instant
        var kind: Kind
    }

    /// The panel, by what its board says: what a driver, a model and the steps are made of.
    struct Head: Equatable, Sendable {
        var chip: String
        var address: UInt8
        var width: Int
        var height: Int
        var fingers: Int
        /// Whether the interrupt line is asserted at its high level; nil: the chip is polled.
        var interruptIsActiveHigh: Bool?
        var hasReset: Bool
        /// Whether a STOP stands between write and read.
        var stops: Bool
        /// The time between reads of a polled chip while fingers are down, and else, ms.
        var poll: [Int]
        /// Whether its cable may be pulled.
        var pullsCable = false

        init(_ board: BoardDescription, pullsCable: Bool) {
            self.pullsCable = pullsCable
            chip = board.controller.name
            address = board.addresses.first ?? 0
            (width, height) = (board.panel.rawWidth, board.panel.rawHeight)
            fingers = board.maximumFingers
            interruptIsActiveHigh = board.interruptPin.map { !$0.activeLow }
            hasReset = board.resetPin != nil
            stops = board.transferMode == .stop
            poll = [board.activePollPeriod, board.idlePollPeriod].map { Int($0.count / 1_000) }
        }

        /// The same panel on a simulated board.
        ///
        /// - Throws: ``ServiceError``: exit code 65 where no board is like that which the first line of `file` says.
        func board(file: String) throws(ServiceError) -> BoardDescription {
            var text =
                "tapline: board/1\nname: accepted\nsource: acceptance/1\ncontroller: \(chip)\nbus: simulated\n"
                + "addresses: [0x\(hexadecimal(address))]\nsize: [\(width), \(height)]\nmax_fingers: \(fingers)\n"
                + "poll: {active: \(poll[0])ms, idle: \(poll[1])ms}\n"
            if let isHigh = interruptIsActiveHigh {
                text += "interrupt_pin: {line: GPIO4, active: \(isHigh ? "high" : "low")}\n"
            }
            if hasReset { text += "reset_pin: GPIO17\n" }
            if stops { text += "transfer_mode: stop\n" }
            let bytes = Array(text.utf8)
            do throws(ConfigurationErrors) {
                return try BoardDescription(bytes, file: file)
            } catch {
                // (Its places and suggestions are those of the text above.)
                throw ServiceError(LineFormatError(file: file, line: 1, message: error.errors[0].message))
            }
        }
    }

    /// What the chip says of itself.
    struct Identity: Equatable, Sendable {
        var product: String
        var firmware: Int
        /// Raw px, 0 where it does not say.
        var width: Int
        var height: Int

        init(product: String = "", firmware: Int = 0, width: Int = 0, height: Int = 0) {
            (self.product, self.firmware, self.width, self.height) = (product, firmware, width, height)
        }

        init(_ identity: ControllerIdentity) {
            var product = ""
            for i in identity.product.indices where (0x21...0x7E).contains(identity.product[i]) {
                product.unicodeScalars.append(Unicode.Scalar(identity.product[i]))
            }
            self.init(
                product: product, firmware: Int(identity.firmware), width: Int(identity.width),
                height: Int(identity.height))
        }
    }

    var head: Head
    /// nil: the chip did not identify itself.
    var identity: Identity?
    var entries: [Entry] = []

    init(_ head: Head) { self.head = head }

    /// The steps that belong to it.
    var steps: [AcceptanceStep] {
        AcceptanceStep.all(
            width: head.width, height: head.height, fingers: head.fingers, pullsCable: head.pullsCable)
    }

    /// The reports, without those that say what the one before said.
    var reports: [[Contact]] {
        var reports: [[Contact]] = []
        for case .report(let contacts) in entries.map({ $0.kind }) where contacts != reports.last ?? [] {
            reports.append(contacts)
        }
        return reports
    }

    /// Adds what happened at `time` of the clock that shows `start` at the beginning.
    mutating func append(_ kind: Kind, at time: Instant, since start: Instant) {
        // (An edge may be older than the transfer before it.)
        let time = max(Instant(microseconds: (time - start).count), entries.last?.time ?? .zero)
        entries.append(Entry(time: time, kind: kind))
    }
}
