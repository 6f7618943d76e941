/// Memory for one recognizer of several types, changed in its place. (Out of an enum it would be copied for each call, and back.)
///
/// The only place of the core that treats memory as another type. Whoever has it says which type the recognizer in it has: it is
/// private to a union, which puts in values of plain bytes and never asks for another type than it has put in
/// (`RecognizerMemoryTests`).
struct RecognizerMemory: Sendable {
    /// 111 bytes: with the byte of the union that says which type, 14 words of 64 bits.
    private var words = InlineArray<13, UInt64>(repeating: 0)
    private var bytes = InlineArray<7, UInt8>(repeating: 0)

    @inline(__always)
    init<R: Recognizer>(_ recognizer: R) {
        precondition(MemoryLayout<R>.size <= MemoryLayout<RecognizerMemory>.size, "a recognizer of more than 111 bytes")
        change(R.self) { $0 = recognizer }
    }

    /// The recognizer in it.
    @inline(__always)
    func read<R: Recognizer>(_: R.Type) -> R {
        unsafe withUnsafePointer(to: self) {
            unsafe UnsafeRawPointer($0).withMemoryRebound(to: R.self, capacity: 1) { unsafe $0.pointee }
        }
    }

    /// Changes the recognizer in it.
    @inline(__always)
    mutating func change<R: Recognizer, Answer>(_: R.Type, _ body: (inout R) -> Answer) -> Answer {
        unsafe withUnsafeMutablePointer(to: &self) {
            unsafe UnsafeMutableRawPointer($0).withMemoryRebound(to: R.self, capacity: 1) { unsafe body(&$0.pointee) }
        }
    }
}
