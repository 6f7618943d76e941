import Glibc

// A program under the kernel interface answered from outside. Exit codes: the program's, or without a program that ran:
// 64 wrong usage, 65 a wrong file. A script that is not fulfilled makes it 1; one in a file that is makes it 0, as such a
// script says itself how the program should end.

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
    try supervisor.start()
    let code = try supervisor.run()
    supervisor.cleanUp()
    exit(options.script == nil || options.script == "-" ? code : 0)
} catch {
    supervisor.cleanUp()
    complain(error.message)
    exit(1)
}
