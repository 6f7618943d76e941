public import CStartup
public import TaplineCore

// What the images say.

public func write(_ text: StaticString) {
    text.withUTF8Buffer { bytes in
        for index in bytes.indices { unsafe console_put(bytes[index]) }
    }
}

public func write(_ number: UInt32) {
    var line = ByteLine()
    line.append(Int(truncatingIfNeeded: number))
    write(line)
}

public func write(_ line: ByteLine) {
    for index in 0..<line.count { console_put(line[index]) }
}

/// Prints how many instructions each of `count` has taken since `start`.
public func tellCost(_ what: StaticString, of count: UInt32, since start: UInt64) {
    let spent = instructions_done() &- start
    write("-- instructions ")
    write(what)
    write(" ")
    write(UInt32(truncatingIfNeeded: spent) / max(1, count))
    write("\n")
}

/// Prints the size of what a product keeps, and how much of the stack was in use.
public func tellMemory(state: Int) {
    write("-- state ")
    write(UInt32(truncatingIfNeeded: state))
    write("\n-- stack ")
    write(stack_used())
    write("\n")
}

/// The name of a gesture, for lines of `events/1`.
public func setName(_ text: StaticString, ofGesture gesture: Int, in names: inout EventNames) {
    text.withUTF8Buffer { bytes in
        for index in bytes.indices { unsafe names.gestures[gesture].append(bytes[index]) }
    }
}
