import Glibc

/// What programs beside the daemon share: a panel's name, where its socket is, and how they say what is wrong.
package enum ClientProgram {
    /// The control socket of the panel called `name`; `runtime` is where panels' sockets are, nil or empty: the usual place.
    package static func controlSocket(of name: String, runtime: String? = environment("TAPLINE_RUNTIME")) -> String {
        let folder = runtime.flatMap { $0.isEmpty ? nil : $0 } ?? "/run/tapline"
        return "\(folder)/\(name)/control"
    }

    /// The rule for names of panels, as in FORMATS.md.
    package static func isName(_ name: String) -> Bool {
        let ascii = name.utf8.allSatisfy { byte in
            let scalar = Unicode.Scalar(byte)
            return scalar.properties.isAlphabetic && byte < 128 || scalar.properties.numericType != nil && byte < 128
                || scalar == "-" || scalar == "_" || scalar == "."
        }
        return ascii && (1...64).contains(name.utf8.count) && name.first != "."
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
