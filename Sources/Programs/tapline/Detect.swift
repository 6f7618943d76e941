import ArgumentParser
import TaplineDaemon
import TaplineDiagnostics

/// `tapline detect`.
struct Detect: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Looks for touch controllers on I2C buses.",
        discussion: """
            Tells which controller answers where, its id, firmware and resolution, and which driver of the kernel holds \
            it. It asks before it touches a bus, reads identity registers only, and knows a controller by them, never by \
            its address alone. What it writes is the address of a register: of one byte first, which no chip minds; of two \
            only where nobody is known by that, and last with a STOP behind it. An unknown device whose registers have \
            addresses of one byte takes the second for a value: --bus leaves out a bus with such a one. A chip that \
            a driver holds is not touched, but told with the line that frees it; one that the driver of an input device \
            holds counts as found. A controller that identifies itself only to somebody who writes is known by what it \
            shows to reads (an EXC3000 while it is touched), or told as undecided.

            Exit code 0 where a controller was found, 69 where none was, 77 where permission is missing, 64 where \
            nobody can be asked and --yes is missing.
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, jsonl
    }

    @Option(
        name: .customLong("bus"),
        help: ArgumentHelp(
            "A bus, as boards name it: /dev/i2c-1, 1, or the adapter's name or alias. May be repeated; without it: all.",
            valueName: "bus"))
    var buses: [String] = []
    @Flag(help: "Touch the buses without a question.")
    var yes = false
    @Option(help: "How it is told: text for people, jsonl for machines (detect/1).")
    var format = Format.text

    func run() throws {
        try report { () throws(ServiceError) in
            var output = OutputStream()
            var errors = OutputStream(descriptor: 2)
            try DetectionRun(buses: buses, isAllowed: yes, isForMachines: format == .jsonl)
                .run(into: &output, errors: &errors)
        }
    }
}
