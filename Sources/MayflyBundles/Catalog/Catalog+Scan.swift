internal import MayflyModel

extension Catalog {
    /// Scans folders in order. Those that are not there are passed over; the first good bundle of an id wins.
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
                // Hidden ones are the installer's, on their way in or out.
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
