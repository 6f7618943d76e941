import TaplineConfiguration
import TaplineViews

/// What `--help` says, of the tool and of each command.
enum Manual {
    /// The commands that there are.
    static let commands = [
        "acceptance", "board", "calibrate", "check", "conform", "detect", "doctor", "init", "lines", "monitor", "plot",
        "record", "replay", "schema", "status", "stroke", "watch",
    ]

    /// What `command` takes and does; of the whole tool where there is no such command.
    static func text(of command: String) -> String {
        switch command {
        case "acceptance":
            """
            usage: tapline acceptance --board BOARD [-o FILE] [--cable] [--force] [--fast]
                   tapline acceptance --check FILE

            Holds your panel against what is assumed of it: asks for corners, taps, fingers and a rest, says what differs from
            the model of its chip, and writes a file without anything private that is a test as it is. Stop a service that
            has the panel first.

              --board BOARD      a name, or a file; on a simulated one the fingers are simulated
              -o, --output FILE  without it acceptance.jsonl
              --cable            also ask to pull the cable and put it back: only where that may be done under power
              --force            replace a file that is there already
              --fast             do not wait for the clock on a simulated board
              --check FILE       check a file that was written

            Exit code 65 where it is ended too early, or a checked file does not hold.
            """
        case "board":
            """
            usage: tapline board import [--size PIXELS] LINE...
                   tapline board set --board BOARD KEY VALUE [KEY VALUE]...

            import writes the board of a dtoverlay line, and the dtparam lines that follow it, or of a whole config.txt:
              tapline board import dtoverlay=goodix,interrupt=4,reset=17,sizex=800,sizey=480 > panel.yaml
              tapline board import /boot/firmware/config.txt > panel.yaml
            set gives keys of a board file other values; everything else in it stays as it is. What has changed is told:
              tapline board set --board /etc/tapline/boards/panel.yaml interrupt_pin none transform.rotate 90

              --size PIXELS  the panel's raw pixels across and down, where the line does not say them: 1280x720
              --board BOARD  a name, or a file: its file is written. A package's is copied to /etc/tapline/boards first
              KEY VALUE      as in board/1; a value with spaces in quotes: '[800, 480]'

            Exit code 78 where the board would be wrong, 77 where permission is missing: the file is as it was.
            """
        case "calibrate":
            """
            usage: tapline calibrate --board BOARD [--points 3|4|5] [--inset PERCENT] [--dry-run] [--fast]
                   tapline calibrate --board BOARD --sensor [--dry-run] [--fast]

            Asks for touches at known places, or for the six faces of a motion sensor, and writes the correction into the
            board's file.

              --board BOARD    a name, or a file
              --sensor         the board's motion sensor, not its panel
              --points COUNT   how many places, 3 to 5; without it 5
              --inset PERCENT  how far they are from the edges, 5 to 30; without it 10
              --dry-run        tell the correction, and leave the file as it is
              --fast           do not wait for the clock on a simulated board
            """
        case "check":
            """
            usage: tapline check [--board BOARD] FILE...

            Says what is wrong in boards, configurations and strokes, by file, line and column.

              --board BOARD  check configurations for this board: a name, or a file. Without it: the one that they name

            Exit code 78 where something is wrong, 74 or 77 where a file cannot be read.
            """
        case "conform":
            """
            usage: tapline conform [-q] FOLDER...

            Plays a conformance corpus and says where the recognizers differ from it. FOLDER is one of cases, or a case.

              -q, --quiet  tell only what failed, and the sum

            Exit code 70 where a case failed, 65 or 78 where a file of the corpus is wrong.
            """
        case "detect":
            """
            usage: tapline detect [--bus BUS]... [--format text|jsonl] [--yes]

            Looks for touch controllers on I2C buses, by identity registers, which are only read. It asks first.

              --bus BUS               as boards name it: /dev/i2c-1, 1, the adapter's name or alias. May be
                                      repeated; without it: all
              --format text|jsonl     for people, or for programs: an object a line
              --yes                   the answer
            """
        case "doctor":
            """
            usage: tapline doctor --board BOARD [--config FILE] [--watch SECONDS]
                                  [--untouched SECONDS] [--fingers RECORDING] [--yes]

            Says what is wrong with a board's computer, and the command that fixes it.

              --board BOARD    a name, or a file
              --config FILE    a configuration whose output lines are looked at, too
              --watch SECONDS  how long the panel is watched, 0 to 600; without it 5
              --untouched SECONDS
                               how long it is watched before that, while nobody touches it, 0 to 600; without it not:
                               contacts that nobody has made, with the lines of the board's file that end them
              --fingers RECORDING
                               only examine this recording of a panel that nobody touched
              --yes            look for other controllers without a question where the board's does not answer
            """
        case "init":
            """
            usage: tapline init [--board BOARD] [--line LINE] [--gesture GESTURE] [--yes] [--dry-run] [NAME]
                   tapline init --undo [NAME]

            Makes a service of a panel: from nothing to a lamp. It looks for the panel, asks for the lamp's line, shows what it
            would do, and does it. Only a line that was named is ever driven. What is replaced is kept as FILE.DATE.tapline.

              NAME               the panel's name; without it panel
              --board BOARD      a name, or a file; without it the one that fits what is found
              --line LINE        what the lamp hangs on: GPIO23
              --serial PORT      a serial port in place of a line; it gets the events
              --gesture GESTURE  swipe, tap, double-tap or long-press; without it swipe
              --yes              ask nothing
              -n, --dry-run      only show what would be done
              --force            replace files of this name that are there, after a copy
              --undo             take back what was done for this name

            Exit code 64 where options are missing and nobody can be asked, 69 where nothing answers, 77 without root.
            """
        case "lines":
            """
            usage: tapline lines test --config FILE [--board BOARD]

            Moves each output line that the configuration names once, for half a second; all are left idle.

            Exit code 69 where a line cannot be had, 77 where permission is missing.
            """
        case "monitor":
            """
            usage: tapline monitor [OPTION]... [SOURCE]

            Shows what a panel does, live. SOURCE is a panel that runs here, by its name; a serial port; a socket; a file; or -
            for the standard input. Without one it is the only panel that runs here. In a terminal it is a picture (q quits,
            space pauses, c clears); elsewhere, and with --plain, -n, -F or -q, a line for each event.

              -n, --num-events COUNT  exit after so many gestures and uses of controls; with --changes: events
              -F, --format FORMAT     how an event is written, see below
              -q, --quiet             write no events
              --idle-timeout TIME     exit when nothing came for so long: milliseconds, or with a unit (us, ms, s, m)
              --plain                 write lines also to a terminal
              --changes               write each change of a gesture under way, too
              --touches               write fingers, too: a line for each report
              --explain               ask a panel why candidates fail
              --wait                  wait for a source that is not there yet
              --baud RATE             the rate of a serial port; without it 115200

            FORMAT has \(EventTemplate.specifiers.map { "%\($0.name) (\($0.meaning))" }.joined(separator: ", ")).
            """
        case "plot":
            """
            usage: tapline plot -o PICTURE [--config FILE] [--board BOARD] [--force] RECORDING

            Draws a recording: fingers, gestures, speeds.

              -o, --output PICTURE  a file that ends in .svg, or in .png (with rsvg-convert); - for the standard output
              --config FILE         without it the built-in gestures
              --board BOARD         turns and corrects recorded fingers: a name, or a file
              --force               replace a file that is there already
            """
        case "record":
            """
            usage: tapline record [--bus] [--motion] [--duration TIME] [--force] PANEL FILE
                   tapline record --board BOARD [--bus] [--motion] [--duration TIME] [--force] [--fast] FILE

            Records what fingers do, beside the daemon of a PANEL that runs here (its name or control socket), or on the panel
            of a board. FILE is complete whenever it ends; - for the standard output.

              --bus            what goes over the chip's wires
              --motion         the motion sensor, too
              --duration TIME  end after so long: milliseconds, or with a unit (us, ms, s, m)
              --force          replace a file that is there already
              --fast           do not wait for the clock on a simulated board
            """
        case "replay":
            """
            usage: tapline replay [--config FILE] [--board BOARD] [--touches] [--explain] RECORDING

            Runs a recording (trace/1 or bus/1, - for the standard input) through the gestures, and writes events/1.

              --config FILE  without it the built-in gestures
              --board BOARD  turns and corrects recorded fingers: a name, or a file
              --touches      write every change of a touch, too
              --explain      say why recognizers fail or are cancelled
            """
        case "schema":
            """
            usage: tapline schema board|config|stroke

            Prints the JSON Schema of a kind of file, for editors. What it refuses, tapline check refuses, too.
            """
        case "status":
            """
            usage: tapline status [--watch] [--json] [PANEL]

            Tells what a panel that runs here has counted. PANEL is its name, or its control socket; without it the only one.

              --watch  every second, until it is stopped
              --json   as an object a line
            """
        case "stroke":
            """
            usage: tapline stroke [--board BOARD] NAME RECORDING

            Writes stroke/1 to the standard output: templates of what a finger draws in RECORDING (trace/1, - for the standard
            input). Every finger that goes 30 pt or more before it lifts is a stroke:
              tapline stroke z recording.jsonl > z.json
            """
        case "watch":
            """
            usage: tapline watch --exec COMMAND [--gesture NAME]... [--on STATE]... [OPTION]... [SOURCE]
                   tapline watch --commands FILE [OPTION]... [SOURCE]

            Runs a command for each gesture of SOURCE, which is that of tapline monitor. No shell sees it:
              tapline watch lamp --gesture louder --exec 'mpc volume +5'

              --exec COMMAND          the command; {gesture}, {direction}, … are filled in
              --commands FILE         those of a configuration's outputs ({on: lamp, run: [mpc, next]}), which only root may write
              --gesture NAME          a gesture or control that counts; may be repeated
              --on STATE              a state or action that counts; may be repeated
              --timeout SECONDS       a command that runs for longer is killed
              --jobs COUNT            so many run at once, 1 to 64; without it 4
              -n, --num-events COUNT  exit after so many commands
              -v, --verbose           tell the exit code of commands that succeed, too
              --wait                  wait for a source that is not there yet

            In braces: \(CommandTemplate.placeholders.joined(separator: ", ")).
            """
        default:
            """
            usage: tapline COMMAND [OPTION]... [ARGUMENT]...
                   tapline COMMAND --help
                   tapline help gesture [KIND]

            The small tool beside the daemon.

              acceptance  hold your panel against what is assumed of it, and write a file that becomes a test
              board       make a board file (board import), give its keys other values (board set)
              calibrate   correct a panel or a motion sensor, in its board's file
              check       say what is wrong in boards, configurations and strokes, by file, line and column
              conform     play a conformance corpus
              detect      look for touch controllers on I2C buses; it asks first, --yes is the answer
              doctor      say what is wrong with a board's computer, and the command that fixes it
              init        make a service of a panel: from nothing to a lamp; it shows what it would do, and asks first
              lines       move each output line of a configuration once (lines test)
              monitor     show what a panel does, live: a panel's name, a serial port, a socket, a file, - for the
                          standard input; without one the panel that runs here
              plot        draw a recording
              record      record what fingers do on a panel
              replay      run a recording through the gestures
              schema      print the JSON Schema of a kind of file
              status      tell what a panel that runs here has counted
              stroke      make templates of what a finger draws in a recording
              watch       run a command for each gesture
              --help      this text
              --version   the version

            taplined runs a panel. Reports (tapline report) need Swift's whole standard library, which there is for no other
            processor than the compiler's: tools/package makes the whole tool's package on a computer of this processor with
            Swift. Exit codes are those of sysexits.h.
            """
        }
    }
}
