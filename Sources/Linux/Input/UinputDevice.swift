import CTaplineSystem

/// An input device that this program makes: others read of it as of any other in `/dev/input`.
///
/// Source: Linux, `Documentation/input/uinput.rst`. The device goes when its descriptor is closed, also by the end of the
/// program.
package final class UinputDevice {
    /// What the place (`phys`) of each such device begins with, so that none is taken for a panel.
    static var place: String { "tapline/" }
    /// The device file through which they are made.
    package static var path: String { "/dev/uinput" }

    private let descriptor: Int32
    /// The kernel's number of the first error, 0 for none.
    private(set) var errno: Int32 = 0
    /// What waits to be reported.
    private var events: [tapline_input_event] = []

    /// Opens uinput; the device is there after ``create(_:place:)``.
    ///
    /// - Throws: ``DeviceError`` where the kernel has none, or not for this user.
    init() throws(DeviceError) {
        descriptor = tapline_uinput_open()
        guard descriptor >= 0 else { throw DeviceError(path: UinputDevice.path, errno: -descriptor) }
        events.reserveCapacity(64)
    }

    deinit { if descriptor >= 0 { tapline_close(descriptor) } }

    /// The device has the key `code`.
    func add(key code: UInt16) { keep(tapline_uinput_key(descriptor, code)) }

    /// The device has the axis `code`, 0…`maximum`, with so many units a mm; 0: nobody knows.
    func add(axis code: UInt16, maximum: Int32, resolution: Int32 = 0) {
        keep(tapline_uinput_axis(descriptor, code, maximum, resolution))
    }

    /// One touches what one sees.
    func setDirect() { keep(tapline_uinput_direct(descriptor)) }

    /// The device is there from now on.
    ///
    /// - Parameters:
    ///   - name: what it calls itself, 1…79 bytes; more are left out.
    ///   - place: what follows ``place``.
    /// - Throws: ``DeviceError`` where something that was asked of it could not be had.
    func create(_ name: String, place: String) throws(DeviceError) {
        // (The kernel takes 79 bytes; a letter is not cut in two.)
        var bytes = Array(name.utf8.prefix(79))
        while bytes.count < name.utf8.count, let last = bytes.last, last >= 0x80 { bytes.removeLast() }
        let short = String(decoding: bytes, as: UTF8.self)
        keep(unsafe tapline_uinput_create(descriptor, short, UinputDevice.place + place))
        if errno != 0 { throw DeviceError(path: UinputDevice.path, errno: errno) }
    }

    /// Adds an event to what is reported next.
    func put(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        events.append(tapline_input_event(type: type, code: code, value: value))
    }

    /// Reports what has been put: the kernel never makes anybody wait for that.
    func flush() {
        guard !events.isEmpty else { return }
        if errno == 0 { keep(unsafe tapline_uinput_write(descriptor, events, events.count)) }
        events.removeAll(keepingCapacity: true)
    }

    private func keep(_ status: Int32) { if errno == 0, status < 0 { errno = -status } }
}
