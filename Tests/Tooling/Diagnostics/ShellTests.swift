import Foundation
import TestSupport

@testable import TaplineDiagnostics

/// Commands that people copy: whatever a file says stays one word of them.
@Suite struct ShellTests {
    /// What a shell prints that runs `command`.
    private func shell(_ command: String) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let printed = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: printed, as: UTF8.self)
    }

    static let hostile = [
        "plain", "", "my board.yaml", "x'; rm -rf ~; echo '", "$(reboot)", "`reboot`", "a\\b", "\"", "*", "a\nb", "-n",
        "é",
        "a|b", "s&t", "[x]^$.",
    ]

    @Test(arguments: hostile) func anyTextIsOneWord(text: String) throws {
        #expect(try shell("printf '[%s]' \(Shell.word(text))") == "[\(text)]")
        #expect(try shell("printf '[%s]' \(Shell.quoted(text))") == "[\(text)]")
    }

    @Test(arguments: hostile.filter { !$0.contains("\n") }) func anyTextIsFoundAndPutByAnEdit(text: String) throws {
        let edit = Shell.quoted("s|^\(Shell.pattern(text))$|\(Shell.replacement("<" + text + "&>"))|")
        #expect(try shell("printf '%s\\n' \(Shell.quoted(text)) | sed \(edit)") == "<\(text)&>\n")
    }

    @Test func harmlessWordsStayAsTheyAre() {
        #expect(Shell.word("/boot/firmware/config.txt") == "/boot/firmware/config.txt")
        #expect(Shell.quoted("dtparam=i2c_arm=on") == "'dtparam=i2c_arm=on'")
    }
}
