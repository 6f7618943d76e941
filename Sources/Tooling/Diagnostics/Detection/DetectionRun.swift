public import TaplineDaemon
import TaplineLinux

/// `tapline detect`: asks, looks, reports.
public struct DetectionRun {
    /// The buses to look at, as boards name them: `/dev/i2c-1`, `1`, a name or an alias; none: all.
    public var buses: [String]
    /// Whether the buses may be touched without a question.
    public var isAllowed: Bool
    /// Whether it is reported as `detect/1`, not as a table.
    public var isForMachines: Bool

    /// A run.
    public init(buses: [String], isAllowed: Bool, isForMachines: Bool) {
        self.buses = buses
        self.isAllowed = isAllowed
        self.isForMachines = isForMachines
    }

    /// Runs, and reports what was found.
    ///
    /// - Throws: ``ServiceError``: exit code 64 where nobody can be asked, 69 where there is no bus or no controller, 77
    ///   where permission is missing for every bus.
    public func run(into output: inout OutputStream, errors: inout OutputStream) throws(ServiceError) {
        guard !buses.contains("") else { throw ServiceError("--bus is empty; i2cdetect -l lists the buses", .usage) }
        let adapters = try withDevices { () throws(DeviceError) in try self.adapters() }
        if !isAllowed, !Question.canBeAsked { throw DetectionRun.refusal(adapters, buses: buses) }
        var found: [DetectedBus] = []
        for adapter in adapters where isAllowed || Question.ask(DetectionRun.question(adapter.path, adapter.name)) {
            found.append(Detection.look(at: adapter))
        }
        let report = DetectionReport(found)
        output.write(isForMachines ? report.lines : report.table)
        try output.finish()
        for note in report.notes { errors.write(note + "\n") }
        errors.flush()
        if !found.contains(where: { $0.hasController }) { throw DetectionRun.nothing(found) }
    }

    /// The adapters to look at.
    private func adapters() throws(DeviceError) -> [I2CAdapter] {
        let all = I2CAdapters.all()
        guard !buses.isEmpty else {
            if all.isEmpty { throw I2CAdapters.none(lookingFor: "I2C") }
            return all
        }
        var chosen: [I2CAdapter] = []
        for name in buses {
            let path = try BusName(asNamed: name).adapterPath()
            let number = I2CAdapters.number(ofBusAt: path)
            let adapter = all.first { $0.number == number } ?? number.map { I2CAdapter(number: $0, name: "") }
            guard let adapter else {
                throw DeviceError(
                    device: name, reason: "is no I2C adapter", errno: Errno.noSuchDevice,
                    hint: "i2cdetect -l lists them")
            }
            if !chosen.contains(adapter) { chosen.append(adapter) }
        }
        return chosen
    }

    static func question(_ path: String, _ name: String) -> String {
        let addresses = KnownFamily.addresses(of: KnownFamily.all).map { $0.hexadecimal }.joined(separator: ", ")
        return
            "\(path)\(name.isEmpty ? "" : ", \(name)"): read identity registers at \(addresses)? Written is a register's "
            + "address of one byte, and of two where nobody is known by that: an unknown device with addresses of one byte "
            + "takes the second for a value."
    }

    /// Nobody can be asked.
    static func refusal(_ adapters: [I2CAdapter], buses: [String]) -> ServiceError {
        var text = "detect asks before it touches a bus, and nobody is here to ask. Allow it for those that you mean:"
        for adapter in adapters {
            text +=
                "\n  tapline detect --bus \(adapter.path) --yes" + (adapter.name.isEmpty ? "" : "    # \(adapter.name)")
        }
        return ServiceError(text, .usage)
    }

    /// No controller was found.
    static func nothing(_ looked: [DetectedBus]) -> ServiceError {
        guard !looked.isEmpty else { return ServiceError("no bus was looked at", .unavailable) }
        let failures = looked.compactMap { $0.failure }
        if failures.count == looked.count {
            let isDenied = failures.allSatisfy { $0.isPermission }
            return ServiceError("no bus could be looked at", isDenied ? .permission : .unavailable)
        }
        return ServiceError(
            "no controller was found. One that is held in reset does not answer, and one that sleeps (CST816) only while it "
                + "is touched: touch the panel and look again; a board's reset line is driven by tapline doctor --board "
                + "BOARD", .unavailable)
    }
}

extension BusName {
    /// The adapter that `name` means on a command line: `/dev/i2c-1`, `1`, or a name.
    init(asNamed name: String) {
        if name.hasPrefix("/dev/") {
            self = .path(name)
        } else if let number = Int(name), number >= 0, number < 1_000 {
            self = .number(number)
        } else {
            self = .adapter(name)
        }
    }
}
