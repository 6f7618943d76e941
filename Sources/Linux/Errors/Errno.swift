/// The kernel's error numbers that mean something to a device, the same on every processor that Linux and Swift share.
public enum Errno {
    /// EPERM
    public static var notPermitted: Int32 { 1 }
    /// ENOENT
    public static var noSuchFile: Int32 { 2 }
    /// EIO
    public static var inputOutput: Int32 { 5 }
    /// ENXIO
    public static var noSuchAddress: Int32 { 6 }
    /// EAGAIN
    public static var tryAgain: Int32 { 11 }
    /// EACCES
    public static var accessDenied: Int32 { 13 }
    /// EBUSY
    public static var busy: Int32 { 16 }
    /// EEXIST
    public static var fileExists: Int32 { 17 }
    /// ENODEV
    public static var noSuchDevice: Int32 { 19 }
    /// EISDIR
    public static var isFolder: Int32 { 21 }
    /// ENOMEM
    public static var noMemory: Int32 { 12 }
    /// ENFILE
    public static var tooManyFilesOfAll: Int32 { 23 }
    /// EMFILE
    public static var tooManyFiles: Int32 { 24 }
    /// ENOBUFS
    public static var noBuffers: Int32 { 105 }
    /// EINVAL
    public static var invalid: Int32 { 22 }
    /// ENOTTY: the file is no device of this kind.
    public static var wrongFunction: Int32 { 25 }
    /// EPIPE
    public static var brokenPipe: Int32 { 32 }
    /// ENAMETOOLONG
    public static var nameTooLong: Int32 { 36 }
    /// ENOTSOCK
    public static var noSocket: Int32 { 88 }
    /// EOPNOTSUPP
    public static var notSupported: Int32 { 95 }
    /// EADDRINUSE
    public static var addressInUse: Int32 { 98 }
    /// ENOTCONN
    public static var notConnected: Int32 { 107 }
    /// ESHUTDOWN
    public static var shutDown: Int32 { 108 }
    /// ECANCELED
    public static var cancelled: Int32 { 125 }
    /// ENOTSUPP, which the kernel's GPIO drivers let through.
    public static var notSupportedByDriver: Int32 { 524 }
}
