public import MayflyModel

/// The extensions of a search path, valid and broken, at the time of a scan.
///
/// A scan only reads data: no code of an extension runs and no library is loaded. A broken bundle does not hide others.
public struct Catalog: Sendable {
    /// All `*.mayfly` folders in the order of the search path, then by name.
    public let entries: [CatalogEntry]
    /// One line for each folder of the search path that exists and cannot be read.
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
    /// Throws the error of the bundle when the only one with this id is broken, and `.unknownExtension` with similar
    /// ids when there is none.
    public func find(_ id: String) throws(MayflyError) -> ExtensionBundle {
        if let bundle = bundles.first(where: { $0.id.rawValue == id }) { return bundle }
        for entry in entries {
            guard case .broken(let error) = entry.state, entry.isMeant(by: id) else { continue }
            throw MayflyError(error.code, "\(shown(entry.folderName)): \(error.message)", cause: error)
        }
        let similar = SpellingSuggestions.of(id, among: bundles.map { ($0.id.rawValue, $0.manifest.name) })
        let hint =
            similar.isEmpty ? "" : "; did you mean \(similar.map { "'\($0)'" }.joined(separator: " or "))?"
        throw MayflyError(.unknownExtension, "no extension '\(shown(id))'\(hint)")
    }
}

extension CatalogEntry {
    /// Whether an id means this bundle. A bundle without a readable manifest is identified by the name of its folder.
    fileprivate func isMeant(by text: String) -> Bool {
        if let id { return id.rawValue == text }
        let stem = folderName.dropLast(ExtensionBundle.folderSuffix.count).lowercased()
        return stem == text || text.split(separator: ".").last.map { $0 == stem } ?? false
    }
}

/// One `Name.mayfly` folder of the search path with the result of its checks.
public struct CatalogEntry: Sendable {
    /// The result of the checks of a bundle.
    public enum State: Sendable {
        /// It can be launched.
        case ready(ExtensionBundle)
        /// It breaks a rule. It is listed with the reason and cannot be launched.
        case broken(MayflyError)
        /// It is valid, but the bundle at `by` has the same id and is earlier in the search path.
        case shadowed(ExtensionBundle, by: String)
    }

    /// The absolute path of the bundle.
    public let path: String
    /// The id that the manifest gives; nil when the manifest could not be read.
    public let id: ExtensionID?
    /// The result of the checks.
    public let state: State

    /// Unusual properties that break no rule, one line each; empty for a broken bundle.
    public var warnings: [String] {
        switch state {
        case .ready(let bundle), .shadowed(let bundle, by: _): bundle.warnings
        case .broken: []
        }
    }

    /// The name of the bundle's folder, with its ending.
    public var folderName: String { String(path.drop(while: { $0 == "/" }).split(separator: "/").last ?? "") }
}

extension Catalog {
    /// Scans folders in order. Missing folders are skipped; of several valid bundles with one id, the first can be
    /// launched.
    public static func scan(folders: [String]) -> Catalog {
        var scan = Scan()
        for folder in folders { scan.visit(folder) }
        return Catalog(entries: scan.entries, warnings: scan.warnings)
    }

    private struct Scan {
        var entries: [CatalogEntry] = []
        var warnings: [String] = []
        /// The folder of the bundle that has an id.
        var owners: [ExtensionID: String] = [:]

        mutating func visit(_ path: String) {
            do {
                let folder = try ConfinedFolder(path: path)
                // Hidden folders are the installer's temporary ones.
                for name in try folder.names(where: {
                    $0.hasSuffix(ExtensionBundle.folderSuffix) && !$0.hasPrefix(".")
                }) {
                    add((path.hasSuffix("/") ? path : path + "/") + name)
                }
            } catch let problem where problem.kind == .missing {
                return
            } catch {
                warnings.append("\(shown(path)): \(error.reason)")
            }
        }

        private mutating func add(_ path: String) {
            var id: ExtensionID?
            do {
                let folder = try ExtensionBundle.open(path)
                let manifest = try Manifest.read(in: folder)
                id = manifest.id
                let bundle = try ExtensionBundle.read(folder, manifest: manifest)
                if let owner = owners[manifest.id] {
                    entries.append(CatalogEntry(path: path, id: id, state: .shadowed(bundle, by: owner)))
                } else {
                    owners[manifest.id] = path
                    entries.append(CatalogEntry(path: path, id: id, state: .ready(bundle)))
                }
            } catch {
                entries.append(CatalogEntry(path: path, id: id, state: .broken(error)))
            }
        }
    }
}
