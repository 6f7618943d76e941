/// The command line.
struct Options {
    static let usage = """
        Supervisor [--panel FILE] [--script FILE|-] [--trace FILE] [--capture] -- PROGRAM [ARGUMENT…]
        """

    var panel: PanelDescription
    var script: String?
    var trace: String?
    /// Whether the program's output is read, for the trace, before it is passed on.
    var captures = false
    var program: [String] = []

    init(_ arguments: [String]) throws(Complaint) {
        var panelFile: String?
        var left = arguments[...]
        while let option = left.popFirst() {
            switch option {
            case "--panel": panelFile = try Options.value(&left, option)
            case "--script": script = try Options.value(&left, option)
            case "--trace": trace = try Options.value(&left, option)
            case "--capture": captures = true
            case "--": program = Array(left)
            default: throw Complaint("what is '\(option)'? \(Options.usage)")
            }
            if option == "--" { break }
        }
        guard !program.isEmpty else { throw Complaint("no program. \(Options.usage)") }
        if let panelFile {
            panel = try PanelDescription(String(decoding: contents(of: panelFile), as: UTF8.self), file: panelFile)
        } else {
            panel = try PanelDescription(PanelDescription.pi, file: "built-in panel")
        }
    }

    private static func value(_ left: inout ArraySlice<String>, _ option: String) throws(Complaint) -> String {
        guard let value = left.popFirst() else { throw Complaint("\(option) needs a value") }
        return value
    }
}
