import MayflyBundles

/// Puts the bytes into a bundle as its library, and inspects that.
enum LibraryInput {
    private static let folder = ScratchBundle(
        "library",
        manifest: """
            {"id":"test.mayfly.library","name":"Library","version":"1.0.0","kind":"app","icon":"icon.gif",
            "abi":{"min":"1.0","max":"1.0"},"libraries":{"\(Platform.current)":"plugin.so"}}
            """
    )

    static func read(_ bytes: [UInt8]) {
        folder.write(bytes, to: "plugin.so")
        _ = try? ExtensionBundle.read(folder.path)
    }
}
