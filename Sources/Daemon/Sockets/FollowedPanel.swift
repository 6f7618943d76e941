import TaplineConfiguration
import TaplineCore

/// What those who follow a panel get first.
struct FollowedPanel {
    /// The line `panel/1`, up to the bracket behind which its output lines come.
    let text: [UInt8]
    /// How they get events, and what that begins with.
    var format: PortFormat
    var events: EventsFormat
    var greeting: ByteLine
    let geometry: PanelGeometry
    /// The commands of its configuration, in their order.
    let commands: [FollowedCommand]

    /// `panel`, which runs as `name`.
    init<Kind>(_ panel: Panel<Kind>, name: String) {
        text = panel.selfDescription(name: name)
        format = panel.eventFormat
        events = EventsFormat(geometry: panel.geometry, names: panel.configuration.names)
        greeting = panel.greeting(of: format)
        geometry = panel.geometry
        commands = panel.configuration.commands.map { FollowedCommand($0) }
    }
}

extension Panel {
    /// The format in which everything is told to programs.
    var eventFormat: PortFormat { PortFormat(kind: .jsonl, geometry: geometry, names: configuration.names) }

    /// The line `panel/1` of the panel that runs as `name`, up to the bracket behind which its lines come: allocated when a
    /// configuration is read, and then only copied.
    fileprivate func selfDescription(name: String) -> [UInt8] {
        var text: [UInt8] = []
        var line = ByteLine()
        func flush() {
            text.append(&line)
            line.removeAll()
        }
        line.append("{\"tapline\":\"panel/1\",\"name\":\"")
        line.appendEscaped(name)
        line.append("\",\"board\":\"")
        line.appendEscaped(board?.name ?? "")
        line.append("\",\"chip\":\"")
        line.appendEscaped(board?.controller.name ?? "")
        line.append("\",\"width\":")
        line.append(Int(geometry.width))
        line.append(",\"height\":")
        line.append(Int(geometry.height))
        if geometry.hasMillimetres {
            let size = geometry.pointsPerPixel
            line.append(",\"width_mm\":")
            line.append(geometry.width * size.x * Float(PanelGeometry.millimetresPerPoint), decimals: 2)
            line.append(",\"height_mm\":")
            line.append(geometry.height * size.y * Float(PanelGeometry.millimetresPerPoint), decimals: 2)
        }
        flush()
        if let raw = board?.panel {
            line.append(",\"raw_width\":")
            line.append(raw.rawWidth)
            line.append(",\"raw_height\":")
            line.append(raw.rawHeight)
            orientation(of: raw, &line)
        }
        if let address = board?.addresses.first {
            line.append(",\"address\":\"0x")
            line.append(String(address >> 4, radix: 16))
            line.append(String(address & 15, radix: 16))
            line.append("\"")
        }
        if let sensor = board?.sensors.first {
            line.append(",\"sensor\":\"")
            line.append(sensor.kind)
            line.append("\"")
        }
        line.append(",\"zones\":[")
        for (index, zone) in configuration.zones.enumerated() {
            if index > 0 { line.append(",") }
            line.append("{\"name\":\"")
            line.appendEscaped(zone.name)
            if let control = zone.control {
                line.append("\",\"control\":\"")
                line.append(control.name)
            }
            outline(of: zone, &line)
            line.append("]")
            figures(of: zone.control, &line)
            line.append("}")
            flush()
        }
        line.append("],\"gestures\":[")
        for (index, gesture) in configuration.events.enumerated() {
            line.append(index > 0 ? ",{\"name\":\"" : "{\"name\":\"")
            line.appendEscaped(gesture.name)
            line.append("\",\"kind\":\"")
            line.appendEscaped(gesture.kind)
            line.append("\"}")
            flush()
        }
        line.append("],\"lines\":[")
        flush()
        return text
    }

    /// Where a chip's raw px are in oriented px, x = a·rx + b·ry + c, y = d·rx + e·ry + f, where they are not the same.
    private func orientation(of raw: PanelGeometry.Description, _ line: inout ByteLine) {
        // (Far apart, so that six decimals are right.)
        let (across, down) = (Float(raw.rawWidth), Float(raw.rawHeight))
        let origin = geometry.pixels(geometry.point(ofRawX: 0, y: 0))
        let right = geometry.pixels(geometry.point(ofRawX: across, y: 0))
        let below = geometry.pixels(geometry.point(ofRawX: 0, y: down))
        let map = [
            (right.x - origin.x) / across, (below.x - origin.x) / down, origin.x, (right.y - origin.y) / across,
            (below.y - origin.y) / down, origin.y,
        ]
        let isSame = zip(map, [1, 0, 0, 0, 1, 0]).allSatisfy { abs($0 - $1) < 0.000_01 }
        guard !isSame else { return }
        for (index, number) in map.enumerated() {
            line.append(index == 0 ? ",\"orient\":[" : ",")
            line.append(number, decimals: 5)
        }
        line.append("]")
    }

    /// A zone's shape, up to the bracket behind it.
    private func outline(of zone: ZoneDescription, _ line: inout ByteLine) {
        switch zone.shape {
        case .rectangle(let origin, let size):
            line.append("\",\"rect\":[")
            place(geometry.pixels(origin), &line)
            line.append(",")
            place(geometry.pixels(Point(x: size.x, y: size.y)), &line)
        case .circle(let center, let radius):
            line.append("\",\"circle\":[")
            place(geometry.pixels(center), &line)
            line.append(",")
            // (The mean of both scales, as where it was read.)
            line.append(2 * radius / (geometry.pointsPerPixel.x + geometry.pointsPerPixel.y), decimals: 1)
        case .ring(let center, let inner, let outer):
            line.append("\",\"ring\":[")
            place(geometry.pixels(center), &line)
            for radius in [inner, outer] {
                line.append(",")
                line.append(2 * radius / (geometry.pointsPerPixel.x + geometry.pointsPerPixel.y), decimals: 1)
            }
        case .polygon(let corners):
            line.append("\",\"polygon\":[")
            for (index, corner) in corners.enumerated() {
                line.append(index > 0 ? ",[" : "[")
                place(geometry.pixels(corner), &line)
                line.append("]")
            }
        }
    }

    /// Which values a control can have, as configurations say it.
    private func figures(of control: Control?, _ line: inout ByteLine) {
        switch control {
        case .slider(let slider): range(slider.minimum, slider.maximum, slider.step, &line)
        case .stepper(let stepper): range(stepper.minimum, stepper.maximum, stepper.step, &line)
        case .segmented(let count):
            line.append(",\"segments\":")
            line.append(Int(count))
        case .pageControl(let count):
            line.append(",\"pages\":")
            line.append(Int(count))
        case .button, .switch, nil: break
        }
    }

    private func range(_ minimum: Float, _ maximum: Float, _ step: Float, _ line: inout ByteLine) {
        line.append(",\"minimum\":")
        line.append(minimum, decimals: 4)
        line.append(",\"maximum\":")
        line.append(maximum, decimals: 4)
        guard step > 0 else { return }
        line.append(",\"step\":")
        line.append(step, decimals: 4)
    }

    private func place(_ point: Point, _ line: inout ByteLine) {
        line.append(point.x, decimals: 1)
        line.append(",")
        line.append(point.y, decimals: 1)
    }
}
