import TaplineCore

/// A transfer whose messages come one by one.
struct BusTransfer {
    /// What has been written since the chip was told last.
    var written = ShortBytes()
    /// Its words in the trace.
    var text = ""
}
