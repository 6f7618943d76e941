/// A number and what it counts: "1 gesture", "2 gestures".
func plural(_ number: Int, _ noun: String) -> String { number == 1 ? "1 \(noun)" : "\(number) \(noun)s" }
