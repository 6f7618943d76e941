// swift-tools-version: 6.2
import PackageDescription

// One manifest, four modes; one mode per scratch path, because an Embedded module cannot be imported by a normal one.
// Without EMBEDDED: everything. `EMBEDDED=1 swift build --triple … --scratch-path …`: the core as Embedded Swift without a
// heap. `EMBEDDED=linux`: what the daemon needs as Embedded Swift with a heap (tools/cross). `EMBEDDED=wasm`: the studio's engine
// (tools/studio).
// ARCHITECTURE.md shows which target may use which; the folders of Sources are the layers.
let mode = Context.environment["EMBEDDED"] ?? ""
let bareMetal = mode == "1"
let embeddedLinux = mode == "linux"
let embeddedWasm = mode == "wasm"
let embedded = bareMetal || embeddedLinux || embeddedWasm

let inTests: [SwiftSetting] =
    [
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        // Generic code is specialised where it is used, in another module. The compiler checks exclusive access; debug builds also check
        // it while they run. (Embedded Swift cannot.)
        .unsafeFlags(
            ["-cross-module-optimization", "-enforce-exclusivity=unchecked"], .when(configuration: .release)),
    ]
    + (embedded
        ? [
            .enableExperimentalFeature("Embedded"),
            .unsafeFlags(["-Xfrontend", "-function-sections", "-Xfrontend", "-disable-stack-protector"]),
        ] : [])
    + (bareMetal ? [.unsafeFlags(["-no-allocations"])] : [])
    // Counters begin a little below their limit.
    + (Context.environment["SOAK"] != nil ? [.define("NEAR_LIMITS")] : [])

// Nothing but the tests uses tasks or regular expressions: without these flags the daemon loads seven libraries for them, 2 MB.
let everywhere: [SwiftSetting] =
    inTests + [
        .unsafeFlags([
            "-Xfrontend", "-disable-implicit-concurrency-module-import",
            "-Xfrontend", "-disable-implicit-string-processing-module-import",
        ])
    ]

// The core: no heap, no locks, no existentials; unsafe code in `RecognizerMemory` alone, and where the bytes of a StaticString are read.
let firmware: [SwiftSetting] =
    everywhere + [
        // (Nothing here can write beyond an array, and `RecognizerMemory` checks sizes before it writes.)
        .unsafeFlags(["-Xfrontend", "-disable-stack-protector"]),
        .strictMemorySafety(),
        .treatWarning("StrictMemorySafety", as: .error),
        .treatWarning("EmbeddedRestrictions", as: .error),
    ] + (bareMetal ? [.define("BAREMETAL")] : [])

/// Under libFuzzer the modules above the core are not optimised: they are built in a third of the time, and libFuzzer tells more of its
/// inputs apart.
let aboveTheCore: [SwiftSetting] = Context.environment["FUZZ"] != nil ? [.unsafeFlags(["-Onone"])] : []

/// The code of an Embedded module is compiled in the program that uses it: its own object file would hold it a second time.
let inClients: [SwiftSetting] = embedded ? [.unsafeFlags(["-Xfrontend", "-emit-empty-object-file"])] : []

/// A module of `Sources`. (Its folder names the layer; a module uses only layers below its own.)
func module(
    _ name: String, _ folder: String, _ uses: [Target.Dependency] = [], exclude: [String] = [],
    _ settings: [SwiftSetting] = everywhere, link: [LinkerSetting] = []
) -> Target {
    .target(
        name: name, dependencies: uses, path: "Sources/\(folder)", exclude: exclude,
        swiftSettings: settings + inClients + (folder.hasPrefix("Core/") ? [] : aboveTheCore),
        linkerSettings: link)
}
// (Functions of libraries are looked up at the start: looking for one later reads the tables of every library, 0.5 MB, which
// would stay resident.)
func program(_ name: String, _ folder: String, _ uses: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: uses, path: folder, swiftSettings: everywhere,
        linkerSettings: [.unsafeFlags(["-Xlinker", "-z", "-Xlinker", "now"])])
}
/// C that stands between Swift and the system.
func shim(_ name: String, _ uses: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: uses, path: "Sources/C/\(name)")
}
func library(_ name: String, _ package: String?, _ debian: String) -> Target {
    .systemLibrary(name: name, path: "Sources/C/\(name)", pkgConfig: package, providers: [.apt([debian])])
}

/// The tests of some targets, and what these use.
func tests(of targets: [Target]) -> [Target] {
    var names = Set(targets.filter(\.isTest).map(\.name))
    // (A target uses only those that are listed before it.)
    for target in targets.reversed() where names.contains(target.name) {
        for case .byNameItem(let name, _) in target.dependencies { names.insert(name) }
        for case .targetItem(let name, _) in target.dependencies { names.insert(name) }
    }
    return targets.filter { names.contains($0.name) }
}

var products: [Product] = [
    .library(name: "TaplineFirmware", targets: ["TaplineCore"]),
    .library(name: "TaplineChipModels", targets: ["TaplineChipModels"]),
]
let core: [Target.Dependency] = [
    "TaplineTouches", "TaplineMotion", "TaplineRemote", "TaplineGestures", "TaplineControllers", "TaplineSensors",
    "TaplineOutputs",
    "TaplineRuntime",
]
var targets: [Target] = [
    // (An unoptimised square root is a call into libm.)
    module("TaplineTouches", "Core/Touches", [], firmware, link: bareMetal ? [] : [.linkedLibrary("m")]),
    module("TaplineMotion", "Core/Motion", ["TaplineTouches"], firmware),
    module("TaplineRemote", "Core/Remote", ["TaplineTouches"], firmware),
    module("TaplineGestures", "Core/Gestures", ["TaplineTouches"], firmware),
    module("TaplineControllers", "Core/Controllers", ["TaplineTouches"], firmware),
    module(
        "TaplineSensors", "Core/Sensors", ["TaplineControllers", "TaplineMotion", "TaplineTouches"], firmware),
    module("TaplineOutputs", "Core/Outputs", ["TaplineGestures", "TaplineRemote", "TaplineTouches"], firmware),
    module("TaplineRuntime", "Core/Runtime", Array(core.dropLast()), firmware),
    // One import for what stands above the core.
    module("TaplineCore", "Core/TaplineCore", core, firmware),
    // Needs no heap either: an image replays a recording through a chip's registers.
    module("TaplineChipModels", "Simulation/ChipModels", ["TaplineCore"], firmware),
    // The concrete pipelines that the Embedded build proves free of the heap. (Specialised, not optimised: an allocation is
    // refused before that.)
    .target(
        name: "FirmwareProof", dependencies: ["TaplineCore", "TaplineChipModels"], path: "Tests/FirmwareProof",
        swiftSettings: firmware + [.unsafeFlags(["-Onone"])]),
]
var dependencies: [Package.Dependency] = []

// What may allocate, and builds as Embedded Swift too.
if !bareMetal {
    targets += [
        library("CYaml", "yaml-0.1", "libyaml-dev"),
        // What is read and written by several of those below: JSON, recordings, sentences, names of pins.
        module("TaplineFormats", "Formats", ["TaplineCore"]),
        module(
            "TaplineSimulator", "Simulation/Simulator", ["TaplineCore", "TaplineFormats", "TaplineChipModels"]),
        module(
            "TaplineConfiguration", "Configuration",
            ["TaplineCore", "TaplineFormats", "TaplineChipModels", "CYaml"]),
    ]
}

// The engine of the studio's page: no system beneath it. What replays a chip's wires it has from the daemon.
if embeddedWasm {
    let panel = [
        "BoardChipModel", "BoardController", "BoardDescription+Chip", "ChipAddresses+List",
        "ControllerConfiguration+Board", "ControllerIdentity+Summary", "PortFormat+Greeting",
    ]
    targets.append(
        .target(
            name: "TaplineStudio",
            dependencies: [
                "TaplineCore", "TaplineFormats", "TaplineChipModels", "TaplineConfiguration", "TaplineSimulator",
            ],
            path: "Sources",
            sources: [
                "Tooling/Studio", "Daemon/Replay/RecordedPanel.swift", "Daemon/Remote/GesturePipeline+Commands.swift",
                "Daemon/Support/SHA256.swift",
            ]
                + panel.map { "Daemon/Panel/\($0).swift" },
            swiftSettings: everywhere))
}

// What the daemon needs.
if !bareMetal && !embeddedWasm {
    products += [
        .library(name: "TaplineSimulator", targets: ["TaplineSimulator"]),
        .library(name: "TaplineConfiguration", targets: ["TaplineConfiguration"]),
        .library(name: "TaplineDaemon", targets: ["TaplineDaemon", "TaplineConfiguration", "TaplineLinux"]),
        .executable(name: "taplined", targets: ["taplined"]),
    ]
    targets += [
        library("CGpiod", "libgpiod", "libgpiod-dev"),
        shim("CTaplineSystem"),
        // One interface for libgpiod 1.6 and 2; the installed header decides.
        shim("CTaplineGPIO", ["CGpiod"]),
        shim("CTaplineTool", ["CTaplineSystem"]),
        module(
            "TaplineLinux", "Linux",
            ["TaplineCore", "TaplineFormats", "CTaplineSystem", "CTaplineGPIO"]),
        module(
            "TaplineDaemon", "Daemon",
            [
                "TaplineCore", "TaplineFormats", "TaplineConfiguration", "TaplineLinux", "TaplineSimulator",
                "TaplineChipModels",
                "CTaplineSystem",
            ]),
        module(
            "TaplineConformance", "Tooling/Conformance",
            [
                "TaplineCore", "TaplineFormats", "TaplineConfiguration", "TaplineLinux", "TaplineDaemon",
                "TaplineSimulator",
            ]),
        module(
            "TaplineViews", "Tooling/Views",
            [
                "TaplineCore", "TaplineFormats", "TaplineDaemon", "TaplineConfiguration", "TaplineLinux",
                "TaplineSimulator",
                "CTaplineSystem", "CTaplineTool",
            ],
            // (What only a bug report needs searches texts as Embedded Swift cannot.)
            exclude: embeddedLinux
                ? ["Report"] : []),
        module(
            "TaplineDiagnostics", "Tooling/Diagnostics",
            [
                "TaplineCore", "TaplineFormats", "TaplineConfiguration", "TaplineLinux", "TaplineDaemon",
                "TaplineChipModels",
                "CTaplineSystem", "CTaplineTool",
            ]),
        program("taplined", "Sources/Programs/taplined", ["TaplineDaemon"]),
    ]
}

if embeddedLinux {
    products.append(.executable(name: "tapline", targets: ["tapline"]))
    targets += [
        // The conformance corpus in an Embedded build.
        program(
            "conformance-embedded", "Sources/Programs/conformance-embedded",
            ["TaplineConformance", "TaplineDaemon", "CTaplineSystem"]),
        // The tool for people where there is no standard library of Swift for the processor: fewer commands, the same work.
        program(
            "tapline", "Sources/Programs/tapline-small",
            [
                "TaplineCore", "TaplineFormats", "TaplineConfiguration", "TaplineDiagnostics", "TaplineDaemon",
                "TaplineViews", "TaplineConformance", "CTaplineSystem",
            ]),
        // What stands in for the module Glibc.
        .target(name: "CGlibc", path: "tools/testbed/vm/bench/Embedded/CGlibc"),
        .target(
            name: "Glibc", dependencies: ["CGlibc", "CTaplineSystem"], path: "tools/testbed/vm/bench/Embedded/Glibc",
            swiftSettings: everywhere),
    ]
}

// `TOOLS=1`: what the programs are tried and measured with, in the scratch path that has all of it but their own sources.
if embeddedLinux || (!embedded && Context.environment["TOOLS"] != nil) {
    func tool(_ name: String, _ folder: String, _ uses: [Target.Dependency]) -> Target {
        .executableTarget(
            name: name, dependencies: uses, path: folder, swiftSettings: embedded ? everywhere : inTests)
    }
    let inTools: [Target.Dependency] = ["TaplineCore", "TaplineSimulator", "TaplineChipModels", "CKernelInterface"]
    targets += [
        // What C alone can do: the filter, the program's memory and descriptors, the structures of ioctls.
        .target(
            name: "CKernelInterface", path: "tools/testbed/abi/Sources/CKernelInterface",
            sources: embeddedLinux ? ["loop.c", "program.c", "terminal.c"] : nil,
            cSettings: [.unsafeFlags(["-std=gnu17", "-Wall", "-Wextra", "-Wno-implicit-fallthrough"])]),
        .target(
            name: "CBench", path: "tools/testbed/vm/bench/Sources/CBench",
            cSettings: [.unsafeFlags(["-std=gnu17", "-Wall", "-Wextra"])]),
        // What plays the panel in the virtual machine, on a real kernel. Scripts, fingers, chips and traces are the
        // supervisor's: the files are links.
        tool(
            "Bench", "tools/testbed/vm/bench/Sources/Bench",
            inTools + ["CBench"] + (embeddedLinux ? ["Glibc"] : [])),
    ]
    let inMeasurements: [Target.Dependency] = [
        "TaplineCore", "TaplineChipModels", "TaplineConfiguration", "TaplineDaemon", "TaplineLinux",
    ]
    targets += [
        // From a chip's registers to effects, to be counted.
        tool(
            "Instructions", "tools/bench/Sources/Instructions", inMeasurements + (embeddedLinux ? ["Glibc"] : []))
    ]
    if !embedded {
        targets += [
            // The kernel interface answered from outside. The chips behind it are those of the Simulator.
            tool("Supervisor", "tools/testbed/abi/Sources/Supervisor", inTools),
            // The labelled mix of gestures that Tapline is scored and timed with. It knows nothing of Tapline: it makes
            // fingers, and reads what was recognized.
            tool("Mix", "tools/bench/Sources/Mix", []),
            // A day of ghosts for every family, among gestures of that mix. Its files are links.
            tool("Ghosts", "tools/bench/Sources/Ghosts", ["TaplineCore", "TaplineChipModels", "TaplineConfiguration"]),
            // The same in time.
            tool("Times", "tools/bench/Sources/Times", inMeasurements),
        ]
    }
}

// What uses the whole standard world: the tool for people, and the tests.
if !embedded {
    dependencies = [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
    ]
    products += [
        .executable(name: "tapline", targets: ["tapline"]),
        .executable(name: "tapline-mqtt", targets: ["tapline-mqtt"]),
        .executable(name: "tapline-media", targets: ["tapline-media"]),
        .executable(name: "tapline-studio", targets: ["tapline-studio"]),
    ]
    targets += [
        program(
            "tapline", "Sources/Programs/tapline",
            [
                "TaplineCore", "TaplineFormats", "TaplineDaemon", "TaplineConfiguration", "TaplineConformance",
                "TaplineLinux", "TaplineSimulator", "TaplineDiagnostics", "TaplineViews", "CTaplineTool",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        // From a daemon's socket to an MQTT broker: a program of its own, so that nobody else links libmosquitto.
        module("TaplineClient", "Tooling/Client", ["TaplineFormats", "CTaplineTool", "CTaplineSystem"]),
        library("CMosquitto", "libmosquitto", "libmosquitto-dev"),
        shim("CTaplineMQTT", ["CMosquitto"]),
        module(
            "TaplineMQTT", "Tooling/MQTT",
            ["TaplineCore", "TaplineFormats", "TaplineClient", "CTaplineMQTT", "CTaplineTool", "CTaplineSystem"]),
        program("tapline-mqtt", "Sources/Programs/tapline-mqtt", ["TaplineMQTT"]),
        // From a daemon's socket to players and back: for the same reason, here of libsystemd and libmpdclient.
        library("CSystemd", "libsystemd", "libsystemd-dev"),
        library("CMPDClient", "libmpdclient", "libmpdclient-dev"),
        shim("CTaplineMedia", ["CSystemd", "CMPDClient"]),
        module(
            "TaplineMedia", "Tooling/Media",
            ["TaplineCore", "TaplineFormats", "TaplineClient", "CTaplineMedia", "CTaplineTool", "CTaplineSystem"]),
        program("tapline-media", "Sources/Programs/tapline-media", ["TaplineMedia"]),
        // From a daemon's socket to the studio's page, and back: HTTP, by libmicrohttpd.
        library("CMicrohttpd", "libmicrohttpd", "libmicrohttpd-dev"),
        shim("CTaplineHTTP", ["CMicrohttpd"]),
        module(
            "TaplineStudioServer", "Tooling/StudioServer",
            [
                "TaplineCore", "TaplineFormats", "TaplineConfiguration", "TaplineLinux", "TaplineDaemon",
                "TaplineViews",
                "TaplineClient", "CTaplineHTTP", "CTaplineTool", "CTaplineSystem",
            ]),
        program("tapline-studio", "Sources/Programs/tapline-studio", ["TaplineStudioServer"]),
        // Tests: their folders mirror those of Sources.
        shim("CHeapCount"),
        .target(
            name: "TestSupport", dependencies: ["TaplineCore", "TaplineChipModels"], path: "Tests/Support",
            swiftSettings: everywhere),
    ]
    let tested: [(folder: String, module: String, uses: [Target.Dependency])] = [
        ("Core/Touches", "TaplineTouches", []),
        ("Core/Motion", "TaplineMotion", []),
        ("Core/Remote", "TaplineRemote", []),
        ("Core/Gestures", "TaplineGestures", []),
        ("Core/Sensors", "TaplineSensors", []),
        ("Core/Outputs", "TaplineOutputs", []),
        ("Core/Controllers", "TaplineControllers", ["TaplineSimulator"]),
        ("Core/Runtime", "TaplineRuntime", ["TaplineSimulator", "CHeapCount"]),
        ("Formats", "TaplineFormats", ["TaplineSimulator"]),
        ("Simulation/Simulator", "TaplineSimulator", []),
        ("Configuration", "TaplineConfiguration", []),
        ("Linux", "TaplineLinux", ["CTaplineSystem"]),
        ("Daemon", "TaplineDaemon", ["TaplineSimulator", "TaplineConfiguration"]),
        (
            "Tooling/Diagnostics", "TaplineDiagnostics",
            ["TaplineDaemon", "TaplineLinux", "TaplineConfiguration", "TaplineViews"]
        ),
        ("Tooling/Conformance", "TaplineConformance", ["TaplineDaemon", "TaplineSimulator"]),
        ("Tooling/Views", "TaplineViews", ["TaplineConfiguration"]),
        ("Tooling/MQTT", "TaplineMQTT", ["TaplineFormats", "TaplineClient"]),
        ("Tooling/Media", "TaplineMedia", ["TaplineFormats"]),
        ("Tooling/StudioServer", "TaplineStudioServer", ["TaplineFormats"]),
    ]
    // `TESTS='TaplineMotion TaplineGestures:Hostile,Support'`: the tests of these alone, or of these of their folders, which a release
    // build takes minutes less for.
    let chosen = Context.environment["TESTS"]?.split(separator: " ").map { $0.split(separator: ":").map(String.init) }
    for test in tested {
        let choice = chosen?.first { $0[0] == test.module }
        if chosen != nil && choice == nil { continue }
        targets.append(
            .testTarget(
                name: test.module + "Tests",
                dependencies: ["TestSupport", .target(name: test.module)] + test.uses,
                path: "Tests/" + test.folder,
                sources: choice?.dropFirst().first?.split(separator: ",").map(String.init),
                swiftSettings: inTests))
    }
    // Nothing that they do not use is built for them.
    if let chosen, !chosen.isEmpty {
        targets = tests(of: targets)
        (products, dependencies) = ([], [])
    }
    // `FUZZ=1`: what reads bytes from outside, under libFuzzer (tools/fuzz).
    if Context.environment["FUZZ"] != nil {
        targets.append(
            .executableTarget(
                name: "Fuzz",
                dependencies: [
                    "TaplineCore", "TaplineSimulator", "TaplineChipModels", "TaplineConfiguration", "TaplineDaemon",
                    "TaplineConformance", "TaplineViews",
                ],
                path: "Tests/Fuzz", exclude: ["corpus"], swiftSettings: everywhere))
    }
    // `SOAK=1`: the daemon for a year of virtual time (tools/soak). The linker gives it these functions of the shims anew.
    if Context.environment["SOAK"] != nil {
        let simulated =
            [
                "now_us", "wait_until", "stream_wait", "poller_wait", "put_file", "socket_accept", "serial_open",
                "serial_settle", "open", "open_for_writing", "folder_open", "write_value",
            ]
            + ["open", "key", "axis", "direct", "create", "write"].map { "uinput_" + $0 }
            + ["open", "select", "set_timeout", "transfer"].map { "i2c_" + $0 }
            + ["chip_open", "chip_close", "chip_name", "chip_label", "chip_line_count", "chip_look", "look_name"].map {
                "gpio_" + $0
            }
            + ["hold", "release", "descriptor", "read_edges", "level", "set", "listen"].map { "gpio_" + $0 }
        targets += [
            .target(name: "CSoak", path: "tools/testbed/soak/Sources/CSoak"),
            .executableTarget(
                name: "Soak",
                dependencies: [
                    "TaplineCore", "TaplineChipModels", "TaplineConfiguration", "TaplineDaemon", "CTaplineSystem",
                    "CTaplineGPIO", "CSoak",
                ],
                path: "tools/testbed/soak/Sources/Soak", swiftSettings: inTests,
                linkerSettings: [.unsafeFlags(simulated.flatMap { ["-Xlinker", "--wrap=tapline_" + $0] })]),
        ]
    }
}

let package = Package(name: "tapline", products: products, dependencies: dependencies, targets: targets)
