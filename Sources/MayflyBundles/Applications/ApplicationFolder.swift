internal import Foundation
internal import MayflyLinux
package import MayflyModel

/// The entries of installed extensions with an app in the menus of a person's desktop (C-014).
///
/// Those of the person's usual home are where desktops look for them. Those of another home are in a folder of that home, so that it
/// touches nothing else of the person.
package struct ApplicationFolder: Sendable {
    /// The folder, which need not exist.
    package let path: String
    private let home: String
    private let isUsual: Bool
    /// The program `mayfly`, or its name where it is not beside the running program.
    private let program: String

    private static let (prefix, suffix) = ("mayfly-", ".desktop")
    private static let largestFile = 64 * 1024

    /// The folder of a home.
    package init(home: String) {
        self.init(
            home: home,
            environment: ProcessInfo.processInfo.environment,
            programs: try? RunningProgram.folder()
        )
    }

    /// - Parameter programs: the folder of the running program.
    init(home: String, environment: [String: String], programs: String?) {
        let data = DataHome.path(environment)
        isUsual = data.map { URL(filePath: $0 + "/mayfly").standardizedFileURL.path == home } ?? false
        path = (isUsual ? data ?? home : home) + "/applications"
        self.home = home
        // The specification has no way to name a program with such a path.
        let beside = programs.map { $0 + "/mayfly" } ?? ""
        program = access(beside, X_OK) == 0 && !beside.contains("=") ? beside : "mayfly"
    }

    /// The path of the entry of an extension.
    package func path(of id: ExtensionID) -> String { "\(path)/\(Self.prefix)\(id)\(Self.suffix)" }

    /// Writes the entries of these extensions that have an app, and removes those of all others.
    ///
    /// - Parameter bundle: gives the path of an installed bundle, which stays the same when it is updated.
    func update(_ installed: [ExtensionID: Manifest], bundle: (ExtensionID) -> String) throws(MayflyError) {
        var failure: MayflyError?
        for (id, manifest) in installed {
            guard let entry = entry(of: id, manifest, in: bundle(id)) else { continue }
            do throws(MayflyError) {
                try write(entry, of: id)
            } catch {
                failure = failure ?? error
            }
        }
        for id in written where installed[id]?.app == nil { unlink(path(of: id)) }
        if let failure { throw failure }
    }

    /// Nil for an extension without an app, and where a path has a character that no entry can have.
    private func entry(of id: ExtensionID, _ manifest: Manifest, in bundle: String) -> DesktopEntry? {
        let icon = bundle + "/" + manifest.icon
        let paths = icon + program + home
        guard let app = manifest.app,
            !paths.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        let (own, of) = (Self.line(app.name), Self.line(manifest.name))
        return DesktopEntry(
            // Nobody has checked that an app is what it is called.
            name: own.hasSameBytes(as: of) ? own : "\(own) (\(of))",
            comment: "The app of the extension \(of)",
            icon: icon,
            command: [program, "apps", "open"] + (isUsual ? [] : ["--home", home]) + [id.rawValue],
            id: id
        )
    }

    private static func line(_ text: String) -> String { SafeText.collapsingBlanks(SafeText.line(text, limit: 80)) }

    private func write(_ entry: DesktopEntry, of id: ExtensionID) throws(MayflyError) {
        let bytes = Array(entry.text.utf8)
        guard contents(of: id) != bytes else { return }
        try PrivateFolder.require(path)
        try DurableFile.write(bytes, to: path(of: id), isPublic: true)
    }

    /// The extensions that have an entry. A file of that name that somebody else has written is none.
    private var written: [ExtensionID] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.compactMap { name in
            guard name.hasPrefix(Self.prefix), name.hasSuffix(Self.suffix),
                let id = ExtensionID(
                    rawValue: String(name.dropFirst(Self.prefix.utf8.count).dropLast(Self.suffix.utf8.count))
                )
            else { return nil }
            return contents(of: id).map { DesktopEntry.isOwn($0, of: id) } == true ? id : nil
        }
    }

    private func contents(of id: ExtensionID) -> [UInt8]? {
        try? RegularFile.contents(of: path(of: id), limit: Self.largestFile)
    }
}
