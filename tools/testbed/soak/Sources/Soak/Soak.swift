import Glibc
import TaplineConfiguration
import TaplineCore
import TaplineDaemon

/// `Soak [--hours N] [--seed S] [--from HOUR] [--polled] [--verbose]`: the daemon, from its options to its sockets, through so many
/// hours of a clock that moves when it waits. `--fresh N` tells of hour N what a process says that begins with it.
@main
struct Soak {
    static func main() throws(ServiceError) {
        var hours = 168
        var first = 0
        var seed: UInt64 = 1
        var isFresh = false
        var rest = CommandLine.arguments.dropFirst()
        while let option = rest.popFirst() {
            if option == "--verbose" || option == "--polled" {
                if option == "--polled" { isPolled = true } else { isVerbose = true }
                continue
            }
            guard let value = rest.popFirst().flatMap({ UInt64($0) }) else { exit(64) }
            switch option {
            case "--hours": hours = Int(value)
            case "--seed": seed = value
            case "--from": first = Int(value)
            case "--fresh": (first, hours, isFresh) = (Int(value), 1, true)
            default: exit(64)
            }
        }
        let folder = "/tmp/tapline-soak.\(getpid())"
        write("\(folder)/config.yaml", configuration, makes: folder)
        write("\(folder)/wrong.yaml", "tapline: config/1\ngestures: nonsense\n")
        write("\(folder)/board.yaml", board + (isPolled ? polls : interrupts) + "\n")
        mkdir("\(folder)/light", 0o700)
        write("\(folder)/light/display/brightness", "255\n", makes: "\(folder)/light/display")
        write("\(folder)/light/display/max_brightness", "255\n")
        setenv("RUNTIME_DIRECTORY", folder, 1)
        setenv("STATE_DIRECTORY", folder, 1)
        setenv("NOTIFY_SOCKET", "@tapline-soak.\(getpid())", 1)
        setenv("WATCHDOG_USEC", "30000000", 1)
        setenv("WATCHDOG_PID", "\(getpid())", 1)
        terminal = dup(2)
        var pipe: (Int32, Int32) = (0, 0)
        _ = withUnsafeMutablePointer(to: &pipe) {
            $0.withMemoryRebound(to: Int32.self, capacity: 2) { Glibc.pipe($0) }
        }
        for end in [pipe.0, pipe.1] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(pipe.0, F_SETFL, O_NONBLOCK)
        dup2(pipe.1, 2)
        signal(SIGPIPE, SIG_IGN)
        world = World(
            seed: seed, folder: folder, hours: first..<(first + hours), isFresh: isFresh, log: pipe.0,
            manager: listen("tapline-soak.\(getpid())"))
        if !isFresh { say("seed \(seed), \(hours) hours\n") }
        var options = RunOptions(format: .none, program: "taplined", endsWithItsReader: false)
        options.service = try ServiceFolder("soak")
        let source = PanelSource(configuration: "\(folder)/config.yaml", board: "\(folder)/board.yaml")
        let panel: Panel<StandardRecognizer> = try source.load()
        do throws(ServiceError) {
            try DevicePanel.run(panel, from: source, options: options)
        } catch {
            world.fail("the daemon has ended: \(error.description)")
        }
        world.fail("the daemon has ended")
    }

    private static func write(_ path: String, _ text: String, makes folder: String? = nil) {
        if let folder { mkdir(folder, 0o700) }
        guard let file = fopen(path, "w") else { exit(74) }
        fputs(text, file)
        fclose(file)
    }

    /// A socket that hears what a service manager would.
    private static func listen(_ name: String) -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = [0] + Array(name.utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let size = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        _ = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
        }
        return descriptor
    }

    private static let board = """
        tapline: board/1
        name: soak
        source: "simulated: tools/testbed/soak"
        controller: gt911
        bus: /dev/i2c-1
        addresses: [0x5d, 0x14]
        reset_pin: {line: GPIO17, active: low}
        size: [800, 480]
        mask: [[700, 0, 799, 99]]
        ghosts: {minimum_life: 20ms, periodic: drop, bursts: hold, flicker: 20ms}
        active_area: [154.08mm, 85.92mm]
        max_fingers: 5

        """
    private static let interrupts = "interrupt_pin: {line: GPIO4, active: low}"
    /// (As often as `periodic: drop` needs it.)
    private static let polls = "poll: {active: 10ms, idle: 10ms}"
    private static let configuration = """
        tapline: config/1
        gestures:
          - {name: tap, kind: tap}
          - {name: press, kind: longPress}
          - {name: swipe, kind: swipe}
          - {name: drag, kind: pan}
        relations:
          - {gesture: drag, requireToFail: [swipe]}
        outputs:
          - {on: tap, line: GPIO23, pulse: 100ms}
          - {on: press, line: GPIO25, hold: true}
          - {on: swipe, line: GPIO16, pulse: 50ms, active_low: true}
          - {serial: /dev/ttyGS0}
          - {uinput: touchscreen}
          - {on: [press, drag], uinput: KEY_PLAYPAUSE}
          - {while: untouched, after: 20s, line: GPIO24, swallow: false}
          - {while: untouched, after: 20s, backlight: first, level: 30%, fade: 500ms}
          - {while: untouched, after: 180s, backlight: first, level: 0%, fade: 2s}

        """
}
