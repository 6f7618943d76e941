// swift-tools-version: 6.2
import PackageDescription

// What Tapline is measured with: `tools/bench/mix` and `tools/bench/instructions` build and start it.
let package = Package(
    name: "bench",
    dependencies: [.package(name: "tapline", path: "../..")],
    targets: [
        // The labelled mix of gestures that Tapline is scored and timed with. It knows nothing of Tapline: it makes
        // fingers, and reads what was recognized.
        .executableTarget(
            name: "Mix", swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
        // From a chip's registers to effects, to be counted.
        .executableTarget(
            name: "Instructions",
            dependencies: [
                .product(name: "TaplineFirmware", package: "tapline"),
                .product(name: "TaplineChipModels", package: "tapline"),
                .product(name: "TaplineConfiguration", package: "tapline"),
                .product(name: "TaplineDaemon", package: "tapline"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("MemberImportVisibility"),
                .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)),
            ]),
        // The same in time: how long a report takes, and how soon its first effect is there.
        .executableTarget(
            name: "Times",
            dependencies: [
                .product(name: "TaplineFirmware", package: "tapline"),
                .product(name: "TaplineChipModels", package: "tapline"),
                .product(name: "TaplineConfiguration", package: "tapline"),
                .product(name: "TaplineDaemon", package: "tapline"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("MemberImportVisibility"),
                .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)),
            ]),
    ])
