internal import Foundation
internal import MayflyBundles

/// The files of a project that are written by hand, as they are at one moment.
package struct SourceSnapshot: Sendable, Equatable {
    private let stamps: [String: FileStamp]
    /// The files and folders that were looked at.
    private let names: [String]

    /// What has more files is a mistake in the project file: the rest is not watched.
    private static let most = 20_000
    /// Folders in which builds write, wherever they stand.
    private static let built: Set<String> = ["build", "target", "node_modules"]

    /// Looks at what `sources` and `include` of the project file and the manifest name. Links are not followed, and hidden files and
    /// folders of builds are left out.
    private init(of project: Project) {
        let manifest = project.manifest
        let named =
            [ProjectFile.name, Manifest.fileName, manifest.icon] + [manifest.stickers].compactMap(\.self)
            + project.file.sources + project.file.include
        self.init(of: named, in: project.folder)
    }

    /// Looks at the project in a folder. Where its files cannot be read, what they named when `earlier` was made is looked at, or else
    /// the two files that every project has.
    package init(at folder: String, after earlier: SourceSnapshot?) {
        if let project = try? Project(at: folder) {
            self.init(of: project)
        } else {
            self.init(of: earlier?.names ?? [ProjectFile.name, Manifest.fileName], in: folder)
        }
    }

    private init(of names: [String], in folder: String) {
        var stamps: [String: FileStamp] = [:]
        for name in names { Self.add(name, in: folder, to: &stamps) }
        (self.stamps, self.names) = (stamps, names)
    }

    private static func add(_ name: String, in folder: String, to stamps: inout [String: FileStamp]) {
        var status = stat()
        let path = folder + "/" + name
        guard stamps.count < most, lstat(path, &status) == 0 else { return }
        switch status.st_mode & S_IFMT {
        case S_IFREG: stamps[name] = FileStamp(path: path)
        case S_IFDIR:
            guard
                let inner = try? ConfinedFolder(path: path).names(where: { !$0.hasPrefix(".") && !built.contains($0) })
            else { return }
            for one in inner { add(name + "/" + one, in: folder, to: &stamps) }
        default: break
        }
    }

    /// The paths of what was changed, made or removed since another moment, in order.
    package func changes(since earlier: SourceSnapshot) -> [String] {
        Set(stamps.keys).union(earlier.stamps.keys).filter { stamps[$0] != earlier.stamps[$0] }.sorted()
    }
}
