import MayflyModel

/// Writes SVG elements. The output is well-formed XML 1.0 for any text.
struct SVGWriter {
    /// The value of an attribute.
    enum Value {
        case text(String)
        case number(Double)
    }

    private(set) var text = ""

    /// An element with other elements inside.
    mutating func element(
        _ name: StaticString,
        _ attributes: KeyValuePairs<StaticString, Value?> = [:],
        _ content: (inout SVGWriter) -> Void
    ) {
        open(name, attributes)
        text += ">\n"
        content(&self)
        text += "</\(name)>\n"
    }

    /// An element with text inside, or with nothing.
    mutating func element(
        _ name: StaticString,
        _ attributes: KeyValuePairs<StaticString, Value?> = [:],
        text content: String? = nil
    ) {
        open(name, attributes)
        text += content.map { ">\(XMLText.escaped($0))</\(name)>\n" } ?? "/>\n"
    }

    /// Elements that were written by another writer.
    mutating func append(_ other: SVGWriter) { text += other.text }

    private mutating func open(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, Value?>) {
        text += "<\(name)"
        for case (let key, let value?) in attributes {
            switch value {
            case .text(let text): self.text += " \(key)=\"\(XMLText.escaped(text))\""
            case .number(let number): text += " \(key)=\"\(Self.shown(number))\""
            }
        }
    }

    /// With at most two decimal places.
    private static func shown(_ number: Double) -> String {
        guard number.isFinite, abs(number) < 1e9 else { return "0" }
        let hundredths = Int((number * 100).rounded())
        return hundredths % 100 == 0 ? "\(hundredths / 100)" : "\(Double(hundredths) / 100)"
    }
}

extension SVGWriter.Value: ExpressibleByStringInterpolation, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    init(stringLiteral value: String) { self = .text(value) }
    init(floatLiteral value: Double) { self = .number(value) }
    init(integerLiteral value: Int) { self = .number(Double(value)) }
}
