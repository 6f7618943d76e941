public import TaplineDaemon
import TaplineFormats

/// Runs whole corpora and reports what came of each variant, in lines.
public struct ConformanceReport: Sendable {
    /// Whether only what differs is reported, and the sum.
    public var isQuiet = false

    /// A report of everything.
    public init() {}

    /// Plays all variants of the cases at `paths` and writes what came of them; what is wrong with their files goes to
    /// `errors`. The answer is how the process ends: exit code 70 where something differs, that of the first broken file
    /// where one is.
    ///
    /// - Throws: ``ServiceError``: exit code 74 where there is no such folder or the output cannot be written, 65 where a
    ///   folder holds no case.
    public func run(
        _ paths: [String], into output: inout OutputStream, errors: inout OutputStream
    ) throws(ServiceError) -> ExitCode {
        var passed = 0
        var differed = 0
        var folders = 0
        var variants = 0
        var broken = 0
        var worst = ExitCode.done
        var last = ""
        let isColoured = output.wantsColour
        func mark(_ text: String, _ colour: String) -> String {
            isColoured ? "\u{1b}[\(colour)m\(text)\u{1b}[0m" : text
        }
        func emit(_ error: ServiceError) {
            // In the order in which things happen.
            output.flush()
            if error.description != last { errors.write(error.description + "\n") }
            errors.flush()
            // (A configuration is wrong for every variant in the same way.)
            last = error.description
            if broken == 0 { worst = error.exitCode }
            broken += 1
        }
        let run = ConformanceRun()
        for path in paths {
            for folder in try ConformanceCase.cases(at: path) {
                folders += 1
                for variant in folder.variants {
                    variants += 1
                    do throws(ServiceError) {
                        switch try run.play(variant, of: folder) {
                        case .passed:
                            passed += 1
                            if !isQuiet { output.write("\(mark("passed", "32"))  \(folder.name)  \(variant)\n") }
                        case .differed(let difference):
                            differed += 1
                            output.write("\(mark("FAILED", "31"))  \(folder.name)  \(variant)\n\(difference)")
                        }
                    } catch {
                        output.write("\(mark("BROKEN", "31"))  \(folder.name)  \(variant)\n")
                        emit(error)
                    }
                }
                for trace in run.unplayedTraces(of: folder) {
                    emit(ServiceError("\(trace):1: no expectations name this trace", .badData))
                }
                output.flush()
                // (Nobody reads the rest.)
                if output.isBroken { try output.finish() }
            }
        }
        var sum = "\(passed) passed"
        if differed > 0 { sum += ", " + mark("\(differed) failed", "31") }
        if broken > 0 { sum += ", " + mark("\(broken) broken", "31") }
        output.write("\(counted(folders, "case")), \(counted(variants, "variant")): \(sum)\n")
        try output.finish()
        return broken == 0 && differed > 0 ? .software : worst
    }
}
