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
                    case .ring(let center, let inner, let outer): .ring(center: center, inner: inner, outer: outer)
                    case .polygon(let corners): try setup.polygon(corners.span)
                    }
                let index = try setup.add(
                    Zone(
                        shape: shape, parent: zone.parent.map { $0 + 1 } ?? 0,
                        isHittable: !zone.isHidden, isEnabled: zone.isEnabled, multipleTouch: zone.multipleTouch,
                        exclusiveTouch: zone.exclusiveTouch, canBecomeFirstResponder: zone.isResponder,
                        control: zone.control))
                if let value = zone.value { try setup.begin(control: index, with: value) }
            }
            for gesture in gestures {
                let index = try setup.add(gesture.recognizer, zone: gesture.zone.map { $0 + 1 } ?? 0)
                try setup.deliver(index, gesture.delivery)
                if gesture.ignoresExtraTouches { try setup.ignoreExtraTouches(of: index) }
                if !gesture.isEnabled { try setup.disable(index) }
            }
            if let firstResponder { try setup.begin(withFirstResponder: firstResponder + 1) }
            for template in templates { _ = try setup.add(template) }
            for (index, gesture) in gestures.enumerated() {
                for other in gesture.relations.requireToFail { try setup.require(index, toFail: other) }
                for other in gesture.relations.simultaneousWith { try setup.allow(index, simultaneouslyWith: other) }
                for other in gesture.relations.cannotPrevent { try setup.forbid(index, toPrevent: other) }
                for other in gesture.relations.cannotBePreventedBy { try setup.forbid(other, toPrevent: index) }
            }
            return setup
        } catch {
            throw ConfigurationErrors(file: "", .start, "the engine refuses the configuration: \(error)")
        }
    }

    /// The same after a reload: what was disabled by hand in `pipeline`, which runs `old`, stays so under the same name.
    public func setup<Sink: EffectSink>(
        resuming pipeline: inout StandardGesturePipeline<Kind, Sink>, of old: Configuration
    ) throws(ConfigurationErrors) -> GestureSetup<Kind, 32, 33, 64> {
        var setup = try setup()
        for (index, gesture) in gestures.enumerated() {
            guard let before = old.gestures.firstIndex(where: { $0.name == gesture.name }),
                pipeline.isDisabledByHand(gesture: before)
            else { continue }
            try? setup.disable(index, byHand: true)
        }
        for (index, zone) in zones.enumerated() {
            guard let before = old.zones.firstIndex(where: { $0.name == zone.name }),
                pipeline.isDisabledByHand(zone: before + 1)
            else { continue }
            try? setup.disableByHand(zone: index + 1)
        }
        return setup
    }

    /// The lines of the configuration, in its order; its sink gets the touches that ports, sockets and the touchscreen follow.
    public func outputBank<Sink: OutputSink>(for sink: Sink.Type) -> OutputBank<Sink, 16> {
        var bank = OutputBank<Sink, 16>()
        for output in outputs { output.append(to: &bank) }
        for action in actions { action.append(to: &bank) }
        bank.set(panelRest)
        let followed = serials.map { $0.touches } + sockets.map { $0.touches }
        for touches in followed.compactMap({ $0?.ofEngine }) { bank.follow(touches) }
        if let touchscreenTouches { bank.follow(touchscreenTouches) }
        return bank
    }

    /// The lines of the configuration after a reload: those that `old`, whose lines are `bank`, has under the same name
    /// go on where they stand. See `LineOutput.resume(from:keeping:now:)`.
    public func outputBank<Sink: OutputSink>(
        resuming bank: OutputBank<Sink, 16>, of old: Configuration, keeping others: RecognizerSet = RecognizerSet(),
        now: Instant = .never
    ) -> OutputBank<Sink, 16> {
        var new = outputBank(for: Sink.self)
        for (index, output) in outputs.enumerated() {
            guard let before = old.outputs.firstIndex(where: { $0.line == output.line }) else { continue }
            new.resume(index, from: bank, at: before, keeping: others, now: now)
        }
        new.resumeRest(from: bank, isSame: !others.isEmpty)
        return new
    }

    /// The zone of `old` whose control the zone at index `zone` goes on from, both as the engine numbers them: of the same name, with a
    /// control of the same kind; nil: none.
    public func control(before zone: Int, in old: Configuration) -> Int? {
        guard zone > 0, zone <= zones.count, let control = zones[zone - 1].control else { return nil }
        let before = old.zones.firstIndex {
            $0.name == zones[zone - 1].name && $0.control.map { "\($0.name)" } == "\(control.name)"
        }
        return before.map { $0 + 1 }
    }

    /// The writers of the configuration's serial ports, in its order.
    public func portFormats(geometry: PanelGeometry) -> [PortFormat] {
        serials.map { format($0.format, $0.gestures, $0.controls, $0.touches, geometry) }
    }

    /// The writers of the configuration's sockets, in its order.
    public func socketFormats(geometry: PanelGeometry) -> [PortFormat] {
        sockets.map { format($0.format, $0.gestures, $0.controls, $0.touches, geometry) }
    }

    private func format(
        _ kind: PortFormat.Kind, _ gestures: [Int]?, _ controls: [Int], _ touches: PortFormat.Touches?,
        _ geometry: PanelGeometry
    ) -> PortFormat {
        PortFormat(
            kind: kind, gestures: gestures.map { RecognizerSet($0) } ?? RecognizerSet(bits: .max),
            controls: gestures == nil ? ZoneSet(bits: .max) : ZoneSet(controls: controls), touches: touches?.ofEngine,
            geometry: geometry, names: names)
    }

    /// The touches that its touchscreen gets, as the engine numbers zones; nil: it has none.
    public var touchscreenTouches: PortFormat.Touches? { touchscreen.map { $0.touches?.ofEngine ?? .zone(0) } }

    /// The names of its gestures and zones, for a writer of events.
    public var names: EventNames {
        var names = EventNames()
        for (index, event) in events.enumerated() { names.gestures[index] = Name(event.name) }
        for (index, zone) in zones.enumerated() { names.zones[index + 1] = Name(zone.name) }
        return names
    }
}

extension PortFormat.Touches {
    /// The touches as the engine numbers zones: 0 is the panel.
    fileprivate var ofEngine: PortFormat.Touches {
        if case .zone(let zone) = self { .zone(zone + 1) } else { self }
    }
}

extension RecognizerSet {
    /// The gestures at these indices.
    init(_ indices: [Int]) {
        self.init()
        for index in indices { insert(index) }
    }
}

extension ZoneSet {
    /// The controls at these indices of the configuration's zones, as the engine numbers them.
    init(controls: [Int]) {
        self.init()
        for zone in controls { insert(zone + 1) }
    }
}

extension OutputBank {
    /// The sink gets these touches.
    fileprivate mutating func follow(_ touches: PortFormat.Touches) {
        switch touches {
        case .all: emitTouches()
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
