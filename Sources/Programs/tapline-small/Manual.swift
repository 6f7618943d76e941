import TaplineViews

/// What `--help` says, of the tool and of each command.
enum Manual {
    /// The commands that there are.
    static let commands = ["board", "check", "detect", "doctor", "init", "monitor", "status"]

    /// What `command` takes and does; of the whole tool where there is no such command.
    static func text(of command: String) -> String {
        switch command {
        case "board":
            """
            usage: tapline board set --board BOARD KEY VALUE [KEY VALUE]...

            Gives keys of a board file other values; everything else in it stays as it is. What has changed is told:
              tapline board set --board /etc/tapline/boards/panel.yaml interrupt_pin none transform.rotate 90

              --board BOARD  a name, or a file: its file is written. A package's is copied to /etc/tapline/boards first
              KEY VALUE      as in board/1; a value with spaces in quotes: '[800, 480]'

            Exit code 78 where the board would be wrong, 77 where permission is missing: the file is as it was.
            """
        case "check":
            """
            usage: tapline check [--board BOARD] FILE...

            Says what is wrong in boards, configurations and strokes, by file, line and column.

              --board BOARD  check configurations for this board: a name, or a file. Without it: the one that they name

            Exit code 78 where something is wrong, 74 or 77 where a file cannot be read.
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
            usage: tapline doctor --board BOARD [--config FILE] [--watch SECONDS] [--yes]

            Says what is wrong with a board's computer, and the command that fixes it.

              --board BOARD    a name, or a file
              --config FILE    a configuration whose output lines are looked at, too
              --watch SECONDS  how long the panel is watched, 0 to 600; without it 5
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
        case "status":
            """
            usage: tapline status [--watch] [--json] [PANEL]

            Tells what a panel that runs here has counted. PANEL is its name, or its control socket; without it the only one.

              --watch  every second, until it is stopped
              --json   as an object a line
            """
        default:
            """
            usage: tapline board set --board BOARD KEY VALUE...
                   tapline check [--board BOARD] FILE...
                   tapline detect [--bus BUS]... [--format text|jsonl] [--yes]
                   tapline doctor --board BOARD [--config FILE] [--watch SECONDS] [--yes]
                   tapline init [OPTION]... [NAME]
                   tapline monitor [OPTION]... [SOURCE]
                   tapline status [--watch] [--json] [PANEL]

            The small tool beside the daemon; tapline COMMAND --help tells of one.

              board      give keys of a board file other values (board set)
              check      say what is wrong in boards, configurations and strokes, by file, line and column
              detect     look for touch controllers on I2C buses; it asks first, --yes is the answer
              doctor     say what is wrong with a board's computer, and the command that fixes it
              init       make a service of a panel: from nothing to a lamp; it shows what it would do, and asks first
              monitor    show what a panel does, live: a panel's name, a serial port, a socket, a file, - for the
                         standard input; without one the panel that runs here
              status     tell what a panel that runs here has counted
              --help     this text
              --version  the version

            The whole tool also runs panels without a service, replays, records, plots, calibrates, accepts and imports boards:
            tools/package makes its package on a computer of this processor with Swift. Exit codes are those of sysexits.h.
            """
        }
    }
}
