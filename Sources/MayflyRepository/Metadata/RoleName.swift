/// A role of The Update Framework: one of the four of every repository, or a publisher's.
package enum RoleName: Sendable, Hashable {
    /// Owns the keys of all other roles.
    case root
    /// Says which snapshot is the latest.
    case timestamp
    /// Says which version of each role belongs together.
    case snapshot
    /// Owns the publishers, and the files of the store itself.
    case targets
    /// Owns the extensions whose ids begin with its prefixes.
    case publisher(String)

    /// The name as text, as metadata has it.
    package var text: String {
        switch self {
        case .root: "root"
        case .timestamp: "timestamp"
        case .snapshot: "snapshot"
        case .targets: "targets"
        case .publisher(let name): name
        }
    }

    /// The type that the metadata of the role names.
    var type: String { if case .publisher = self { "targets" } else { text } }

    /// The name of the file without a version, as a snapshot has it.
    package var file: String { text + ".json" }

    /// The largest file in bytes. Files are read into memory before their signatures can be checked.
    package var limit: Int {
        switch self {
        case .root: 512 * 1024
        case .timestamp: 16 * 1024
        case .snapshot: 2 * 1024 * 1024
        case .targets, .publisher: 5 * 1024 * 1024
        }
    }

    /// The role of that name; nil for one that neither the four of every repository have nor a publisher can have.
    package init?(named name: String) {
        guard let role = RootMetadata.roles.first(where: { $0.text == name }) ?? .publisher(named: name) else {
            return nil
        }
        self = role
    }

    /// The publisher of that name; nil for a name that cannot be a file name, or is that of another role.
    ///
    /// Lower-case letters, digits, dots and hyphens, 64 at most, the first a letter.
    package static func publisher(named name: String) -> RoleName? {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard let first = name.utf8.first, letters.contains(first), name.utf8.count <= 64,
            name.utf8.allSatisfy({ letters.contains($0) || digits.contains($0) || $0 == 0x2D || $0 == 0x2E }),
            !["root", "timestamp", "snapshot", "targets"].contains(name)
        else { return nil }
        return .publisher(name)
    }
}
