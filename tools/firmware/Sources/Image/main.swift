import CStartup
import TaplineTouches

// Walks through the embedded trace and prints what it finds, the same bytes on every processor.

func write(_ text: StaticString) {
    text.withUTF8Buffer { bytes in
        for index in bytes.indices { unsafe console_put(bytes[index]) }
    }
}

func write(hexadecimal bits: UInt32) {
    for digit in 0..<8 {
        let value = UInt8(truncatingIfNeeded: bits >> UInt32(28 - 4 * digit)) & 15
        console_put(value < 10 ? 48 + value : 87 + value)
    }
}

func greet() {
    write("Tapline on bare metal\n")
    // Per line of the trace the direction and the distance of each contact from the panel's centre.
    let panel = trace_get_panel()
    let centre = Point(x: panel.width / 2, y: panel.height / 2)
    for index in 0..<trace_line_count() {
        let line = trace_get_line(index)
        for contact in line.first_contact..<line.first_contact + UInt32(line.count) {
            let contact = trace_get_contact(contact)
            let away = Point(x: contact.x, y: contact.y) - centre
            write(hexadecimal: arcTangent(y: away.y, x: away.x).bitPattern)
            write(" ")
            write(hexadecimal: away.length.bitPattern)
            write("\n")
        }
    }
}

greet()
image_exit(0)
