// swift-tools-version: 6.2
import PackageDescription

// The labelled mix of gestures that Tapline is scored and timed with: `tools/bench/mix` builds and starts it. It knows
// nothing of Tapline: it makes fingers, and reads what was recognized.
let package = Package(
    name: "bench",
    targets: [
        .executableTarget(
            name: "Mix", swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")])
    ])
