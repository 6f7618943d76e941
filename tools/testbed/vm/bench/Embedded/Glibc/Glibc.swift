// What Swift's own module of this name has beside the C library's declarations.
@_exported public import CGlibc
import CTaplineSystem

public var errno: Int32 { glibc_errno() }

public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: UInt32 = 0) -> Int32 {
    glibc_open(path, flags, mode)
}

public func fcntl(_ fd: Int32, _ command: Int32, _ value: Int32) -> Int32 { glibc_fcntl(fd, command, value) }

/// The process's arguments, beginning with its name. (Embedded Swift has none.)
public enum CommandLine {
    public static var arguments: [String] {
        var arguments: [String] = []
        while let argument = tapline_argument(Int32(arguments.count)) { arguments.append(String(cString: argument)) }
        return arguments
    }
}
