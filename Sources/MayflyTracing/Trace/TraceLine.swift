internal import MayflyABI
package import MayflyModel

/// One step of a call across the border, decoded.
package struct TraceLine: Sendable, Hashable {
    /// What it is.
    package enum Kind: String, Sendable, CaseIterable {
        /// A launch begins. The name is that of the extension.
        case launch
        /// The library and an instance of the extension are open.
        case opened
        /// The library refused this host.
        case refused
        /// The host calls a callback.
        case host
        /// The callback returned, after `duration`.
        case returned
        /// The extension calls a host function. A token other than 0 asks for an answer.
        case call
        /// The host answers the call of that token.
        case answer
        /// The extension has taken the answer, after `duration`.
        case answered
        /// A call that broke a rule was refused in the worker.
        case violation
        /// The process has ended. The name is that of the cause.
        case end
    }

    /// The thread of the extension on which it happens.
    package enum Thread: String, Sendable, CaseIterable {
        case none = "-"
        /// That of the callbacks.
        case main
        /// That of completions.
        case completion
        /// A thread of its own, or that of completions.
        case other
    }

    /// Microseconds since the launch began.
    package let time: Int64
    /// The number of the launch in the run.
    package let launch: Int
    package let thread: Thread
    package let kind: Kind
    /// The model's name of the function; see `Kind` for others.
    package let name: String
    /// Joins a call to its answer; 0 for none.
    package var token: UInt64 = 0
    /// Microseconds.
    package var duration: Int64?
    /// The arguments, the result or the facts, by their names.
    package var content = JSONValue.object([JSONValue.Member]())
}

extension TraceLine {
    /// The beginning of a launch.
    static func launch(
        _ number: Int,
        of id: ExtensionID,
        version: String,
        style: PresentationStyle,
        locale: String
    ) -> TraceLine {
        var line = TraceLine(time: 0, launch: number, thread: .none, kind: .launch, name: id.rawValue)
        line.content = .object([
            "version": .text(SafeText.line(version)), "interface": .text(Table.newestVersionText),
            "style": .text(style.name), "locale": .text(SafeText.line(locale)),
        ])
        return line
    }

    /// As a line of a trace in text.
    package var text: String {
        var words = [kind.rawValue, SafeText.line(name)]
        if token != 0 { words.append("#\(token)") }
        if let duration { words.append("\(duration) us") }
        let number = "\(time)"
        let place = thread.rawValue
        return String(repeating: " ", count: max(0, 10 - number.count)) + number + " \(launch) " + place
            + String(repeating: " ", count: max(0, 11 - place.count)) + indentation + words.joined(separator: " ") + " "
            + content.line
    }

    /// What the extension does stands further to the right than what the host does.
    private var indentation: String {
        switch kind {
        case .launch, .opened, .refused, .end, .host, .returned: ""
        case .call, .violation: "    "
        case .answer, .answered: "  "
        }
    }

    /// Reads such a line.
    package init(_ text: some StringProtocol) throws(TraceProblem) {
        guard let begin = text.firstIndex(of: "{") else { throw .noStep(text) }
        let words = text[..<begin].split(separator: " ")
        guard words.count >= 5, Self.isName(String(words[4])), let thread = Thread(rawValue: String(words[2])),
            let kind = Kind(rawValue: String(words[3])),
            let content = try? Self.reader.value(of: String(text[begin...]))
        else { throw .noStep(text) }
        self.init(
            time: try TraceProblem.number(words[0], in: RunBounds.times, "time"),
            launch: try TraceProblem.number(words[1], in: RunBounds.launches, "launch"),
            thread: thread,
            kind: kind,
            name: String(words[4])
        )
        var rest = words.dropFirst(5)
        if let word = rest.first, word.hasPrefix("#") {
            token = try TraceProblem.number(word.dropFirst(), in: 0...UInt64.max, "number")
            rest.removeFirst()
        }
        if rest.count == 2, rest.last == "us", let word = rest.first {
            duration = try TraceProblem.number(word, in: RunBounds.times, "duration")
            rest = []
        }
        guard rest.isEmpty else { throw .noStep(text) }
        self.content = content
    }

    /// Whether a text can be the name of a step: one word.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "{") }
    }

    private static let reader = JSONReader(maximumBytes: 4 << 20, maximumDepth: 64, maximumValues: 1 << 16)
}
