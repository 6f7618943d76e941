// swift-tools-version: 6.2
import PackageDescription

// A bootable image of the core for bare metal: `tools/firmware/run CPU` builds it and runs it in qemu. The
// processor's flags, the linker script and the trace come from the toolset that the script writes.
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
        .executableTarget(
            name: "Image",
            dependencies: [
                "CStartup", .product(name: "TaplineFirmware", package: "tapline"),
                .product(name: "TaplineChipModels", package: "tapline"),
            ],
            swiftSettings: [
                .strictMemorySafety(),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableExperimentalFeature("Embedded"),
                .unsafeFlags([
                    "-no-allocations", "-Xfrontend", "-function-sections", "-Xfrontend", "-disable-stack-protector",
                ]),
            ]),
    ])
