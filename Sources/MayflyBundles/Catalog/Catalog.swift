public import MayflyModel

/// The extensions of a search path, good and bad, as they were when it was scanned.
///
/// Scanning reads data only: no code of an extension runs and no library is loaded. One bad bundle never hides another.
public struct Catalog: Sendable {
    /// Every `*.mayfly` in the order of the search path, then of the names.
    public let entries: [CatalogEntry]
    /// Folders of the search path that are there but cannot be read.
    public let warnings: [String]

    /// The bundles that can be launched, in order.
    public var bundles: [ExtensionBundle] {
        entries.compactMap { entry in
            if case .ready(let bundle) = entry.state { bundle } else { nil }
        }
    }

    init(entries: [CatalogEntry], warnings: [String]) {
        self.entries = entries
        self.warnings = warnings
    }

    /// Finds a bundle that can be launched.
    ///
    /// Throws the bundle's own error when the only one of this id is broken, and `.unknownExtension` with the ids that
    /// look alike when there is none.
    public func find(_ id: String) throws(MayflyError) -> ExtensionBundle {
        if let bundle = bundles.first(where: { $0.id.rawValue == id }) { return bundle }
        for entry in entries {
            guard case .broken(let error) = entry.state, entry.isMeant(by: id) else { continue }
            throw MayflyError(error.code, "\(shown(entry.folderName)): \(error.message)", cause: error)
        }
        let near = SpellingSuggestions.of(id, among: bundles.map { ($0.id.rawValue, $0.manifest.name) })
        let hint =
            near.isEmpty ? "" : "; did you mean \(near.map { "'\($0)'" }.joined(separator: " or "))?"
        throw MayflyError(.unknownExtension, "no extension '\(shown(id))'\(hint)")
    }
}

extension CatalogEntry {
    /// Whether an id names this bundle; one without a readable manifest is known by its folder's name alone.
    fileprivate func isMeant(by text: String) -> Bool {
        if let id { return id.rawValue == text }
        let stem = folderName.dropLast(ExtensionBundle.folderSuffix.count).lowercased()
        return stem == text || text.split(separator: ".").last.map { $0 == stem } ?? false
    }
}
