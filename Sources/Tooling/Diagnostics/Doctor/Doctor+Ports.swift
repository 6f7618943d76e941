import TaplineLinux

extension Doctor {
    /// Whether the serial ports that the configuration names are there. (What permission hides is reported already.)
    static func ports(_ facts: MachineFacts) -> [DoctorFinding] {
        guard !facts.ports.isEmpty else { return [] }
        let findings = facts.ports.compactMap { port -> DoctorFinding? in
            guard let refusal = port.refusal, !refusal.isPermission else { return nil }
            return .problem(
                "ports", refusal.description + "; or name another one in \(facts.configurationFile); then",
                command: again(facts))
        }
        guard findings.isEmpty else { return findings }
        let usable = facts.ports.filter { $0.refusal == nil }
        return usable.isEmpty
            ? [] : [.fine("ports", usable.map { $0.path }.joined(separator: ", ") + ": there, and may be used")]
    }
}
