import TaplineSimulator
import TestSupport

/// What a board says of the measuring of touch keys: `sensing`.
@Suite("Touch keys: how they are measured")
struct KeySensingTests {
    private func mpr121(_ change: (inout KeySensing) -> Void) -> [String] {
        var bench = MPR121Bench {
            change(&$0.variant.sensing)
        }
        bench.start(for: 500)
        #expect(bench.identity.isKnown && bench.isMeasuring && bench.faults.isEmpty)
        return bench.transfers
    }

    private func cap1188(_ change: (inout KeySensing) -> Void) -> [String] {
        var bench = CAP1xxxBench(TouchKeyConfiguration(.cap1xxx(product: 0x50))) {
            change(&$0.variant.sensing)
        }
        bench.start(for: 500)
        #expect(bench.identity.isKnown && bench.isMeasuring && bench.faults.isEmpty)
        return bench.transfers
    }

    /// Registers of the data sheet: 41 to 58 thresholds, 5B debounce, 5C and 5D filters.
    @Test("an MPR121 gets thresholds, debounce, samples and period")
    func allOfAnMPR121() {
        let sent = mpr121 {
            $0.touch = 0x20
            $0.release = 0x14
            $0.debounce = 3
            $0.samples = 10
            $0.period = 16
        }
        #expect(sent.contains("41" + String(repeating: "2014", count: 6)))
        #expect(sent.contains("4d" + String(repeating: "2014", count: 6)))
        #expect(sent.contains("5b331034"))
    }

    @Test("without a release it is half of the touch, and what is not said stays as it was")
    func halfAndUsual() {
        #expect(mpr121 { $0.touch = 41 }.contains("41" + String(repeating: "2914", count: 6)))
        #expect(mpr121 { $0.touch = 1 }.contains("41" + String(repeating: "0101", count: 6)))
        let usual = mpr121 { _ in }
        #expect(usual.contains("41" + String(repeating: "0c06", count: 6)) && usual.contains("5b001020"))
    }

    /// Registers of the data sheet: 24 sampling, 30 to 37 thresholds.
    @Test("a CAP1188 gets thresholds, samples and period, and none of it where nothing is said")
    func allOfACAP1188() {
        let sent = cap1188 {
            $0.touch = 0x15
            $0.samples = 32
            $0.period = 35
        }
        #expect(sent.filter { $0.hasPrefix("3") && $0.hasSuffix("15") } == (0..<8).map { "3\($0)15" })
        #expect(sent.contains("2458"))
        #expect(cap1188 { $0.period = 140 }.contains("243b"))
        let usual = cap1188 { _ in }
        #expect(!usual.contains { $0.hasPrefix("24") || $0.hasPrefix("3") })
    }

    @Test("keys that are measured so are keys as before, also after a reset", arguments: [true, false])
    func stillKeys(isMPR121: Bool) {
        var sensing = KeySensing()
        sensing.touch = 30
        sensing.samples = 4
        var bench: any KeyBench =
            isMPR121
            ? MPR121Bench(checksLiveness: true) { $0.variant.sensing = sensing }
            : CAP1xxxBench(TouchKeyConfiguration(.cap1xxx(product: 0x50)), checksLiveness: true) {
                $0.variant.sensing = sensing
            }
        bench.start(for: 500)
        bench.touch((0, 150, 20), for: 10)
        #expect(bench.last == [Contact(id: 1, x: 150, y: 50)])
        bench.lift(for: 20)
        bench.resetItself(for: 5_000)
        bench.touch((0, 150, 20), for: 10)
        #expect(bench.last == [Contact(id: 1, x: 150, y: 50)])
        #expect(
            bench.entries.filter {
                guard case .transfer(_, let written, _, nil) = $0.kind else { return false }
                return written.first == (isMPR121 ? 0x41 : 0x30) && written.count > 1 && written[1] == 30
            }.count == 2)
    }
}
