import TaplineDaemon
import TaplineLinux
import TestSupport

@testable import TaplineDiagnostics

@Suite struct DetectionReportTests {
    /// A GT911, a held chip, a stranger and a bus that nobody may open.
    private var report: DetectionReport {
        var identity = ControllerIdentity()
        identity.product = [0x39, 0x31, 0x31, 0]
        identity.firmware = 0x1060
        (identity.width, identity.height) = (800, 480)
        let holder = ChipOwnership.Holder(address: 0x38, device: "1-0038", driver: "edt_ft5x06", isInput: true)
        var header = DetectedBus(adapter: I2CAdapter(number: 1, name: "bcm2835 (i2c@7e804000)"))
        header.chips = [
            (0x38, .held(holder, holder.refusal(busPath: "/dev/i2c-1"))), (0x48, .unknown),
            (0x5D, .controller(chip: "gt911", identity)),
        ]
        var denied = DetectedBus(adapter: I2CAdapter(number: 2, name: "a \"second\" one"))
        denied.failure = DeviceError(path: "/dev/i2c-2", errno: Errno.accessDenied)
        return DetectionReport([header, denied])
    }

    @Test func tableHasARowForEachChip() {
        let rows = report.table.split(separator: "\n")
        #expect(
            rows == [
                "BUS         ADDRESS  CONTROLLER  ID   FIRMWARE  SIZE     KERNEL DRIVER  ADAPTER",
                "/dev/i2c-1  0x38     -           -    -         -        edt_ft5x06     bcm2835 (i2c@7e804000)",
                "/dev/i2c-1  0x48     unknown     -    -         -        none           bcm2835 (i2c@7e804000)",
                "/dev/i2c-1  0x5d     gt911       911  0x1060    800x480  none           bcm2835 (i2c@7e804000)",
            ])
    }

    @Test func tableOfNothingIsEmpty() {
        #expect(DetectionReport([DetectedBus(adapter: I2CAdapter(number: 1, name: "x"))]).table.isEmpty)
    }

    @Test func notesEndInTheCommandsThatHelp() {
        let notes = report.notes
        #expect(notes.count == 3)
        // It ended at the table: how a board comes of it stood nowhere.
        #expect(notes[1].contains("\n  cp boards/"))
        #expect(
            notes[1].contains(
                ".yaml panel.yaml && tapline board set --board panel.yaml controller gt911 max_fingers 5 bus /dev/i2c-1 "
                    + "addresses '[0x5d]' "))
        #expect(notes[1].hasSuffix(" size '[800, 480]' && tapline doctor --board panel.yaml"))
        #expect(notes.first?.contains("echo 1-0038 | sudo tee /sys/bus/i2c/drivers/edt_ft5x06/unbind") == true)
        #expect(notes.last?.contains("sudo usermod -aG i2c $USER") == true)
    }

    @Test func linesForMachinesAreDetect1() {
        let lines = report.lines.split(separator: "\n")
        #expect(lines.count == 5)
        #expect(lines[0] == #"{"tapline":"detect/1"}"#)
        #expect(
            lines[1].hasPrefix(
                #"{"bus":"/dev/i2c-1","adapter":"bcm2835 (i2c@7e804000)","address":"0x38","state":"held","#
                    + #""driver":"edt_ft5x06","input":true,"hint":"#))
        #expect(lines[2].hasSuffix(#""address":"0x48","state":"unknown"}"#))
        #expect(
            lines[3].hasSuffix(
                #""state":"controller","controller":"gt911","id":"911","firmware":4192,"width":800,"height":480}"#))
        #expect(lines[4].hasPrefix(#"{"bus":"/dev/i2c-2","adapter":"a \"second\" one","state":"failed","why":"#))
    }

    @Test func undecidedChipIsToldWithItsCandidates() {
        var bus = DetectedBus(adapter: I2CAdapter(number: 1, name: ""))
        bus.chips = [(0x5A, .undecided(["cst226se", "cst3240"]))]
        let report = DetectionReport([bus])
        #expect(report.table.hasSuffix("/dev/i2c-1  0x5a     cst226se?   -   -         -     none\n"))
        #expect(
            report.notes == report.notes.filter { $0.hasSuffix("tapline doctor --board BOARD asks it as a run does") })
        #expect(report.notes.count == 1)
        #expect(report.lines.hasSuffix(#""state":"undecided","candidates":"cst226se cst3240"}"# + "\n"))
    }

    @Test func relativesThatReadsDoNotTellApartAreToldAsSuch() {
        var bus = DetectedBus(adapter: I2CAdapter(number: 1, name: "x"))
        bus.chips = [(0x5A, .controller(chip: "cst226se", ControllerIdentity()))]
        let report = DetectionReport([bus])
        #expect(report.table.hasSuffix("/dev/i2c-1  0x5a     cst226se    -   -         -     none           x\n"))
        #expect(report.notes.first?.hasSuffix("tapline doctor --board BOARD asks it") == true)
        #expect(report.lines.hasSuffix(#""state":"controller","controller":"cst226se","firmware":0}"# + "\n"))
    }

    // MARK: Found, or not

    @Test func controllerIsWhoSaysSoOrAnInputDriverHolds() {
        func has(_ found: Detected?) -> Bool {
            var bus = DetectedBus(adapter: I2CAdapter(number: 1, name: ""))
            if let found { bus.chips = [(0x38, found)] }
            return bus.hasController
        }
        func held(isInput: Bool) -> Detected {
            let holder = ChipOwnership.Holder(address: 0x38, device: "1-0038", driver: "x", isInput: isInput)
            return .held(holder, holder.refusal(busPath: "/dev/i2c-1"))
        }
        #expect(has(.controller(chip: "gt911", ControllerIdentity())))
        #expect(has(held(isInput: true)))
        #expect(!has(held(isInput: false)))
        #expect(!has(.unknown))
        #expect(!has(.undecided(["cst226se"])))
        #expect(!has(.portExpander))
        #expect(!has(nil))
    }

    @Test func nothingFoundSaysWhy() {
        let looked = DetectedBus(adapter: I2CAdapter(number: 1, name: ""))
        var denied = looked
        denied.failure = DeviceError(path: "/dev/i2c-1", errno: Errno.accessDenied)
        var broken = looked
        broken.failure = DeviceError(path: "/dev/i2c-1", errno: Errno.inputOutput)
        #expect(DetectionRun.nothing([looked]).exitCode == .unavailable)
        #expect(DetectionRun.nothing([looked, denied]).exitCode == .unavailable)
        #expect(DetectionRun.nothing([denied]).exitCode == .permission)
        #expect(DetectionRun.nothing([denied, broken]).exitCode == .unavailable)
        #expect(DetectionRun.nothing([]).exitCode == .unavailable)
    }

    @Test func refusalNamesTheCommandForEachBus() {
        let refusal = DetectionRun.refusal(
            [I2CAdapter(number: 1, name: "bcm2835"), I2CAdapter(number: 20, name: "fef04500.i2c")], buses: [])
        #expect(refusal.exitCode == .usage)
        #expect(refusal.description.contains("tapline detect --bus /dev/i2c-1 --yes    # bcm2835"))
        #expect(refusal.description.contains("tapline detect --bus /dev/i2c-20 --yes    # fef04500.i2c"))
    }

    @Test(arguments: [
        ("y", true), ("Y", true), ("yes", true), ("YES\r", true), (" y ", true), ("", false), ("n", false),
        ("no", false),
        ("ye", false), ("yess", false), ("j", false),
    ]) func onlyYesIsAYes(answer: String, isYes: Bool) {
        #expect(Question.isYes(Array(answer.utf8)) == isYes)
    }
}
