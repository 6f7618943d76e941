/// The kernel's error numbers that mean something to a device, the same on every processor that Linux and Swift share.
enum Errno {
    /// EPERM
    static var notPermitted: Int32 { 1 }
    /// ENOENT
    static var noSuchFile: Int32 { 2 }
    /// ENXIO
    static var noSuchAddress: Int32 { 6 }
    /// EACCES
    static var accessDenied: Int32 { 13 }
    /// EBUSY
    static var busy: Int32 { 16 }
    /// ENODEV
    static var noSuchDevice: Int32 { 19 }
    /// EINVAL
    static var invalid: Int32 { 22 }
    /// ENOTTY: the file is no device of this kind.
    static var wrongFunction: Int32 { 25 }
    /// EOPNOTSUPP
    static var notSupported: Int32 { 95 }
    /// ENOTSUPP, which the kernel's GPIO drivers let through.
    static var notSupportedByDriver: Int32 { 524 }
}
