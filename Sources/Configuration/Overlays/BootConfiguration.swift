/// What a Raspberry Pi's `config.txt` says of overlays and parameters, as the firmware reads it.
///
/// `dtoverlay=NAME,…` brings an overlay; `dtparam=` lines behind it belong to it, or to the computer where the overlay does
/// not know them; an empty `dtoverlay=` ends that. `[pi4]` and the like say for which computers the lines behind them
/// count. Everything else is passed over. (www.raspberrypi.com/documentation/computers: configuration, device trees, and
/// config_txt, conditional filters.)
public struct BootConfiguration: Sendable {
    /// What messages call the file.
    public let file: String
    /// The overlays in their order, each with the parameters of the `dtparam=` lines behind it.
    public private(set) var overlays: [OverlayLine] = []
    /// The parameters of `dtparam=` lines before any overlay: the computer's own.
    public private(set) var parameters: [OverlayLine.Parameter] = []
    /// What the last line counts for: `all`, or a filter's name.
    public private(set) var lastSection = BootConfiguration.everywhere
    /// Whether the last line has its end, so that another can be added.
    public let endsWithALine: Bool
    /// Whether it has lines of other files, `include FILE`.
    public private(set) var includesOthers = false
    /// Lines of overlays and parameters that cannot be read.
    let problems: Problems

    /// The section of lines that count for every computer.
    public static var everywhere: String { "all" }
    /// The longest line that is read, in bytes. (The firmware's own limit is about a hundred.)
    private static var longest: Int { 1_024 }

    /// Reads the `bytes` of `file`. Where no line begins with `dtoverlay=`, a line that is a name and nothing else, with
    /// parameters behind a comma or colon, counts as one.
    public init(_ bytes: [UInt8], file: String) {
        self.file = file
        endsWithALine = bytes.last == 0x0A || bytes.isEmpty
        // (Not as characters: a carriage return and a line feed are one.)
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        var problems = Problems(file: file)
        var scanners: [(scanner: OverlayScanner, bytes: Int)] = []
        var hasOverlay = false
        for (index, line) in lines.enumerated() {
            var scanner = OverlayScanner(line, line: index + 1)
            guard !scanner.isBlank else { continue }
            scanners.append((scanner, line.utf8.count))
            hasOverlay = scanner.skip("dtoverlay=") || hasOverlay
        }
        for (scanner, bytes) in scanners {
            var scanner = scanner
            if let section = scanner.section {
                lastSection = section
                continue
            }
            if scanner.skip("include ") {
                includesOthers = true
                continue
            }
            let isOverlay = scanner.skip("dtoverlay=")
            let isParameters = !isOverlay && scanner.skip("dtparam=")
            guard isOverlay || isParameters || (!hasOverlay && scanner.isBareName) else { continue }
            guard bytes <= BootConfiguration.longest, !scanner.holdsControls else {
                problems.add(
                    scanner.mark, "this is no line of config.txt",
                    "write one line of at most \(BootConfiguration.longest) bytes: dtoverlay=goodix,interrupt=4,reset=17"
                )
                continue
            }
            if isParameters {
                let found = scanner.parameters(ownLine: true)
                if overlays.last?.isOpen == true {
                    overlays[overlays.count - 1].parameters += found
                } else {
                    parameters += found
                }
                continue
            }
            if !overlays.isEmpty { overlays[overlays.count - 1].isOpen = false }
            guard !scanner.isAtEnd else { continue }
            let mark = scanner.mark
            let source = scanner.text
            let name = scanner.word(until: ",:")
            guard !name.isEmpty, !name.utf8.contains(0x3D), !name.utf8.contains(0x20) else {
                problems.add(
                    mark, "\(quoted((isOverlay ? "dtoverlay=" : "") + source)) names no overlay",
                    "write dtoverlay=NAME,PARAMETER=VALUE,…")
                continue
            }
            scanner.skipSeparator()
            overlays.append(
                OverlayLine(
                    name: name, nameMark: mark, source: source, section: lastSection,
                    parameters: scanner.parameters(ownLine: false)))
        }
        self.problems = problems
    }

    /// The last value of the computer's own parameter that has one of `names`; nil where there is none, empty where it
    /// stands without a value.
    public func value(of names: [String]) -> String? {
        var value: String?
        for parameter in parameters where names.contains(parameter.name) { value = parameter.value ?? "" }
        for overlay in overlays {
            for parameter in overlay.parameters where parameter.isOfOwnLine && names.contains(parameter.name) {
                value = parameter.value ?? ""
            }
        }
        return value
    }
}
