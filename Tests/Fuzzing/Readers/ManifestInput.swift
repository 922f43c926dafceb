import MayflyBundles

enum ManifestInput {
    static func read(_ bytes: [UInt8]) {
        guard let manifest = try? Manifest(json: bytes) else { return }
        let paths = [manifest.icon] + manifest.libraries.values + [manifest.stickers].compactMap(\.self)
        precondition(paths.allSatisfy { !$0.hasPrefix("/") && !$0.utf8.contains(0) }, "a path leads out of the bundle")
        precondition(ShownText.isLine(manifest.name), "a name is no line")
    }
}
