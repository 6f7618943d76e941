import CTaplineTool
import TaplineClient
import TaplineDaemon
import TaplineFormats

/// The program `tapline-studio`.
public enum StudioProgram {
    private static let usage = """
        usage: tapline-studio [NAME|FOLDER] [--edit] [--config FILE] [--ssh HOST | --simulated] [--port N] [--record FILE]

        Shows one panel live in the studio: a page for a browser on this computer, whose address it prints.

          NAME            the panel, whose daemon runs as tapline@NAME; without it the only one that runs here
          FOLDER          the folder of its sockets, as of tapline run --sockets FOLDER
          --edit          lets the page write the configuration; without it the page shows what would change, and how to do it
          --config FILE   the panel's configuration; without it /etc/tapline/NAME.yaml
          --ssh HOST      the panel NAME of another computer, through ssh: to be looked at only
          --simulated     a simulated panel, which the mouse and the touch screen of the browser touch; --config: what it does
          --port N        the port; without it any that is free
          --record FILE   writes down what the fingers do, as tapline record does; FILE must not be there
          --page FILE     the page; without it /usr/share/tapline/studio.html
          --version       the version
          --help          this text

        The page is served to this computer alone (127.0.0.1), and everything but the page itself only to whoever has the token in
        the address. The daemon opens no port. What the page writes is checked first, then written as the user who started
        this program, whole or not at all, and only where the file is as the page has read it; where the daemon refuses it, the
        file gets its old text again. To reload, the user must be in the group tapline-control.

        SIGTERM and SIGINT end it. Exit codes follow sysexits.h: 0 done, 64 usage, 65 no page of the studio, 69 no panel, 74 a file
        cannot be read or written, 77 permission.
        """

    /// Runs the process with its arguments, without its name; the exit code.
    public static func main(_ arguments: [String]) -> Int32 {
        do throws(ClientProgram.Ending) {
            let words = try ClientProgram.options(
                arguments, of: "tapline-studio", usage: usage, version: TaplineVersion.text,
                options: ["--config", "--ssh", "--port", "--record", "--page"], flags: ["--edit", "--simulated"],
                panel: .operand)
            return serve(words)
        } catch {
            return error.code
        }
    }

    private static func serve(_ words: [String: String]) -> Int32 {
        do throws(ServiceError) {
            let options = try StudioOptions(words)
            let server = try StudioServer(options)
            try server.run()
            return 0
        } catch {
            complain(error.description)
            return error.exitCode.rawValue
        }
    }

    static func complain(_ text: String) { ClientProgram.complain("tapline-studio", text) }
}
