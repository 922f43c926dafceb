internal import Glibc

/// The picture of the postcard that is being written, in the private folder. It is kept until it is used or discarded, also when the process
/// ends in between.
struct Picture: Equatable, Sendable {
    /// Where a picture comes from.
    enum Source {
        case camera, photos
    }

    /// The absolute path.
    let path: String

    /// What the host gives: JPEG or PNG.
    private static let names = ["postcard.jpg", "postcard.png"]

    /// The picture that an earlier process has kept; `nil` if there is none.
    init?(keptIn folder: String?) {
        guard let folder else { return nil }
        let paths = Self.names.map { folder + "/" + $0 }
        guard let path = paths.first(where: { access($0, R_OK) == 0 }) else { return nil }
        self.path = path
    }

    /// Keeps a file of the host in the place of the picture before; `nil` if that fails.
    init?(keeping file: String, in folder: String?) {
        guard let folder else { return nil }
        let isPNG = file.hasSuffix(".png")
        path = "\(folder)/\(Self.names[isPNG ? 1 : 0])"
        guard rename(file, path) == 0 else { return nil }
        unlink("\(folder)/\(Self.names[isPNG ? 0 : 1])")
    }

    /// Deletes the file.
    func discard() { unlink(path) }
}
