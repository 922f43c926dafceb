internal import MayflyModel

/// What is different between two traces: calls of the one that the other lacks.
package struct TraceDifference: Sendable, Equatable {
    /// Lines for a person: the thread, then `-` for a call of the first trace alone and `+` for one of the second.
    package let lines: [String]
    /// How many calls are different.
    package let count: Int

    /// Whether all calls are the same.
    package var isEmpty: Bool { count == 0 }

    /// How far is looked for the next call that both have.
    private static let reach = 200
    /// How many different calls are shown.
    package static let mostShown = 200

    /// Compares the calls of each thread in their order.
    package init(_ first: [TraceLine], _ second: [TraceLine]) {
        let (one, other) = (Self.lanes(first), Self.lanes(second))
        var (lines, count) = ([String](), 0)
        for lane in Set(one.keys).union(other.keys).sorted() {
            let steps = Self.steps(one[lane] ?? [], other[lane] ?? [])
            let different = steps.count { $0.sign != " " }
            guard different > 0 else { continue }
            count += different
            lines.append("\(lane):")
            lines += Self.shown(steps)
        }
        (self.lines, self.count) = (lines, count)
    }

    private struct Step {
        let sign: Character
        let text: String
    }

    private static func lanes(_ lines: [TraceLine]) -> [String: [String]] {
        Dictionary(grouping: TraceCall.all(in: lines), by: \.lane).mapValues { $0.map(\.text) }
    }

    /// Walks both lists. Where they differ, the nearest place is looked for at which they meet again.
    private static func steps(_ one: [String], _ other: [String]) -> [Step] {
        var steps: [Step] = []
        var (left, right) = (0, 0)
        while left < one.count || right < other.count {
            if left < one.count, right < other.count, one[left] == other[right] {
                steps.append(Step(sign: " ", text: one[left]))
                (left, right) = (left + 1, right + 1)
                continue
            }
            let (skipped, added) = gap(one[left...], other[right...])
            steps += one[left..<left + skipped].map { Step(sign: "-", text: $0) }
            steps += other[right..<right + added].map { Step(sign: "+", text: $0) }
            (left, right) = (left + skipped, right + added)
        }
        return steps
    }

    /// How many calls of each list come before the next one that both have.
    private static func gap(_ one: ArraySlice<String>, _ other: ArraySlice<String>) -> (Int, Int) {
        let (near, far) = (one.prefix(reach), other.prefix(reach))
        var places: [String: Int] = [:]
        for (offset, text) in far.enumerated() where places[text] == nil { places[text] = offset }
        var best: (Int, Int)?
        for (offset, text) in near.enumerated() {
            guard let place = places[text] else { continue }
            if best.map({ offset + place < $0.0 + $0.1 }) ?? true { best = (offset, place) }
        }
        return best ?? (near.count, far.count)
    }

    /// The different calls, each with the callback before it.
    private static func shown(_ steps: [Step]) -> [String] {
        var lines: [String] = []
        var context: String?
        var left = mostShown
        for step in steps {
            if step.sign == " " {
                if step.text.hasPrefix("host ") { context = step.text }
                continue
            }
            guard left > 0 else {
                lines.append("… and more")
                break
            }
            left -= 1
            if let text = context { lines.append("  \(SafeText.line(text, limit: 120))") }
            context = nil
            lines.append("\(step.sign) \(SafeText.line(step.text, limit: 2000))")
        }
        return lines
    }
}
