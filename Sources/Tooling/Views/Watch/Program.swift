import CTaplineTool

/// Another program, started with words that no shell sees.
public enum Program {
    /// Starts it; its process number, or the kernel's error number below 0. In a clean environment it has a PATH, a language
    /// and nothing else.
    package static func start(_ words: [String], isClean: Bool = false) -> Int32 {
        unsafe withPointers(words) { unsafe tapline_spawn($0, isClean) }
    }

    /// The same with this process's environment; what it writes is to be read from the descriptor `output`, without waiting.
    package static func start(_ words: [String], reading output: inout Int32) -> Int32 {
        unsafe withPointers(words) { unsafe tapline_spawn_reading($0, &output) }
    }

    /// Runs it to its end; its exit code, nil where there is no such program.
    public static func run(_ words: [String]) -> Int32? {
        let child = start(words)
        guard child > 0 else { return nil }
        return tapline_await(child)
    }

    private static func withPointers(_ words: [String], _ body: ([UnsafePointer<CChar>?]) -> Int32) -> Int32 {
        var pointers: [UnsafePointer<CChar>?] = []
        var buffers: [UnsafeMutablePointer<CChar>] = []
        for word in words {
            let bytes = Array(word.utf8.prefix { $0 != 0 })
            let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
            for (index, byte) in bytes.enumerated() { unsafe buffer[index] = CChar(bitPattern: byte) }
            unsafe buffer[bytes.count] = 0
            unsafe buffers.append(buffer)
            unsafe pointers.append(UnsafePointer(buffer))
        }
        unsafe pointers.append(nil)
        defer { for buffer in unsafe buffers { unsafe buffer.deallocate() } }
        return unsafe body(pointers)
    }
}
