import CTaplineSystem
import TaplineConformance
import TaplineDaemon

// `tapline conform` as Embedded Swift, to show that the same recognizers do the same there:
// conformance-embedded FOLDER…
func conform() -> Never {
    var folders: [String] = []
    while let argument = unsafe tapline_argument(Int32(folders.count + 1)) {
        unsafe folders.append(String(cString: argument))
    }
    var output = OutputStream()
    var errors = OutputStream(descriptor: 2)
    do throws(ServiceError) {
        guard !folders.isEmpty else { throw ServiceError("usage: conformance-embedded FOLDER…", .usage) }
        var report = ConformanceReport()
        report.isQuiet = true
        tapline_exit(try report.run(folders, into: &output, errors: &errors).rawValue)
    } catch {
        errors.write(error.description + "\n")
        errors.flush()
        tapline_exit(error.exitCode.rawValue)
    }
}

conform()
