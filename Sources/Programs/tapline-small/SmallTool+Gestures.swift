import TaplineConfiguration
import TaplineCore
import TaplineDaemon
import TaplineViews

/// What plays a recording, or runs commands for gestures.
extension SmallTool {
    static func replay(_ words: inout Words, _ output: inout OutputStream) throws(ServiceError) -> ExitCode {
        var recording: String?
        var configuration: String?
        var board: String?
        var emitsTouches = false
        var explains = false
        while let word = words.next() {
            switch word {
            case "--config": configuration = try words.value(of: word)
            case "--board": board = try words.value(of: word)
            case "--touches": emitsTouches = true
            case "--explain": explains = true
            default:
                guard recording == nil else { throw words.unknown(word) }
                recording = word == "-" ? word : try noOption(word, words)
            }
        }
        guard let recording else { throw words.wrong("replay which recording?") }
        let reader = try RecordingReader(recording)
        var replay = try Replay<StandardRecognizer>(
            reader.recording, file: recording == "-" ? "standard input" : recording, configuration: configuration,
            board: board)
        replay.emitsTouches = emitsTouches
        replay.explains = explains
        for doubt in try replay.run(reader, into: &output) { OutputStream.writeError("note: \(doubt)\n") }
        return .done
    }

    static func plot(_ words: inout Words) throws(ServiceError) -> ExitCode {
        var recording: String?
        var configuration: String?
        var board: String?
        var picture: String?
        var isForced = false
        while let word = words.next() {
            switch word {
            case "--config": configuration = try words.value(of: word)
            case "--board": board = try words.value(of: word)
            case "-o", "--output": picture = try words.value(of: word)
            case "--force": isForced = true
            default:
                guard recording == nil else { throw words.unknown(word) }
                recording = word == "-" ? word : try noOption(word, words)
            }
        }
        guard let recording else { throw words.wrong("plot which recording?") }
        guard let picture, picture == "-" || picture.hasSuffix(".svg") || picture.hasSuffix(".png") else {
            throw words.wrong("plot wants -o and a name that ends in .svg or .png, or -")
        }
        try Plot(recording, configuration: configuration, board: board, title: nil).write(
            to: picture, replaces: isForced)
        return .done
    }

    static func watch(_ words: inout Words) throws(ServiceError) -> ExitCode {
        var source: String?
        var command: String?
        var file: CommandFile?
        var names: [String] = []
        var states: [String] = []
        var longest: Int?
        var jobs = 4
        var count: Int?
        var isVerbose = false
        var waits = false
        while let word = words.next() {
            switch word {
            case "--exec": command = try words.value(of: word)
            case "--commands": file = CommandFile(try words.value(of: word))
            case "--gesture": names.append(try words.value(of: word))
            case "--on": states.append(try state(&words))
            case "--timeout": longest = try words.number(of: word, in: 1...86_400)
            case "--jobs": jobs = try words.number(of: word, in: 1...64)
            case "-n", "--num-events": count = try words.number(of: word, in: 1...Int.max)
            case "-v", "--verbose": isVerbose = true
            case "--wait": waits = true
            default:
                guard source == nil else { throw words.unknown(word) }
                source = word == "-" ? word : try noOption(word, words)
            }
        }
        guard (command == nil) != (file == nil) else {
            throw words.wrong("watch wants --exec COMMAND or --commands FILE, one of them")
        }
        guard file == nil || names.isEmpty && states.isEmpty else {
            throw words.wrong("--gesture and --on go with --exec; FILE says for what a command is run")
        }
        let chosen: [GestureCommand]
        if let file {
            chosen = try file.commands()
        } else {
            chosen = [try gestureCommand(command ?? "", names, states)]
        }
        var commands = GestureCommands(chosen, for: try ViewSource.named(source, baud: 115_200, mayBeAbsent: waits))
        commands.file = file
        commands.longest = longest.map { .milliseconds(Int64($0) * 1_000) }
        commands.mostAtOnce = jobs
        commands.mostCommands = count
        commands.isVerbose = isVerbose
        commands.waits = waits
        try commands.run()
        return .done
    }

    private static func state(_ words: inout Words) throws(ServiceError) -> String {
        let state = try words.value(of: "--on")
        guard GestureCommands.allStates.contains(state) else {
            throw words.wrong(
                "--on takes one of \(GestureCommands.allStates.joined(separator: ", ")), not \"\(state)\"")
        }
        return state
    }

    private static func gestureCommand(
        _ text: String, _ names: [String], _ states: [String]
    ) throws(ServiceError) -> GestureCommand {
        var command = GestureCommand(try CommandTemplate(option: text))
        command.names = names
        command.states = states
        return command
    }
}
