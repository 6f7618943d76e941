import TaplineBoards
import TaplineDevices
import TaplineService

extension Doctor {
    /// Whether the lines are there and free, and who has them.
    static func lines(_ facts: MachineFacts) -> [DoctorFinding] {
        let findings = facts.lines.compactMap { line -> DoctorFinding? in
            let what = "\(line.role) \(line.name)"
            if let user = line.user {
                let chip = line.location?.chipPath ?? "/dev/gpiochip0"
                return .problem(
                    "lines", "\(what) is used by \(user): end that program, or name another line",
                    command: isKernel(user)
                        ? "grep -n dtoverlay \(Shell.word(bootPath(facts)))" : "sudo fuser -v \(Shell.word(chip))")
            }
            // (Where permission is missing, that is told already.)
            guard let refusal = line.refusal, !refusal.isPermission else { return nil }
            return .problem("lines", "\(line.role): \(refusal.description)", command: "gpioinfo", .badConfiguration)
        }
        guard findings.isEmpty else { return findings }
        let free = facts.lines.filter { $0.location != nil && $0.refusal == nil }
        guard !free.isEmpty else { return [] }
        return [.fine("lines", free.map { "\($0.role) \($0.name)" }.joined(separator: ", ") + ": there, and free")]
    }

    private static func isKernel(_ user: String) -> Bool { user.hasPrefix("the kernel") }
}
