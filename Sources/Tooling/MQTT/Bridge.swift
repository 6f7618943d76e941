import CTaplineMQTT
import CTaplineSystem
import CTaplineTool
import Glibc
import TaplineClient
import TaplineFormats

/// From a panel's daemon to a broker, in one thread: it waits for the daemon, the broker, signals and one deadline.
struct Bridge {
    private let settings: Settings
    private let log: (String) -> Void
    private var client: OpaquePointer
    /// The name by which the broker knows us.
    private let clientName: String
    /// With QoS 2 each new client first lets the broker forget what a client of this name had on its way before: its numbers
    /// begin again, and must not be taken for the old ones (MQTT 3.1.1, 3.1.2.4).
    private var isForgetting: Bool
    private let signals: Int32

    private var queue: DeliveryQueue
    private var discovery: Discovery
    private let topics: Topics
    /// Distinguishes this sequence of events from those before: `run` and `seq` together are there once.
    private var sequence = ""

    /// The daemon's control socket, which says what the panel is and then every event, and what plays.
    private var panel: PanelConnection
    private var followsPanel = false
    /// What plays, as the daemon has told it; nil: nothing ever did.
    private var playing: NowPlaying?
    /// What the controls are at, and what the broker's clients want them to be at.
    private var states = ControlStates()
    private var commands: ControlCommands
    private var refusals = RefusalLog()

    private var isConnected = false
    /// The connection that was being made has failed, and the library does not know: it is left alone until the next one.
    private var hasFailed = false
    /// When the connection was begun, and when the broker accepted it, µs.
    private var begun: Int64 = 0
    private var accepted: Int64 = 0
    private var brokerDeadline: Int64 = 0
    /// Somebody else has said that the panel is not there; when that may be contradicted.
    private var isContradicted = false
    private var contradictsAt: Int64 = 0
    private var brokerPauseS: Int64 = 1
    /// How many connections in a row the broker has ended soon after it had accepted them.
    private var shortOnes = 0
    /// Why the broker could not be had, since it was last there: each reason is reported once.
    private var saidReasons: [String] = []
    /// Clients that publish a panel of this name, too.
    private var saidOthers: [String] = []
    private var reportedLost = -1

    /// How long a broker may be silent before that is reported, and before another connection is tried, µs.
    private static let silence: Int64 = 5_000_000
    private static let longSilence: Int64 = 30_000_000
    /// A connection that lasted so long is no short one, µs.
    private static let lasting: Int64 = 60_000_000
    /// So many short ones in a row are somebody's doing.
    private static let suspicious = 3
    /// So often at most it is said again that the panel is there, µs, where somebody else says that it is not.
    private static let contradictionPause: Int64 = 10_000_000
    /// How long the end waits for the broker to take what is left, µs.
    private static let farewell: Int64 = 2_000_000

    init(panel name: String, socket: String, settings: Settings, log: @escaping (String) -> Void) throws(SettingsError)
    {
        self.settings = settings
        panel = PanelConnection(socket, asking: "follow events now values\n")
        commands = ControlCommands(socket: socket)
        self.log = log
        topics = Topics(
            prefix: settings.prefix, discovery: settings.discovery, panel: name,
            computer: Computer.word(under: settings.prefix))
        discovery = Discovery(topics: topics, takesCommands: settings.takesCommands)
        queue = DeliveryQueue(capacity: settings.queue)
        signals = tapline_tool_signals_open()
        clientName = settings.client ?? topics.clientName
        isForgetting = settings.qos == 2
        unsafe client = try Bridge.makeClient(clientName, settings, topics, forgets: settings.qos == 2)
    }

    /// A client without a connection. One that forgets has no last will: its good-bye means nothing.
    private static func makeClient(
        _ name: String, _ settings: Settings, _ topics: Topics, forgets: Bool
    ) throws(SettingsError) -> OpaquePointer {
        guard let client = unsafe tapline_mqtt_new(name, settings.qos == 2 && !forgets) else {
            throw SettingsError("no memory, or the client_id is none")
        }
        if !forgets { try check(unsafe tapline_mqtt_will(client, topics.availability, "offline"), "the last will") }
        if let user = settings.user {
            try check(unsafe tapline_mqtt_login(client, user, settings.password), "user and password")
        }
        if settings.usesTLS {
            // (The library does not say which of them it cannot read.)
            for (word, file) in [
                ("tls_ca", settings.ca), ("tls_certificate", settings.certificate), ("tls_key", settings.key),
            ] {
                if let file, case .failure(let error) = MQTTProgram.contents(of: file) {
                    throw SettingsError("\(word) \(file): \(unsafe String(cString: strerror(error)))")
                }
            }
            let error = unsafe tapline_mqtt_tls(
                client, settings.ca, settings.certificate, settings.key, settings.checksName)
            try check(error, "TLS (are tls_ca, tls_certificate and tls_key what they should be?)")
        }
        return unsafe client
    }

    private static func check(_ error: Int32, _ what: String) throws(SettingsError) {
        guard error != 0 else { return }
        throw SettingsError("\(what): \(unsafe String(cString: tapline_mqtt_error(error)))")
    }

    /// Goes on with another client, at once.
    private mutating func change(forgetting: Bool) {
        guard let next = try? Bridge.makeClient(clientName, settings, topics, forgets: forgetting) else {
            return log("no new client can be made (a file of TLS, or no memory); trying again")
        }
        unsafe tapline_mqtt_free(client)
        unsafe client = next
        isForgetting = forgetting
        isConnected = false
        hasFailed = false
        brokerDeadline = 0
    }

    /// Runs until a signal says to end: then what is left is delivered, as far as the broker takes it.
    mutating func run() {
        tapline_notify("READY=1")
        while !step(until: nil) {}
        tapline_notify("STOPPING=1")
        let end = tapline_now_us() + Bridge.farewell
        if isConnected { publishStates(isLast: true) }
        closePanel()
        while isConnected, !queue.isEmpty, tapline_now_us() < end { _ = step(until: end) }
        if isConnected {
            emit(topics.availability, "offline")
            unsafe tapline_mqtt_disconnect(client)
            while unsafe tapline_mqtt_descriptor(client) >= 0, tapline_now_us() < end { _ = step(until: end) }
        }
        if !queue.isEmpty { log("not delivered: \(counted(queue.deliveries.count, "gesture"))") }
        unsafe tapline_mqtt_free(client)
    }

    /// Waits for one thing and does it; whether it is time to end. With `end` no new connections are made.
    private mutating func step(until end: Int64?) -> Bool {
        let now = tapline_now_us()
        if end == nil {
            if now >= panel.deadline, let news = panel.open(at: now) { log(news) }
            let isIdle = unsafe hasFailed || tapline_mqtt_descriptor(client) < 0
            if !isConnected, isIdle ? now >= brokerDeadline : now >= begun + Bridge.longSilence { connect(at: now) }
            watch(at: now)
        }
        let broker = unsafe hasFailed ? -1 : tapline_mqtt_descriptor(client)
        var polled = [
            pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
            pollfd(fd: panel.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(
                fd: broker, events: Int16(POLLIN | (unsafe tapline_mqtt_wants_to_write(client) ? POLLOUT : 0)),
                revents: 0),
            pollfd(fd: commands.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        // (The MQTT library wants to look at its clock every second.)
        var wait = min(1_000_000, (end ?? panel.deadline) - now)
        if end == nil, broker < 0 { wait = min(wait, brokerDeadline - now) }
        if isConnected { wait = min(wait, states.deadline - now) }
        wait = min(wait, commands.deadline - now)
        unsafe poll(&polled, nfds_t(polled.count), Int32(clamping: max(0, (wait + 999) / 1000)))

        if polled[1].revents != 0 { readPanel() }
        if polled[3].revents != 0, let outcome = commands.read() {
            // (What the control is at then, the daemon has said before it answered.)
            if panel.descriptor >= 0 { readPanel() }
            note(outcome)
        }
        note(commands.advance(at: tapline_now_us()))
        let happened = Int32(polled[2].revents)
        let error = unsafe tapline_mqtt_work(
            client, happened & (POLLIN | POLLERR | POLLHUP) != 0, happened & POLLOUT != 0)
        let why = unsafe error != 0 ? String(cString: tapline_mqtt_error(error)) : nil
        let wasTold = handleEvents(why)
        if let why, !wasTold { brokerIsGone(why) }
        if !isConnected, why == nil, !wasTold, happened & POLLHUP != 0 {
            // (With TLS libmosquitto 2.0 never finds out that nobody is there: it would try for ever, without a pause.)
            hasFailed = true
            brokerIsGone("there is no connection: nothing listens at that port, or it was ended")
        }
        handOver()
        return polled[0].revents != 0 && tapline_tool_signals_next(signals) == TAPLINE_TOOL_STOP
    }

    // The daemon

    private mutating func closePanel(pauses: Int64 = 1) {
        panel.close(pauses: pauses)
        commands.removeAll()
        if followsPanel {
            followsPanel = false
            if isConnected { emit(topics.availability, "offline") }
        }
    }

    private mutating func readPanel() {
        guard let lines = panel.read() else {
            log("the panel's daemon is gone; waiting for it")
            return closePanel()
        }
        for line in lines where panel.descriptor >= 0 { take(line) }
    }

    private mutating func take(_ line: [UInt8]) {
        switch PanelLine(line) {
        case .panel(let facts):
            discovery.take(facts)
            states.take(facts)
            followsPanel = true
            panel.wasAnswered()
            log(
                "\(facts.board.isEmpty ? "the panel" : facts.board): \(facts.components.count) gestures and controls")
            if isConnected { introduce() }
        case .greeting:
            sequence = String(UInt32.random(in: 0...UInt32.max), radix: 16)
        case .recognised(let name, let type):
            let message = PanelLine.message(line, type: type, run: sequence)
            queue.append(Delivery(component: topics.word(name), payload: message))
        case .playing(let now):
            guard playing != nil || now.state != .none else { return }
            let isFirst = playing == nil
            playing = now
            discovery.hasPlayer = true
            guard isConnected else { return }
            if isFirst { introduce() } else { emit(topics.playing, now.line()) }
        case .values(let values): states.take(values)
        case .dropped(let count): queue.hasMissed(count)
        case .refusal(let why):
            log("the daemon refuses: \(why); trying again")
            closePanel(pauses: 10)
        case .other: break
        }
    }

    // The broker

    private mutating func connect(at now: Int64) {
        begun = now
        hasFailed = false
        brokerDeadline = now + brokerPauseS * 1_000_000
        brokerPauseS = min(brokerPauseS * 2, 30)
        let error = unsafe tapline_mqtt_connect(
            client, settings.host, Int32(settings.chosenPort), Int32(settings.keepalive))
        if error != 0 { brokerIsGone(unsafe String(cString: tapline_mqtt_error(error))) }
    }

    /// What is reported of a connection because time has passed.
    private mutating func watch(at now: Int64) {
        if !isConnected, !hasFailed, unsafe tapline_mqtt_descriptor(client) >= 0, now >= begun + Bridge.silence {
            complain("no answer yet; is it there, and a broker's port \(settings.usesTLS ? "with" : "without") TLS?")
        }
        if isContradicted, isConnected, followsPanel, now >= contradictsAt {
            (isContradicted, contradictsAt) = (false, now + Bridge.contradictionPause)
            emit(topics.availability, "online")
        }
        if isConnected, shortOnes >= Bridge.suspicious, now >= accepted + Bridge.lasting {
            (shortOnes, saidReasons) = (0, [])
            log("connected to \(settings.host):\(settings.chosenPort), and it lasts")
        }
    }

    /// There is no connection, and there was none.
    private mutating func brokerIsGone(_ why: String) {
        isConnected = false
        shortOnes = 0
        complain(why)
    }

    private mutating func complain(_ why: String) {
        guard !saidReasons.contains(why) else { return }
        saidReasons.append(why)
        log(
            "\(settings.host):\(settings.chosenPort): \(why); trying again, up to \(settings.queue) gestures are kept meanwhile"
        )
    }

    /// The broker has ended a connection that it had accepted. One that lasted is made again at once. Whoever connects under
    /// a name that is connected already takes its place (MQTT 3.1.1, 3.1.4): two of that name must not do so for ever.
    private mutating func connectionEnded(at now: Int64) {
        isConnected = false
        guard now < accepted + Bridge.lasting else {
            shortOnes = 0
            return complain("the connection is gone")
        }
        shortOnes += 1
        brokerPauseS = 1 << Int64(min(shortOnes, 6) - 1)
        brokerDeadline = now + brokerPauseS * 1_000_000
        if shortOnes < Bridge.suspicious {
            complain("the connection is gone")
        } else {
            complain(
                "\(Bridge.suspicious) connections were ended soon after they began: somebody else has the client_id"
                    + " \(clientName), or may not publish here")
        }
    }

    /// Whether the end of a connection was among them; `why` says what the end of one that was being made came from.
    private mutating func handleEvents(_ why: String?) -> Bool {
        var number: Int32 = 0
        var isGone = false
        while true {
            switch unsafe tapline_mqtt_next(client, &number) {
            case TAPLINE_MQTT_CONNECTED:
                if isForgetting {
                    change(forgetting: false)
                    continue
                }
                if settings.qos == 2, number == 0, queue.onTheirWay > 0 {
                    // The broker has forgotten the session, so it would acknowledge what it does not have.
                    queue.takeBack()
                    change(forgetting: true)
                    continue
                }
                isConnected = true
                accepted = tapline_now_us()
                brokerPauseS = 1
                if shortOnes < Bridge.suspicious {
                    saidReasons = []
                    log("connected to \(settings.host):\(settings.chosenPort), \(queue.deliveries.count) gestures wait")
                }
                // (Subscribed to before anything is published: retained messages come first.)
                var wanted = [topics.device, topics.client, topics.availability]
                if settings.takesCommands { wanted.append(topics.commands) }
                for topic in wanted { _ = unsafe tapline_mqtt_subscribe(client, topic) }
                emit(topics.client, clientName)
                introduce()
            case TAPLINE_MQTT_REFUSED:
                let reasons = [
                    1: "it does not speak MQTT 3.1.1", 2: "it does not like the client_id", 3: "it is not ready",
                    4: "user or password are wrong", 5: "it does not let this user in",
                ]
                brokerIsGone("the broker refuses: \(reasons[Int(number)] ?? "reason \(number)")")
                isGone = true
            case TAPLINE_MQTT_DISCONNECTED:
                if isConnected {
                    connectionEnded(at: tapline_now_us())
                } else if !isGone {
                    brokerIsGone(reason(number, why))
                }
                isGone = true
            case TAPLINE_MQTT_DELIVERED: queue.wasDelivered(number)
            case TAPLINE_MQTT_MESSAGE:
                let topic = unsafe String(cString: tapline_mqtt_topic(client))
                // (An empty message only ends what was kept.)
                if let word = topics.commanded(by: topic) {
                    if number > 0 { command(word, payload(Int(number)), isKept: unsafe tapline_mqtt_is_kept(client)) }
                } else {
                    take(topic, payload(Int(number)))
                }
            default: return isGone
            }
        }
    }

    /// Why a connection ended before the broker had accepted it.
    private func reason(_ error: Int32, _ why: String?) -> String {
        switch UInt32(bitPattern: error) {
        case UInt32(TAPLINE_MQTT_CLOSED):
            settings.usesTLS
                ? "it ended the connection before it answered; is that its port with TLS?"
                : "it ended the connection before it answered; is that its port without TLS? (for TLS: tls yes)"
        case UInt32(TAPLINE_MQTT_SILENT): "no answer"
        default: why ?? (unsafe String(cString: tapline_mqtt_error(error)))
        }
    }

    private func payload(_ count: Int) -> [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: tapline_mqtt_payload(client), count: count))
    }

    /// A message that the broker has retained, or one that has just been published.
    private mutating func take(_ topic: String, _ payload: [UInt8]) {
        if topic == topics.device, let message = try? JSONReader.read(payload[...]) {
            let hasChanged = discovery.remember(message)
            if discovery.hasPlayer, playing == nil {
                playing = NowPlaying()
                emit(topics.playing, NowPlaying().line())
            }
            if hasChanged { publishDiscovery() }
        } else if topic == topics.availability {
            // (Somebody else of this name has ended.)
            isContradicted = payload == Array("offline".utf8) && followsPanel
        } else if topic == topics.client, payload.count <= 256, payload != Array(clientName.utf8) {
            let other = printable(String(decoding: payload, as: UTF8.self))
            guard !saidOthers.contains(other), saidOthers.count < 8 else { return }
            saidOthers.append(other)
            log(
                "\(other) tells, or told before, a panel of the name \(topics.panel), too: if that is another computer,"
                    + " one of them needs a topic of its own (topic in mqtt.conf)")
        }
    }

    /// Somebody wants the control of that word to have a value.
    private mutating func command(_ word: String, _ message: [UInt8], isKept: Bool) {
        guard settings.takesCommands else { return }
        do throws(CommandRefusal) {
            guard !isKept else { throw .kept }
            guard followsPanel else { throw .noDaemon }
            guard let control = states.controls.first(where: { topics.word($0.name) == word }) else { throw .noControl }
            commands.append(control.name, try control.value(from: message))
        } catch {
            refuse(printable(topics.command(word)), error.message)
        }
    }

    /// What has become of a command. (The value that a control has then may be the one that it had: who asked for another one is told.)
    private mutating func note(_ outcome: ControlCommands.Outcome?) {
        switch outcome {
        case .set(let name): states.tellAgain(name)
        case .refused(let name, let why): refuse("control \(name)", why)
        case nil: break
        }
    }

    private mutating func refuse(_ what: String, _ why: String) {
        if let line = refusals.line("\(what) is not set: \(why)", at: tapline_now_us()) { log(line) }
    }

    /// Publishes what is there: retained by the broker, and published again after each connection, so it need not be certain to
    /// arrive. What the panel is, is not published before the daemon has said it: a retained message may know it.
    private mutating func introduce() {
        publishDiscovery()
        states.tellAgain()
        emit(topics.availability, followsPanel ? "online" : "offline")
        if let playing { emit(topics.playing, playing.line()) }
        reportedLost = -1
    }

    /// Publishes what Home Assistant discovers, and of controls that are no more what they were at.
    private func publishDiscovery() {
        guard discovery.isKnown else { return }
        for word in discovery.goneControls { emit(topics.control(word), "") }
        emit(topics.device, discovery.payload)
    }

    /// Publishes what controls are at that the broker does not know yet, as far as it is time.
    private mutating func publishStates(isLast: Bool = false) {
        for (control, text) in states.due(at: tapline_now_us(), isLast: isLast) {
            emit(topics.control(topics.word(control.name)), text)
        }
    }

    private func emit(_ topic: String, _ text: String) {
        let bytes = Array(text.utf8)
        unsafe tapline_mqtt_publish(client, topic, bytes, bytes.count, 0, true, nil)
    }

    private mutating func handOver() {
        guard isConnected else { return }
        publishStates()
        if reportedLost != queue.lost {
            reportedLost = queue.lost
            emit(topics.lost, String(reportedLost))
        }
        while let place = queue.next {
            let delivery = queue.deliveries[place]
            var number: Int32 = 0
            let error = unsafe tapline_mqtt_publish(
                client, topics.events(of: delivery.component), delivery.payload, delivery.payload.count,
                Int32(settings.qos), false, &number)
            guard error == 0 else { return }
            queue.hasHandedOver(place, as: number)
        }
    }
}
