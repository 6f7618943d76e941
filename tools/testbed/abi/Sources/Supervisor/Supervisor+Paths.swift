import CKernelInterface
import Glibc

// Files: opened, looked at, listed. What is not ours goes on to the kernel.
extension Supervisor {
    func handlePath(_ request: abi_request) {
        guard let path = tree.owned(request) else {
            if request.kind == ABI_STAT, request.path.pointee == 0, handles[abi_file_of(request.pid, request.fd)] != nil
            {
                return answerStatOfDescriptor(request)
            }
            return abi_continue(program.listener, request.id)
        }
        let follows: Bool
        switch request.kind {
        case ABI_OPEN: return open(path, request)
        case ABI_STAT: follows = request.flags & UInt32(AT_SYMLINK_NOFOLLOW) == 0
        default: follows = true
        }
        let place = tree.root + path
        let answer: Int64
        switch request.kind {
        case ABI_STAT:
            let node = follows ? tree.resolved(path) ?? path : path
            answer = Int64(abi_put_stat(request, place, follows, tree.nodes[node] ?? terminalNode(node) ?? abi_node()))
        case ABI_READLINK: answer = abi_put_link(request, place)
        case ABI_ACCESS:
            if tree.denied.contains(path) {
                answer = -Int64(EACCES)
            } else {
                answer = access(place, Int32(request.command)) == 0 ? 0 : -Int64(errno)
            }
        case ABI_WATCH: answer = Int64(abi_watch(request, place))
        default: answer = -Int64(ENOSYS)
        }
        abi_answer(program.listener, request.id, answer)
    }

    private func terminalNode(_ path: String) -> abi_node? {
        terminals.contains { $0.path == path } ? abi_node(is_device: true, major: 4, minor: 64) : nil
    }

    private func answerStatOfDescriptor(_ request: abi_request) {
        let name = handles[abi_file_of(request.pid, request.fd)]?.name ?? ""
        let node = tree.nodes[name] ?? abi_node(is_device: true, major: 0, minor: 0)
        // (Any file serves: what is not the device's own is of no interest.)
        abi_answer(program.listener, request.id, Int64(abi_put_stat(request, tree.root, true, node)))
    }

    private func open(_ path: String, _ request: abi_request) {
        func fail(_ number: Int32) {
            trace.add("open \(path) errno \(number)")
            abi_answer(program.listener, request.id, -Int64(number))
        }
        let closesOnExec = request.flags & UInt32(O_CLOEXEC) != 0
        guard !tree.denied.contains(path) else { return fail(EACCES) }
        guard let real = tree.resolved(path) else { return fail(ENOENT) }
        if tree.nodes[real] != nil {
            guard let kind = device(real) else { return fail(ENODEV) }
            guard
                let (handle, number) = Handle.give(
                    kind, name: real, closesOnExec: closesOnExec, to: request, listener: program.listener)
            else { return fail(EMFILE) }
            handles[handle.file] = handle
            trace.add("open \(path)")
            return abi_answer(program.listener, request.id, Int64(number))
        }
        let terminal = terminals.first { $0.path == real }
        let place = terminal?.device ?? tree.root + path
        let flags = Int32(bitPattern: request.flags) & ~(O_CREAT | O_TRUNC | O_EXCL)
        let fd = Glibc.open(place, flags | O_CLOEXEC | O_NOCTTY)
        guard fd >= 0 else { return fail(errno) }
        defer { close(fd) }
        if terminal != nil { trace.add("open \(path)") }
        let number = abi_give(program.listener, request.id, fd, closesOnExec)
        abi_answer(program.listener, request.id, Int64(number))
    }

    private func device(_ path: String) -> Handle.Kind? {
        if let adapter = adapters.first(where: { $0.path == path }) { return .adapter(adapter) }
        if let inputDevice, inputDevice.description.path == path { return .input(inputDevice) }
        if path == "/dev/uinput" { return .uinput(UinputDevice()) }
        return gpioChips.first { $0.path == path }.map { .lines($0) }
    }
}
