internal import Glibc
internal import MayflyBundles
internal import MayflyModel

/// What lies in the folder of a bundle: each entry once, links not followed.
struct BundleFiles: Sendable {
    /// The paths of files in the bundle, those of links too.
    private(set) var paths: [String] = []
    /// The bytes of all files.
    private(set) var bytes = 0
    /// What cannot be in a bundle, one line each.
    private(set) var problems: [String] = []

    private static let mostEntries = 20_000
    private static let deepest = 16
    private static let mostProblems = 20

    init(of path: String) {
        do throws(MayflyError) {
            walk(try ExtensionBundle.open(path), "", depth: 0)
        } catch {
            add(error.message)
        }
    }

    private mutating func add(_ line: String) {
        if problems.count < Self.mostProblems { problems.append(line) }
    }

    private mutating func walk(_ folder: borrowing ConfinedFolder, _ prefix: String, depth: Int) {
        guard depth < Self.deepest else { return add("\(shown(prefix)): folders nested deeper than \(Self.deepest)") }
        let names: [String]
        do { names = try folder.names() } catch { return add("\(shown(prefix)): \(error.reason)") }
        for name in names {
            guard paths.count < Self.mostEntries else {
                return add("more than \(grouped(Self.mostEntries)) files")
            }
            let path = prefix + name
            switch (folder.mode(of: name) ?? 0) & S_IFMT {
            case S_IFDIR:
                do { walk(try folder.folder(name), path + "/", depth: depth + 1) } catch {
                    add("\(shown(path)): \(error.reason)")
                }
            case S_IFREG:
                paths.append(path)
                do {
                    let file = try folder.file(name)
                    bytes += file.size
                } catch { add("\(shown(path)): \(error.reason)") }
            case S_IFLNK:
                paths.append(path)
                // Links are resolved from the folder of the bundle, which they may not leave.
                do { _ = try folder.file(name) } catch {
                    if (try? folder.folder(name)) == nil { add("\(shown(path)): a link: \(error.reason)") }
                }
            default: add("\(shown(path)): neither a file nor a folder")
            }
        }
    }
}
