import TaplineConfiguration
import TaplineCore
package import TaplineDaemon
import TaplineFormats

// A command's words for an event. A value that would make an option of a word, or lead to another program, is found by
// ``danger(in:)``.
extension CommandTemplate {
    /// A command of a command line.
    ///
    /// - Throws: ``ServiceError`` with exit code 64: a quote without its end, a field that there is not, no word.
    package init(option text: String) throws(ServiceError) {
        do {
            try self.init(text)
        } catch {
            var how = ""
            if case .malformed = error { how = "; write --exec 'PROGRAM WORD {gesture} …'" }
            throw ServiceError("--exec: \(error)\(how)", .usage)
        }
    }

    /// The field that `event` does not report and that is all of a word: the command would run with an empty one. nil: none.
    package func missing(in event: ViewEvent) -> String? {
        for word in words where !word.isEmpty {
            var lacking: EventField?
            let isEmpty = word.allSatisfy { part in
                guard case .value(let field) = part else { return false }
                lacking = lacking ?? field
                return value(field, event).isEmpty
            }
            if isEmpty, let lacking { return lacking.key }
        }
        return nil
    }

    /// The words for `event`: what it does not report is empty.
    package func words(for event: ViewEvent) -> [String] {
        words.map { word in
            var text = ""
            for part in word {
                switch part {
                case .text(let part): text += part
                case .value(let field): text += value(field, event)
                }
            }
            return text
        }
    }

    /// The value of `event` that would do more than fill a place, and what: one that makes an option of a word because it begins
    /// it with `-` and is no number, one with a slash in the program's name, one with what means something to a shell in a word with
    /// other text, which may be a program. nil: none does.
    package func danger(in event: ViewEvent) -> String? {
        for (index, word) in words.enumerated() {
            var isBeginning = true
            for part in word {
                guard case .value(let field) = part else {
                    isBeginning = false
                    continue
                }
                let text = value(field, event)
                if isBeginning, text.hasPrefix("-"), field.row.content == .word || Double(text) == nil {
                    return "{\(field.key)} is '\(text)', an option"
                }
                if word.count > 1, !text.allSatisfy({ $0.isLetter || $0.isNumber || " _.,:+-/".contains($0) }) {
                    return "{\(field.key)} is '\(text)', in a word with other text"
                }
                if index == 0, text.contains("/") { return "{\(field.key)} is '\(text)', another program" }
                if !text.isEmpty { isBeginning = false }
            }
        }
        return nil
    }

    private func value(_ field: EventField, _ event: ViewEvent) -> String {
        switch field {
        case .gesture: event.name
        case .kind: event.kind
        case .state: event.state
        case .sequence: event.sequence.map { String($0) } ?? ""
        case .time: String(event.time)
        case .x: shortened(String(event.x), 1)
        case .y: shortened(String(event.y), 1)
        case .zone: event.zone ?? ""
        case .touches: event.touches.map { String($0) } ?? ""
        case .why: event.why ?? ""
        default: event[field] ?? ""
        }
    }
}
