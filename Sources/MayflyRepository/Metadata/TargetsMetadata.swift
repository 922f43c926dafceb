internal import MayflyBundles
internal import MayflyLinux
package import MayflyModel

/// A file of a store as its metadata describes it.
package struct TargetFile: Sendable, Hashable {
    /// The path below the folder of files, without the hash that is part of the name there.
    package let path: String
    /// Its length in bytes.
    package let length: Int
    /// Its SHA-256.
    package let sha256: [UInt8]
    /// What its owner says of it, which this part does not interpret.
    package let custom: JSONValue

    /// A file of these bytes.
    package init(path: String, length: Int, sha256: [UInt8], custom: JSONValue = .null) {
        self.path = path
        self.length = length
        self.sha256 = sha256
        self.custom = custom
    }

    /// The path of the file in a store, with its hash before its name: two versions of it can be there at once.
    package var storedPath: String {
        let parts = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { slash in
            (path[..<path.utf8.index(after: slash)], path[path.utf8.index(after: slash)...])
        }
        guard let (folder, name) = parts else { return "\(sha256.hexadecimal).\(path)" }
        return "\(folder)\(sha256.hexadecimal).\(name)"
    }

    /// Throws `.untrusted` for other bytes.
    package func require(_ bytes: [UInt8]) throws(MayflyError) {
        try require(length: bytes.count, sha256: SHA256.hash(bytes))
    }

    /// Throws `.untrusted` for bytes of another length or hash.
    package func require(length found: Int, sha256 digest: [UInt8]) throws(MayflyError) {
        guard found == length else {
            throw MayflyError(.untrusted, "\(shown(path)): must have \(grouped(length)) bytes, found \(grouped(found))")
        }
        guard digest == sha256 else {
            throw MayflyError(
                .untrusted,
                "\(shown(path)): its SHA-256 must be \(sha256.hexadecimal), found \(digest.hexadecimal)"
            )
        }
    }
}

/// A publisher as the store's own file names it.
struct Delegation: Sendable {
    let role: RoleName
    let keys: RoleKeys
    /// Patterns of the paths that it owns, such as `org.mayfly.*/*`.
    let patterns: [PathPattern]
    /// Whether paths of its patterns are looked for in no later role.
    let isTerminating: Bool

    func owns(_ path: String) -> Bool { patterns.contains { $0.matches(path) } }

    /// Whether the publisher may say something of this path; `steps` grows by what it takes.
    func owns(_ path: SplitPath, steps: inout Int) -> Bool {
        for pattern in patterns where pattern.matches(path, steps: &steps) { return true }
        return false
    }
}

/// The file of the targets, or of a publisher.
struct TargetsMetadata: Sendable {
    let header: SignedMetadata.Header
    let targets: [TargetFile]
    /// In the order of precedence. Those of publishers are not read: a publisher owns its prefix, and passes nothing on.
    let delegations: [Delegation]

    private static let maximumDelegations = 4096
    /// Every file of a publisher is compared with the patterns of the publishers before it.
    private static let (maximumPatterns, maximumPatternsInAll, longestPattern) = (64, 4096, 256)
    private static let maximumTargets = 4096

    init(_ file: SignedMetadata) throws(MayflyError) {
        header = file.header
        var targets: [TargetFile] = []
        let listed = try file.signed.object("targets").objects()
        guard listed.count <= Self.maximumTargets else {
            throw file.signed.problem(
                "targets",
                "must have at most \(grouped(Self.maximumTargets)) files, found \(grouped(listed.count))"
            )
        }
        for (path, object) in listed {
            guard let sha256 = try object.sha256() else { throw object.missing("hashes") }
            guard Self.isSafe(path) else {
                throw file.signed.problem("targets", "has the path '\(shown(path))', which is not below a folder")
            }
            targets.append(
                TargetFile(
                    path: path,
                    length: try object.count("length"),
                    sha256: sha256,
                    custom: object.value["custom"]
                )
            )
        }
        self.targets = targets
        delegations = file.role == .targets ? try Self.delegations(file.signed) : []
    }

    /// A relative path whose parts are names: it is used as the path of a file, and as part of an address.
    private static func isSafe(_ path: String) -> Bool {
        !path.isEmpty && path.utf8.count <= 512
            && path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
                !part.isEmpty && part.first != UInt8(ascii: ".")
                    && part.allSatisfy { isLetterOrDigit($0) || [0x2B, 0x2D, 0x2E, 0x5F].contains($0) }
            }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    private static func delegations(_ signed: JSONObject) throws(MayflyError) -> [Delegation] {
        guard let object = try signed.optionalObject("delegations") else { return [] }
        let keys = try RoleKeys.keys(in: try object.object("keys"))
        let roles = try object.optionalObjects("roles") ?? []
        guard roles.count <= maximumDelegations else {
            throw object.problem("roles", "must have at most \(maximumDelegations) items, found \(roles.count)")
        }
        var names: Set<String> = []
        var count = 0
        return try roles.map { role throws(MayflyError) in
            let text = try role.text("name")
            guard let name = RoleName.publisher(named: text), names.insert(text).inserted else {
                throw role.problem("name", "must be a file name in lower case, each once, found '\(shown(text))'")
            }
            let patterns = try patterns(role)
            count += patterns.count
            guard count <= maximumPatternsInAll else {
                throw object.problem(
                    "roles",
                    "must have at most \(grouped(maximumPatternsInAll)) 'paths' in all, found \(grouped(count)) up to '\(text)'"
                )
            }
            return Delegation(
                role: name,
                keys: try RoleKeys(role, among: keys),
                patterns: patterns,
                isTerminating: role.value["terminating"] == .boolean(true)
            )
        }
    }

    private static func patterns(_ role: JSONObject) throws(MayflyError) -> [PathPattern] {
        let texts = try role.optionalTexts("paths") ?? []
        guard texts.count <= maximumPatterns else {
            throw role.problem("paths", "must have at most \(maximumPatterns) items, found \(grouped(texts.count))")
        }
        for text in texts where text.utf8.count > longestPattern {
            throw role.problem(
                "paths",
                "must have items of at most \(longestPattern) bytes, found \(grouped(text.utf8.count)): '\(shown(text))'"
            )
        }
        let patterns = texts.map(PathPattern.init)
        if let wrong = patterns.first(where: { !$0.isSimple }) {
            throw role.problem("paths", "must have one '*' at most between two slashes, found '\(shown(wrong.text))'")
        }
        return patterns
    }
}
