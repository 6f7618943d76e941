/// Bytes that hold one recognizer, of whichever type was put in, and in which it is changed. (Out of an enum it would be copied for each
/// call, and back.)
///
/// The owner remembers that type and must ask for no other. A value must be plain bytes: it is never retained or destroyed.
struct RecognizerMemory: Sendable {
    /// 110 bytes: with the byte that says which type, and the one by which `EitherRecognizer` tells two kinds apart, 14 words.
    private var words = InlineArray<13, UInt64>(repeating: 0)
    private var bytes = InlineArray<6, UInt8>(repeating: 0)

    /// - Precondition: `recognizer` is plain bytes, at most 110.
    init<R: Recognizer>(_ recognizer: R) {
        precondition(RecognizerMemory.fits(R.self), "a recognizer that is no plain bytes, or more than 110")
        change(R.self) { $0 = recognizer }
    }

    /// Whether such a recognizer fits, and is plain bytes.
    static func fits<R: Recognizer>(_: R.Type) -> Bool {
        MemoryLayout<R>.size <= MemoryLayout<RecognizerMemory>.size
            && MemoryLayout<R>.alignment <= MemoryLayout<RecognizerMemory>.alignment && _isPOD(R.self)
    }

    // (One value of a type touches its size only, not the bytes up to its stride.)

    /// The recognizer in it.
    func read<R: Recognizer>(_: R.Type) -> R {
        unsafe withUnsafePointer(to: self) {
            unsafe UnsafeRawPointer($0).withMemoryRebound(to: R.self, capacity: 1) { unsafe $0.pointee }
        }
    }

    /// Changes the recognizer in it.
    mutating func change<R: Recognizer, Answer>(_: R.Type, _ body: (inout R) -> Answer) -> Answer {
        unsafe withUnsafeMutablePointer(to: &self) {
            unsafe UnsafeMutableRawPointer($0).withMemoryRebound(to: R.self, capacity: 1) { unsafe body(&$0.pointee) }
        }
    }
}
