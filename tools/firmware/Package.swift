// swift-tools-version: 6.2
import PackageDescription

// Bootable images of the core for bare metal: `tools/firmware/run CPU` builds one and runs it in qemu. The
// processor's flags and the linker script come from the toolset that the script writes.

let image: [SwiftSetting] = [
    .strictMemorySafety(),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableExperimentalFeature("Embedded"),
    .unsafeFlags([
        "-no-allocations", "-Xfrontend", "-function-sections", "-Xfrontend", "-disable-stack-protector",
    ]),
]
let onTheBus: [Target.Dependency] = [
    "CStartup", "Console", .product(name: "TaplineFirmware", package: "tapline"),
    .product(name: "TaplineChipModels", package: "tapline"),
]

// `KINDS=fewer`: recognizers of two kinds only.
let isFewer = Context.environment["KINDS"] == "fewer"

let package = Package(
    name: "firmware",
    dependencies: [.package(name: "tapline", path: "../..")],
    targets: [
        // What stands below Swift on bare metal: reset, memory functions, semihosting, the trace.
        .target(
            name: "CStartup",
            cSettings: [
                .unsafeFlags([
                    "-O2", "-ffreestanding", "-fno-builtin", "-ffunction-sections", "-fdata-sections",
                    "-ffp-contract=off", "-Wall", "-Wextra", "-Werror",
                ])
            ]),
        // What they print.
        .target(
            name: "Console",
            dependencies: ["CStartup", .product(name: "TaplineFirmware", package: "tapline")], swiftSettings: image),
        // A panel that replays a trace.
        .executableTarget(
            name: "Image", dependencies: onTheBus,
            exclude: [isFewer ? "BuiltInGestures.swift" : "FewerKinds.swift"], swiftSettings: image),
        // A panel and a motion sensor on one bus.
        .executableTarget(name: "MotionImage", dependencies: onTheBus, swiftSettings: image),
    ])
