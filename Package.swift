// swift-tools-version: 6.2
import PackageDescription

// One manifest, three modes; one mode per scratch path, because an Embedded module cannot be imported by a normal one.
// Without EMBEDDED: everything. `EMBEDDED=1 swift build --triple … --scratch-path …`: the firmware floors as Embedded
// Swift without a heap. `EMBEDDED=linux`: what the daemon needs as Embedded Swift with a heap (tools/cross).
// ARCHITECTURE.md shows which target may use which.
let mode = Context.environment["EMBEDDED"] ?? ""
let bareMetal = mode == "1"
let embeddedLinux = mode == "linux"
let embedded = bareMetal || embeddedLinux
// `PLANTED=Touches,Sleep` compiles forbidden allocations into the floors (their Planted.swift): tools/proofs shows that the
// build then fails.
let planted = Context.environment["PLANTED"]?.split(separator: ",") ?? []

let inTests: [SwiftSetting] =
    [
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        // Generic code is specialised where it is used, in another module.
        .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)),
    ]
    + (embedded
        ? [
            .enableExperimentalFeature("Embedded"),
            .unsafeFlags(["-Xfrontend", "-function-sections", "-Xfrontend", "-disable-stack-protector"]),
        ] : [])
    + (bareMetal ? [.unsafeFlags(["-no-allocations"])] : [])

// Nothing but the tests uses tasks or regular expressions: without these flags the daemon loads seven libraries for them, 2 MB.
let everywhere: [SwiftSetting] =
    inTests + [
        .unsafeFlags([
            "-Xfrontend", "-disable-implicit-concurrency-module-import",
            "-Xfrontend", "-disable-implicit-string-processing-module-import",
        ])
    ]

// Floors 0–3: no heap, no locks, no existentials, no unsafe code. The report path carries performance
// annotations, which the compiler checks in release builds (NOALLOC).
let firmware: [SwiftSetting] =
    everywhere + [
        // (Nothing here can write beyond an array: there is no unsafe code.)
        .unsafeFlags(["-Xfrontend", "-disable-stack-protector"]),
        .strictMemorySafety(),
        .treatWarning("StrictMemorySafety", as: .error),
        .treatWarning("EmbeddedRestrictions", as: .error),
        bareMetal ? .define("BAREMETAL") : .define("NOALLOC", .when(configuration: .release)),
    ]
    + planted.map { .define("PLANTED_\($0.uppercased())") }

var products: [Product] = [
    .library(
        name: "TaplineFirmware",
        targets: ["TaplineTouches", "TaplineGestures", "TaplineControllers", "TaplineOutputs", "TaplineRuntime"]),
    .library(name: "TaplineChipModels", targets: ["TaplineChipModels"]),
]
let firmwareFloors: [Target.Dependency] = [
    "TaplineRuntime", "TaplineOutputs", "TaplineControllers", "TaplineGestures", "TaplineTouches",
]
var targets: [Target] = [
    // Ground floor
    // (An unoptimised square root is a call into libm.)
    .target(
        name: "TaplineTouches", swiftSettings: firmware,
        linkerSettings: bareMetal ? [] : [.linkedLibrary("m")]),
    // Floor 1
    .target(name: "TaplineGestures", dependencies: ["TaplineTouches"], swiftSettings: firmware),
    .target(name: "TaplineControllers", dependencies: ["TaplineTouches"], swiftSettings: firmware),
    // Floor 2
    .target(name: "TaplineOutputs", dependencies: ["TaplineGestures", "TaplineTouches"], swiftSettings: firmware),
    // Floor 3
    .target(
        name: "TaplineRuntime",
        dependencies: ["TaplineOutputs", "TaplineControllers", "TaplineGestures", "TaplineTouches"],
        swiftSettings: firmware),
    // The part of the Simulator that needs no heap either: an image replays a recording through a chip's registers.
    .target(name: "TaplineChipModels", dependencies: firmwareFloors, swiftSettings: firmware),
    // The concrete pipeline that the Embedded build proves allocation-free.
    .target(name: "FirmwareProof", dependencies: firmwareFloors + ["TaplineChipModels"], swiftSettings: firmware),
]
var dependencies: [Package.Dependency] = []

// What the daemon needs: it may allocate, and builds as Embedded Swift too.
if !bareMetal {
    products += [
        .library(name: "TaplineSimulator", targets: ["TaplineSimulator"]),
        .library(name: "TaplineBoards", targets: ["TaplineBoards"]),
        .library(name: "TaplineService", targets: ["TaplineService", "TaplineBoards", "TaplineDevices"]),
        .executable(name: "taplined", targets: ["taplined"]),
    ]
    targets += [
        // Floor 4
        .systemLibrary(name: "CYaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CGpiod", pkgConfig: "libgpiod", providers: [.apt(["libgpiod-dev"])]),
        .systemLibrary(name: "CI2C", providers: [.apt(["libi2c-dev"])]),
        .target(name: "CTaplineSystem"),
        // One interface for libgpiod 1.6 and 2; the installed header decides.
        .target(name: "CTaplineGPIO", dependencies: ["CGpiod"]),
        .target(
            name: "TaplineBoards", dependencies: firmwareFloors + ["TaplineChipModels", "CYaml"],
            swiftSettings: everywhere),
        .target(
            name: "TaplineDevices",
            dependencies: firmwareFloors + ["TaplineBoards", "CTaplineSystem", "CTaplineGPIO", "CI2C"],
            swiftSettings: everywhere),
        .target(
            name: "TaplineSimulator", dependencies: firmwareFloors + ["TaplineChipModels"],
            swiftSettings: everywhere),
        // Floor 5
        .target(
            name: "TaplineService",
            dependencies: firmwareFloors + [
                "TaplineBoards", "TaplineDevices", "TaplineSimulator", "TaplineChipModels", "CTaplineSystem",
            ],
            swiftSettings: everywhere),
        .target(
            name: "TaplineConformance",
            dependencies: firmwareFloors + ["TaplineBoards", "TaplineService", "TaplineSimulator"],
            swiftSettings: everywhere),
        .target(
            name: "TaplineDiagnostics",
            dependencies: firmwareFloors + [
                "TaplineBoards", "TaplineDevices", "TaplineService", "TaplineChipModels", "CTaplineSystem",
            ],
            swiftSettings: everywhere),
        // Floor 6
        .target(name: "CTaplineTool"),
        .target(
            name: "TaplineViews",
            dependencies: firmwareFloors + [
                "TaplineService", "TaplineBoards", "TaplineDevices", "TaplineSimulator", "CTaplineSystem",
                "CTaplineTool",
            ],
            // (What only a bug report needs searches texts as Embedded Swift cannot.)
            exclude: embeddedLinux
                ? ["Privacy.swift", "PrivacyVocabulary.swift", "PrivateForms.swift", "ProblemReport.swift"] : [],
            swiftSettings: everywhere),
        .executableTarget(name: "taplined", dependencies: ["TaplineService"], swiftSettings: everywhere),
    ]
}

// The conformance corpus in an Embedded build.
if embeddedLinux {
    targets.append(
        .executableTarget(
            name: "conformance-embedded", dependencies: ["TaplineConformance", "TaplineService", "CTaplineSystem"],
            swiftSettings: everywhere, linkerSettings: [.linkedLibrary("i2c")]))
    // The tool for people where there is no standard library of Swift for the processor: fewer commands, the same work.
    targets.append(
        .executableTarget(
            name: "tapline",
            dependencies: firmwareFloors + ["TaplineDiagnostics", "TaplineService", "TaplineViews", "CTaplineSystem"],
            path: "Sources/tapline-small", swiftSettings: everywhere, linkerSettings: [.linkedLibrary("i2c")]))
    products.append(.executable(name: "tapline", targets: ["tapline"]))
    // What plays the panel in the arm64 virtual machine (tools/testbed/vm): the sources of tools/testbed/vm/bench, with what
    // stands in for the module Glibc.
    let bench = "tools/testbed/vm/bench"
    targets += [
        .target(name: "CGlibc", path: "\(bench)/Embedded/CGlibc"),
        .target(
            name: "Glibc", dependencies: ["CGlibc", "CTaplineSystem"], path: "\(bench)/Embedded/Glibc",
            swiftSettings: everywhere),
        .target(name: "CBench", path: "\(bench)/Sources/CBench"),
        .target(
            name: "CKernelInterface", path: "tools/testbed/abi/Sources/CKernelInterface",
            sources: ["loop.c", "program.c", "terminal.c"]),
        .executableTarget(
            name: "bench-embedded",
            dependencies: firmwareFloors + [
                "TaplineSimulator", "TaplineChipModels", "CBench", "CKernelInterface", "Glibc",
            ],
            path: "\(bench)/Sources/Bench", swiftSettings: everywhere),
    ]
}

// What uses the whole standard world: the tool for people, and the tests.
if !embedded {
    dependencies = [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
    ]
    products.append(.executable(name: "tapline", targets: ["tapline"]))
    targets.append(
        .executableTarget(
            name: "tapline",
            dependencies: firmwareFloors + [
                "TaplineService", "TaplineBoards", "TaplineConformance", "TaplineDevices", "TaplineSimulator",
                "TaplineDiagnostics", "TaplineViews",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], swiftSettings: everywhere))
    // From a daemon's socket to an MQTT broker: a program of its own, so that nobody else links libmosquitto.
    products.append(.executable(name: "tapline-mqtt", targets: ["tapline-mqtt"]))
    targets += [
        .systemLibrary(name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
        .target(name: "CTaplineMQTT", dependencies: ["CMosquitto"]),
        .target(
            name: "TaplineMQTT", dependencies: ["TaplineSimulator", "CTaplineMQTT", "CTaplineTool", "CTaplineSystem"],
            swiftSettings: everywhere),
        .executableTarget(name: "tapline-mqtt", dependencies: ["TaplineMQTT"], swiftSettings: everywhere),
    ]
    // Tests stand beside what they test. One of them counts what is asked of the heap; some play real recordings.
    targets.append(.target(name: "CHeapCount"))
    let tested: [(name: String, uses: [Target.Dependency])] = [
        ("TaplineTouches", ["TaplineChipModels"]),
        ("TaplineGestures", ["TaplineChipModels"]),
        ("TaplineOutputs", ["TaplineChipModels"]),
        ("TaplineControllers", ["TaplineSimulator"]),
        ("TaplineRuntime", ["TaplineSimulator", "CHeapCount"]),
        ("TaplineSimulator", ["TaplineSimulator"]),
        ("TaplineBoards", ["TaplineBoards", "TaplineChipModels"]),
        ("TaplineDevices", ["TaplineDevices", "CTaplineSystem"]),
        ("TaplineService", ["TaplineService", "TaplineSimulator", "TaplineBoards"]),
        ("TaplineDiagnostics", ["TaplineDiagnostics", "TaplineService", "TaplineDevices", "TaplineBoards"]),
        ("TaplineConformance", ["TaplineConformance", "TaplineService", "TaplineSimulator"]),
        ("TaplineViews", ["TaplineViews", "TaplineBoards", "TaplineChipModels"]),
    ]
    // `TESTS=TaplineGestures,TaplineRuntime`: the tests of these alone, which a release build takes minutes less for.
    let chosen = Context.environment["TESTS"]?.split(separator: ",").map(String.init)
    targets.append(.target(name: "Recordings", path: "Tests/Recordings", swiftSettings: everywhere))
    targets += tested.filter { chosen?.contains($0.name) ?? true }.map { test in
        .testTarget(
            name: test.name + "Tests", dependencies: firmwareFloors + ["Recordings"] + test.uses,
            swiftSettings: inTests)
    }
    if chosen == nil {
        targets.append(
            .testTarget(
                name: "TaplineMQTTTests", dependencies: ["TaplineMQTT", "TaplineSimulator"], swiftSettings: inTests))
    }
    // `FUZZ=1`: what reads bytes from outside, under libFuzzer (tools/fuzz).
    if Context.environment["FUZZ"] != nil {
        targets.append(
            .executableTarget(
                name: "Fuzz",
                dependencies: firmwareFloors + [
                    "TaplineSimulator", "TaplineChipModels", "TaplineBoards", "TaplineService", "TaplineConformance",
                    "TaplineViews",
                ],
                path: "Tests/Fuzz", exclude: ["corpus"], swiftSettings: everywhere))
    }
}

let package = Package(name: "tapline", products: products, dependencies: dependencies, targets: targets)
