internal import Glibc
internal import MayflyBundles
internal import MayflyModel

/// What lies in the folder of a bundle: each entry once, links not followed. How much is looked at has a bound.
struct BundleFiles: Sendable {
    /// The paths of files in the bundle, those of links too.
    private(set) var paths: [String] = []
    /// The bytes of all files; the largest number where there are more.
    private(set) var bytes = 0
    /// What cannot be in a bundle, one line each.
    private(set) var problems: [String] = []

    private static let mostEntries = 20_000
    private static let deepest = 16

    init(of path: String) {
        do throws(MayflyError) {
            walk(try ExtensionBundle.open(path))
        } catch {
            problems.append(error.message)
        }
    }

    /// Each folder is opened by its path from the root, which no link of it can leave.
    private mutating func walk(_ root: borrowing ConfinedFolder) {
        var folders = [(path: "", depth: 0)]
        var entries = 0
        while let (path, depth) = folders.popLast() {
            let prefix = path.isEmpty ? "" : path + "/"
            do throws(FileProblem) {
                let folder = try root.folder(path)
                for name in try folder.names() {
                    entries += 1
                    guard entries <= Self.mostEntries else {
                        return problems.append("more than \(grouped(Self.mostEntries)) files and folders")
                    }
                    guard take(prefix + name, folder.mode(of: name) ?? 0, root) else { continue }
                    if depth == Self.deepest {
                        problems.append("\(shown(prefix + name)): folders nested deeper than \(Self.deepest)")
                    } else {
                        folders.append((prefix + name, depth + 1))
                    }
                }
            } catch {
                problems.append("\(shown(path)): \(error.reason)")
            }
        }
    }

    /// Whether the entry is a folder.
    private mutating func take(_ path: String, _ mode: mode_t, _ root: borrowing ConfinedFolder) -> Bool {
        switch mode & S_IFMT {
        case S_IFDIR: return true
        case S_IFREG:
            paths.append(path)
            do throws(FileProblem) { bytes = bytes.saturatingAdding(try root.file(path).size) } catch {
                problems.append("\(shown(path)): \(error.reason)")
            }
        case S_IFLNK:
            paths.append(path)
            do throws(FileProblem) { _ = try root.file(path) } catch {
                // It may lead to a folder.
                if (try? root.folder(path)) == nil { problems.append("\(shown(path)): a link: \(error.reason)") }
            }
        default: problems.append("\(shown(path)): neither a file nor a folder")
        }
        return false
    }
}
