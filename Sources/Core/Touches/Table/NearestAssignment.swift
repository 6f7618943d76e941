/// Matches contacts without identities to the tracks they continue, so that the sum of the distances is least.
///
/// The Hungarian method with potentials, O(n³) for n ≤ 16 fingers; without a heap.
enum NearestAssignment {
    /// Assigns `rows` to `columns` (each at most 16) by least total cost, `costs[16 · row + column]`; where there are
    /// more of one side, those that cost most stay without. For each row (of up to 16) the column it is given, or -1.
    /// (Costs as inout, so that one is read and not all of them copied.)
    static func columns(
        forRows rows: Int, of columns: Int, costs: inout InlineArray<256, Float>
    ) -> InlineArray<16, Int> {
        var column = InlineArray<16, Int>(repeating: -1)
        guard rows > 0, columns > 0 else { return column }
        // The method wants no more rows than columns: turn the matrix where it has.
        let turned = rows > columns
        let n = turned ? columns : rows
        let m = turned ? rows : columns
        var rowPotential = InlineArray<17, Float>(repeating: 0)
        var columnPotential = InlineArray<17, Float>(repeating: 0)
        var owner = InlineArray<17, Int>(repeating: 0)  // row that owns a column, 1-based; 0: none
        var from = InlineArray<17, Int>(repeating: 0)
        for row in 1...n {
            owner[0] = row
            var least = InlineArray<17, Float>(repeating: .infinity)
            var visited = InlineArray<17, Bool>(repeating: false)
            var current = 0
            repeat {
                visited[current] = true
                let i = owner[current]
                var delta = Float.infinity
                var next = 0
                var j = 1
                while j <= m {
                    if !visited[j] {
                        let price = turned ? costs[16 &* (j &- 1) &+ i &- 1] : costs[16 &* (i &- 1) &+ j &- 1]
                        let reduced = price - rowPotential[i] - columnPotential[j]
                        if reduced < least[j] {
                            least[j] = reduced
                            from[j] = current
                        }
                        if least[j] < delta || next == 0 {
                            delta = least[j]
                            next = j
                        }
                    }
                    j &+= 1
                }
                j = 0
                while j <= m {
                    if visited[j] {
                        rowPotential[owner[j]] += delta
                        columnPotential[j] -= delta
                    } else {
                        least[j] -= delta
                    }
                    j &+= 1
                }
                current = next
            } while owner[current] != 0
            repeat {
                let previous = from[current]
                owner[current] = owner[previous]
                current = previous
            } while current != 0
        }
        var j = 1
        while j <= m {
            if owner[j] != 0 {
                if turned { column[j &- 1] = owner[j] &- 1 } else { column[owner[j] &- 1] = j &- 1 }
            }
            j &+= 1
        }
        return column
    }
}
