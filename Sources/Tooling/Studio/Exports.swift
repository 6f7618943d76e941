import TaplineConfiguration
import TaplineFormats

// What the page calls. Bytes go in through one buffer and come out through one answer; 0 says that all is well. Memory that the
// page does not give is never read: every length is checked.

nonisolated(unsafe) private var studio = Studio()
nonisolated(unsafe) private var input: [UInt8] = []
nonisolated(unsafe) private var answer: [UInt8] = []
nonisolated(unsafe) private var description: [UInt8] = []

/// Room for `count` bytes; the page writes there before it calls anything else.
@_cdecl("studio_input")
public func makeInput(_ count: Int32) -> UnsafeMutablePointer<UInt8>? {
    input = [UInt8](repeating: 0, count: max(1, Int(count)))
    return input.withUnsafeMutableBufferPointer { $0.baseAddress }
}

/// Where the last answer stands, and how long it is.
@_cdecl("studio_answer")
public func answerStart() -> UnsafeMutablePointer<UInt8>? {
    answer.withUnsafeMutableBufferPointer { $0.baseAddress }
}
@_cdecl("studio_answer_count")
public func answerCount() -> Int32 { Int32(truncatingIfNeeded: answer.count) }

/// The first `count` bytes of the input as a name, and what is behind them up to `total`.
private func split(_ count: Int32, _ total: Int32) -> (name: String, bytes: [UInt8]) {
    let total = min(max(0, Int(total)), input.count)
    let count = min(max(0, Int(count)), total)
    return (String(decoding: input[0..<count], as: UTF8.self), Array(input[count..<total]))
}

private func say(_ text: String) { answer = Array(text.utf8) }

/// A recording: 0, and what it is; or 1, and why it cannot be read.
@_cdecl("studio_open")
public func open(_ name: Int32, _ total: Int32) -> Int32 {
    let (file, bytes) = split(name, total)
    do throws(LineFormatError) {
        say(try studio.open(bytes, file: file))
        return 0
    } catch {
        say(error.description)
        return 1
    }
}

/// The fingers of a recording of a chip's wires, as trace/1; of others nothing.
@_cdecl("studio_fingers")
public func fingers() { say(studio.fingers()) }

/// A file that configurations and recordings may name.
@_cdecl("studio_file")
public func keepFile(_ name: Int32, _ total: Int32) {
    let (file, bytes) = split(name, total)
    studio.files.removeAll { $0.name == file }
    studio.files.append((file, bytes))
}

/// Plays the recording through a configuration: 0, and the events; or 1, and the errors as JSON. `wanted`: 1 why recognizers
/// fail, 2 touches, 4 zones' touches.
@_cdecl("studio_run")
public func run(_ name: Int32, _ total: Int32, _ wanted: Int32) -> Int32 {
    let (file, bytes) = split(name, total)
    do throws(ConfigurationErrors) {
        let outcome = try studio.run(bytes, file: file, wanted: .init(rawValue: wanted))
        (answer, description) = (outcome.events, Array(outcome.description.utf8))
        return 0
    } catch {
        var errors = ""
        for error in error.errors {
            errors += errors.isEmpty ? "[" : ","
            errors += "{\"line\":\(error.line),\"column\":\(error.column),\"text\":\(json(error.description))}"
        }
        say(errors + "]")
        return 1
    }
}

/// What the last configuration that could be read has.
@_cdecl("studio_describe")
public func describe() { answer = description }

/// The built-in configuration.
@_cdecl("studio_builtin")
public func builtIn() { say(BuiltInConfiguration.text) }

/// The parameters of all kinds.
@_cdecl("studio_parameters")
public func parameters() { say(Studio.parameters) }

/// A configuration with another value of a parameter of the gesture at `gesture`: key, value and the text stand one behind the
/// other. 1: it cannot be set there.
@_cdecl("studio_set")
public func set(_ gesture: Int32, _ key: Int32, _ value: Int32, _ total: Int32) -> Int32 {
    let (name, rest) = split(key, total)
    let count = min(max(0, Int(value)), rest.count)
    let wanted = String(decoding: rest[0..<count], as: UTF8.self)
    guard let edited = GestureEdit.setting(name, of: Int(gesture), to: wanted, in: Array(rest[count...])) else {
        say("")
        return 1
    }
    answer = edited
    return 0
}
