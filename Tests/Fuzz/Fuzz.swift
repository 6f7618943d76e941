import Foundation
import TaplineCore

/// libFuzzer around one of the parsers: `Fuzz PARSER [libFuzzer's arguments]`, or `Fuzz --seeds FOLDER`. `tools/fuzz` builds and starts it.
@main enum Fuzz {
    /// The parser's name for processes that libFuzzer starts by itself: when it merges folders of inputs.
    private static var variable: String { "TAPLINE_FUZZED" }

    static func main() {
        var arguments = CommandLine.arguments
        if arguments.count == 3, arguments[1] == "--seeds" {
            do { try FuzzSeeds.all.write(to: arguments[2]) } catch { exit(74) }
            exit(0)
        }
        if arguments.count > 1, FuzzedParser.named(arguments[1]) != nil {
            setenv(variable, arguments.remove(at: 1), 1)
        }
        let name = ProcessInfo.processInfo.environment[variable] ?? ""
        guard let parser = FuzzedParser.named(name) else {
            // What there is, one a line.
            for parser in FuzzedParser.all { print(parser.name) }
            exit(arguments.count > 1 ? 64 : 0)
        }
        chosen = parser
        var count = Int32(arguments.count)
        // libFuzzer keeps them as long as the process lives.
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        words.withUnsafeMutableBufferPointer { buffer in
            var start: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = buffer.baseAddress
            exit(runFuzzer(&count, &start, test))
        }
    }
}

/// The parser that this process feeds. (libFuzzer has one thread.)
nonisolated(unsafe) private var chosen = FuzzedParser.all[0]

private let test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32 = { start, count in
    chosen.feed(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

/// libFuzzer's entry for programs with a `main` of their own.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
