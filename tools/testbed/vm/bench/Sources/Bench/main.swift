import Glibc

// A program on a real kernel with a panel around it. Exit codes as those of the emulated kernel interface: the program's,
// or 64 wrong usage; with a script 0 when it was fulfilled and 1 when it was not.

/// Does it all, and ends the process.
func play(_ options: Options) throws(Complaint) -> Never {
    let bench = try Bench(options)
    do throws(Complaint) {
        try bench.plugIn()
        try bench.start()
        let code = try bench.run()
        bench.cleanUp()
        exit(options.script == nil ? code : 0)
    } catch {
        bench.cleanUp()
        throw error
    }
}

/// The command line.
func options() -> Options {
    do throws(Complaint) {
        return try Options(Array(CommandLine.arguments.dropFirst()))
    } catch {
        complain(error.message)
        exit(64)
    }
}

do throws(Complaint) {
    try play(options())
} catch {
    complain(error.message)
    exit(1)
}
