import CTaplineGPIO
import TaplineCore

/// A GPIO line of this computer that this program holds, until the end of this value.
struct HeldLine: ~Copyable {
    let line: GPIOLineLocation
    private let handle: OpaquePointer

    /// Holds `line` as `request` says; the request's offset is the line's.
    ///
    /// - Parameter consumer: what `gpioinfo` calls the line's user, at most 31 bytes.
    /// - Throws: ``DeviceError`` where it is used, or cannot do what is asked of it.
    init(_ line: GPIOLineLocation, consumer: String, _ request: tapline_gpio_request) throws(DeviceError) {
        var request = request
        request.offset = line.offset
        var handle: OpaquePointer?
        let status = unsafe tapline_gpio_hold(line.chipPath, consumer, request, &handle)
        guard status == 0, let handle = unsafe handle else { throw DeviceError(line: line, errno: -status) }
        self.line = line
        unsafe self.handle = handle
    }

    deinit { unsafe tapline_gpio_release(handle) }

    /// What is readable when an edge has come; -1 for none.
    var descriptor: Int32 { unsafe tapline_gpio_descriptor(handle) }

    /// What `call` of the line's handle returns, 0 or more.
    ///
    /// - Throws: ``DeviceError`` where it is an error number: the chip has gone, or the line cannot do it.
    @discardableResult
    func ask(_ call: (OpaquePointer) -> Int32) throws(DeviceError) -> Int32 {
        let status = unsafe call(handle)
        guard status >= 0 else { throw DeviceError(line: line, errno: -status) }
        return status
    }

    /// Whether the line is high now.
    func isHigh() throws(DeviceError) -> Bool { try unsafe ask { unsafe tapline_gpio_level($0) } != 0 }

    /// Makes the line active or inactive; an input becomes an output.
    func set(isActive: Bool) throws(DeviceError) { try unsafe ask { unsafe tapline_gpio_set($0, isActive ? 1 : 0) } }

    /// Makes the line an input.
    func listen() throws(DeviceError) { try unsafe ask { unsafe tapline_gpio_listen($0) } }
}
