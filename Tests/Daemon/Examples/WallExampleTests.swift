import Foundation
import TaplineConfiguration
import TaplineDaemon
import TestSupport

/// boards/examples/wall.yaml: a light that dims, goes out and comes back.
@Suite struct WallExampleTests {
    @Test func aTouchCountsWhileTheLightIsDimAndOnlyWakesFromTheDark() throws {
        let rig = try VirtualPanel<StandardRecognizer>(
            configuration: Repository.url("boards/examples/wall.yaml").path)
        func tap() {
            var finger = Contacts()
            finger.append(Contact(id: 0, x: 400, y: 240))
            rig.touch(finger)
            rig.wait(.milliseconds(60))
            rig.touch(Contacts())
            rig.wait(.milliseconds(400))
        }
        func lamp(_ isOn: Bool, isDim: Bool, isDark: Bool, _ when: String) {
            #expect(rig.isActive("GPIO23") == isOn, "the lamp \(when)")
            #expect(rig.isActive("backlight") == isDim, "the light \(when)")
            #expect(rig.isActive("GPIO24") == isDark, "the line \(when)")
        }
        rig.wait(.milliseconds(31_000))
        lamp(false, isDim: true, isDark: false, "after 31 s")
        tap()
        lamp(true, isDim: false, isDark: false, "after a tap")
        rig.wait(.milliseconds(301_500))
        lamp(true, isDim: true, isDark: true, "in the dark")
        tap()
        lamp(true, isDim: false, isDark: false, "after a tap that wakes")
        tap()
        lamp(false, isDim: false, isDark: false, "after the next one")
    }
}
