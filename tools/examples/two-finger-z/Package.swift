// swift-tools-version: 6.2
import PackageDescription

// A daemon with a gesture of one's own beside the library's.
let package = Package(
    name: "two-finger-z",
    dependencies: [.package(name: "tapline", path: "../../..")],
    targets: [
        .executableTarget(
            name: "two-finger-z",
            dependencies: [
                .product(name: "TaplineFirmware", package: "tapline"),
                .product(name: "TaplineDaemon", package: "tapline"),
            ])
    ])
