import CTaplineTool
import Glibc
import TaplineFormats

/// What programs beside the daemon share: a panel's name, where its socket is, and how they say what is wrong.
package enum ClientProgram {
    /// The control socket of the panel called `name`; `runtime` is where panels' sockets are, nil or empty: the usual place.
    package static func controlSocket(of name: String, runtime: String? = environment("TAPLINE_RUNTIME")) -> String {
        let folder = runtime.flatMap { $0.isEmpty ? nil : $0 } ?? "/run/tapline"
        return "\(folder)/\(name)/control"
    }

    /// How a program is told which panel.
    package enum PanelWord {
        /// By `--name`, which has to be there and to be a name.
        case option
        /// By a word without an option, which need not be there, and may be a folder: it is found under "".
        case operand
    }

    /// What ends a program before it begins: its exit code.
    package struct Ending: Error { package let code: Int32 }

    /// The options in `arguments`, by their names; those of `flags` have no value, the others have one.
    ///
    /// - Throws: ``Ending`` where help or the version was asked for, which is written, or an option is wrong, which is complained of.
    package static func options(
        _ arguments: [String], of program: String, usage: String, version: String, options: [String],
        flags: [String] = [], panel: PanelWord = .option
    ) throws(Ending) -> [String: String] {
        var found: [String: String] = [:]
        var rest = arguments[...]
        while var option = rest.popFirst() {
            // (`--name=lamp` is two words.)
            if option.hasPrefix("--"), let equals = option.firstIndex(of: "=") {
                rest = [String(option[option.index(after: equals)...])] + rest
                option = String(option[..<equals])
            }
            if ["--help", "-h", "--version"].contains(option) {
                _ = tapline_tool_check_printed()
                print(option == "--version" ? version : usage)
                throw Ending(code: 0)
            }
            if panel == .operand, option.first != "-", found[""] == nil {
                found[""] = option
                continue
            }
            let isFlag = flags.contains(option)
            guard isFlag || options.contains(option) else {
                complain(program, "unknown argument \"\(option)\"; see \(program) --help")
                throw Ending(code: 64)
            }
            guard let value = isFlag ? "" : rest.popFirst() else {
                complain(program, "\(option) wants a value")
                throw Ending(code: 64)
            }
            found[option] = value
        }
        if panel == .operand { return found }
        guard let name = found["--name"], PanelName.isValid(name) else {
            complain(program, "--name wants a panel's name: letters, digits, -, _ and ., no dot in front")
            throw Ending(code: 64)
        }
        return found
    }

    /// A variable of the environment.
    package static func environment(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// Writes a line to the standard error.
    package static func complain(_ program: String, _ text: String) {
        let line = "\(program): \(text)\n"
        unsafe write(2, line, line.utf8.count)
    }
}
