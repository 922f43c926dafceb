internal import MayflyBundles
internal import MayflyModel

extension Check {
    static let bundleChecks = [
        Check(
            "bundle-folder",
            level: 1,
            .bundle,
            what: "The path is that of a folder that can be read, and its name ends in .mayfly.",
            why: "Hosts list folders of that name only: a person would never see the extension.",
            mending: "Name the folder of the bundle, and call it NAME.mayfly; 'mayfly pack' makes one."
        ) { examined in
            let facts = examined.facts
            if let problem = facts.folderProblem { return .failed([problem.message]) }
            guard facts.name.hasSuffix(ExtensionBundle.folderSuffix) else {
                return .failed([
                    "the folder '\(shown(facts.name))' has no name that ends in \(ExtensionBundle.folderSuffix)"
                ])
            }
            return .passed
        },
        Check(
            "bundle-files",
            level: 1,
            .bundle,
            needs: ["bundle-folder"],
            what: "The bundle has files and folders only, 20,000 at most, and its links stay inside of it.",
            why:
                "What else there is cannot be installed, and a link out of the bundle leads nowhere on the machine of a person.",
            mending: "Replace links by the files that they lead to, and remove sockets, pipes and devices."
        ) { .problems($0.facts.files.problems) },
        Check(
            "bundle-size",
            level: 3,
            .bundle,
            needs: ["bundle-folder"],
            what: "The files of the bundle have 64 MiB or less together.",
            why: "People wait for the download, and each device keeps a copy.",
            mending: "Strip the library, make pictures smaller, and leave out what the extension does not read."
        ) { examined in
            let bytes = examined.facts.files.bytes
            guard bytes > 64 << 20 else { return .passed }
            return .warning(["its files have \(grouped(bytes)) bytes together"])
        },
        Check(
            "bundle-leftovers",
            level: 3,
            .bundle,
            needs: ["bundle-folder"],
            what: "The bundle has no files of a version control, an editor or a compiler.",
            why: "They make the download larger, and may tell others what you did not want to publish.",
            mending: "Remove them; 'mayfly pack' copies only what the manifest and the project name."
        ) { examined in
            let found = examined.facts.files.paths.filter(isLeftover)
            return .advice(found.map { "\(shown($0)) is no part of an extension" })
        },
    ]

    private static func isLeftover(_ path: String) -> Bool {
        let parts = path.parts(at: "/")
        if parts.dropLast().contains(where: { [".git", ".hg", ".svn", ".build", "__MACOSX"].contains($0) }) {
            return true
        }
        guard let name = parts.last else { return false }
        return [".DS_Store", "Thumbs.db", ".gitignore"].contains(name)
            || [".o", ".a", ".swp", "~", ".orig", ".rej", ".bak"].contains { name.hasSuffix($0) }
    }
}
