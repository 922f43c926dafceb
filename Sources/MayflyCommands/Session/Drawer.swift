internal import MayflyBundles
internal import MayflyHost
internal import MayflyModel

/// The extensions that the device of a session can open. They are read at each call: one may be installed meanwhile.
struct Drawer: Sendable {
    private let host: ExtensionHost
    private let device: String
    private let languages: Languages

    /// - Parameters:
    ///   - device: the name of a device.
    ///   - languages: those of the person.
    init(_ host: ExtensionHost, of device: String, in languages: Languages = .none) {
        (self.host, self.device, self.languages) = (host, device, languages)
    }

    /// The ids and the names, in the order in which a swipe goes through them; none where they cannot be read.
    var names: [(id: String, name: String)] {
        (try? host.drawer(of: device, in: languages))?.map { ($0.bundle.id.rawValue, $0.name) } ?? []
    }

    /// Finds an extension by its id or its name, which may be the one in the person's language or the one of its manifest. Small and
    /// capital letters of a name are the same.
    ///
    /// - Throws: `.unknownExtension` for a name that none has; `.invalidInput` for one that several have.
    func bundle(called name: String) throws(MayflyError) -> ExtensionBundle {
        // Also what is not in the drawer: to open it fails with the reason.
        let catalog = host.catalog().localized(for: languages)
        let folded = name.lowercased()
        let named = catalog.bundles.filter { bundle in
            [bundle.manifest.name, bundle.manifest.ownName].contains {
                SafeText.collapsingBlanks(SafeText.line($0)).lowercased().hasSameBytes(as: folded)
            }
        }
        guard !named.isEmpty, !catalog.bundles.contains(where: { $0.id.rawValue.hasSameBytes(as: name) }) else {
            return try catalog.find(name)
        }
        guard named.count == 1 else {
            let ids = named.map(\.id.rawValue).joined(separator: ", ")
            throw MayflyError(
                .invalidInput,
                "'\(SafeText.line(name, limit: 80))' is the name of several extensions; use an id: \(ids)"
            )
        }
        return named[0]
    }

    /// The list for a person.
    ///
    /// - Parameter open: the extension that is open.
    func lines(open: ExtensionID?) throws(MayflyError) -> [String] {
        let entries = try host.drawer(of: device, in: languages)
        guard !entries.isEmpty else { return ["the drawer of this device is empty: it can open no extension"] }
        let rows = entries.map { entry in
            let id = entry.bundle.id
            let place = entry.favourite.map { "favourite \($0)" } ?? entry.recent.map { "recent \($0)" } ?? "-"
            return [id.rawValue, entry.bundle.manifest.kind.rawValue, id == open ? "open" : "-", place, entry.name]
        }
        return TextTable(header: ["ID", "KIND", "STATE", "PLACE", "NAME"], rows: rows).lines
    }
}
