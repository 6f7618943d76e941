import TaplineConfiguration
import TaplineCore
import TaplineDaemon
import TaplineDiagnostics
import TaplineSimulator
import TaplineViews

/// What opens a panel by itself, or records one that runs.
extension SmallTool {
    static func acceptance(_ words: inout Words) throws(ServiceError) -> ExitCode {
        var board: String?
        var output = "acceptance.jsonl"
        var check: String?
        var isForced = false
        var pullsCable = false
        var isFast = false
        while let word = words.next() {
            switch word {
            case "--board": board = try words.value(of: word)
            case "-o", "--output": output = try words.value(of: word)
            case "--check": check = try words.value(of: word)
            case "--force": isForced = true
            case "--cable": pullsCable = true
            case "--fast": isFast = true
            default: throw words.unknown(word)
            }
        }
        guard (board == nil) != (check == nil) else {
            throw words.wrong("acceptance of which --board, or --check FILE?")
        }
        guard check == nil || !pullsCable else { throw words.wrong("--cable goes with --board") }
        if let check {
            try AcceptanceCheck.run(check)
        } else {
            var acceptance = try Acceptance(board: board ?? "")
            acceptance.pullsCable = pullsCable
            try acceptance.run(to: output, replaces: isForced, isLive: !isFast)
        }
        return .done
    }

    static func calibrate(_ words: inout Words) throws(ServiceError) -> ExitCode {
        var board: String?
        var ofSensor = false
        var points: Int?
        var inset: Int?
        var isFast = false
        var isDry = false
        while let word = words.next() {
            switch word {
            case "--board": board = try words.value(of: word)
            case "--sensor": ofSensor = true
            case "--points": points = try words.number(of: word, in: 3...5)
            case "--inset": inset = try words.number(of: word, in: 5...30)
            case "--fast": isFast = true
            case "--dry-run": isDry = true
            default: throw words.unknown(word)
            }
        }
        guard let board else { throw words.wrong("calibrate which --board?") }
        guard !ofSensor || points == nil && inset == nil else {
            throw words.wrong("--points and --inset are for a panel, --sensor for the motion sensor")
        }
        if ofSensor {
            var calibration = try SensorCalibration(board: board)
            calibration.isRehearsal = isDry
            try calibration.run(isLive: !isFast)
        } else {
            var calibration = try Calibration(board: board, places: points ?? 5, inset: inset ?? 10)
            calibration.isRehearsal = isDry
            try calibration.run(fingers: nil, isLive: !isFast)
        }
        return .done
    }

    static func lines(_ words: inout Words, _ output: inout OutputStream) throws(ServiceError) -> ExitCode {
        guard words.next() == "test" else { throw words.wrong("lines wants a command: test") }
        var configuration: String?
        var board: String?
        while let word = words.next() {
            switch word {
            case "--config": configuration = try words.value(of: word)
            case "--board": board = try words.value(of: word)
            default: throw words.unknown(word)
            }
        }
        guard let configuration else { throw words.wrong("lines test of which --config?") }
        let panel: Panel<StandardRecognizer> = try PanelSource(configuration: configuration, board: board).load()
        try LinesTest(panel).run(into: &output)
        return .done
    }

    static func record(_ words: inout Words) throws(ServiceError) -> ExitCode {
        var names: [String] = []
        var board: String?
        var kind = RecordingFile.Kind.touches
        var withMotion = false
        var isForced = false
        var isFast = false
        var duration: Microseconds?
        while let word = words.next() {
            switch word {
            case "--board": board = try words.value(of: word)
            case "--bus": kind = .bus
            case "--motion": withMotion = true
            case "--force": isForced = true
            case "--fast": isFast = true
            case "--duration": duration = try words.period(of: word)
            default: names.append(word == "-" ? word : try noOption(word, words))
            }
        }
        guard names.count == (board == nil ? 2 : 1), board != nil || !isFast else {
            throw words.wrong("record PANEL FILE, or record --board BOARD FILE")
        }
        guard kind == .touches || !withMotion else {
            throw words.wrong("--motion is recorded with fingers, not with --bus")
        }
        if let board {
            let recording = try BoardRecording(board: board)
            let file = try RecordingFile(names[0], kind: kind, replaces: isForced)
            try file.record(
                recording, named: board, withMotion: withMotion, fingers: nil, isLive: !isFast, duration: duration)
        } else {
            let source = ViewSource.control(try ViewSource.controlSocket(of: names[0]))
            let file = try RecordingFile(names[1], kind: kind, replaces: isForced)
            var recorder = try FollowRecorder(source, into: file, withMotion: withMotion)
            recorder.duration = duration
            try recorder.run()
        }
        return .done
    }
}
