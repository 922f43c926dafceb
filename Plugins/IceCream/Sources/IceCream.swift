internal import MayflyExtension

/// An ice cream, finished or not: the options chosen so far, one for each step.
struct IceCream: Equatable, Sendable {
    private(set) var parts: [String] = []

    /// The next step; `nil` when all are done.
    var nextStep: Step? {
        Step.allCases.dropFirst(parts.count).first
    }

    var isFinished: Bool { nextStep == nil }

    /// The ice cream with an option of the next step; `nil` if that step has no such option.
    func adding(_ option: String) -> IceCream? {
        guard let nextStep, nextStep.options.contains(option) else { return nil }
        var copy = self
        copy.parts.append(option)
        return copy
    }
}

// The payload: "?base=cone&scoops=mint&topping=cherry".
extension IceCream {
    /// Reads the payload of a message. It comes from another device: reading ends at an unknown option.
    init(_ query: Query) {
        for step in Step.allCases {
            guard let option = query[step.rawValue], let next = adding(option) else { return }
            self = next
        }
    }

    var query: Query {
        var query = Query()
        for (step, option) in zip(Step.allCases, parts) { query[step.rawValue] = option }
        return query
    }
}

// A line of the history: "cone mint cherry".
extension IceCream {
    /// `nil` unless the line is a finished ice cream.
    init?(line: some StringProtocol) {
        for word in line.split(separator: " ") {
            guard let next = adding(String(word)) else { return nil }
            self = next
        }
        guard isFinished else { return nil }
    }

    var line: String { parts.joined(separator: " ") }
}

// The picture and the text.
extension IceCream {
    /// The picture's file name: "cone-mint-none.png". `nil` before a base is chosen.
    var picture: String? {
        guard let base = parts.first else { return nil }
        let others = (parts.dropFirst() + ["none", "none"]).prefix(2)
        return ([base] + others).joined(separator: "-") + ".png"
    }

    /// "A cone", "Mint in a cone", "Mint in a cone with a cherry".
    var text: String {
        guard let base = parts.first else { return "Nothing yet" }
        guard parts.count > 1 else { return "A \(base)" }
        let scoops = parts[1].prefix(1).uppercased() + parts[1].dropFirst()
        let top = parts.count > 2 ? " with \(Self.withArticle(parts[2]))" : ""
        return "\(scoops) in a \(base)\(top)"
    }

    static func withArticle(_ topping: String) -> String {
        topping == "sprinkles" ? topping : "a \(topping)"
    }
}
