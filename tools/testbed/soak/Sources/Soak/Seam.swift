import CTaplineGPIO
import CTaplineSystem
import Glibc
import TaplineChipModels
import TaplineCore

// The calls of the system that the linker gives to this file in place of the shims' own (`--wrap`): the clock, the wait, the
// adapter, the lines, the serial port, a disk that is full. All else of the daemon is as it is shipped.

@_silgen_name("__real_tapline_poller_wait")
func realWait(_ p: Int32, _ until: Int64, _ happenings: UnsafeMutablePointer<tapline_happening>?, _ n: Int32) -> Int32
@_silgen_name("__real_tapline_put_file")
func realPut(_ path: UnsafePointer<CChar>, _ beside: UnsafePointer<CChar>, _ bytes: UnsafeRawPointer?, _ n: Int)
    -> Int32
@_silgen_name("__real_tapline_socket_accept")
func realAccept(_ fd: Int32) -> Int32

@_cdecl("__wrap_tapline_now_us") func wrapNow() -> Int64 { world.now }
@_cdecl("__wrap_tapline_wait_until") func wrapWaitUntil(_ until: Int64) { world.move(to: until) }
@_cdecl("__wrap_tapline_stream_wait") func wrapStreamWait(_ fd: Int32, _ until: Int64) -> Int32 { 0 }

@_cdecl("__wrap_tapline_poller_wait")
func wrapWait(
    _ poller: Int32, _ until: Int64, _ happenings: UnsafeMutablePointer<tapline_happening>?, _ capacity: Int32
) -> Int32 {
    let before = world.now
    if isWrong {
        // (The reload that it was for has been.)
        if world.facts.eventCount >= 0, wrongWaits > 3 {
            rename("\(world.folder)/config.yaml", "\(world.folder)/wrong.yaml")
            rename("\(world.folder)/config.kept", "\(world.folder)/config.yaml")
            (isWrong, wrongWaits) = (false, 0)
        }
        wrongWaits += 1
    }
    while true {
        world.readAll()
        let count = realWait(poller, world.now, happenings, capacity)
        if count != 0 || until <= world.now {
            world.idleWaits = world.now - before <= 1 ? world.idleWaits + 1 : 0
            if world.idleWaits > 100_000 {
                world.fail(
                    "the loop turns and turns, and its clock stands still: \(count) things have happened, the first with "
                        + "tag \(happenings?.pointee.tag ?? 0); it is to wait until \(until)")
            }
            // (No turn of the loop takes no time: what came before and after something else differs.)
            if count > 0 { world.move(to: world.now + 1) }
            return count
        }
        if !world.proceed(until: until) { continue }
    }
}
nonisolated(unsafe) var wrongWaits = 0

@_cdecl("__wrap_tapline_put_file")
func wrapPut(_ path: UnsafePointer<CChar>, _ beside: UnsafePointer<CChar>, _ bytes: UnsafeRawPointer?, _ n: Int)
    -> Int32
{
    world.isDiskFull ? -ENOSPC : realPut(path, beside, bytes, n)
}
@_cdecl("__wrap_tapline_socket_accept") func wrapAccept(_ fd: Int32) -> Int32 {
    world.hasNoDescriptors ? -EMFILE : realAccept(fd)
}

// MARK: The light: files of a folder of this program

@_silgen_name("__real_tapline_open") func realOpen(_ path: UnsafePointer<CChar>) -> Int32
@_silgen_name("__real_tapline_open_for_writing") func realOpenForWriting(_ path: UnsafePointer<CChar>) -> Int32
@_silgen_name("__real_tapline_folder_open") func realFolder(_ path: UnsafePointer<CChar>) -> OpaquePointer?
@_silgen_name("__real_tapline_write_value")
func realWriteValue(_ fd: Int32, _ bytes: UnsafeRawPointer?, _ n: Int) -> Int32

/// Where a path leads to in this world.
private func place(_ path: UnsafePointer<CChar>) -> String {
    let path = String(cString: path)
    let lights = "/sys/class/backlight"
    guard path.hasPrefix(lights) else { return path }
    return "\(world.folder)/\(world.isLightGone ? "dark" : "light")" + path.dropFirst(lights.count)
}
@_cdecl("__wrap_tapline_open") func wrapOpenFile(_ path: UnsafePointer<CChar>) -> Int32 { realOpen(place(path)) }
@_cdecl("__wrap_tapline_open_for_writing") func wrapOpenForWriting(_ path: UnsafePointer<CChar>) -> Int32 {
    realOpenForWriting(place(path))
}
@_cdecl("__wrap_tapline_folder_open") func wrapFolder(_ path: UnsafePointer<CChar>) -> OpaquePointer? {
    realFolder(place(path))
}
@_cdecl("__wrap_tapline_write_value")
func wrapWriteValue(_ fd: Int32, _ bytes: UnsafeRawPointer?, _ n: Int) -> Int32 {
    world.isLightGone ? -ENODEV : realWriteValue(fd, bytes, n)
}

// MARK: Input devices

@_cdecl("__wrap_tapline_uinput_open") func wrapUinput() -> Int32 { open("/dev/null", O_RDWR | O_CLOEXEC) }
@_cdecl("__wrap_tapline_uinput_key") func wrapKey(_ fd: Int32, _ code: UInt16) -> Int32 { 0 }
@_cdecl("__wrap_tapline_uinput_axis")
func wrapAxis(_ fd: Int32, _ code: UInt16, _ most: Int32, _ resolution: Int32) -> Int32 { 0 }
@_cdecl("__wrap_tapline_uinput_direct") func wrapDirect(_ fd: Int32) -> Int32 { 0 }
@_cdecl("__wrap_tapline_uinput_create")
func wrapCreate(_ fd: Int32, _ name: UnsafePointer<CChar>, _ place: UnsafePointer<CChar>) -> Int32 { 0 }
@_cdecl("__wrap_tapline_uinput_write")
func wrapInput(_ fd: Int32, _ events: UnsafePointer<tapline_input_event>?, _ count: Int) -> Int32 {
    for index in 0..<count where events![index].type == 1 {
        let code = UInt32(events![index].code)
        if events![index].value == 0 { world.keysDown.remove(code) } else { world.keysDown.insert(code) }
    }
    return 0
}

// MARK: The adapter

@_cdecl("__wrap_tapline_i2c_open") func wrapOpen(_ path: UnsafePointer<CChar>) -> Int32 {
    world.isBusGone ? -ENOENT : open("/dev/null", O_RDWR | O_CLOEXEC)
}
@_cdecl("__wrap_tapline_i2c_select") func wrapSelect(_ fd: Int32, _ address: UInt8) -> Int32 { 0 }
@_cdecl("__wrap_tapline_i2c_set_timeout") func wrapTimeout(_ fd: Int32, _ tens: UInt32) -> Int32 { 0 }
@_cdecl("__wrap_tapline_i2c_transfer")
func wrapTransfer(
    _ fd: Int32, _ address: UInt8, _ written: UnsafePointer<UInt8>?, _ writeCount: UInt16,
    _ read: UnsafeMutablePointer<UInt8>?, _ readCount: UInt16
) -> Int32 {
    if world.isBusGone { return -ENODEV }
    if world.failingTransfers.count > 0 {
        world.failingTransfers.count -= 1
        return -world.failingTransfers.errno
    }
    var bytes = ShortBytes()
    for index in 0..<Int(writeCount) { bytes.append(written![index]) }
    var received = BusBytes()
    let transfer = Transfer(address: address, written: bytes, readCount: Int(readCount))
    if let error = world.chip.transfer(transfer, at: Instant(microseconds: world.now), into: &received) {
        return -error.errno
    }
    for index in 0..<Int(readCount) { read![index] = received[index] }
    world.move(to: world.now)
    return 0
}

// MARK: Lines: GPIO4 is the interrupt, GPIO17 the reset, all others are outputs. A handle is the line's number and one bit.

private func handle(_ offset: UInt32, _ isActiveLow: Int32) -> OpaquePointer? {
    OpaquePointer(bitPattern: Int(offset) << 1 | Int(isActiveLow) | 0x1000)
}
private func line(_ handle: OpaquePointer) -> (offset: UInt32, isActiveLow: Bool) {
    let bits = Int(bitPattern: handle) & 0xFFF
    return (UInt32(bits >> 1), bits & 1 != 0)
}

@_cdecl("__wrap_tapline_gpio_chip_open")
func wrapChipOpen(_ path: UnsafePointer<CChar>, _ chip: UnsafeMutablePointer<OpaquePointer?>) -> Int32 {
    chip.pointee = OpaquePointer(bitPattern: 0x2000)
    return 0
}
nonisolated(unsafe) private let chipName = strdup("gpiochip0")!
nonisolated(unsafe) private let label = strdup("pinctrl-bcm2711")!
nonisolated(unsafe) private let names = (0..<32).map { strdup("GPIO\($0)")! }
nonisolated(unsafe) private var looked = 0
@_cdecl("__wrap_tapline_gpio_chip_close") func wrapChipClose(_ chip: OpaquePointer?) {}
@_cdecl("__wrap_tapline_gpio_chip_name") func wrapName(_ chip: OpaquePointer) -> UnsafePointer<CChar> {
    .init(chipName)
}
@_cdecl("__wrap_tapline_gpio_chip_label") func wrapLabel(_ chip: OpaquePointer) -> UnsafePointer<CChar> { .init(label) }
@_cdecl("__wrap_tapline_gpio_chip_line_count") func wrapCount(_ chip: OpaquePointer) -> UInt32 { 32 }
@_cdecl("__wrap_tapline_gpio_chip_look") func wrapLook(_ chip: OpaquePointer, _ offset: UInt32) -> Int32 {
    looked = Int(offset)
    return 0
}
@_cdecl("__wrap_tapline_gpio_look_name") func wrapLookName(_ chip: OpaquePointer) -> UnsafePointer<CChar> {
    .init(names[looked])
}

@_cdecl("__wrap_tapline_gpio_hold")
func wrapHold(
    _ path: UnsafePointer<CChar>, _ consumer: UnsafePointer<CChar>, _ request: tapline_gpio_request,
    _ line: UnsafeMutablePointer<OpaquePointer?>
) -> Int32 {
    line.pointee = handle(request.offset, request.is_active_low)
    return request.is_output != 0 ? wrapSet(line.pointee!, request.is_active) : 0
}
@_cdecl("__wrap_tapline_gpio_release") func wrapRelease(_ line: OpaquePointer?) {}
@_cdecl("__wrap_tapline_gpio_descriptor") func wrapDescriptor(_ handle: OpaquePointer) -> Int32 {
    line(handle).offset == 4 ? world.edge : -1
}
@_cdecl("__wrap_tapline_gpio_read_edges")
func wrapEdges(_ line: OpaquePointer, _ newest: UnsafeMutablePointer<Int64>, _ lost: UnsafeMutablePointer<UInt32>)
    -> Int32
{
    var count: UInt64 = 0
    lost.pointee = 0
    guard read(world.edge, &count, 8) == 8 else { return 0 }
    newest.pointee = world.edgeTime
    return Int32(min(count, 64))
}
@_cdecl("__wrap_tapline_gpio_level") func wrapLevel(_ line: OpaquePointer) -> Int32 {
    world.chip.interruptIsAsserted ? 0 : 1
}
@_cdecl("__wrap_tapline_gpio_set") func wrapSet(_ handle: OpaquePointer, _ isActive: Int32) -> Int32 {
    let (offset, isActiveLow) = line(handle)
    let isHigh = (isActive != 0) != isActiveLow
    let instant = Instant(microseconds: world.now)
    switch offset {
    case 4: world.chip.drive(.interrupt, isHigh ? .high : .low, at: instant)
    case 17: world.chip.drive(.reset, isHigh ? .high : .low, at: instant)
    default: world.outputs[offset] = isActive != 0
    }
    return 0
}
@_cdecl("__wrap_tapline_gpio_listen") func wrapListen(_ handle: OpaquePointer) -> Int32 {
    let instant = Instant(microseconds: world.now)
    world.chip.drive(line(handle).offset == 4 ? .interrupt : .reset, .release, at: instant)
    return 0
}

// MARK: The serial port

@_cdecl("__wrap_tapline_serial_open") func wrapSerial(_ path: UnsafePointer<CChar>, _ baud: UInt32) -> Int32 {
    if world.isSerialGone { return -ENOENT }
    var pair: (Int32, Int32) = (0, 0)
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let status = withUnsafeMutablePointer(to: &pair) {
        $0.withMemoryRebound(to: Int32.self, capacity: 2) { socketpair(AF_UNIX, kind, 0, $0) }
    }
    guard status == 0 else { return -errno }
    world.close(&world.serial)
    world.serial = pair.0
    return pair.1
}
@_cdecl("__wrap_tapline_serial_settle") func wrapSettle(_ fd: Int32, _ until: Int64) {}
