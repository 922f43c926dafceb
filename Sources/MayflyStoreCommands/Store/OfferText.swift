internal import Foundation
internal import MayflyBundles
internal import MayflyCommands
internal import MayflyDistribution
internal import MayflyModel
internal import MayflyRepository

/// Offers as text. What publishers wrote is escaped.
enum OfferText {
    /// Whole bytes in a form for people.
    static func size(_ bytes: Int) -> String {
        guard bytes >= 1024 else { return "\(bytes) B" }
        let units = ["KiB", "MiB", "GiB"]
        var (value, unit) = (Double(bytes) / 1024, 0)
        while value >= 1024, unit < units.count - 1 { (value, unit) = (value / 1024, unit + 1) }
        return String(format: value < 10 ? "%.1f %@" : "%.0f %@", value, units[unit])
    }

    /// One row for each offer: its state is told by the installed version.
    static func table(_ offers: [Offer], installed: (ExtensionID) -> SemanticVersion?) -> [String] {
        let rows = offers.map { offer -> [String] in
            let name = SafeText.line(offer.name, limit: 30)
            return [
                name, offer.id.rawValue, "\(offer.version)", size(offer.archive.length),
                state(offer, installed(offer.id)), SafeText.line(offer.summary, limit: 100),
            ]
        }
        return TextTable(header: ["NAME", "ID", "VERSION", "SIZE", "STATE", "SUMMARY"], rows: rows).lines
    }

    private static func state(_ offer: Offer, _ installed: SemanticVersion?) -> String {
        guard let installed else { return offer.runsHere ? "-" : "not for \(Platform.current)" }
        return installed < offer.version ? "update of \(installed)" : "installed"
    }

    /// All that is known of an offer.
    static func lines(_ offer: Offer, of store: AddedStore, installed: SemanticVersion?) -> [String] {
        var lines = ["\(SafeText.line(offer.name, limit: 80)) \(offer.version)"]
        func add(_ key: String, _ value: String) {
            lines.append("\(key):".padding(toLength: 13, withPad: " ", startingAt: 0) + value)
        }
        add("id", offer.id.rawValue)
        add("publisher", offer.publisher)
        add("store", "\(SafeText.line(store.name, limit: 80)) (\(store.address.text))")
        add("kind", offer.kind == .app ? "app" : "sticker pack")
        if !offer.summary.isEmpty { add("summary", SafeText.line(offer.summary, limit: 300)) }
        if let app = offer.app { add("with", ContainingAppText.description(app)) }
        add("built", offer.built)
        add("size", "\(size(offer.archive.length)) to fetch, \(size(offer.unpackedSize)) installed")
        if !offer.platforms.isEmpty {
            add("runs on", offer.platforms.map { SafeText.line($0, limit: 40) }.joined(separator: ", "))
        }
        add("state", state(offer, installed) == "-" ? "not installed" : state(offer, installed))
        if offer.permissions.isEmpty { add("may ask for", "nothing") }
        for permission in offer.permissions { add("may ask for", Self.permission(permission)) }
        let versions = store.offers.filter { $0.id == offer.id }.map(\.version).sorted(by: >).map(\.description)
        if versions.count > 1 { add("versions", versions.prefix(10).joined(separator: ", ")) }
        if !offer.details.isEmpty { lines += [""] + paragraphs(offer.details) }
        if !offer.changes.isEmpty { lines += ["", "what is new:"] + paragraphs(offer.changes) }
        return lines
    }

    /// Words of a publisher, further in than those of the host.
    private static func paragraphs(_ text: String) -> [String] {
        SafeText.block(text).split(separator: "\n", omittingEmptySubsequences: false).map { "  | " + $0 }
    }

    /// A permission with the reason in the extension's own words, marked as such. `before` is what it said until now, where that was
    /// something else.
    static func permission(_ permission: Manifest.Permission, before: String? = nil) -> String {
        "\(permission.name); it says: \(SafeText.quotation(permission.reason, limit: 300))"
            + (before.map { "; until now it said: \(SafeText.quotation($0, limit: 300))" } ?? "")
    }

    /// The members of an offer for programs.
    static func json(_ offer: Offer, of store: AddedStore, installed: SemanticVersion?) -> JSONValue {
        .object([
            "id": .text(offer.id.rawValue), "name": .text(offer.name), "version": .text(offer.version.description),
            "kind": .text(offer.kind.rawValue), "publisher": .text(offer.publisher), "store": .text(store.address.text),
            "summary": .text(offer.summary),
            "app": offer.app?.json ?? .null, "description": .text(offer.details), "changes": .text(offer.changes),
            "built": .text(offer.built), "size": .number(offer.archive.length), "unpacked": .number(offer.unpackedSize),
            "platforms": .texts(offer.platforms),
            "permissions": .list(
                offer.permissions.map { .object(["name": .text($0.name), "reason": .text($0.reason)]) }
            ),
            "promoted": .boolean(store.promoted.contains(offer.id)), "installed": .optional(installed?.description),
        ])
    }
}
