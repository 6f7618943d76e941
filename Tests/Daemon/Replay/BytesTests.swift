import Foundation
import TaplineDaemon
import TaplineSimulator
import TestSupport

/// The same fingers move the same bytes everywhere: here in process, in the test bed behind the kernel's interface, and in
/// a virtual machine behind a real kernel's adapter. All of them are compared with one file.
///
/// `TAPLINE_WRITE_TABLES=1` writes the file anew.
@Suite struct BytesTests {
    private static let scenarios = Repository.url("tools/testbed/abi/scenarios")

    /// The fingers of the scenario's script: `fingers 0:100,200 1:…`, and none for `lift`.
    private static func fingers() throws -> [Contacts] {
        let script = try String(contentsOf: scenarios.appending(path: "bytes/script"), encoding: .utf8)
        return script.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words[0] == "fingers" || words[0] == "lift" else { return nil }
            var contacts = Contacts()
            for word in words.dropFirst() {
                let parts = word.split { $0 == ":" || $0 == "," }
                contacts.append(Contact(id: Int32(parts[0])!, x: Float(parts[1])!, y: Float(parts[2])!, pressure: 40))
            }
            return contacts
        }
    }

    /// A trace in the test bed's words: `i2c 0x5d w 814e r 80`.
    private static func lines(_ trace: BusTrace) -> String {
        return (0..<trace.count).map { index in
            guard case .transfer(let written, let read, _) = trace[index].event else { return "" }
            let address = "i2c 0x" + hexadecimal(trace.address)
            return address + " w " + hexadecimal(written) + (read.isEmpty ? "" : " r " + hexadecimal(read)) + "\n"
        }.joined()
    }

    @Test func theSameFingersMoveTheSameBytesInProcess() throws {
        let common = Self.scenarios.appending(path: "common")
        let rig = try VirtualPanel<StandardRecognizer>(
            configuration: common.appending(path: "config.yaml").path, board: common.appending(path: "board.yaml").path)
        // (The check whether the chip lives, 100 ms after it was identified, is over.)
        rig.wait(.milliseconds(200))
        for contacts in try Self.fingers() {
            rig.touch(contacts)
            rig.wait(.milliseconds(5))
        }
        let file = Self.scenarios.appending(path: "bytes/transfers")
        let moved = Self.lines(rig.busTrace)
        if ProcessInfo.processInfo.environment["TAPLINE_WRITE_TABLES"] != nil {
            try moved.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(moved == (try? String(contentsOf: file, encoding: .utf8)))
    }
}
