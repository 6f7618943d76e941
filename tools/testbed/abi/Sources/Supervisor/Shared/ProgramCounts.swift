import Glibc

/// Counts something of a process, by what /proc tells: descriptors, wake-ups, kilobytes of memory and of what is the process's
/// own of it; or by what heap.c, which is preloaded, tells: blocks of the heap in use, and how often memory was asked for.
func countOfProcess(_ pid: Int32, _ what: String) throws(Complaint) -> Int {
    switch what {
    case "fds":
        guard let folder = opendir("/proc/\(pid)/fd") else { throw Complaint("the program has ended") }
        var entries = 0
        while readdir(folder) != nil { entries += 1 }
        closedir(folder)
        return entries - 2
    case "wakeups": return try status(pid, "voluntary_ctxt_switches")
    case "memory": return try status(pid, "VmRSS")
    case "own-memory": return try status(pid, "RssAnon")
    case "allocations": return try heapCount(0)
    case "requests": return try heapCount(1)
    default: throw Complaint("fds, wakeups, memory, own-memory, allocations and requests can be counted")
    }
}

/// A number of the file that `TAPLINE_HEAP_COUNT` names.
private func heapCount(_ index: Int) throws(Complaint) -> Int {
    guard let path = getenv("TAPLINE_HEAP_COUNT") else { throw Complaint("nobody counts: preload heap.c") }
    let bytes = try contents(of: String(cString: path))
    let size = MemoryLayout<Int>.size
    guard bytes.count >= (index + 1) * size else { throw Complaint("nobody has counted yet") }
    return bytes.dropFirst(index * size).prefix(size).reversed().reduce(0) { $0 << 8 | Int($1) }
}

private func status(_ pid: Int32, _ key: String) throws(Complaint) -> Int {
    let text = String(decoding: try contents(of: "/proc/\(pid)/status"), as: UTF8.self)
    for line in text.split(separator: "\n") where line.hasPrefix(key + ":") {
        let digits = line.drop { !$0.isNumber }.prefix { $0.isNumber }
        if let number = Int(digits) { return number }
    }
    throw Complaint("no \(key)")
}
