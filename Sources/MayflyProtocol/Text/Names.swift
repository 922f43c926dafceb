package import MayflyBundles
package import MayflyHost
package import MayflyModel
package import MayflyStore
package import MayflyViews

/// The names of people and extensions on this machine, read when a command begins.
package struct Names: Sendable {
    private let people: People
    private let extensions: [ExtensionID: String]
    /// The longest text in bytes that is written as JSON whole; nil for any length. A line of the protocol has a limit.
    package var longestText: Int?
    /// Where what is drawn is kept; nil where it is drawn each time.
    package var drawnViews: DrawnViews?
    /// Where items of input fields are kept as they are written with these names; nil where each is written each time.
    package var writtenItems: WrittenItems?

    package init(people: People, extensions: [ExtensionID: String]) {
        self.people = people
        self.extensions = extensions
    }

    /// For values that need no names.
    package static let none = Names(people: People([]), extensions: [:])

    /// - Parameter languages: those of the person, for the names of extensions.
    package init(_ host: ExtensionHost, in languages: Languages = .none) throws(MayflyError) {
        try self.init(host, host.catalog().localized(for: languages))
    }

    /// - Parameter catalog: that of the host, read just now.
    package init(_ host: ExtensionHost, _ catalog: Catalog) throws(MayflyError) {
        let extensions = catalog.bundles.map { ($0.id, $0.manifest.name) }
        self.init(people: try host.people(), extensions: Dictionary(extensions) { first, _ in first })
    }

    package func name(of person: ParticipantID) -> String { people.name(of: person) }

    /// The name in the manifest, in the language of the person; the id of an extension that is not installed.
    package func name(of id: ExtensionID) -> String { extensions[id] ?? id.rawValue }

    package func lacks(_ id: ExtensionID) -> Bool { extensions[id] == nil }

    /// Names the extension of an item where this machine lacks it.
    package func attribution(of item: Item) -> String? { item.attribution(lacks: lacks) }

    package func text(of item: Item) -> BubbleText { BubbleText(item, name: name(of:), lacks: lacks) }
}

// What is written as JSON of a text.
extension Names {
    /// The first lines of a view for a person.
    func lines(of view: ExtensionView, style: PresentationStyle) -> [String] {
        func draw() -> [String] { bounded(ViewText.lines(of: view, style: style)) }
        return drawnViews?.lines(of: view, style: style, draw) ?? draw()
    }

    /// For what stands in a list: where texts have a bound, it is an eighth of that.
    var forList: Names {
        var names = self
        names.longestText = longestText.map { $0 / 8 }
        return names
    }

    /// The longest list in bytes of JSON; nil for any length.
    var longestList: Int? { longestText.map { $0 * 16 } }

    /// Whether a value that is left out where it is too long is written.
    func hasRoom(for value: JSONValue) -> Bool {
        longestList.map { value.line.utf8.count <= $0 / 4 * 3 } ?? true
    }

    /// An object with as many of the first of these members as there is room for.
    func first<Value>(of values: [Value], _ member: (Value) -> JSONValue.Member) -> JSONValue {
        guard var room = longestList.map({ $0 / 4 * 3 }) else { return .object(values.map(member)) }
        var members: [JSONValue.Member] = []
        for value in values {
            let member = member(value)
            room -= JSONValue.object([member]).line.utf8.count
            guard room >= 0 else { break }
            members.append(member)
        }
        return .object(members)
    }

    func isCut(_ text: String) -> Bool { longestText.map { text.utf8.count > $0 } ?? false }

    /// The text, or its beginning.
    func beginning(of text: String) -> String {
        guard let longestText, text.utf8.count > longestText else { return text }
        return String(SafeText.beginning(of: text, bytes: longestText))
    }

    /// A text that is drawn in a few lines, or its beginning with an ellipsis.
    func caption(_ text: MentionText) -> String { caption(text.display(name: name(of:))) }

    func caption(_ text: String) -> String {
        guard let longestText, text.utf8.count > longestText / 4 else { return text }
        return SafeText.beginning(of: text, bytes: longestText / 4) + "…"
    }

    /// A short text, such as a title, or its beginning with an ellipsis.
    func label(_ text: String) -> String {
        guard let longestText, text.utf8.count > longestText / 16 else { return text }
        return SafeText.beginning(of: text, bytes: longestText / 16) + "…"
    }

    /// The value; null where it is too long.
    func beginning(of value: JSONValue) -> JSONValue {
        guard let longestText else { return value }
        return value.line.utf8.count > longestText ? .null : value
    }

    /// The first of these lines.
    func bounded(_ lines: [String]) -> [String] {
        guard var room = longestText else { return lines }
        return Array(
            lines.prefix { line in
                room -= line.utf8.count + 1
                return room >= 0
            }
        )
    }
}
