import TaplineSimulator
import TestSupport

/// A model of a chip, and a host that reads and writes its registers on a clock moved by hand.
struct ModelHost<Model: ChipModel> {
    var model: Model
    let address: UInt8
    var now = Instant.zero

    mutating func read(_ register: [UInt8], _ count: Int, at address: UInt8? = nil) -> [UInt8]? {
        var bytes = BusBytes()
        let transfer = Transfer(
            address: address ?? self.address, written: ShortBytes(bytes: register), readCount: count)
        return model.transfer(transfer, at: now, into: &bytes) == nil ? bytes.bytes : nil
    }

    @discardableResult
    mutating func write(_ bytes: [UInt8], at address: UInt8? = nil) -> BusError? {
        var nothing = BusBytes()
        let transfer = Transfer(address: address ?? self.address, written: ShortBytes(bytes: bytes))
        return model.transfer(transfer, at: now, into: &nothing)
    }

    mutating func touch(_ places: (Int32, Float, Float)...) {
        model.setFingers(Contacts(places, pressure: 7), at: now)
    }

    mutating func pass(_ microseconds: Int64) {
        now = now + Microseconds(microseconds)
        model.advance(to: now)
    }
}
