internal import MayflyBundles
package import MayflyModel

/// What a store says of itself, in a file of its own that its targets sign.
package struct StoreDescription: Sendable, Hashable {
    /// The display name.
    package let name: String
    /// The ids of the extensions that it shows first, in its order.
    package let promoted: [ExtensionID]

    /// The path of the file.
    package static let path = "store.json"
    /// The largest file in bytes.
    package static let limit = 64 * 1024
    private static let maximumPromoted = 100

    init(name: String, promoted: [ExtensionID]) {
        self.name = name
        self.promoted = promoted
    }

    /// Reads the file; throws `.untrusted` for what breaks a rule.
    package init(_ bytes: [UInt8]) throws(MayflyError) {
        let object = try JSONObject(bytes, limit: Self.limit, file: Self.path, code: .untrusted)
        name = try Manifest.name(object)
        let ids = try object.optionalTexts("promoted") ?? []
        guard ids.count <= Self.maximumPromoted else {
            throw object.problem("promoted", "must have at most \(Self.maximumPromoted) items, found \(ids.count)")
        }
        promoted = try ids.map { id throws(MayflyError) in
            guard let id = ExtensionID(rawValue: id) else {
                throw object.problem("promoted", "must have ids, found '\(shown(id))'")
            }
            return id
        }
    }

    /// The bytes of the file.
    var bytes: [UInt8] {
        Array((JSONValue.object(["name": .text(name), "promoted": .texts(promoted.map(\.rawValue))]).line + "\n").utf8)
    }
}
