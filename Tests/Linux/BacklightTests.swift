import Foundation
import TestSupport

@testable import TaplineLinux

/// The light behind a panel, on a tree of its own.
@Suite struct BacklightTests {
    private func tree(_ lights: [(name: String, type: String, most: Int, now: Int)]) throws -> KernelTree {
        let tree = try KernelTree()
        for light in lights { try add(light, to: tree) }
        return tree
    }

    private func add(_ light: (name: String, type: String, most: Int, now: Int), to tree: KernelTree) throws {
        let folder = "/sys/devices/platform/\(light.name)/backlight/\(light.name)"
        try tree.file("\(folder)/type", light.type + "\n")
        try tree.file("\(folder)/max_brightness", "\(light.most)\n")
        try tree.file("\(folder)/brightness", "\(light.now)\n")
        try tree.link("/sys/class/backlight/\(light.name)", to: folder)
    }

    private func brightness(_ tree: KernelTree, _ name: String) -> Int? {
        DeviceFiles.line("\(tree.root)/sys/class/backlight/\(name)/brightness").flatMap { Int($0) }
    }

    private func level(_ thousandths: UInt16) -> OutputLevel { .brightness(thousandths, isFading: false) }

    @Test func levelsAreSharesOfWhatItIsWhileThePanelIsAwake() throws {
        let tree = try tree([("10-0045", "raw", 255, 200)])
        let light = try Backlight("10-0045", root: tree.root)
        #expect(brightness(tree, "10-0045") == 200, "nothing is written before something happens")
        for (share, wanted) in [(500, 100), (203, 41), (1, 1), (0, 0)] as [(UInt16, Int)] {
            try light.set(level(share))
            #expect(brightness(tree, "10-0045") == wanted)
        }
        try light.set(level(1_000))
        #expect(brightness(tree, "10-0045") == 200)
    }

    @Test func whatSomebodyElseHasSetWhileThePanelWasAwakeIsKept() throws {
        let tree = try tree([("a", "raw", 31, 31)])
        let light = try Backlight("a", root: tree.root)
        try light.set(level(0))
        try light.set(.idle)
        try tree.file("/sys/devices/platform/a/backlight/a/brightness", "10\n")
        // (Nothing has changed for the light: nothing is written.)
        try light.set(.idle)
        #expect(brightness(tree, "a") == 10)
        try light.set(level(500))
        #expect(brightness(tree, "a") == 5)
        try light.set(level(1_000))
        #expect(brightness(tree, "a") == 10)
    }

    /// A service that its watchdog kills while the light is dim must not make the night the day of its successor.
    @Test func whoComesAfterAProcessThatWasKilledKnowsWhatItWas() throws {
        let tree = try tree([("a", "raw", 255, 200), ("b", "raw", 255, 90)])
        func next(_ name: String) throws -> Backlight { try Backlight(name, memory: tree.root, root: tree.root) }
        func isKilled(_ name: String, at share: UInt16) throws {
            try next(name).set(level(share))
        }
        for share: UInt16 in [200, 0] {
            try isKilled("a", at: share)
            #expect(brightness(tree, "a") == 200 * Int(share) / 1_000)
            #expect(try next("a").awake == 200)
            #expect(brightness(tree, "a") == 200, "a panel that begins is awake")
        }
        // Another light is another, and one that has been bright since is what it is.
        #expect(try next("b").awake == 90)
        let light = try next("a")
        try light.set(level(100))
        try light.set(level(1_000))
        try tree.file("/sys/devices/platform/a/backlight/a/brightness", "50\n")
        #expect(try next("a").awake == 50)
        // Who has made use of it forgets it: what others set from then on is the day's.
        try isKilled("b", at: 100)
        try next("b").set(.idle)
        try tree.file("/sys/devices/platform/b/backlight/b/brightness", "50\n")
        #expect(try next("b").awake == 50)
        // So does who knows better.
        try isKilled("b", at: 100)
        let told = try Backlight("b", awake: 300, memory: tree.root, root: tree.root)
        try told.set(level(100))
        #expect(try next("b").awake == 8)
        // Without a folder, or with nonsense in it, it is what it shows.
        try isKilled("a", at: 500)
        #expect(try Backlight("a", root: tree.root).awake == 25)
        try tree.file("/light.a", "99999999999\n")
        #expect(try next("a").awake == 25)
    }

    @Test func displayThatTookAnothersPlaceWhileItWasDimIsRememberedInItsStead() throws {
        let tree = try tree([("a", "raw", 255, 200)])
        let light = try Backlight(nil, memory: tree.root, root: tree.root)
        try light.set(level(500))
        try tree.remove("/sys/class/backlight/a")
        light.forgetFile()
        try add(("b", "raw", 100, 80), to: tree)
        try light.set(level(200))
        #expect(brightness(tree, "b") == 16)
        #expect(try Backlight("b", memory: tree.root, root: tree.root).awake == 80)
        try add(("a", "raw", 255, 40), to: tree)
        #expect(try Backlight("a", memory: tree.root, root: tree.root).awake == 40)
    }

    @Test func lightThatSomebodyHasSwitchedOffStaysOff() throws {
        let tree = try tree([("a", "raw", 255, 200)])
        let light = try Backlight("a", root: tree.root)
        try tree.file("/sys/devices/platform/a/backlight/a/brightness", "0\n")
        for share: UInt16 in [500, 1_000] {
            try light.set(level(share))
            #expect(brightness(tree, "a") == 0)
        }
    }

    @Test func wakingThatFailsDoesNotMakeTheDimmedLightTheLightOfDay() throws {
        let tree = try tree([("a", "raw", 255, 255)])
        let light = try Backlight("a", root: tree.root)
        try light.set(level(200))
        #expect(brightness(tree, "a") == 51)
        // The display is gone as the panel wakes, and comes back as it was left.
        try FileManager.default.removeItem(atPath: "\(tree.root)/sys/class/backlight/a")
        light.forgetFile()
        #expect(throws: DeviceError.self) { try light.set(.idle) }
        try tree.link("/sys/class/backlight/a", to: "/sys/devices/platform/a/backlight/a")
        try light.set(level(200))
        #expect(brightness(tree, "a") == 51)
        try light.set(.idle)
        #expect(brightness(tree, "a") == 255)
    }

    @Test func levelThatALightCouldNotTakeIsOwed() throws {
        let tree = try tree([("a", "raw", 255, 255)])
        let light = try Backlight("a", root: tree.root)
        try light.set(level(0))
        try FileManager.default.removeItem(atPath: "\(tree.root)/sys/class/backlight/a")
        light.forgetFile()
        #expect(throws: DeviceError.self) { try light.set(.idle) }
        #expect(light.isBehind)
        try tree.link("/sys/class/backlight/a", to: "/sys/devices/platform/a/backlight/a")
        try light.set(.idle)
        #expect(!light.isBehind && brightness(tree, "a") == 255)
    }

    @Test func brightnessThatAReloadChangesWhileItIsDimmedIsThatOfTheNextWaking() throws {
        let tree = try tree([("a", "raw", 1_000, 300)])
        let light = try Backlight("a", awake: 800, root: tree.root)
        try light.set(level(500))
        #expect(brightness(tree, "a") == 400)
        try light.change(awake: 600)
        #expect(brightness(tree, "a") == 400, "a dimmed light does not flash")
        try light.set(level(500))
        #expect(brightness(tree, "a") == 300)
        // (Without a brightness of its own it keeps what it had.)
        try light.change(awake: nil)
        try light.set(.idle)
        #expect(brightness(tree, "a") == 600)
        try light.change(awake: 900)
        #expect(brightness(tree, "a") == 900)
    }

    @Test func brightnessOfTheConfigurationIsSetFromTheStart() throws {
        let tree = try tree([("a", "raw", 1_000, 3)])
        let light = try Backlight(nil, awake: 800, root: tree.root)
        #expect(brightness(tree, "a") == 800)
        try light.set(level(250))
        #expect(brightness(tree, "a") == 200)
        try light.set(.idle)
        #expect(brightness(tree, "a") == 800)
    }

    @Test func backlightThatWasLeftDarkShines() throws {
        let tree = try tree([("a", "raw", 255, 0)])
        _ = try Backlight("a", root: tree.root)
        #expect(brightness(tree, "a") == 255)
    }

    /// The bug: a service that was started anew at night lit the room.
    @Test func backlightThatSomebodyHasSwitchedOffStaysOffWhereItIsKnownThatNobodyDimmedIt() throws {
        let tree = try tree([("a", "raw", 255, 0)])
        let light = try Backlight("a", memory: tree.root, root: tree.root)
        #expect(brightness(tree, "a") == 0)
        try light.set(.brightness(200, isFading: false))
        try light.set(.idle)
        #expect(brightness(tree, "a") == 0)
    }

    @Test func firstIsTheOneThatTheKernelPrefersThenByName() throws {
        let tree = try tree([("z", "platform", 9, 9), ("a", "raw", 9, 9), ("m", "firmware", 9, 9), ("b", "raw", 9, 9)])
        #expect(Backlight.all(root: tree.root) == ["m", "z", "a", "b"])
        #expect(try Backlight(nil, root: tree.root).name == "m")
    }

    @Test func backlightThatIsNotThereIsToldWithThoseThatAre() throws {
        let tree = try tree([("a", "raw", 9, 9), ("b", "raw", 9, 9)])
        let error = #expect(throws: DeviceError.self) { _ = try Backlight("c", root: tree.root) }
        #expect(error?.description == "c: there is no backlight of this name; there are a, b; or write first")
        let none = #expect(throws: DeviceError.self) { _ = try Backlight(nil, root: try KernelTree().root) }
        #expect(none?.description.hasPrefix("/sys/class/backlight: this computer has no backlight; ") == true)
    }

    @Test(arguments: ["", "0\n", "-3\n", "many\n"])
    func mostThatIsNoNumberIsRefused(_ most: String) throws {
        let tree = try tree([("a", "raw", 9, 9)])
        try tree.file("/sys/devices/platform/a/backlight/a/max_brightness", most)
        #expect(throws: DeviceError.self) { _ = try Backlight("a", root: tree.root) }
    }

    @Test func brightnessThatMakesNoSenseCountsAsTheMost() throws {
        for text in ["", "x\n", "-1\n", "99999\n"] {
            let tree = try tree([("a", "raw", 10, 5)])
            try tree.file("/sys/devices/platform/a/backlight/a/brightness", text)
            let light = try Backlight("a", root: tree.root)
            try light.set(level(500))
            try light.set(.idle)
            #expect(brightness(tree, "a") == 10, "\(text)")
        }
    }

    @Test func firstOneThatComesBackUnderAnotherNameIsDimmedAsBefore() throws {
        let tree = try tree([("a", "raw", 255, 200)])
        // (What is written there fails, as with a device that has gone.)
        let brightness = "/sys/devices/platform/a/backlight/a/brightness"
        try tree.remove(brightness)
        try FileManager.default.createSymbolicLink(atPath: tree.path(brightness), withDestinationPath: "/dev/full")
        let light = try Backlight(nil, root: tree.root)
        try tree.remove("/sys/class/backlight/a")
        let error = #expect(throws: DeviceError.self) { try light.set(level(500)) }
        #expect(error?.description.contains("/sys/class/backlight/a/brightness") == true)
        try add(("b", "raw", 100, 80), to: tree)
        for (now, wanted) in [(.idle, 80), (level(500), 40), (.idle, 80)] as [(OutputLevel, Int)] {
            try light.set(now)
            #expect(self.brightness(tree, "b") == wanted)
        }
        #expect((light.name, light.most) == ("b", 100))
    }

    @Test func lightThatIsNotThereAtTheStartIsFoundLater() throws {
        let tree = try KernelTree()
        let light = Backlight(awaiting: nil, awake: 800, root: tree.root)
        #expect(!light.isOpen)
        #expect(throws: DeviceError.self) { try light.set(.idle) }
        #expect(light.isBehind)
        try add(("a", "raw", 255, 10), to: tree)
        try light.set(.idle)
        #expect(brightness(tree, "a") == 204 && !light.isBehind)
        try light.set(level(500))
        #expect(brightness(tree, "a") == 102)
    }

    @Test func shareOfTheDayThatCouldNotBeSetIsOwed() throws {
        let tree = try tree([("a", "raw", 255, 200)])
        let light = try Backlight("a", awake: 500, root: tree.root)
        light.forgetFile()
        try tree.remove("/sys/class/backlight/a")
        #expect(throws: DeviceError.self) { try light.change(awake: 800) }
        #expect(light.isBehind)
        try tree.link("/sys/class/backlight/a", to: "/sys/devices/platform/a/backlight/a")
        try light.set(.idle)
        #expect(brightness(tree, "a") == 204 && !light.isBehind)
    }

    @Test func hugeBrightnessIsRefusedOrDivided() throws {
        let none = try tree([("a", "raw", 9_223_372_036_854_776, 9)])
        #expect(throws: DeviceError.self) { _ = try Backlight("a", root: none.root) }
        let most = Int(Int32.max)
        let tree = try tree([("a", "raw", most, most)])
        let light = try Backlight("a", root: tree.root)
        try light.set(level(999))
        #expect(brightness(tree, "a") == 2_145_336_163)
    }
}
