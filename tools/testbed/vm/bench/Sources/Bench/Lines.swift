import CBench
import Glibc

/// Lines of gpio-sim: real ones for the kernel and every program, whose other side is files of /sys.
///
/// `pull` is what a resistor, or the chip at the other end, does to a line that nobody drives; an edge of it is an
/// interrupt. `value` is the level on the wire. What programs do to the lines is told by two of the kernel's own reports:
/// its trace of levels and directions, and its news of who takes which line.
final class Lines {
    struct Line {
        let name: String
        let chip: Int
        let offset: Int
        /// The folder with `pull` and `value`.
        let folder: String
        var isOutput = false
        var level = false
    }
    private(set) var all: [Line] = []
    /// One for each chip, for the news of who takes lines.
    private(set) var chips: [Int32] = []
    /// The number that the kernel's trace has for the first line of each chip.
    private(set) var bases: [Int] = []
    /// What somebody else has taken.
    private var taken: [Int: Int32] = [:]
    private let folder: String
    private var banks: [(name: String, count: Int)] = []

    private static let configfs = "/sys/kernel/config/gpio-sim"

    /// - Parameter name: nobody else's.
    init(_ descriptions: [PanelDescription.Lines], name: String, trace: KernelTrace) throws(Complaint) {
        folder = "\(Lines.configfs)/\(name)"
        try makeFolder(folder)
        for (index, description) in descriptions.enumerated() {
            let bank = "\(folder)/bank\(index)"
            banks.append((bank, description.names.count))
            try makeFolder(bank)
            try put("\(description.names.count)".utf8, into: "\(bank)/num_lines")
            try put(description.label.utf8, into: "\(bank)/label")
            for (offset, name) in description.names.enumerated() {
                try makeFolder("\(bank)/line\(offset)")
                try put(name.utf8, into: "\(bank)/line\(offset)/name")
            }
        }
        try put("1".utf8, into: "\(folder)/live")
        let device = try word("\(folder)/dev_name")
        for (index, description) in descriptions.enumerated() {
            let chip = try word("\(banks[index].name)/chip_name")
            let fd = open("/dev/\(chip)", O_RDWR | O_CLOEXEC | O_NONBLOCK)
            guard fd >= 0 else { throw Complaint("/dev/\(chip): \(errorText(errno))") }
            chips.append(fd)
            // The trace names lines by a number of the kernel's; what it tells of a line that we take shows which.
            let request = bench_take_line(fd, 0, "bench")
            guard request >= 0 else { throw Complaint("/dev/\(chip): \(errorText(-request))") }
            close(request)
            guard let base = trace.read().last(where: { $0.process == getpid() })?.number else {
                throw Complaint("the kernel traces no lines")
            }
            bases.append(base)
            for (offset, name) in description.names.enumerated() {
                all.append(
                    Line(
                        name: name, chip: index, offset: offset,
                        folder: "/sys/devices/platform/\(device)/\(chip)/sim_gpio\(offset)"))
            }
            let error = bench_watch_lines(fd, UInt32(description.names.count))
            guard error == 0 else { throw Complaint("/dev/\(chip): \(errorText(-error))") }
        }
    }

    func index(of name: String) -> Int? { all.firstIndex { $0.name == name } }

    /// The line that the kernel's trace means; nil: it is none of ours.
    func index(number: Int) -> Int? {
        all.firstIndex { bases[$0.chip] + $0.offset == number }
    }

    func index(chip: Int, offset: Int) -> Int? { all.firstIndex { $0.chip == chip && $0.offset == offset } }

    func set(_ index: Int, isOutput: Bool) { all[index].isOutput = isOutput }
    func set(_ index: Int, level: Bool) { all[index].level = level }

    /// Where the line goes while nobody drives it.
    func pull(_ index: Int, _ level: Bool) throws(Complaint) {
        all[index].level = level
        try put((level ? "pull-up" : "pull-down").utf8, into: all[index].folder + "/pull")
    }

    /// The level on the wire, read back.
    func value(_ index: Int) throws(Complaint) -> Bool {
        try contents(of: all[index].folder + "/value").first == 0x31
    }

    func take(_ index: Int, _ consumer: String) throws(Complaint) {
        let line = all[index]
        let fd = bench_take_line(chips[line.chip], UInt32(line.offset), consumer)
        guard fd >= 0 else { throw Complaint("\(line.name): \(errorText(-fd))") }
        taken[index] = fd
    }

    func give(_ index: Int) {
        if let fd = taken.removeValue(forKey: index) { close(fd) }
    }

    func remove() {
        for fd in taken.values { close(fd) }
        for fd in chips { close(fd) }
        try? put("0".utf8, into: "\(folder)/live")
        for (bank, count) in banks {
            for offset in 0..<count { rmdir("\(bank)/line\(offset)") }
            rmdir(bank)
        }
        rmdir(folder)
    }
}

/// Makes a folder.
func makeFolder(_ path: String) throws(Complaint) {
    guard mkdir(path, 0o755) == 0 else { throw Complaint("\(path): \(errorText(errno))") }
}

/// A file's only word.
func word(_ path: String) throws(Complaint) -> String {
    String(decoding: try contents(of: path), as: UTF8.self).split { $0 == "\n" || $0 == " " }.first.map(String.init)
        ?? ""
}
