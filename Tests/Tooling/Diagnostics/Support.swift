import TaplineConfiguration

@testable import TaplineDiagnostics

/// A board named bench, and what `more` says of it.
func benchBoard(
    _ controller: String = "gt911", at address: String = "0x5d", bus: String = "1", source: String = "a test",
    more: String = ""
) throws -> BoardDescription {
    let text = """
        tapline: board/1
        name: bench
        source: "\(source)"
        controller: \(controller)
        bus: \(bus)
        addresses: [\(address)]
        size: [800, 480]
        \(more)
        """
    return try BoardDescription(Array(text.utf8), file: "bench.yaml")
}

/// Those of them that are problems.
func problems(_ findings: [DoctorFinding]) -> [DoctorFinding] {
    findings.filter {
        if case .problem = $0.weight { true } else { false }
    }
}
