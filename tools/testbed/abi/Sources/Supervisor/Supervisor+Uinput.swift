import CKernelInterface
import Glibc
import TaplineCore

// Input devices that the program makes.
extension Supervisor {
    func uinput(_ request: abi_request, _ device: UinputDevice) -> Int64 {
        let command = abi_uinput_classify(request)
        // (The kernel refuses every change of a device that is there.)
        guard !device.isCreated else { return -Int64(EINVAL) }
        let number = UInt16(truncatingIfNeeded: command.number)
        switch command.kind {
        case ABI_UINPUT_TYPE: device.types.insert(number)
        case ABI_UINPUT_KEY: device.keys.insert(number)
        case ABI_UINPUT_PROPERTY: device.isDirect = device.isDirect || number == EvdevCode.direct
        case ABI_UINPUT_AXIS:
            var axis = abi_uinput_axis()
            let error = abi_uinput_fetch_axis(request, &axis)
            guard error == 0 else { return Int64(error) }
            guard axis.maximum > axis.minimum || axis.minimum == 0 && axis.maximum == 0 else { return -Int64(EINVAL) }
            device.axes[UInt16(axis.code)] = EvdevAxis(
                minimum: axis.minimum, maximum: axis.maximum, resolution: axis.resolution)
        case ABI_UINPUT_PLACE, ABI_UINPUT_SETUP:
            var text = [CChar](repeating: 0, count: 256)
            let error = abi_uinput_fetch_text(request, command.kind, &text, text.count)
            guard error == 0 else { return Int64(error) }
            let told = text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
            if command.kind == ABI_UINPUT_PLACE {
                device.place = told
            } else {
                device.name = told
            }
        case ABI_UINPUT_CREATE:
            guard !device.name.isEmpty else { return -Int64(EINVAL) }
            device.isCreated = true
            trace.add("uinput made \(device.description)")
        default: return -Int64(EINVAL)
        }
        return 0
    }

    /// What the program has told through a device of its own.
    func readUinput(_ device: UinputDevice, _ handle: Handle) {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = abi_receive_bytes(handle.socket, &bytes, bytes.count)
        guard count > 0 else { return }
        for line in device.take(Array(bytes[..<Int(count)])) { trace.add("uinput \(device.title) \(line)") }
    }
}
