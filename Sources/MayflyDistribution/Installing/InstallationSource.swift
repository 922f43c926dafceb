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
    package let permissions: [String]
    /// The address of the app that the person saw then; nil without one, and in records of older versions.
    package let app: String?

    init(address: String, publisher: String, permissions: [String], app: String?) {
        self.address = address
        self.publisher = publisher
        self.permissions = permissions
        self.app = app
    }

    /// Nil for an extension that did not come from a store, and for notes that are not understood.
    package init?(notes: [UInt8]?) {
        guard let notes,
            let object = try? JSONObject(notes, limit: 64 * 1024, file: "notes", code: .files),
            let address = try? object.text("store"), let publisher = try? object.text("publisher"),
            let permissions = try? object.optionalTexts("permissions"),
            let app = try? AppNote(object)
        else { return nil }
        self.init(address: address, publisher: publisher, permissions: permissions, app: app.address)
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

    var notes: [UInt8] {
        let value: JSONValue = .object([
            "store": .text(address), "publisher": .text(publisher), "permissions": .texts(permissions),
            "app": .optional(app),
        ])
        return Array((value.line + "\n").utf8)
    }
}

extension Installer {
    /// Makes the version before the installed one the installed one again, as `rollBack`. `isOthers` is true where it came from elsewhere
    /// than the one that was installed until then.
    package func goBack(_ id: ExtensionID, searchPath: SearchPath) throws(MayflyError) -> (
        bundle: ExtensionBundle, isOthers: Bool
    ) {
        let before = InstallationSource(notes: notes(of: id))
        let bundle = try rollBack(id, searchPath: searchPath)
        let after = InstallationSource(notes: notes(of: id))
        return (bundle, before?.address != after?.address || before?.publisher != after?.publisher)
    }
}
