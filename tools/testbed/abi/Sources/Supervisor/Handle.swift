import CKernelInterface
import Glibc

/// A descriptor that was put into the program: one end of a pair of sockets, whose other end is ours. Edges go through
/// it, and when the program closes its end, ours hangs up.
final class Handle {
    enum Kind {
        case adapter(I2CAdapter)
        case lines(GPIOChip)
        case request(LineRequest)
        case input(InputDevice)
        case uinput(UinputDevice)
    }
    let kind: Kind
    /// Our end.
    let socket: Int32
    /// Which file the program's end is, however often it is duplicated.
    let file: UInt64
    /// The address that was chosen for SMBus commands.
    var address: UInt16 = 0
    /// What it is called in the trace.
    let name: String

    private init(kind: Kind, socket: Int32, file: UInt64, name: String) {
        self.kind = kind
        self.socket = socket
        self.file = file
        self.name = name
    }

    /// Makes a pair and puts its end into the program that asks.
    ///
    /// - Returns: the handle and the descriptor's number in the program; nil when the program is gone.
    static func give(
        _ kind: Kind, name: String, closesOnExec: Bool, to request: abi_request, listener: Int32
    ) -> (handle: Handle, descriptor: Int32)? {
        var ours: Int32 = -1
        var theirs: Int32 = -1
        guard abi_pair(&ours, &theirs) == 0 else { return nil }
        defer { close(theirs) }
        let number = abi_give(listener, request.id, theirs, closesOnExec)
        guard number >= 0 else {
            close(ours)
            return nil
        }
        switch kind {
        case .request: break
        case .input: if request.flags & UInt32(O_NONBLOCK) != 0 { _ = fcntl(theirs, F_SETFL, O_NONBLOCK) }
        case .adapter, .lines, .uinput: abi_end_of_file(ours)
        }
        return (Handle(kind: kind, socket: ours, file: abi_own_file(theirs), name: name), number)
    }
}
