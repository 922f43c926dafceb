internal import Glibc
package import MayflyModel

/// The program that this process runs.
package enum RunningProgram {
    /// The folder of the program's file, without links.
    ///
    /// - Throws: `.files` if it was removed, if its path is not UTF-8, and without `/proc`.
    package static func folder() throws(MayflyError) -> String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        guard count > 0 else { throw .ofSystem("read", "/proc/self/exe") }
        return try folder(ofProgramAt: path[..<count].map(UInt8.init(bitPattern:))[...])
    }

    /// The folder of a program, by the path that the kernel gives for it. Where the file was removed or replaced, ` (deleted)` is
    /// appended to its name, which is not part of the folder.
    static func folder(ofProgramAt path: ArraySlice<UInt8>) throws(MayflyError) -> String {
        guard let text = String(validating: path, as: UTF8.self) else {
            let shown = SafeText.line(String(decoding: path, as: UTF8.self))
            throw MayflyError(.files, "the path of the running program, '\(shown)', is not UTF-8")
        }
        let folder = text.lastIndex(of: "/").map { String(text[..<$0]) } ?? "."
        var status = stat()
        guard stat(folder.isEmpty ? "/" : folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw MayflyError(
                .files,
                "the folder of the running program, '\(SafeText.line(folder))', was removed or cannot be reached"
            )
        }
        return folder
    }
}
