internal import Glibc
internal import MayflyABI
internal import MayflyBundles
package import MayflyModel

/// The folders of an extension in a replay, with stand-ins for the files that it had.
package struct ReplayFolder: Sendable {
    private let path: String

    package var privateFolder: String { path + WorkerContract.privateFolder }
    package var received: String { path + WorkerContract.receivedFolder }

    /// Makes the folders in an empty folder.
    package init(in path: String) throws(MayflyError) {
        self.path = path
        for folder in [privateFolder, received] where mkdir(folder, 0o700) != 0 {
            throw MayflyError(.files, "'\(SafeText.line(folder))' cannot be made: \(String(cString: strerror(errno)))")
        }
    }

    /// The files of a bundle. One that is a library by itself is unpacked beside the folders.
    func files(of bundle: ExtensionBundle) throws(MayflyError) -> UnpackedLibraries.Files {
        try UnpackedLibraries(home: path).files(of: bundle)
    }

    /// Makes a file of the record; one that is there stays. The extension may have put links into its folder: none is followed.
    func make(_ file: RecordedFile) {
        guard RecordedFile.isPossible(file.path) else { return }
        let parts = file.path.split(separator: "/").map(String.init)
        var folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if folder >= 0 { close(folder) } }
        for part in parts.dropLast() {
            _ = mkdirat(folder, part, 0o700)
            let next = openat(folder, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            if folder >= 0 { close(folder) }
            folder = next
        }
        guard folder >= 0, let name = parts.last else { return }
        let descriptor = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        if let content = file.content, !content.isEmpty {
            _ = content.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        }
        _ = ftruncate(descriptor, off_t(file.size))
    }
}
