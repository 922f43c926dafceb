internal import MayflyBundles
package import MayflyModel

/// A file of metadata before its signatures are checked.
package struct SignedMetadata: Sendable {
    /// What all files of metadata have.
    package struct Header: Sendable, Hashable {
        /// Grows with each change of the file.
        package let version: Int
        /// The file counts for nothing from then on.
        package let expires: Timestamp
    }

    /// The role that the file is of.
    let role: RoleName
    let header: Header
    /// The part that is signed.
    let signed: JSONObject
    /// Signatures by the id of their key.
    private let signatures: [String: [UInt8]]
    private let canonical: [UInt8]

    private static let (maximumSignatures, longestKeyID) = (64, 128)

    /// Reads a file; throws `.untrusted` with its name for anything that the specification does not allow.
    init(_ bytes: [UInt8], role: RoleName) throws(MayflyError) {
        let file = try JSONObject(bytes, limit: role.limit, file: role.file, code: .untrusted)
        let signed = try file.object("signed")
        let type = try signed.text("_type")
        guard type.hasSameBytes(as: role.type) else {
            throw signed.problem("_type", "must be '\(role.type)', found '\(shown(type))'")
        }
        let specification = try signed.text("spec_version")
        guard specification.utf8.elementsEqual("1".utf8) || specification.utf8.starts(with: "1.".utf8) else {
            throw signed.problem("spec_version", "must be 1.x, found '\(shown(specification))'")
        }
        header = Header(version: try signed.version("version"), expires: try signed.time("expires"))
        var signatures: [String: [UInt8]] = [:]
        let listed = try file.optionalObjects("signatures") ?? []
        guard listed.count <= Self.maximumSignatures else {
            throw file.problem("signatures", "must have at most \(Self.maximumSignatures) items, found \(listed.count)")
        }
        for item in listed {
            let id = try item.text("keyid")
            guard id.utf8.count <= Self.longestKeyID else {
                throw item.problem(
                    "keyid",
                    "must have at most \(Self.longestKeyID) bytes, found \(grouped(id.utf8.count)): '\(shown(id))'"
                )
            }
            guard signatures[id] == nil else { throw file.problem("signatures", "has two of the key \(shown(id))") }
            // A key that is to sign later has an empty signature.
            signatures[id] = [UInt8](hexadecimal: try item.text("sig")) ?? []
        }
        self.role = role
        self.signed = signed
        self.signatures = signatures
        canonical = try CanonicalJSON.bytes(of: signed.value)
    }

    /// The names of those keys whose signatures are valid.
    func signers(among keys: RoleKeys) -> [String] {
        keys.all.filter { key in signatures[key.id].map { key.isValid($0, of: canonical) } ?? false }.map(\.id)
    }

    /// Throws `.untrusted` unless enough of the keys have signed.
    func requireSignatures(of keys: RoleKeys) throws(MayflyError) {
        let valid = signers(among: keys).count
        guard valid >= keys.threshold else {
            let names = "\(keys.threshold) of \(keys.all.count) key\(keys.all.count == 1 ? "" : "s")"
            throw MayflyError(
                .untrusted,
                "\(role.file): needs signatures of \(names) of the role '\(role.text)', and \(valid) \(valid == 1 ? "is" : "are") valid"
            )
        }
    }
}
