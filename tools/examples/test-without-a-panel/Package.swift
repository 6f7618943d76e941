// swift-tools-version: 6.2
import PackageDescription

// The tests of a lamp that a swipe switches, on a computer that has neither the panel nor the lamp.
let package = Package(
    name: "test-without-a-panel",
    dependencies: [.package(name: "tapline", path: "../../..")],
    targets: [
        .testTarget(
            name: "LampTests",
            dependencies: [
                .product(name: "TaplineFirmware", package: "tapline"),
                .product(name: "TaplineSimulator", package: "tapline"),
                .product(name: "TaplineDaemon", package: "tapline"),
            ])
    ])
