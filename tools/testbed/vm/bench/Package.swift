// swift-tools-version: 6.2
import PackageDescription

// What plays the panel in the virtual machine, on a real kernel: `tools/testbed/vm/test.bash` builds and starts it. Scripts,
// fingers, chips and traces are those of the pretended kernel interface beside it: the files are links.
let package = Package(
    name: "bench",
    dependencies: [.package(name: "tapline", path: "../../../..")],
    targets: [
        .target(
            name: "CKernelInterface",
            cSettings: [.unsafeFlags(["-std=gnu17", "-Wall", "-Wextra", "-Wno-implicit-fallthrough"])]),
        // What C alone can do: the ioctls of a chip of lines, starting a program.
        .target(name: "CBench", cSettings: [.unsafeFlags(["-std=gnu17", "-Wall", "-Wextra"])]),
        .executableTarget(
            name: "Bench",
            dependencies: [
                "CBench", "CKernelInterface", .product(name: "TaplineChipModels", package: "tapline"),
                .product(name: "TaplineSimulator", package: "tapline"),
                .product(name: "TaplineFirmware", package: "tapline"),
            ],
            swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
    ])
