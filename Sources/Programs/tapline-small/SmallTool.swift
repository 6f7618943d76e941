import CTaplineSystem
import TaplineConfiguration
import TaplineConformance
import TaplineCore
import TaplineDaemon
import TaplineDiagnostics
import TaplineFormats
import TaplineViews

/// `tapline` where Swift's standard library cannot be had, as one small file: what a person needs beside a panel. The same
/// commands as the whole tool's, with the same options but the rarest; their work is in the same modules.
enum SmallTool {
    static func main() -> Never {
        var errors = OutputStream(descriptor: 2)
        var words = Words()
        do throws(ServiceError) {
            let code = try run(&words, errors: &errors)
            tapline_exit(code.rawValue)
        } catch {
            errors.write("\(error.description)\n")
            errors.flush()
            tapline_exit(error.exitCode.rawValue)
        }
    }

    private static func run(_ words: inout Words, errors: inout OutputStream) throws(ServiceError) -> ExitCode {
        var output = OutputStream()
        let wantsHelp = words.wantsHelp
        let first = words.next() ?? "help"
        let command = Manual.commands.contains(first) ? first : ""
        if wantsHelp || first == "help" {
            if first == "help", words.isNext("gesture") {
                _ = words.next()
                output.write(try GestureHelp.text(of: words.next()))
                try output.finish()
                return .done
            }
            output.write(Manual.text(of: first == "help" ? words.next() ?? "" : command) + "\n")
            try output.finish()
            return .done
        }
        words.command = command
        switch first {
        case "acceptance": return try acceptance(&words)
        case "board": return try board(&words, &output, &errors)
        case "calibrate": return try calibrate(&words)
        case "check": return try check(&words, &output, &errors)
        case "conform": return try conform(&words, &output, &errors)
        case "detect": return try detect(&words, &output, &errors)
        case "doctor": return try doctor(&words, &output, &errors)
        case "init": return try initialize(&words, &output, &errors)
        case "lines": return try lines(&words, &output)
        case "monitor": return try monitor(&words)
        case "plot": return try plot(&words)
        case "record": return try record(&words)
        case "replay": return try replay(&words, &output)
        case "schema": return try schema(&words, &output)
        case "status": return try status(&words)
        case "stroke": return try stroke(&words, &output)
        case "watch": return try watch(&words)
        case "--version": output.write(TaplineVersion.text + "\n")
        case "run": throw words.wrong("this small tool has no command \"run\": taplined runs a panel, taplined --help")
        case "report":
            throw words.wrong(
                "this small tool has no command \"report\": to find names in texts takes Swift's whole standard library, which "
                    + "there is not for this processor; on another computer: tapline report --config FILE")
        default: throw words.wrong("this small tool has no command \"\(first)\"" + nearest(first))
        }
        try output.finish()
        return .done
    }

    private static func board(
        _ words: inout Words, _ output: inout OutputStream, _ errors: inout OutputStream
    ) throws(ServiceError) -> ExitCode {
        switch words.next() {
        case "import": return try boardImport(&words, &output, &errors)
        case "set": return try boardSet(&words, &output)
        default: throw words.wrong("board wants a command: import or set")
        }
    }

    private static func boardImport(
        _ words: inout Words, _ output: inout OutputStream, _ errors: inout OutputStream
    ) throws(ServiceError) -> ExitCode {
        var size: (width: Int, height: Int)?
        var lines: [String] = []
        while let word = words.next(isAsItIs: !lines.isEmpty) {
            switch word {
            case "--size":
                let text = try words.value(of: word)
                guard let named = BoardImport.size(text) else {
                    throw words.wrong("--size takes pixels across and down, 1280x720, not \"\(text)\"")
                }
                size = named
            default: lines.append(word == "-" ? word : try noOption(word, words))
            }
        }
        guard !lines.isEmpty else { throw words.wrong("board import of which line, or which config.txt?") }
        try BoardImport.run(lines, size: size, output: &output, errors: &errors)
        return .done
    }

    private static func boardSet(_ words: inout Words, _ output: inout OutputStream) throws(ServiceError) -> ExitCode {
        var board: String?
        var settings: [(key: String, value: String)] = []
        while let word = words.next(isAsItIs: board != nil) {
            if word == "--board", board == nil {
                board = try words.value(of: word)
                continue
            }
            let key = try noOption(word, words)
            guard let value = words.next(isAsItIs: true) else { throw words.wrong("\(key) has no value") }
            settings.append((key, value))
        }
        guard let board else { throw words.wrong("board set of which --board?") }
        guard !settings.isEmpty else { throw words.wrong("board set which key?") }
        try BoardSetting.apply(settings, toBoard: board, output: &output)
        return .done
    }

    private static func check(
        _ words: inout Words, _ output: inout OutputStream, _ errors: inout OutputStream
    ) throws(ServiceError) -> ExitCode {
        var run = CheckRun(files: [])
        while let word = words.next() {
            switch word {
            case "--board": run.board = try words.value(of: word)
            default: run.files.append(try noOption(word, words))
            }
        }
        guard !run.files.isEmpty else { throw words.wrong("check which files?") }
        return try run.run(into: &output, errors: &errors)
    }

    private static func conform(
        _ words: inout Words, _ output: inout OutputStream, _ errors: inout OutputStream
    ) throws(ServiceError) -> ExitCode {
        var report = ConformanceReport()
        var folders: [String] = []
        while let word = words.next() {
            switch word {
            case "-q", "--quiet": report.isQuiet = true
            default: folders.append(try noOption(word, words))
            }
        }
        guard !folders.isEmpty else { throw words.wrong("conform with which folders?") }
        return try report.run(folders, into: &output, errors: &errors)
    }

    private static func schema(_ words: inout Words, _ output: inout OutputStream) throws(ServiceError) -> ExitCode {
        guard let word = words.next(), let kind = TaplineFileKind(rawValue: word + "/1") else {
            throw words.wrong("schema of what? board, config or stroke")
        }
        if let word = words.next() { throw words.unknown(word) }
        output.write(JSONSchema(of: kind).text)
        try output.finish()
        return .done
    }

    private static func stroke(_ words: inout Words, _ output: inout OutputStream) throws(ServiceError) -> ExitCode {
        var board: String?
        var names: [String] = []
        while let word = words.next() {
            switch word {
            case "--board": board = try words.value(of: word)
            default: names.append(try noOption(word, words))
            }
        }
        guard names.count >= 2 else { throw words.wrong("stroke wants a name and a recording") }
        if names.count > 2 { throw words.unknown(names[2]) }
        output.write(try StrokeRecording.strokeFile(names[0], recording: names[1], board: board))
        try output.finish()
        return .done
    }

    private static func detect(
        _ words: inout Words, _ output: inout OutputStream, _ errors: inout OutputStream
    ) throws(ServiceError) -> ExitCode {
        var buses: [String] = []
        var isAllowed = false
        var format = "text"
        while let word = words.next() {
            switch word {
            case "--bus": buses.append(try words.value(of: word))
            case "--yes": isAllowed = true
            case "--format": format = try words.value(of: word)
            default: throw words.unknown(word)
            }
        }
        guard format == "text" || format == "jsonl" else {
            throw words.wrong("--format takes text or jsonl, not \"\(format)\"")
        }
        try DetectionRun(buses: buses, isAllowed: isAllowed, isForMachines: format == "jsonl")
            .run(into: &output, errors: &errors)
        return .done
    }

    private static func doctor(
        _ words: inout Words, _ output: inout OutputStream, _ errors: inout OutputStream
    ) throws(ServiceError) -> ExitCode {
        var run = DoctorRun(board: "", watchTime: .milliseconds(5_000)) {
            RemoteFacts.Running(samples: StatusReading(ofPanel: $0).samples)
        }
        while let word = words.next() {
            switch word {
            case "--board": run.board = try words.value(of: word)
            case "--config": run.configuration = try words.value(of: word)
            case "--watch":
                run.watchTime = .milliseconds(Int64(try words.number(of: word, in: 0...600)) * 1_000)
            case "--untouched":
                run.untouchedTime = .milliseconds(Int64(try words.number(of: word, in: 0...600)) * 1_000)
            case "--fingers": run.recording = try words.value(of: word)
            case "--yes": run.isAllowed = true
            default: throw words.unknown(word)
            }
        }
        guard !run.board.isEmpty else { throw words.wrong("doctor for which --board?") }
        return try run.run(into: &output, errors: &errors)
    }

    private static func initialize(
        _ words: inout Words, _ output: inout OutputStream, _ errors: inout OutputStream
    ) throws(ServiceError) -> ExitCode {
        var options = InitOptions()
        var isUndo = false
        var isNamed = false
        while let word = words.next() {
            switch word {
            case "--board": options.board = try words.value(of: word)
            case "--line": options.line = try words.value(of: word)
            case "--serial": options.serial = try words.value(of: word)
            case "--gesture": options.gesture = try words.value(of: word)
            case "--yes": options.isAllowed = true
            case "-n", "--dry-run": options.isDry = true
            case "--force": options.isForced = true
            case "--undo": isUndo = true
            default:
                guard !isNamed else { throw words.unknown(word) }
                options.name = try noOption(word, words)
                isNamed = true
            }
        }
        var run = InitRun(options, execute: { Program.run($0) }, status: { ControlClient.status(at: $0) })
        run.isUndo = isUndo
        if case .running(let panel) = try run.run(into: &output, errors: &errors) {
            try Monitor.showFirstGesture(of: panel)
        }
        return .done
    }

    private static func monitor(_ words: inout Words) throws(ServiceError) -> ExitCode {
        var source: String?
        var baud = UInt32(115_200)
        var count: Int?
        var isPlain = false
        var emitsTouches = false
        var tellsProgress = false
        var explains = false
        var waits = false
        var isQuiet = false
        var template: EventTemplate?
        var idleTimeout: Microseconds?
        while let word = words.next() {
            switch word {
            case "-n", "--num-events": count = try words.number(of: word, in: 1...Int.max)
            case "--plain": isPlain = true
            case "--touches": emitsTouches = true
            case "--changes": tellsProgress = true
            case "--explain": explains = true
            case "--wait": waits = true
            case "-q", "--quiet": isQuiet = true
            case "-F", "--format": template = try EventTemplate(try words.value(of: word))
            case "--idle-timeout":
                idleTimeout = try words.period(of: word)
            case "--baud": baud = try words.rate(of: word)
            default:
                guard source == nil else { throw words.unknown(word) }
                source = word == "-" ? word : try noOption(word, words)
            }
        }
        var monitor = Monitor(try ViewSource.named(source, baud: baud, mayBeAbsent: waits))
        monitor.mostGestures = count
        monitor.isPlain = isPlain
        monitor.emitsTouches = emitsTouches
        monitor.tellsProgress = tellsProgress
        monitor.explains = explains
        monitor.waits = waits
        monitor.isQuiet = isQuiet
        monitor.template = template
        monitor.idleTimeout = idleTimeout
        try monitor.run()
        return .done
    }

    private static func status(_ words: inout Words) throws(ServiceError) -> ExitCode {
        var panel: String?
        var view = StatusView()
        while let word = words.next() {
            switch word {
            case "--watch": view.repeats = true
            case "--json": view.isJSON = true
            default:
                guard panel == nil else { throw words.unknown(word) }
                panel = try noOption(word, words)
            }
        }
        try view.run(try ViewSource.controlSocket(of: panel))
        return .done
    }

    private static func nearest(_ word: String) -> String {
        nearestName(to: word, among: Manual.commands).map { "; did you mean \"\($0)\"?" } ?? ""
    }

    /// The word, which is to be no option.
    static func noOption(_ word: String, _ words: Words) throws(ServiceError) -> String {
        guard !word.hasPrefix("-") else { throw words.unknown(word) }
        return word
    }
}
