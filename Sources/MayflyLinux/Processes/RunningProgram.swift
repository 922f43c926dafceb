internal import Glibc
package import MayflyModel

/// The program that this process runs.
package enum RunningProgram {
    /// What the kernel appends to the path of a file that was removed.
    private static let removed = " (deleted)"

    /// The folder of the program's file, without links.
    ///
    /// - Throws: `.files` if it was removed, if its path is not UTF-8, and without `/proc`.
    package static func folder() throws(MayflyError) -> String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        guard count > 0 else { throw .ofSystem("read", "/proc/self/exe") }
        return try folder(ofProgramAt: path[..<count].map(UInt8.init(bitPattern:))[...])
    }

    /// The folder of a program, by the path that the kernel gives for it.
    static func folder(ofProgramAt path: ArraySlice<UInt8>) throws(MayflyError) -> String {
        guard let text = String(validating: path, as: UTF8.self) else {
            let shown = SafeText.line(String(decoding: path, as: UTF8.self))
            throw MayflyError(.files, "the path of the running program, '\(shown)', is not UTF-8")
        }
        // A program that was replaced by a newer one still has its folder.
        let isRemoved = text.hasSuffix(removed) && access(text, F_OK) != 0
        let program = isRemoved ? text.dropLast(removed.count) : text[...]
        let folder = program.lastIndex(of: "/").map { String(program[..<$0]) } ?? "."
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
