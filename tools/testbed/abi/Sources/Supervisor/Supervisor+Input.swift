import CKernelInterface
import Glibc
import TaplineChipModels
import TaplineCore

// Input devices: what evdev answers, and the events that wait to be read.
extension Supervisor {
    func input(_ request: abi_request, _ device: InputDevice) -> Int64 {
        let command = abi_input_classify(request.command)
        let query: EvdevQuery
        switch command.kind {
        case ABI_INPUT_VERSION: return Int64(abi_input_put_version(request))
        case ABI_INPUT_CLOCK:
            var clock: Int32 = 0
            guard abi_input_fetch(request, &clock) == 0 else { return -Int64(EFAULT) }
            trace.add("input \(device.description.path) clock \(clock)")
            // (The model's times are those of the monotonic clock.)
            return clock == CLOCK_MONOTONIC ? 0 : -Int64(EINVAL)
        case ABI_INPUT_GRAB:
            guard request.argument == 0 || !device.isGrabbed else { return -Int64(EBUSY) }
            device.isGrabbed = request.argument != 0
            trace.add("input \(device.description.path) grab \(request.argument)")
            return 0
        case ABI_INPUT_NAME:
            let name = Array(device.description.name.utf8) + [0]
            let error = abi_input_put(request, name, name.count, command.size)
            return error == 0 ? Int64(min(name.count, command.size)) : Int64(error)
        case ABI_INPUT_ABILITIES: query = .abilities(UInt16(command.code))
        case ABI_INPUT_KEYS: query = .keys
        case ABI_INPUT_AXIS: query = .axis(UInt16(command.code))
        case ABI_INPUT_SLOTS:
            var axis: Int32 = 0
            guard abi_input_fetch(request, &axis) == 0 else { return -Int64(EFAULT) }
            query = .slots(UInt16(truncatingIfNeeded: axis))
        default: return -Int64(EINVAL)
        }
        let (bytes, error) = device.ask(query, at: Clock.now)
        guard error == 0 else { return -Int64(error) }
        return Int64(abi_input_put(request, bytes, bytes.count, command.size))
    }

    /// The fingers are seen by the kernel's driver.
    func setInput(_ fingers: Contacts, at now: Instant) {
        guard let device = inputDevice else { return }
        device.model.setFingers(fingers, at: now)
        sendEvents()
    }

    /// What waits goes to whoever has the device open.
    func sendEvents() {
        guard let device = inputDevice, device.isRead else { return }
        while true {
            let (bytes, error) = device.ask(.events(.own), at: Clock.now)
            guard error == 0 else { return }
            lastTransfer = Clock.now
            trace.add("events \(device.description.path) \(bytes.count / EvdevEvent.Layout.own.size)")
            for handle in inputHandles { _ = abi_send(handle.socket, bytes, bytes.count) }
        }
    }

    private var inputHandles: [Handle] {
        handles.values.filter { if case .input = $0.kind { true } else { false } }
    }

    /// The device is pulled out: whoever has it open reads its end.
    func pullInput() {
        guard let device = inputDevice else { return }
        device.model.pullOut()
        device.isGrabbed = false
        tree.removeInput(device.description)
        for handle in inputHandles {
            close(handle.socket)
            handles[handle.file] = nil
        }
    }

    /// The device is back.
    func pushInput() throws(Complaint) {
        guard let device = inputDevice else { return }
        device.model.pushIn()
        try tree.addInput(device.description)
    }
}
