import Foundation
import TestSupport

/// Whatever bytes a chip sends, whatever fails and is cancelled: for every `began` exactly one end, all the way from the
/// wires.
@Suite struct HostileBytesTests {
    /// Keeps the requests, and the account of what has begun.
    private struct Account: QuietSink {
        var transfer: Transfer?
        var isDriving = false
        var begun: Set<Int> = []
        var began = 0
        var faults: [String] = []
        var down: Set<UInt32> = []

        mutating func transfer(_ transfer: Transfer) { self.transfer = transfer }
        mutating func drive(_ line: ControllerLine, _ drive: LineDrive) { isDriving = true }
        mutating func emit(_ event: GestureEvent) {
            let isRight =
                switch event.state {
                case .began:
                    event.isContinuous && begun.insert(event.gesture).inserted
                case .changed: begun.contains(event.gesture)
                case .cancelled: begun.remove(event.gesture) != nil
                case .ended: (begun.remove(event.gesture) != nil) == event.isContinuous
                default: !begun.contains(event.gesture)
                }
            if event.state == .began { began += 1 }
            if !isRight, faults.count < 10 { faults.append("\(event)") }
        }
        mutating func emit(_ touch: TouchEvent) {
            let isRight =
                switch touch.phase {
                case .began: down.insert(touch.identity).inserted
                case .moved, .stationary: down.contains(touch.identity)
                case .ended, .cancelled: down.remove(touch.identity) != nil
                }
            if !isRight, faults.count < 10 { faults.append("\(touch)") }
        }
        mutating func emit(_ touch: TouchEvent, to zone: Int) {}
        mutating func emit(_ event: ControlEvent) {}
    }

    /// What the chip's registers show: fingers that come, go and wander, and bytes that are anything.
    private struct Registers {
        var random: SplitMix64
        private var fingers: [(id: Int, x: Int, y: Int, dx: Int, dy: Int)] = []

        init(random: SplitMix64) { self.random = random }

        mutating func scan() {
            for i in fingers.indices {
                fingers[i].x = max(0, min(799, fingers[i].x + fingers[i].dx + random.next(below: 3) - 1))
                fingers[i].y = max(0, min(479, fingers[i].y + fingers[i].dy + random.next(below: 3) - 1))
            }
            if fingers.count < 5, random.next(below: 100) < 12 {
                let id = (0..<5).first { id in !fingers.contains { $0.id == id } }!
                let isStill = random.next(below: 3) == 0
                fingers.append(
                    (
                        id, random.next(below: 800), random.next(below: 480), isStill ? 0 : random.next(below: 31) - 15,
                        isStill ? 0 : random.next(below: 31) - 15
                    ))
            }
            if !fingers.isEmpty, random.next(below: 100) < 15 { fingers.remove(at: random.next(below: fingers.count)) }
        }
        /// Now and then a byte is another, a read is short, or all is noise.
        mutating func spoil(_ bytes: [UInt8], asked count: Int) -> BusBytes {
            var bytes = Array(bytes.prefix(count)) + Array(repeating: 0, count: max(0, count - bytes.count))
            let luck = random.next(below: 300)
            if luck == 0 { bytes = bytes.map { _ in UInt8(truncatingIfNeeded: random.next()) } }
            if luck == 1 { bytes.removeLast(random.next(below: bytes.count + 1)) }
            if luck < 12, !bytes.isEmpty {
                bytes[random.next(below: bytes.count)] = UInt8(truncatingIfNeeded: random.next())
            }
            return BusBytes(bytes: bytes)
        }
        mutating func goodix(_ transfer: Transfer) -> BusBytes {
            let address = transfer.written.count > 1 ? Int(transfer.written[0]) << 8 | Int(transfer.written[1]) : 0
            var memory: [Int: UInt8] = [:]
            for (i, byte) in ([0x39, 0x31, 0x31, 0, 0, 0, 0x20, 0x03, 0xE0, 0x01, 0] as [UInt8]).enumerated() {
                memory[0x8140 + i] = byte
            }
            memory[0x814E] = 0x80 | UInt8(fingers.count)
            for (i, finger) in fingers.enumerated() {
                let record = [finger.id, finger.x & 255, finger.x >> 8, finger.y & 255, finger.y >> 8, 20, 0, 0]
                for (j, byte) in record.enumerated() { memory[0x814F + 8 * i + j] = UInt8(byte) }
            }
            return spoil((0..<transfer.readCount).map { memory[address + $0] ?? 0 }, asked: transfer.readCount)
        }
        mutating func focalTech(_ transfer: Transfer) -> BusBytes {
            switch transfer.written.count > 0 ? transfer.written[0] : 0 {
            case 0xA3: return spoil([0x55, 1, 0, 2, 1, 0x11], asked: transfer.readCount)
            case 0x02:
                var bytes = [UInt8(fingers.count)]
                for finger in fingers {
                    bytes += [
                        0x80 | UInt8(finger.x >> 8), UInt8(finger.x & 255),
                        UInt8(finger.id << 4) | UInt8(finger.y >> 8), UInt8(finger.y & 255), 20, 0,
                    ]
                }
                return spoil(bytes, asked: transfer.readCount)
            default: return spoil([], asked: transfer.readCount)
            }
        }
    }

    /// Every kind, some of them waiting or together.
    private func makeSetup() throws -> GestureSetup<StandardRecognizer, 16, 4, 0> {
        var setup = GestureSetup<StandardRecognizer, 16, 4, 0>()
        let corner = Zone.Shape.rectangle(from: Point(x: 0, y: 0), to: Point(x: 300, y: 300))
        let zone = try setup.add(Zone(shape: corner))
        let tap = try setup.add(.tap(TapRecognizer()))
        let double = try setup.add(TestSupport.tap(taps: 2))
        let press = try setup.add(
            .longPress(LongPressRecognizer(changed(.init()) { $0.minimumPressDuration = .milliseconds(80) })),
            zone: zone)
        let pan = try setup.add(.pan(PanRecognizer()))
        _ = try setup.add(.pan(PanRecognizer(changed(.init()) { $0.minimumTouches = 2 })), zone: zone)
        let swipe = try setup.add(.swipe(SwipeRecognizer()))
        _ = try setup.add(.edgePan(EdgePanRecognizer()))
        let pinch = try setup.add(.pinch(PinchRecognizer()))
        let rotation = try setup.add(.rotation(RotationRecognizer()))
        let transform = try setup.add(.transform(TransformRecognizer()), zone: zone)
        try setup.require(tap, toFail: double)
        try setup.require(pan, toFail: swipe)
        try setup.allow(pinch, simultaneouslyWith: rotation)
        try setup.allow(transform, simultaneouslyWith: pan)
        try setup.forbid(press, toPrevent: pan)
        return setup
    }

    private func play<Chip: Controller>(
        _ chip: Chip, reports wanted: Int, random seedling: SplitMix64,
        answer: (inout Registers, Transfer) -> BusBytes
    ) throws -> Account {
        var random = seedling
        var registers = Registers(random: SplitMix64(seed: random.next()))
        let panel = PanelGeometry.Description(
            rawWidth: 800, rawHeight: 480, rawMillimetres: random.next(below: 2) == 0 ? (127, 76.2) : nil)
        let gestures = GesturePipeline<StandardRecognizer, Account, 10, 16, 4, 0, 1>(
            geometry: PanelGeometry(panel),
            touchTimeout: random.next(below: 3) == 0 ? .milliseconds(300) : .unlimited, setup: try makeSetup(),
            outputs: OutputBank())
        var pipeline = Pipeline(chip: chip, gestures: gestures)
        pipeline.gestures.emitsTouches = true
        pipeline.gestures.explains = true
        var account = Account()
        var now = Instant(microseconds: 4_294_000_000)
        var turns = 0
        pipeline.start(at: now, into: &account)
        while pipeline.counters.reports < UInt32(wanted), turns < wanted * 40 {
            turns += 1
            now = now + Microseconds(Int64(random.next(below: 400)))
            switch random.next(below: 2_000) {
            case 0...3: pipeline.cancelTouches(at: now, into: &account)
            case 4: pipeline.start(at: now, into: &account)
            case 5: pipeline.complete(.transferred, at: now, into: &account)
            case 6: now = now + Microseconds(Int64(random.next(below: 3_000_000)))
            default: break
            }
            if let transfer = account.transfer {
                account.transfer = nil
                let isLost = random.next(below: 300) == 0
                var received = isLost ? BusBytes() : answer(&registers, transfer)
                pipeline.complete(
                    isLost ? .transferFailed(BusError(errno: 121)) : .transferred, at: now, received: &received,
                    into: &account)
            } else if account.isDriving {
                account.isDriving = false
                pipeline.complete(.lineSet, at: now, into: &account)
            } else {
                registers.scan()
                let due = pipeline.deadline
                let report = now + Microseconds(Int64(4_000 + random.next(below: 13_000)))
                if due <= report {
                    now = max(now, due)
                    pipeline.advance(to: now, into: &account)
                } else {
                    now = report
                    pipeline.interrupt(at: now, into: &account)
                }
            }
        }
        // The end: what was begun is paid back by a cancellation, and what waits by the clock.
        pipeline.cancelTouches(at: now, into: &account)
        pipeline.gestures.advance(to: now + .milliseconds(60_000), into: &account)
        #expect(account.faults == [])
        #expect(account.begun.isEmpty, "begun and not paid back: \(account.begun)")
        #expect(account.down.isEmpty, "touches not paid back: \(account.down)")
        #expect(pipeline.counters.reports >= UInt32(wanted) / 2, "only \(pipeline.counters.reports) reports")
        #expect(account.began > wanted / 200, "only \(account.began) began")
        return account
    }

    @Test func everyBeganOfAnyBytesHasOneEnd() throws {
        let wanted = Amount.wanted("TAPLINE_FUZZ_REPORTS", debug: 20_000, release: 1_000_000)
        let seed = Seed.fresh()
        print("hostile bytes: seed \(seed), \(wanted) reports")
        var random = SplitMix64(seed: seed)
        let round = 10_000
        for index in 0..<max(1, wanted / round) {
            let own = SplitMix64(seed: random.next())
            if index % 2 == 0 {
                var configuration = Goodix.Configuration()
                configuration.maximumContacts = 10
                _ = try play(Goodix(configuration: configuration), reports: round, random: own) { $0.goodix($1) }
            } else {
                var configuration = FocalTech.Configuration()
                configuration.maximumContacts = 10
                configuration.rawWidth = 800
                configuration.rawHeight = 480
                _ = try play(FocalTech(configuration: configuration), reports: round, random: own) { $0.focalTech($1) }
            }
        }
    }
}
