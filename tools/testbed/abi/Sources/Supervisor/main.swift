import Glibc

// A program under the kernel interface answered from outside. Exit codes: the program's, or without a program that ran:
// 64 wrong usage, 65 a wrong file; with a script 0 when it was fulfilled and 1 when it was not.

let options: Options
let supervisor: Supervisor
do throws(Complaint) {
    options = try Options(Array(CommandLine.arguments.dropFirst()))
    supervisor = try Supervisor(options)
} catch {
    complain(error.message)
    exit(64)
}
do throws(Complaint) {
    try supervisor.start(options.program)
    let code = try supervisor.run()
    supervisor.cleanUp()
    exit(options.script == nil ? code : 0)
} catch {
    supervisor.cleanUp()
    complain(error.message)
    exit(1)
}
