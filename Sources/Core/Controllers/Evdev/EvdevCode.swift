/// Types, codes and properties of the kernel's input events (Linux, `include/uapi/linux/input-event-codes.h`).
public enum EvdevCode {
    // Types
    /// EV_SYN
    public static var synchronization: UInt16 { 0x00 }
    /// EV_KEY
    public static var key: UInt16 { 0x01 }
    /// EV_ABS
    public static var absolute: UInt16 { 0x03 }

    // EV_SYN
    /// SYN_REPORT: the values so far belong together.
    public static var report: UInt16 { 0 }
    /// SYN_MT_REPORT: one contact of multitouch protocol A is complete.
    public static var contactReport: UInt16 { 2 }
    /// SYN_DROPPED: the reader was too slow, and events are missing.
    public static var dropped: UInt16 { 3 }

    // EV_KEY
    /// BTN_LEFT
    public static var leftButton: UInt16 { 0x110 }
    /// BTN_TOOL_PEN
    public static var pen: UInt16 { 0x140 }
    /// BTN_TOOL_FINGER
    public static var finger: UInt16 { 0x145 }
    /// BTN_TOUCH: somebody touches the panel.
    public static var touch: UInt16 { 0x14A }
    /// BTN_STYLUS
    public static var stylus: UInt16 { 0x14B }

    // EV_ABS
    /// ABS_X
    public static var x: UInt16 { 0x00 }
    /// ABS_Y
    public static var y: UInt16 { 0x01 }
    /// ABS_PRESSURE
    public static var pressure: UInt16 { 0x18 }
    /// ABS_MT_SLOT: which finger the values after it belong to.
    public static var slot: UInt16 { 0x2F }
    /// ABS_MT_TOUCH_MAJOR: how long a contact is.
    public static var contactMajor: UInt16 { 0x30 }
    /// ABS_MT_POSITION_X
    public static var contactX: UInt16 { 0x35 }
    /// ABS_MT_POSITION_Y
    public static var contactY: UInt16 { 0x36 }
    /// ABS_MT_TRACKING_ID: the finger's name, negative: none is there.
    public static var identity: UInt16 { 0x39 }
    /// ABS_MT_TOOL_TYPE: what touches.
    public static var tool: UInt16 { 0x37 }
    /// MT_TOOL_PALM: the ``tool`` that is no finger.
    public static var palm: Int32 { 2 }
    /// ABS_MT_PRESSURE
    public static var contactPressure: UInt16 { 0x3A }
    /// ABS_MT_DISTANCE: above 0 the finger hovers.
    public static var distance: UInt16 { 0x3B }
    /// What lies before ABS_MT_SLOT: only devices whose axes are no multitouch axes have it (libevdev).
    public static var beforeSlot: UInt16 { 0x2E }

    // Properties
    /// INPUT_PROP_DIRECT: one touches what one sees.
    public static var direct: UInt16 { 0x01 }
}
