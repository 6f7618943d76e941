/// A number and what it counts: `1 line`, `3 lines`, `2 touches`.
package func counted(_ number: Int64, _ noun: String) -> String {
    if number == 1 { return "1 " + noun }
    return "\(number) " + noun + (noun.hasSuffix("ch") ? "es" : "s")
}
package func counted(_ number: Int, _ noun: String) -> String { counted(Int64(number), noun) }
