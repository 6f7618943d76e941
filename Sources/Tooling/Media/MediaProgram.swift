import Glibc
import TaplineClient
import TaplineFormats

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
        let options: [String: String]
        do throws(ClientProgram.Ending) {
            options = try ClientProgram.options(
                arguments, of: "tapline-media", usage: usage, version: TaplineVersion.text,
                options: ["--name", "--player", "--socket"], flags: ["--mpd"])
        } catch {
            return error.code
        }
        let (isMPD, player) = (options["--mpd"] != nil, options["--player"])
        if isMPD, player != nil {
            complain("--player is one of several, and an MPD is one player")
            return 64
        }
        if isMPD, let mistake = MPDPlace().mistake {
            complain(mistake)
            return 64
        }
        let place = options["--socket"] ?? ClientProgram.controlSocket(of: options["--name"] ?? "")
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
}
