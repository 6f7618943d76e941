import Glibc
import TaplineClient

/// The program `tapline-media`.
public enum MediaProgram {
    private static let usage = """
        usage: tapline-media --name NAME [--mpd] [--player PLAYER] [--socket PATH]

        Hands a panel's remote commands to whatever plays, and tells the panel what that is, until it is asked to stop.

          --name NAME      the panel, whose daemon runs as tapline@NAME
          --mpd            an MPD: the one on this computer, or what MPD_HOST (PASSWORD@HOST, or a socket's path) and MPD_PORT
                           say; without it the players of this user's session (MPRIS)
          --player PLAYER  only this player, by the name that its bus name has behind org.mpris.MediaPlayer2.
          --socket PATH    the daemon's control socket; without it /run/tapline/NAME/control (or below what TAPLINE_RUNTIME
                           names in place of /run/tapline)
          --version        the version
          --help           this text

        Commands are those that the panel's configuration names in its list remote. They go to the player that plays, else to
        the one that played last; no other one is touched. Where several such programs follow one panel, the one whose player
        the daemon shows as now/1 acts. A step of volume is 5 %; a seek goes ten times as fast as it plays, and ends a second
        before the end; rating is an event, and nothing else.

        SIGTERM and SIGINT end it. Exit codes follow sysexits.h: 0 done, 64 usage.
        """

    /// Runs the process with its arguments, without its name; the exit code.
    public static func main(_ arguments: [String]) -> Int32 {
        var name: String?
        var player: String?
        var socket: String?
        var isMPD = false
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--help", "-h":
                print(usage)
                return 0
            case "--version":
                print(TaplineVersion.text)
                return 0
            case "--mpd": isMPD = true
            case "--name", "--player", "--socket":
                guard let value = rest.popFirst() else { return refuse("\(option) wants a value") }
                switch option {
                case "--name": name = value
                case "--player": player = value
                default: socket = value
                }
            default: return refuse("unknown argument \"\(option)\"; see tapline-media --help")
            }
        }
        guard let name, ClientProgram.isName(name) else {
            return refuse("--name wants a panel's name: letters, digits, -, _ and ., no dot in front")
        }
        if isMPD, player != nil { return refuse("--player is one of several, and an MPD is one player") }
        let place = socket ?? ClientProgram.controlSocket(of: name)
        if isMPD {
            var bridge = MediaBridge(MPDLink(), socket: place, chosen: nil, log: complain)
            bridge.run()
        } else {
            var bridge = MediaBridge(MPRISLink(), socket: place, chosen: player, log: complain)
            bridge.run()
        }
        return 0
    }

    private static func complain(_ text: String) { ClientProgram.complain("tapline-media", text) }

    private static func refuse(_ text: String) -> Int32 {
        complain(text)
        return 64
    }
}
