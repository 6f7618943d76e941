import CTaplineSystem
public import TaplineCore

/// A motion sensor of the kernel's (an IIO device with an accelerometer), which may vanish and return. It is read by its
/// buffer, which never makes the reader wait.
///
/// Whoever has switched the buffer on owns it: one that is on already (by a rule of udev's) is read as it is, whatever its rate;
/// one that is off is switched on while readings are wanted, which takes the right to write to the device's files in `/sys`.
public final class IIOConnection {
    /// What the device calls itself (`lis3dh_accel`), as its file `name` says; nil: the only one with an accelerometer.
    public let name: String?
    private let rate: Int
    private let hasGyroscope: Bool
    private let root: String
    /// What becomes readable when there is a reading; -1 while nobody reads.
    public private(set) var descriptor: Int32 = -1
    /// Why it could not be opened; nil: it could.
    public private(set) var problem: DeviceError?
    /// How often the device has gone, since the start.
    public private(set) var losses: UInt32 = 0
    private var scan = IIOScan([])
    private var scales: [Double] = []
    private var offsets: [Double] = []
    private var turn: [Double] = []
    /// What switches the buffer off again; nil: it is somebody else's.
    private var switchPath: String?
    private var bytes: [UInt8] = []

    /// Looks for the device; it is not switched on yet.
    ///
    /// - Parameters:
    ///   - rate: readings a second that the kernel is asked for, where the buffer is off.
    ///   - root: stands before every path, for tests on a tree of their own.
    /// - Throws: ``DeviceError`` where there is no such device, several fit, it has no buffer or no gyroscope that is wanted, or
    ///   it may not be read.
    public init(name: String?, rate: Int, hasGyroscope: Bool, root: String = "") throws(DeviceError) {
        self.name = name
        self.rate = rate
        self.hasGyroscope = hasGyroscope
        self.root = root
        let (folder, path) = try find()
        let status = tapline_access(root + path)
        guard status == 0 else { throw denied(path, -status) }
        guard !hasGyroscope || exists(folder + "/scan_elements/in_anglvel_x_en") else {
            throw DeviceError(
                device: label(folder, path), reason: "it has no gyroscope",
                hint: "take gyroscope: true out of the board")
        }
    }

    deinit { letGo() }

    // MARK: Finding it

    private static let devices = "/sys/bus/iio/devices"

    private func exists(_ path: String) -> Bool { tapline_access(root + path) == 0 }
    private func line(_ path: String) -> String? { DeviceFiles.line(root + path) }
    private func label(_ folder: String, _ path: String) -> String { "\(path) '\(line(folder + "/name") ?? "")'" }

    /// The device's folder and its file.
    private func find() throws(DeviceError) -> (folder: String, path: String) {
        var found: [(folder: String, path: String)] = []
        var others = ""
        for number in DeviceFiles.numbers(in: root + Self.devices, prefix: "iio:device") {
            let (folder, path) = ("\(Self.devices)/iio:device\(number)", "/dev/iio:device\(number)")
            let isNamed = name == nil || line(folder + "/name") == name
            if isNamed, exists(folder + "/scan_elements/in_accel_x_en") {
                found.append((folder, path))
            } else if isNamed, exists(folder + "/in_accel_x_raw") {
                throw DeviceError(
                    device: label(folder, path),
                    reason: "its driver has no buffer, and reading it would make fingers wait",
                    hint: "use Tapline's own driver: chip and bus in the board, and no driver of the kernel for it")
            }
            others += (others.isEmpty ? "" : ", ") + label(folder, path)
        }
        if found.count == 1 { return found[0] }
        guard found.isEmpty else {
            throw DeviceError(
                device: name ?? "iio", reason: "\(found.count) accelerometers of the kernel fit",
                hint: "say which as device, by its name: \(others)")
        }
        throw DeviceError(
            device: name ?? "iio", reason: "the kernel has no such accelerometer", errno: Errno.noSuchDevice,
            hint: (others.isEmpty ? "there is no IIO device at all" : "there are \(others)")
                + "; it comes with its driver (dtoverlay=i2c-sensor,mpu6050 in config.txt); dmesg says what the driver found"
        )
    }

    private func denied(_ path: String, _ errno: Int32) -> DeviceError {
        guard errno == Errno.accessDenied || errno == Errno.notPermitted else {
            return DeviceError(path: path, errno: errno)
        }
        return DeviceError(
            device: path, reason: DeviceError.text(errno), errno: errno,
            hint: "a rule of udev's switches the buffer on and gives the device to a group: "
                + "/usr/share/tapline/systemd/README has it, and what a service needs")
    }

    // MARK: Opening it

    private func open() throws(DeviceError) {
        let (folder, path) = try find()
        let isOn = line(folder + "/buffer/enable") == "1"
        if !isOn { try prepare(folder, path) }
        try readLayout(folder, path)
        if !isOn {
            try write("1", folder + "/buffer/enable")
            switchPath = folder + "/buffer/enable"
        }
        let opened = tapline_open_without_waiting(root + path)
        guard opened >= 0 else {
            letGo()
            guard opened == -Errno.busy else { throw denied(path, -opened) }
            throw DeviceError(
                device: path, reason: "another program reads it", errno: Errno.busy,
                hint: "sudo fuser -v \(path) names it; iio-sensor-proxy is often the one: "
                    + "sudo systemctl mask --now iio-sensor-proxy")
        }
        descriptor = opened
    }

    /// Chooses what is measured, how often, and by which trigger.
    private func prepare(_ folder: String, _ path: String) throws(DeviceError) {
        for element in wantedNames { try write("1", "\(folder)/scan_elements/\(element)_en") }
        chooseRate(folder)
        let trigger = folder + "/trigger/current_trigger"
        if exists(trigger), (line(trigger) ?? "").isEmpty {
            throw DeviceError(
                device: label(folder, path), reason: "nothing triggers it: its interrupt is not wired",
                hint: "a timer does: sudo modprobe iio-trig-hrtimer; sudo mkdir "
                    + "/sys/kernel/config/iio/triggers/hrtimer/tapline; echo tapline | sudo tee \(trigger)")
        }
        // (A timer has its own rate.)
        for number in DeviceFiles.numbers(in: root + Self.devices, prefix: "trigger") {
            let timer = "\(Self.devices)/trigger\(number)"
            if line(timer + "/name") == line(trigger) { chooseRate(timer) }
        }
        try write("32", folder + "/buffer/length")
    }

    private var wantedNames: [String] {
        let axes = ["x", "y", "z"]
        return axes.map { "in_accel_" + $0 } + (hasGyroscope ? axes.map { "in_anglvel_" + $0 } : [])
    }

    /// (A rate that the kernel does not take leaves the one that it has.)
    private func chooseRate(_ folder: String) {
        for kind in ["in_accel_sampling_frequency", "sampling_frequency"] where exists("\(folder)/\(kind)") {
            // (The drivers of Freescale's chips call the list of the first one as that of the second.)
            let list = line("\(folder)/\(kind)_available") ?? line("\(folder)/sampling_frequency_available") ?? ""
            let available = Array(list.utf8).split(separator: 0x20)
            // (Lists go up or down; `[1 1 100]` is a range.)
            var choice: (text: String, rate: Double)?
            for text in available where text.first != UInt8(ascii: "[") && text.last != UInt8(ascii: "]") {
                let next = decimal(text)
                let isBetter = choice.map {
                    $0.rate < Double(rate) ? next > $0.rate : next >= Double(rate) && next < $0.rate
                }
                if isBetter ?? true { choice = (String(decoding: text, as: UTF8.self), next) }
            }
            try? write(choice?.text ?? "\(rate)", "\(folder)/\(kind)")
        }
    }

    private func readLayout(_ folder: String, _ path: String) throws(DeviceError) {
        let names = wantedNames
        var elements: [(index: Int, element: IIOScan.Element, wanted: Int?)] = []
        for file in DeviceFiles.names(in: root + folder + "/scan_elements") where file.hasSuffix("_en") {
            let name = String(decoding: file.utf8.dropLast(3), as: UTF8.self)
            let place = "\(folder)/scan_elements/\(name)"
            guard line(place + "_en") == "1" else { continue }
            guard let index = DeviceFiles.number(after: "", in: line(place + "_index") ?? ""),
                let text = line(place + "_type"), let element = IIOScan.Element(text)
            else {
                throw DeviceError(
                    device: label(folder, path), reason: "its \(name) is '\(line(place + "_type") ?? "")'",
                    hint: "expected is a type such as le:s12/16>>4")
            }
            elements.append((index, element, names.firstIndex(of: name)))
        }
        elements.sort { $0.index < $1.index }
        scan = IIOScan(elements.map { ($0.element, $0.wanted) })
        guard scan.wanted.count == names.count else {
            throw DeviceError(
                device: label(folder, path), reason: "its buffer is on without \(names.joined(separator: ", "))",
                hint: "echo 0 | sudo tee \(folder)/buffer/enable; then whoever switches it on has to want them")
        }
        func each(_ what: String, _ otherwise: Double) -> [Double] {
            names.map { name in
                let both = String(decoding: name.utf8.dropLast(2), as: UTF8.self)
                return number("\(folder)/\(name)_\(what)") ?? number("\(folder)/\(both)_\(what)") ?? otherwise
            }
        }
        scales = each("scale", 1)
        offsets = each("offset", 0)
        let text = ["in_accel_mount_matrix", "in_mount_matrix", "mount_matrix"].compactMap { line("\(folder)/\($0)") }
            .first
        let separators = Array(",; ".utf8)
        turn = Array((text ?? "").utf8).split { separators.contains($0) }.map { decimal($0) }
        if turn.count != 9 { turn = [1, 0, 0, 0, 1, 0, 0, 0, 1] }
    }

    private func number(_ path: String) -> Double? {
        guard let text = line(path), !text.isEmpty else { return nil }
        return decimal(Array(text.utf8)[...])
    }

    private func write(_ text: String, _ path: String) throws(DeviceError) {
        let status = tapline_write_setting(root + path, text)
        guard status == 0 else { throw denied(path, -status) }
    }

    /// Closes the device, and switches off what it has switched on.
    public func letGo() {
        if descriptor >= 0 { tapline_close(descriptor) }
        descriptor = -1
        if let switchPath { try? write("0", switchPath) }
        switchPath = nil
    }

    // MARK: Reading it

    /// Carries out a transfer of ``KernelSensorDriver``: its next input. `received` holds a reading.
    public func perform(_ transfer: Transfer, at now: Instant, received: inout BusBytes) -> ControllerInput {
        received.removeAll()
        guard transfer.readCount > 0 else {
            letGo()
            return .transferred
        }
        if descriptor < 0 {
            do throws(DeviceError) {
                try open()
                problem = nil
            } catch {
                problem = error
                return .transferFailed(BusError(errno: error.errno == 0 ? Errno.noSuchDevice : error.errno))
            }
        }
        if bytes.count != scan.size { bytes = [UInt8](repeating: 0, count: scan.size) }
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe tapline_read(descriptor, $0.baseAddress, $0.count) }
        guard count == scan.size else {
            if count != Int64(-Errno.tryAgain) { losses &+= 1 }
            return .transferFailed(BusError(errno: count < 0 ? Int32(clamping: -count) : Errno.noSuchDevice))
        }
        let values = scan.wanted.indices.map { (scan.wanted[$0].value(in: bytes) + offsets[$0]) * scales[$0] }
        for first in stride(from: 0, to: values.count, by: 3) {
            for row in 0..<3 {
                var value = 0.0
                for column in 0..<3 { value += turn[3 * row + column] * values[first + column] }
                let bits = Float(value).bitPattern
                for shift: UInt32 in [0, 8, 16, 24] { received.append(UInt8(truncatingIfNeeded: bits >> shift)) }
            }
        }
        return .transferred
    }
}
