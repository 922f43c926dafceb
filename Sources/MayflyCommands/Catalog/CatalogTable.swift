package import MayflyBundles
internal import MayflyModel
package import MayflyProtocol

/// The list of extensions as a table.
package enum CatalogTable {
    package static func lines(
        of entries: [CatalogEntry],
        _ disabled: DisabledExtensions = DisabledExtensions()
    ) -> [String] {
        TextTable(header: ["ID", "NAME", "VERSION", "KIND", "STATE"], rows: entries.map { row(of: $0, disabled) }).lines
    }

    private static func row(of entry: CatalogEntry, _ disabled: DisabledExtensions) -> [String] {
        switch entry.state {
        case .ready(let bundle): cells(bundle.manifest) + [disabled.text(of: bundle.id) ?? "ready"]
        case .shadowed(let bundle, let owner):
            cells(bundle.manifest) + ["shadowed by \(shown(owner)), which comes first"]
        case .broken(let error):
            [entry.id?.rawValue ?? "-", shown(entry.folderName, limit: 40), "-", "-"]
                + ["broken: \(shown(error.message, limit: 500))"]
        }
    }

    private static func cells(_ manifest: Manifest) -> [String] {
        [
            manifest.id.rawValue, shown(manifest.name), shown(manifest.version.description), manifest.kind.rawValue,
        ]
    }

    /// With many blanks, a text could look like the next columns.
    private static func shown(_ text: String, limit: Int = 200) -> String {
        SafeText.collapsingBlanks(SafeText.line(text, limit: limit))
    }
}
