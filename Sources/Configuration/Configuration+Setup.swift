public import TaplineCore

extension Configuration {
    /// What the daemon's engine is made of. The panel is its zone 0; the configuration's zones follow.
    ///
    /// - Throws: Where the engine refuses what the reader let through; it names the gesture.
    public func setup() throws(ConfigurationErrors) -> GestureSetup<Kind, 32, 33, 64> {
        do throws(GestureSetup<Kind, 32, 33, 64>.Problem) {
            var setup = GestureSetup<Kind, 32, 33, 64>()
            if touchscreen != nil { setup.allowMultipleTouchOfPanel() }
            for zone in zones {
                let shape: Zone.Shape =
                    switch zone.shape {
                    case .rectangle(let origin, let size): .rectangle(from: origin, to: origin + size)
                    case .circle(let center, let radius): .circle(center: center, radius: radius)
                    }
                _ = try setup.add(
                    Zone(
                        shape: shape, parent: zone.parent.map { $0 + 1 } ?? 0,
                        isHittable: zone.isEnabled && !zone.isHidden, multipleTouch: zone.multipleTouch,
                        exclusiveTouch: zone.exclusiveTouch, control: zone.control))
            }
            for gesture in gestures {
                let index = try setup.add(gesture.recognizer, zone: gesture.zone.map { $0 + 1 } ?? 0)
                try setup.deliver(index, gesture.delivery)
            }
            for template in templates { _ = try setup.add(template) }
            for (index, gesture) in gestures.enumerated() {
                for other in gesture.relations.requireToFail { try setup.require(index, toFail: other) }
                for other in gesture.relations.simultaneousWith { try setup.allow(index, simultaneouslyWith: other) }
                for other in gesture.relations.cannotPrevent { try setup.forbid(index, toPrevent: other) }
                for other in gesture.relations.cannotBePreventedBy { try setup.forbid(other, toPrevent: index) }
            }
            return setup
        } catch {
            throw ConfigurationErrors(
                ConfigurationError(file: "", mark: .start, message: "the engine refuses the configuration: \(error)"))
        }
    }

    /// The lines of the configuration, in its order, and what its serial ports want to be told.
    public func outputBank<Sink: OutputSink>(for sink: Sink.Type) -> OutputBank<Sink, 16> {
        var bank = OutputBank<Sink, 16>()
        for output in outputs {
            let pattern: LinePattern =
                switch output.action {
                case .pulse(let length): .pulse(length)
                case .hold: .hold
                case .toggle: .toggle
                case .code, .quadrature, .part: .part
                }
            switch output.source {
            case .touches:
                _ = bank.append(LineOutput(touchesWith: pattern))
            case .zone(let zone):
                _ = bank.append(LineOutput(touchesOf: zone + 1, pattern: pattern))
            case .gestures(let indices):
                var driving = RecognizerSet()
                for index in indices { driving.insert(index) }
                var controls = ZoneSet()
                for zone in output.controls { controls.insert(zone + 1) }
                _ = bank.append(
                    LineOutput(gestures: driving, controls: controls, pattern: pattern, trigger: output.trigger))
                switch output.action {
                case .code(let all, let pulse, let lines):
                    var coded = RecognizerSet()
                    for index in all { coded.insert(index) }
                    _ = bank.appendCode(of: coded, pulse: pulse, lines: lines)
                case .quadrature(let step, let interval):
                    _ = bank.appendQuadrature(of: driving, step: step, interval: interval)
                case .pulse, .hold, .toggle, .part: break
                }
            }
        }
        for touches in serials.map({ $0.touches }) + sockets.map({ $0.touches }) {
            if let touches { bank.follow(Self.told(touches)) }
        }
        if let touchscreenTouches { bank.follow(touchscreenTouches) }
        return bank
    }

    /// The lines of the configuration after a reload: those that `old`, whose lines are `bank`, has under the same name
    /// go on where they stand. See `LineOutput.resume(from:)`.
    public func outputBank<Sink: OutputSink>(
        resuming bank: OutputBank<Sink, 16>, of old: Configuration
    ) -> OutputBank<Sink, 16> {
        var new = outputBank(for: Sink.self)
        for (index, output) in outputs.enumerated() {
            guard let before = old.outputs.firstIndex(where: { $0.line == output.line }), before < bank.count else {
                continue
            }
            new.resume(index, from: bank[before])
        }
        return new
    }

    /// The writers of the configuration's serial ports, in its order.
    public func portFormats(geometry: PanelGeometry) -> [PortFormat] {
        serials.map {
            format($0.format, gestures: $0.gestures, controls: $0.controls, touches: $0.touches, geometry: geometry)
        }
    }

    /// The writers of the configuration's sockets, in its order.
    public func socketFormats(geometry: PanelGeometry) -> [PortFormat] {
        sockets.map {
            format($0.format, gestures: $0.gestures, controls: $0.controls, touches: $0.touches, geometry: geometry)
        }
    }

    private func format(
        _ kind: PortFormat.Kind, gestures: [Int]?, controls: [Int], touches: PortFormat.Touches?,
        geometry: PanelGeometry
    ) -> PortFormat {
        var told = RecognizerSet(bits: .max)
        var toldControls = ZoneSet(bits: .max)
        if let gestures {
            told = RecognizerSet()
            for index in gestures { told.insert(index) }
            toldControls = ZoneSet()
            for zone in controls { toldControls.insert(zone + 1) }
        }
        return PortFormat(
            kind: kind, gestures: told, controls: toldControls, touches: touches.map { Self.told($0) },
            geometry: geometry,
            names: names)
    }

    /// The touches as the engine numbers zones: 0 is the panel.
    private static func told(_ touches: PortFormat.Touches) -> PortFormat.Touches {
        if case .zone(let zone) = touches { return .zone(zone + 1) }
        return touches
    }

    /// The touches that its touchscreen gets, as the engine numbers zones; nil: it has none.
    public var touchscreenTouches: PortFormat.Touches? {
        guard let touchscreen else { return nil }
        return touchscreen.touches.map { Self.told($0) } ?? .zone(0)
    }

    /// The names of its gestures and zones, for a writer of events.
    public var names: EventNames {
        var names = EventNames()
        for (index, gesture) in gestures.enumerated() { names.gestures[index] = Name(gesture.name) }
        for (index, zone) in zones.enumerated() { names.zones[index + 1] = Name(zone.name) }
        return names
    }
}

extension OutputBank {
    /// Has the sink told of these touches.
    fileprivate mutating func follow(_ touches: PortFormat.Touches) {
        switch touches {
        case .all: tellTouches()
        case .zone(let zone): listen(to: zone)
        }
    }
}

extension Name {
    /// The first 31 bytes of `text`.
    public init(_ text: String) {
        self.init()
        for byte in text.utf8 { append(byte) }
    }
}
