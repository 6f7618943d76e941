// swift-tools-version: 6.2
import PackageDescription

// The kernel interface answered from outside: `tools/testbed/abi/run` builds and starts it. The chips behind it are
// those of the Simulator.
let package = Package(
    name: "abi",
    dependencies: [.package(name: "tapline", path: "../../..")],
    targets: [
        // What C alone can do: the filter, the program's memory and descriptors, the structures of ioctls.
        .target(
            name: "CKernelInterface",
            cSettings: [.unsafeFlags(["-std=gnu17", "-Wall", "-Wextra", "-Wno-implicit-fallthrough"])]),
        .executableTarget(
            name: "Supervisor",
            dependencies: [
                "CKernelInterface", .product(name: "TaplineChipModels", package: "tapline"),
                .product(name: "TaplineSimulator", package: "tapline"),
                .product(name: "TaplineFirmware", package: "tapline"),
            ],
            swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
    ])
