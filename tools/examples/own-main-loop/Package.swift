// swift-tools-version: 6.2
import PackageDescription

// A lamp that a swipe switches, without an operating system: the core and a main loop of one's own.
let package = Package(
    name: "own-main-loop",
    dependencies: [.package(name: "tapline", path: "../../..")],
    targets: [
        .executableTarget(
            name: "own-main-loop",
            dependencies: [
                .product(name: "TaplineFirmware", package: "tapline"),
                // The simulated chip in place of one.
                .product(name: "TaplineChipModels", package: "tapline"),
            ])
    ])
