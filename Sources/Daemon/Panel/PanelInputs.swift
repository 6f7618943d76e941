import TaplineConfiguration
import TaplineCore
import TaplineLinux

/// The input devices that a panel makes, for others to read.
struct PanelInputs {
    /// What gets touches; nil: nobody.
    var touchscreen: VirtualTouchscreen?
    /// What gestures press; nil: nothing.
    var keys: VirtualKeys?

    /// A touch has changed: on the panel, or, with `zone`, as that zone gets it.
    func emit(_ touch: TouchEvent, to zone: Int? = nil) { touchscreen?.emit(touch, to: zone) }

    /// What has been reported is complete.
    ///
    /// - Throws: ``DeviceError`` where the kernel has refused something.
    func flush() throws(DeviceError) {
        touchscreen?.flush()
        let errno = touchscreen?.errno ?? 0
        let error = errno != 0 ? errno : keys?.errno ?? 0
        if error != 0 { throw DeviceError(path: UinputDevice.path, errno: error) }
    }
}

extension Panel {
    /// The input devices that the configuration wants. Those of before a reload that are the same stay: their readers see
    /// nothing of it.
    ///
    /// - Parameter name: the panel's name.
    /// - Throws: ``DeviceError`` where one cannot be made.
    func inputs(keeping old: PanelInputs, name: String) throws(DeviceError) -> PanelInputs {
        var inputs = PanelInputs()
        if let touches = configuration.touchscreenTouches {
            inputs.touchscreen =
                if let before = old.touchscreen, before.isSame(as: touches, geometry) { before } else {
                    try VirtualTouchscreen(touches, geometry: geometry, panel: name)
                }
        }
        let keys = configuration.outputs.compactMap { $0.key }
        if !keys.isEmpty {
            inputs.keys =
                if let before = old.keys, before.keys == keys { before } else { try VirtualKeys(keys, panel: name) }
        }
        return inputs
    }
}
