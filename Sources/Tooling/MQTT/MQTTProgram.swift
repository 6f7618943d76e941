import Glibc
import TaplineClient
import TaplineFormats

/// The program `tapline-mqtt`.
public enum MQTTProgram {
    private static let usage = """
        usage: tapline-mqtt --name NAME [--config FILE] [--socket PATH]

        Tells an MQTT broker the gestures of a panel, with discovery for Home Assistant, until it is asked to stop.

          --name NAME     the panel, whose daemon runs as tapline@NAME
          --config FILE   how the broker is reached; without it /etc/tapline/mqtt.conf, or a broker on this computer where
                          that file does not exist
          --socket PATH   the daemon's control socket; without it /run/tapline/NAME/control (or below what TAPLINE_RUNTIME
                          names in place of /run/tapline)
          --version       the version
          --help          this text

        A message for each gesture when it is over (tapline/NAME/event/GESTURE, never kept by the broker): the line of
        events/1 with two keys in front, event_type (the direction of a swipe or a discrete pinch; for controls click, on, off,
        release, increase, decrease, select, next or previous; for untouched, playing and orientation began, changed or ended; else
        the kind) and run, a word that is another one each time the daemon numbers its events anew. Two identical swipes are two
        messages with two numbers in seq. Kept by the broker:
        tapline/NAME/availability (online while the daemon is followed, otherwise offline, also as the last will),
        tapline/NAME/lost, tapline/NAME/client, tapline/NAME/now (what plays), tapline/NAME/control/ZONE (the value of a
        control that has one: ON or OFF, or the number), and what Home Assistant (2024.11 or newer) discovers: a device with
        an event entity for each gesture and control, and an entity for each such value.

        With "commands controls" in FILE (without it: none), what comes to tapline/NAME/control/ZONE/set sets that control: ON
        or OFF of a switch, else a number in its range. No message becomes another command of the daemon; what is no such
        value, or was kept by the broker, is refused with a line in the log. The service needs a right for that, which
        /usr/share/tapline/systemd/mqtt-commands.conf gives it.

        Each panel is a client and a device of its own, named after itself and this computer (eight digits made of
        /etc/machine-id, and of the topic in FILE). Panels of one name on two computers tell the same topics, and say so in the log: one of them needs
        another topic in FILE. A client_id in FILE is that of one panel: two of one client_id push each other out.

        While the broker is away the newest 1000 gestures wait (queue in FILE), about 1 KB each at most; beyond that the
        oldest are given up, and counted in lost.

        Messages have QoS 2: each reaches the broker once and in order, also over broken connections, where it keeps its
        sessions over a restart (mosquitto: persistence true). A broker that has forgotten them is sent again what was on
        its way, ten messages at most. With qos 1, for brokers without QoS 2, each broken connection may double as many. A
        double has the run and seq of the first.

        Words of FILE, a line each: host, port, user, password, client_id, topic, discovery_topic, qos, keepalive, queue,
        commands, tls, tls_ca, tls_certificate, tls_key, tls_check_name. Files of TLS are named from FILE's folder on: the service can
        read those in /etc/tapline/tls, which only root can read (tls_key tls/own.key).

        SIGTERM and SIGINT end it: what waits is delivered first, for two seconds at most. Exit codes follow sysexits.h:
        0 done, 64 usage, 74 a file cannot be read, 78 bad settings.
        """

    /// Runs the process with its arguments, without its name; the exit code.
    public static func main(_ arguments: [String]) -> Int32 {
        let options: [String: String]
        do throws(ClientProgram.Ending) {
            options = try ClientProgram.options(
                arguments, of: "tapline-mqtt", usage: usage, version: TaplineVersion.text,
                options: ["--name", "--config", "--socket"])
        } catch {
            return error.code
        }
        let (name, file) = (options["--name"] ?? "", options["--config"])
        do throws(SettingsError) {
            let path = file ?? "/etc/tapline/mqtt.conf"
            var settings = Settings()
            switch contents(of: path) {
            case .text(let text):
                settings = try Settings(
                    text, file: path, credentials: ClientProgram.environment("CREDENTIALS_DIRECTORY"))
            // (Only the file that nobody asked for may be missing: whoever has settings does not want a broker without them.)
            case .failure(ENOENT) where file == nil: break
            case .failure(let error): return refuse("\(path): \(unsafe String(cString: strerror(error)))", 74)
            }
            var bridge = try Bridge(
                panel: name, socket: options["--socket"] ?? ClientProgram.controlSocket(of: name), settings: settings,
                log: complain)
            bridge.run()
            return 0
        } catch {
            return refuse(error.message, 78)
        }
    }

    enum Contents {
        case text(String)
        /// The error's number.
        case failure(Int32)
    }

    /// A file's text, of less than 1 MB.
    static func contents(of path: String) -> Contents {
        guard let file = unsafe fopen(path, "re") else { return .failure(errno) }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe fread(&part, 1, part.count, file)
            bytes += part[..<count]
            guard bytes.count < 1_000_000 else { return .failure(EFBIG) }
            if count < part.count { break }
        }
        return unsafe ferror(file) != 0 ? .failure(errno) : .text(String(decoding: bytes, as: UTF8.self))
    }

    private static func complain(_ text: String) { ClientProgram.complain("tapline-mqtt", text) }

    private static func refuse(_ text: String, _ code: Int32) -> Int32 {
        complain(text)
        return code
    }
}
