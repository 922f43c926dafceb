internal import MayflyBundles
internal import MayflyModel

/// Which files of a project go where in its bundle, and what is left out.
struct PackPlan {
    /// The path in the project of each file and folder, by its path in the bundle.
    private(set) var entries: [(path: String, source: String, use: Use)] = []
    private(set) var leftOut: [LeftOut] = []

    /// Why something is in the bundle, which decides what its absence means.
    enum Use: Equatable {
        case manifest, icon, stickers, include
        /// The library of a platform.
        case library(String)
    }

    private let project: Project

    init(_ project: Project) throws(MayflyError) {
        self.project = project
        let manifest = project.manifest
        try add(Manifest.fileName, from: Manifest.fileName, .manifest)
        try add(manifest.icon, from: manifest.icon, .icon)
        if let stickers = manifest.stickers { try add(stickers, from: stickers, .stickers) }
        try addLibraries()
        for path in project.file.include { try add(path, from: path, .include) }
    }

    private mutating func addLibraries() throws(MayflyError) {
        let (wanted, built) = (project.manifest.libraries, project.file.libraries)
        for (platform, path) in wanted.sorted(by: { $0.key < $1.key }) {
            if let source = built[platform] {
                try add(path, from: source, .library(platform))
            } else if platform == Platform.current {
                throw MayflyError(
                    .libraryMissing,
                    "\(ProjectFile.name): 'libraries' must say where the build makes the library of \(platform), which \(Manifest.fileName) names"
                )
            } else {
                let reason = "\(ProjectFile.name) does not say where the library of \(shown(platform)) is made"
                leftOut.append(LeftOut(path: path, reason: reason))
            }
        }
        for (platform, source) in built.sorted(by: { $0.key < $1.key }) where wanted[platform] == nil {
            leftOut.append(
                LeftOut(path: source, reason: "\(Manifest.fileName) names no library of \(shown(platform))")
            )
        }
    }

    private mutating func add(_ path: String, from source: String, _ use: Use) throws(MayflyError) {
        guard let path = ProjectPath.normal(path), let source = ProjectPath.normal(source) else {
            throw MayflyError(.invalidManifest, "'\(shown(path))' must be a path in the project")
        }
        if let other = entries.first(where: { Self.overlap($0.path, path) }) {
            // The same file for the same place, as an icon that 'include' names too, is no mistake.
            if other.source == source, other.path == path { return }
            throw MayflyError(
                .invalidInput,
                "\(ProjectFile.name): '\(shown(path))' and '\(shown(other.path))' would be in the same place of the bundle; name one of them"
            )
        }
        entries.append((path, source, use))
    }

    /// Whether one path is the other or leads to it.
    private static func overlap(_ one: String, _ other: String) -> Bool {
        one == other || one.hasPrefix(other + "/") || other.hasPrefix(one + "/")
    }

    /// What to do about an entry that is missing; nil where it may be left out.
    func remedy(for use: Use) -> String? {
        switch use {
        case .manifest: return "write it"
        case .icon: return "draw it, or name another one as 'icon' in \(Manifest.fileName)"
        case .stickers: return "make it, or name another one as 'stickers' in \(Manifest.fileName)"
        case .include: return "make it, or take it out of 'include' in \(ProjectFile.name)"
        case .library(let platform):
            guard platform == Platform.current else { return nil }
            let build = project.file.build.map { shown($0) }.joined(separator: " ")
            return build.isEmpty ? "build it" : "build it with '\(build)'"
        }
    }

    /// How an error names an entry.
    static func name(of use: Use, _ source: String) -> String {
        switch use {
        case .manifest, .include: shown(source)
        case .icon: "the icon \(shown(source))"
        case .stickers: "the stickers \(shown(source))"
        case .library: "the library \(shown(source))"
        }
    }
}
