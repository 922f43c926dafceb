package import MayflyHost
package import MayflyModel
internal import MayflyViews

/// The names of people and extensions on this machine, read when a command begins.
package struct Names: Sendable {
    private let people: [ParticipantID: String]
    private let extensions: [ExtensionID: String]

    package init(people: [ParticipantID: String], extensions: [ExtensionID: String]) {
        self.people = people
        self.extensions = extensions
    }

    package init(_ host: ExtensionHost) throws(MayflyError) {
        let people = try host.devices().map { ($0.id.owner, $0.name) }
        let extensions = host.catalog().bundles.map { ($0.id, $0.manifest.name) }
        self.init(
            people: Dictionary(people) { first, _ in first },
            extensions: Dictionary(extensions) { first, _ in first }
        )
    }

    func name(of person: ParticipantID) -> String { people[person] ?? "unknown" }

    /// The name in the manifest; the id of an extension that is not installed.
    func name(of id: ExtensionID) -> String { extensions[id] ?? id.rawValue }

    func lacks(_ id: ExtensionID) -> Bool { extensions[id] == nil }

    /// Names the extension of an item where this machine lacks it.
    func attribution(of item: Item) -> String? { item.attribution(lacks: lacks) }

    func text(of item: Item) -> BubbleText { BubbleText(item, name: name(of:), lacks: lacks) }
}
