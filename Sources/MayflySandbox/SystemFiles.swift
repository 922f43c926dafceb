internal import Glibc

/// The files of the system that extensions may read: the root of workers has them and no others, and the rules of Landlock allow
/// them.
enum SystemFiles {
    /// The system's libraries and time zones. Programs, headers, manuals and everything else are left out.
    static let folders = [
        "/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libx32", "/usr/local/lib",
        "/usr/local/lib64",
        "/usr/share/zoneinfo",
    ]
    /// Where the loader looks up libraries by their names.
    static let loaderCache = "/etc/ld.so.cache"
    /// Folders below these that are hidden: they hold the extensions of all users. A worker sees its own bundle only.
    static let hidden = ["/usr/lib/mayfly/extensions", "/usr/local/lib/mayfly/extensions"]

    /// The folders of the libraries that are mapped now and are not in the system's folders: those of the Swift
    /// runtime.
    static func runtimeFolders() -> [String] {
        guard let file = fopen("/proc/self/maps", "r") else { return [] }
        defer { fclose(file) }
        var folders: Set<String> = []
        var line = [CChar](repeating: 0, count: 8192)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard let folder = libraryFolder(in: text) else { continue }
            if !Self.folders.contains(where: { folder == $0 || folder.hasPrefix($0 + "/") }) {
                folders.insert(folder)
            }
        }
        return folders.sorted()
    }

    /// The folder of the library that a line of `/proc/self/maps` names (proc_pid_maps, man 5); nil for any other file.
    static func libraryFolder(in line: String) -> String? {
        guard let start = line.firstIndex(of: "/"), let slash = line.lastIndex(of: "/"), line[slash...].contains(".so")
        else { return nil }
        return String(line[start..<slash])
    }

    /// The files and folders, as far as they exist, for rules that allow a folder with all that is in it. Links are left out: a
    /// rule is for the file to which a path leads, which has a rule of its own if it is one of these.
    ///
    /// - Parameter hidesExtensions: true where no mount hides them: a folder above them is then replaced by all else in it.
    static func readable(besides libraries: [String], hidesExtensions: Bool) -> [String] {
        let all = (folders + [loaderCache] + libraries).filter(isThere)
        return hidesExtensions ? all.flatMap(withoutExtensions) : all
    }

    private static func withoutExtensions(_ path: String) -> [String] {
        guard !hidden.contains(path) else { return [] }
        guard hidden.contains(where: { $0.hasPrefix(path + "/") && isThere($0) }) else { return [path] }
        return names(in: path).map { path + "/" + $0 }.filter(isThere).flatMap(withoutExtensions)
    }

    /// Whether there is something that is no link.
    private static func isThere(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFLNK
    }

    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
