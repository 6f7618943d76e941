public import TaplineCore

extension Transfer {
    /// How many bits the transfer is on the wires: 9 for each address and byte, one for START, repeated START and
    /// STOP each. (Write-then-read 21 + 9 · (written + read), with a STOP in between one bit more; write
    /// 11 + 9 · written, read 11 + 9 · read.)
    public var bits: Int {
        let data = 9 * (written.count + readCount)
        return turnsAround ? (mode == .stop ? 22 : 21) + data : 11 + data
    }
}
