public import MayflyModel

/// The extensions of a search path, valid and broken, at the time of a scan.
///
/// A scan only reads data: no code of an extension runs and no library is loaded. A broken bundle does not hide others.
public struct Catalog: Sendable {
    /// All `*.mayfly` folders, and the `*.so` files that carry a manifest or export the entry of an extension, in the order of the search
    /// path, then by name.
    public let entries: [CatalogEntry]
    /// One line for each folder of the search path that cannot be read, and for each wrong part of `MAYFLY_PATH`.
    public let warnings: [String]
    /// Why the process could not read everything, such as too many open files; nil when the entries are complete.
    private let exhaustion: MayflyError?

    /// The bundles that can be launched, in order.
    public var bundles: [ExtensionBundle] {
        entries.compactMap { entry in
            if case .ready(let bundle) = entry.state { bundle } else { nil }
        }
    }

    private init(entries: [CatalogEntry], warnings: [String], exhaustion: MayflyError?) {
        self.entries = entries
        self.warnings = warnings
        self.exhaustion = exhaustion
    }

    /// The same catalogue with other forms of its bundles, whose ids and folders are the same.
    func mapping(_ other: (ExtensionBundle) -> ExtensionBundle) -> Catalog {
        let entries = entries.map { entry in
            let state: CatalogEntry.State =
                switch entry.state {
                case .ready(let bundle): .ready(other(bundle))
                case .shadowed(let bundle, by: let owner): .shadowed(other(bundle), by: owner)
                case .broken: entry.state
                }
            return CatalogEntry(path: entry.path, id: entry.id, state: state)
        }
        return Catalog(entries: entries, warnings: warnings, exhaustion: exhaustion)
    }

    /// Finds a bundle that can be launched.
    ///
    /// Throws the error of the bundle when the only one with this id is broken, and `.unknownExtension` with similar
    /// ids when there is none. Throws `.files` when it is not found and the process could not read everything.
    public func find(_ id: String) throws(MayflyError) -> ExtensionBundle {
        // Whatever is longer names no extension, and is compared with nothing.
        guard id.utf8.count <= ExtensionID.maximumLength else {
            throw MayflyError(.unknownExtension, "no extension '\(shown(id))'")
        }
        if let bundle = bundles.first(where: { $0.id.rawValue.hasSameBytes(as: id) }) { return bundle }
        if let exhaustion { throw exhaustion }
        for entry in entries where entry.isMeant(by: id) {
            if case .broken(let error) = entry.state { throw entry.failure(error) }
        }
        let similar = SpellingSuggestions.of(id, among: bundles.map { ($0.id.rawValue, $0.manifest.name) })
        let hint =
            similar.isEmpty ? "" : "; did you mean \(similar.map { "'\($0)'" }.joined(separator: " or "))?"
        let warning = warnings.first.map { " (\($0))" } ?? ""
        throw MayflyError(.unknownExtension, "no extension '\(shown(id))'\(hint)\(warning)")
    }

    /// The bundle of `SearchPath.adding(bundleAt:)`; throws the error of a broken one.
    package func bundle(addedTo searchPath: SearchPath) throws(MayflyError) -> ExtensionBundle {
        if let exhaustion { throw exhaustion }
        guard let added = entries.first(where: { $0.path == searchPath.bundles.last }) else {
            throw MayflyError(.internalFault, "a bundle of the search path is not in the catalogue")
        }
        switch added.state {
        case .ready(let bundle), .shadowed(let bundle, by: _): return bundle
        case .broken(let error): throw added.failure(error)
        }
    }
}

extension CatalogEntry {
    fileprivate func failure(_ error: MayflyError) -> MayflyError { ExtensionBundle.failure(error, of: folderName) }

    /// Whether an id means this bundle. A bundle without a readable manifest is identified by the name of its folder.
    fileprivate func isMeant(by text: String) -> Bool {
        if let id { return id.rawValue == text }
        let suffix = folderName.hasSuffix(SingleLibrary.suffix) ? SingleLibrary.suffix : ExtensionBundle.folderSuffix
        let stem = folderName.dropLast(suffix.count).lowercased()
        return stem == text || text.split(separator: ".").last.map { $0 == stem } ?? false
    }
}

/// One `Name.mayfly` folder or `name.so` file of the search path with the result of its checks.
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
    /// The id that the manifest gives, also a manifest that breaks a rule elsewhere; nil when it could not be read.
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

    /// The name of the bundle's folder or file, with its ending.
    public var folderName: String { String(path.drop(while: { $0 == "/" }).split(separator: "/").last ?? "") }
}

extension Catalog {
    /// Scans folders in order. Missing folders are skipped; of several valid bundles with one id, the first can be
    /// launched.
    public static func scan(folders: [String]) -> Catalog { scan(SearchPath(folders: folders)) }

    /// Scans a search path. A part of `MAYFLY_PATH` that is missing, or is itself a bundle, gives a warning.
    public static func scan(_ searchPath: SearchPath) -> Catalog {
        var scan = Scan()
        for bundle in searchPath.bundles { scan.add(bundle, isNamed: true) }
        for folder in searchPath.folders { scan.visit(folder, isNamed: searchPath.named.contains(folder)) }
        return Catalog(entries: scan.entries, warnings: scan.warnings, exhaustion: scan.exhaustion)
    }

    private struct Scan {
        private(set) var entries: [CatalogEntry] = []
        private(set) var warnings: [String] = []
        private(set) var exhaustion: MayflyError?
        /// The folder of the bundle that has an id.
        private var owners: [ExtensionID: String] = [:]

        /// `isNamed` says whether `MAYFLY_PATH` has the folder.
        mutating func visit(_ path: String, isNamed: Bool) {
            do {
                let folder = try ConfinedFolder(path: path)
                if isNamed, folder.mode(of: Manifest.fileName) != nil {
                    let advice = "is itself a bundle; name the folder that contains it"
                    warnings.append("\(SearchPath.variable): '\(shown(path, limit: 300))' \(advice)")
                }
                // Hidden folders are the installer's temporary ones.
                for name in try folder.names(where: {
                    ($0.hasSuffix(ExtensionBundle.folderSuffix) || $0.hasSuffix(SingleLibrary.suffix))
                        && !$0.hasPrefix(".")
                }) {
                    add((path.hasSuffix("/") ? path : path + "/") + name, isNamed: false)
                }
            } catch let problem where problem.kind == .missing {
                guard isNamed else { return }
                warnings.append("\(SearchPath.variable): there is no folder '\(shown(path, limit: 300))'")
            } catch {
                noteExhaustion(error, path)
                warnings.append("\(shown(path)): \(error.reason)")
            }
        }

        /// `isNamed`: whether the search path names the bundle itself. A folder may have other libraries, such as those that an extension
        /// needs, and folders whose names end as theirs.
        mutating func add(_ path: String, isNamed: Bool) {
            if !isNamed, path.hasSuffix(SingleLibrary.suffix), !SingleLibrary.isMeant(by: path) { return }
            var id: ExtensionID?
            do throws(MayflyError) {
                if SingleLibrary.isMeant(by: path) {
                    let library = try SingleLibrary(path: path)
                    guard isNamed || library.isExtension else { return }
                    id = (try? library.manifestBytes()).flatMap { Manifest.id(json: $0) }
                    return insert(try library.bundle(at: path))
                }
                let folder = try ExtensionBundle.open(path)
                let manifest: Manifest
                do throws(MayflyError) {
                    manifest = try Manifest.read(in: folder)
                } catch {
                    id = Manifest.id(in: folder)
                    throw error
                }
                id = manifest.id
                insert(try ExtensionBundle.read(folder, manifest: manifest))
            } catch {
                if let problem = error.cause as? FileProblem { noteExhaustion(problem, path) }
                entries.append(CatalogEntry(path: path, id: id, state: .broken(error)))
            }
        }

        private mutating func insert(_ bundle: ExtensionBundle) {
            if let owner = owners[bundle.id] {
                entries.append(CatalogEntry(path: bundle.folder, id: bundle.id, state: .shadowed(bundle, by: owner)))
            } else {
                owners[bundle.id] = bundle.folder
                entries.append(CatalogEntry(path: bundle.folder, id: bundle.id, state: .ready(bundle)))
            }
        }

        private mutating func noteExhaustion(_ problem: FileProblem, _ path: String) {
            guard problem.kind == .exhausted, exhaustion == nil else { return }
            let what = "the extensions cannot be read: \(shown(path, limit: 300)): \(problem.reason)"
            exhaustion = MayflyError(.files, what, cause: problem)
        }
    }
}
