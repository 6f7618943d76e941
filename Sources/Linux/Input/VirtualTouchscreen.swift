package import TaplineCore

/// A touchscreen of the kernel's that has the touches it gets: for a browser or a desktop.
package final class VirtualTouchscreen {
    /// Which touches it gets: the panel's, or a zone's.
    package let touches: PortFormat.Touches
    private let geometry: PanelGeometry
    private let device: UinputDevice
    private var frames: TouchscreenFrames

    /// Makes a touchscreen of the panel's size in oriented px.
    ///
    /// - Parameters:
    ///   - touches: which touches it gets.
    ///   - panel: the panel's name.
    /// - Throws: ``DeviceError`` where it cannot be made.
    package init(_ touches: PortFormat.Touches, geometry: PanelGeometry, panel: String) throws(DeviceError) {
        self.touches = touches
        self.geometry = geometry
        frames = TouchscreenFrames(geometry)
        device = try UinputDevice()
        device.setDirect()
        device.add(key: EvdevCode.touch)
        let size = (x: Int32(geometry.width) - 1, y: Int32(geometry.height) - 1)
        let resolution = (x: units(geometry.pixelsPerPoint.x), y: units(geometry.pixelsPerPoint.y))
        device.add(axis: EvdevCode.x, maximum: size.x, resolution: resolution.x)
        device.add(axis: EvdevCode.y, maximum: size.y, resolution: resolution.y)
        device.add(axis: EvdevCode.slot, maximum: Int32(TouchscreenFrames.slots) - 1)
        device.add(axis: EvdevCode.contactX, maximum: size.x, resolution: resolution.x)
        device.add(axis: EvdevCode.contactY, maximum: size.y, resolution: resolution.y)
        device.add(axis: EvdevCode.identity, maximum: TouchscreenFrames.mostIdentities)
        device.add(axis: EvdevCode.tool, maximum: TouchscreenFrames.palm)
        try device.create("Tapline \(panel) touchscreen", place: "\(panel)/touchscreen")
    }

    /// The kernel's number of the first error, 0 for none.
    package var errno: Int32 { device.errno }
    /// Touches that found no place, since the start; the count wraps.
    package var lostTouches: UInt32 { frames.lost }

    /// Whether it is one of these touches on such a panel, so that a reload can keep it.
    package func isSame(as touches: PortFormat.Touches, _ geometry: PanelGeometry) -> Bool {
        self.touches == touches && self.geometry.width == geometry.width && self.geometry.height == geometry.height
    }

    /// A touch has changed: on the panel, or, with `zone`, as that zone gets it.
    package func emit(_ touch: TouchEvent, to zone: Int?) {
        guard touches == (zone.map { .zone($0) } ?? .all) else { return }
        frames.take(touch) { device.put($0.type, $0.code, $0.value) }
    }

    /// What has been reported is complete.
    package func flush() {
        frames.finish { device.put($0.type, $0.code, $0.value) }
        device.flush()
    }

    /// px in a mm, as the kernel's axes say it: whole ones; 0 where nobody knows.
    private func units(_ pixelsPerPoint: Float) -> Int32 {
        guard geometry.hasMillimetres else { return 0 }
        return Int32(min(pixelsPerPoint / Float(PanelGeometry.millimetresPerPoint) + 0.5, 10_000))
    }
}
