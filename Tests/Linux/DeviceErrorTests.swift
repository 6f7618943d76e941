import Foundation
import TestSupport

@testable import TaplineLinux

@Suite struct DeviceErrorTests {
    @Test(arguments: [
        ("/dev/i2c-77", "usermod -aG i2c $USER"), ("/dev/gpiochip77", "usermod -aG gpio $USER"),
        ("/dev/ttyAMA77", "usermod -aG dialout $USER"),
    ]) func missingPermissionNamesTheUsualGroupOfAFileOutOfSight(path: String, hint: String) {
        let error = DeviceError(path: path, errno: 13)
        #expect(error.isPermission)
        #expect(error.hint.contains(hint))
    }

    @Test(.enabled(if: NSUserName() == "root", "only root can give a file to a group"))
    func missingPermissionNamesTheFilesOwnGroup() throws {
        let tree = try KernelTree()
        try tree.file("/port", "")
        // 50 is staff on every Debian.
        try FileManager.default.setAttributes([.groupOwnerAccountID: 50], ofItemAtPath: tree.root + "/port")
        let error = DeviceError(path: tree.root + "/port", errno: 13)
        #expect(error.hint == "add the user to the group staff and log in again: sudo usermod -aG staff $USER")
    }

    /// The user of a service with `DynamicUser` is no account: `usermod` is nothing to him.
    @Test func missingPermissionOfAServiceNamesTheOptionOfItsUnit() {
        for (group, option) in [
            ("input", "input.conf"), ("video", "backlight.conf"), ("i2c", "SupplementaryGroups=i2c"),
        ] {
            for user in [61_184, 65_519] as [UInt32] {
                let hint = DeviceError.membershipHint(group, user: user)
                #expect(hint.contains(option) && !hint.contains("usermod"))
            }
            for user in [0, 1_000, 61_183, 65_520] as [UInt32] {
                #expect(DeviceError.membershipHint(group, user: user).hasSuffix("sudo usermod -aG \(group) $USER"))
            }
        }
    }

    @Test(.enabled(if: NSUserName() == "root", "only root can give a file to a group"))
    func fileInAClosedFolderNamesTheFoldersGroup() throws {
        let tree = try KernelTree()
        try tree.file("/lamp/control", "")
        try FileManager.default.setAttributes([.groupOwnerAccountID: 50], ofItemAtPath: tree.root + "/lamp")
        // (Out of sight: root would see what is there.)
        let error = DeviceError(path: tree.root + "/lamp/hidden", errno: 13)
        #expect(error.hint == "add the user to the group staff and log in again: sudo usermod -aG staff $USER")
    }

    @Test func fileOfRootsGroupIsNotSolvedByJoiningIt() {
        // (Root's own group has this file on every Linux.)
        #expect(DeviceError(path: "/dev/null", errno: 13).hint == "only root may use it")
        #expect(DeviceError(path: "/etc/shadow-there-is-none", errno: 13).hint == "only root may use it")
    }

    @Test func deviceThatAServiceWasNotGivenSaysHowToGiveIt() {
        let error = DeviceError(path: "/dev/i2c-1", errno: 1)
        #expect(error.isPermission)
        #expect(error.hint.contains("DeviceAllow=/dev/i2c-1 rw"))
    }

    @Test(arguments: [
        ("/dev/i2c-1", 2 as Int32, "modprobe i2c-dev"), ("/dev/i2c-1", 95, "SMBus only"),
        ("/dev/gpiochip0", 2, "/dev/gpiochip*"), ("/dev/ttyUSB0", 2, "plug it in"),
        ("/dev/ttyAMA0", 2, "enable_uart=1"),
        ("/dev/ttyGS0", 2, "g_serial"), ("/dev/null", 25, "path of a serial port"),
        ("/dev", 21, "path of a serial port"), ("/run/tapline/lamp/metrics.prom", 21, "a folder is in the way"),
        ("/dev/i2c-1", 5, ""),
    ]) func hintFitsTheDevice(path: String, errno: Int32, hint: String) {
        let error = DeviceError(path: path, errno: errno)
        #expect(hint.isEmpty ? error.hint.isEmpty : error.hint.contains(hint))
        #expect(!error.isPermission)
        #expect(error.description.hasPrefix("\(path): "))
    }
}
