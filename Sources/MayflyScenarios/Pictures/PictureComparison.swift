internal import MayflyModel

/// Compares pictures by what they mean: elements, attributes and texts, and numbers up to a tolerance.
struct PictureComparison {
    /// Numbers that differ by no more than this are the same.
    let tolerance: Double

    /// What is there and was not expected; nil where both look the same.
    func difference(of actual: XMLShape, from expected: XMLShape) -> String? {
        for (index, (there, wanted)) in zip(actual.elements, expected.elements).enumerated() {
            let place = "element \(index + 1) (\(SafeText.line(wanted.name, limit: 40)))"
            guard there.name == wanted.name, there.depth == wanted.depth else {
                return
                    "\(place) is \(SafeText.line(there.name, limit: 40)) at depth \(there.depth), not at depth \(wanted.depth)"
            }
            for name in Set(there.attributes.keys).union(wanted.attributes.keys).sorted() {
                let (value, other) = (there.attributes[name], wanted.attributes[name])
                guard !same(value, other) else { continue }
                return "\(place) has \(SafeText.line(name, limit: 40)) \(shown(value)), not \(shown(other))"
            }
            let (text, other) = (there.text.words, wanted.text.words)
            guard same(text, other) else { return "\(place) has the text \(shown(text)), not \(shown(other))" }
        }
        let (count, other) = (actual.elements.count, expected.elements.count)
        return count == other ? nil : "it has \(count) elements, not \(other)"
    }

    private func same(_ value: String?, _ other: String?) -> Bool {
        guard let value, let other else { return value == nil && other == nil }
        if value.hasSameBytes(as: other) { return true }
        // The digits of a picture's data are no numbers.
        guard !value.hasPrefix("data:"), !other.hasPrefix("data:") else { return false }
        let (parts, others) = (Self.parts(value), Self.parts(other))
        return parts.count == others.count
            && zip(parts, others).allSatisfy { part, other in
                if let number = Double(part), let other = Double(other) { return abs(number - other) <= tolerance }
                return part.hasSameBytes(as: other)
            }
    }

    /// Numbers, and what stands between them.
    private static func parts(_ text: String) -> [String] {
        var parts: [String] = []
        var isNumber = false
        for character in text {
            let belongs = character.isASCII && character.isNumber || (character == "." && isNumber) || character == "-"
            if parts.isEmpty || belongs != isNumber || character == "-" { parts.append("") }
            parts[parts.count - 1].append(character)
            isNumber = belongs
        }
        return parts
    }

    private func shown(_ value: String?) -> String { value.map { "'\(SafeText.line($0, limit: 80))'" } ?? "nothing" }
}

extension String {
    /// With one space for all white space between words.
    fileprivate var words: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
