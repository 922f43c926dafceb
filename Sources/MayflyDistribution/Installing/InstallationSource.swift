package import MayflyBundles
package import MayflyModel
package import MayflyRepository

/// Where an installed extension came from, as it is kept beside it: an update is taken from there only.
package struct InstallationSource: Sendable, Hashable {
    /// The store.
    package let address: String
    /// The publisher's name there.
    package let publisher: String
    /// The names of the permissions that the person saw when it was installed.
    private let permissions: [String]
    /// The reasons that stood beside them, in the same order; empty in records of older versions.
    private let reasons: [String]
    /// The address of the app that the person saw then; nil without one, and in records of older versions.
    package let app: String?

    /// The largest record in bytes: more than the names and reasons of a manifest have.
    private static let limit = 128 * 1024

    private init(address: String, publisher: String, permissions: [String], reasons: [String], app: String?) {
        self.address = address
        self.publisher = publisher
        self.permissions = permissions
        self.reasons = reasons
        self.app = app
    }

    /// What is kept of an offer that the person has seen.
    init(_ offer: Offer, of address: StoreAddress) {
        self.init(
            address: address.text,
            publisher: offer.publisher,
            permissions: offer.permissions.map(\.name),
            reasons: offer.permissions.map(\.reason),
            app: offer.app?.url
        )
    }

    /// Nil for an extension that did not come from a store, and for notes that are not understood.
    package init?(notes: [UInt8]?) {
        guard let notes,
            let object = try? JSONObject(notes, limit: Self.limit, file: "notes", code: .files),
            let address = try? object.text("store"), let publisher = try? object.text("publisher"),
            let permissions = try? object.optionalTexts("permissions"), let reasons = try? ReasonsNote(object),
            let app = try? AppNote(object)
        else { return nil }
        self.init(
            address: address,
            publisher: publisher,
            permissions: permissions,
            reasons: reasons.texts,
            app: app.address
        )
    }

    /// The reason that the person saw for a permission; nil where they did not see the permission, or it is not known.
    package func reason(for permission: String) -> String? {
        guard reasons.count == permissions.count else { return nil }
        return permissions.firstIndex { $0.hasSameBytes(as: permission) }.map { reasons[$0] }
    }

    /// Whether the person saw the permission with the same words.
    package func has(_ permission: Manifest.Permission) -> Bool {
        reason(for: permission.name)?.hasSameBytes(as: permission.reason) == true
    }

    /// Whether an offer of a store is of the same publisher there.
    package func isSame(as offer: Offer, of store: AddedStore) -> Bool {
        address == store.address.text && publisher == offer.publisher
    }

    /// An address that may be missing.
    private struct AppNote {
        let address: String?

        init(_ object: JSONObject) throws(MayflyError) { address = try object.optionalText("app") }
    }

    /// Reasons that may be missing.
    private struct ReasonsNote {
        let texts: [String]

        init(_ object: JSONObject) throws(MayflyError) { texts = try object.optionalTexts("reasons") ?? [] }
    }

    var notes: [UInt8] {
        let value: JSONValue = .object([
            "store": .text(address), "publisher": .text(publisher), "permissions": .texts(permissions),
            "reasons": .texts(reasons), "app": .optional(app),
        ])
        return Array((value.line + "\n").utf8)
    }
}

extension Installer {
    /// Where the installed bundle of an id came from; nil where it came from no store, or that cannot be read.
    package func source(of id: ExtensionID) -> InstallationSource? { InstallationSource(notes: notes(of: id)) }

    /// Whether what is installed came from that publisher of the store. False also where that cannot be read.
    package func hasSource(of offer: Offer, in store: AddedStore) -> Bool {
        source(of: offer.id)?.isSame(as: offer, of: store) == true
    }

    /// Makes the version before the installed one the installed one again, as `rollBack`. `isOthers` is true where it came from elsewhere
    /// than the one that was installed until then.
    ///
    /// - Parameter prepare: is called before that, where it came from elsewhere. Where it throws, nothing changes.
    package func goBack(
        _ id: ExtensionID,
        searchPath: SearchPath,
        beforeOthers prepare: () throws(MayflyError) -> Void
    ) throws(MayflyError) -> (bundle: ExtensionBundle, isOthers: Bool) {
        var isOthers = false
        let bundle = try rollBack(id, searchPath: searchPath) { notes throws(MayflyError) in
            let (before, after) = (source(of: id), InstallationSource(notes: notes))
            isOthers = before?.address != after?.address || before?.publisher != after?.publisher
            if isOthers { try prepare() }
        }
        return (bundle, isOthers)
    }
}
