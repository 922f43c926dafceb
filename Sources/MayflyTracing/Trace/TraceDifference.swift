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
    /// How many calls of one shape are looked at there.
    private static let candidates = 8
    /// How many different calls are shown.
    package static let mostShown = 200

    /// Compares the calls of each thread in their order. Identifiers that are drawn at random do not count, as long as each of the one trace
    /// stands for one and the same of the other.
    package init(_ first: [TraceLine], _ second: [TraceLine]) {
        let one = Dictionary(grouping: TraceCall.all(in: first), by: \.lane)
        let other = Dictionary(grouping: TraceCall.all(in: second), by: \.lane)
        var pairs = IdentifierPairs()
        let lanes = Set(one.keys).union(other.keys).sorted()
        let steps = lanes.map { Self.steps(one[$0] ?? [], other[$0] ?? [], &pairs) }
        // All pairs are known before the first is named.
        var names = IdentifierNames(pairs)
        var (lines, count) = ([String](), 0)
        for (lane, steps) in zip(lanes, steps) {
            let different = steps.count { $0.side != .both }
            guard different > 0 else { continue }
            count += different
            lines.append("\(lane):")
            lines += Self.shown(steps, &names)
        }
        (self.lines, self.count) = (lines, count)
    }

    /// Which of the traces has a call.
    private enum Side {
        case both
        case first
        case second
    }

    private struct Step {
        let side: Side
        let call: TraceCall

        func text(_ names: inout IdentifierNames) -> String {
            side == .second
                ? call.shown { names.name(ofSecond: $0) } : call.shown { names.name(ofFirst: $0) }
        }
    }

    /// Walks both lists. Where they differ, the nearest place is looked for at which they meet again.
    private static func steps(_ one: [TraceCall], _ other: [TraceCall], _ pairs: inout IdentifierPairs) -> [Step] {
        var steps: [Step] = []
        var (left, right) = (0, 0)
        while left < one.count || right < other.count {
            if left < one.count, right < other.count, one[left].shape == other[right].shape,
                pairs.pair(one[left].identifiers, other[right].identifiers)
            {
                steps.append(Step(side: .both, call: one[left]))
                (left, right) = (left + 1, right + 1)
                continue
            }
            let (skipped, added) = gap(one[left...], other[right...], pairs)
            steps += one[left..<left + skipped].map { Step(side: .first, call: $0) }
            steps += other[right..<right + added].map { Step(side: .second, call: $0) }
            (left, right) = (left + skipped, right + added)
        }
        return steps
    }

    /// How many calls of each list come before the next one that both have.
    private static func gap(
        _ one: ArraySlice<TraceCall>,
        _ other: ArraySlice<TraceCall>,
        _ pairs: IdentifierPairs
    ) -> (Int, Int) {
        let (near, far) = (one.prefix(reach), other.prefix(reach))
        let places = Dictionary(grouping: far.enumerated(), by: \.element.shape)
        var best: (Int, Int)?
        for (offset, call) in near.enumerated() {
            let place = places[call.shape]?.prefix(candidates).first { place in
                pairs.canPair(call.identifiers, place.element.identifiers)
            }
            guard let place = place?.offset else { continue }
            if best.map({ offset + place < $0.0 + $0.1 }) ?? true { best = (offset, place) }
        }
        return best ?? (near.count, far.count)
    }

    /// The different calls, each with the callback before it.
    private static func shown(_ steps: [Step], _ names: inout IdentifierNames) -> [String] {
        var lines: [String] = []
        var context: Step?
        var left = mostShown
        for step in steps {
            if step.side == .both {
                if step.call.isCallback { context = step }
                continue
            }
            guard left > 0 else {
                lines.append("… and more")
                break
            }
            left -= 1
            if let text = context?.text(&names) { lines.append("  \(SafeText.line(text, limit: 120))") }
            context = nil
            let sign = step.side == .first ? "-" : "+"
            lines.append("\(sign) \(SafeText.line(step.text(&names), limit: 2000))")
        }
        return lines
    }
}
