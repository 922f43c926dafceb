import Foundation
import MayflyBundles

/// The asset catalogue of a sticker pack, written as one file so that a fuzzer can change all of its parts at once.
///
/// The parts stand in the order of `places`, with a line `===` between them; parts that are missing are empty files.
enum PackInput {
    private static let pack = "Stickers.xcstickers/Pack.stickerpack"
    private static let places = [
        "Stickers.xcstickers/Contents.json", "\(pack)/Contents.json", "\(pack)/one.sticker/Contents.json",
        "\(pack)/two.stickersequence/Contents.json", "\(pack)/one.sticker/one.png",
        "\(pack)/two.stickersequence/first.png", "\(pack)/two.stickersequence/second.png",
    ]
    private static let folder = ScratchBundle(
        "pack",
        manifest: """
            {"id":"test.mayfly.pack","name":"Pack","version":"1.0.0","kind":"sticker-pack","icon":"icon.gif",
            "stickers":"Stickers.xcstickers"}
            """,
        folders: ["\(pack)/one.sticker", "\(pack)/two.stickersequence"]
    )
    private static let bundle = try? ExtensionBundle.read(folder.path)

    static func read(_ bytes: [UInt8]) {
        for (place, part) in zip(places, parts(of: bytes)) { folder.write(part, to: place) }
        guard let bundle else { preconditionFailure("the bundle of the fuzzer is refused") }
        guard let pack = try? bundle.stickerPack() else { return }
        precondition(!pack.stickers.isEmpty, "a pack without stickers")
        for sticker in pack.stickers {
            precondition(sticker.files.allSatisfy { !$0.isEmpty }, "a sticker without a file")
            precondition(sticker.label.unicodeScalars.count <= 150, "a label is too long")
        }
    }

    /// One part for each place.
    private static func parts(of bytes: [UInt8]) -> [[UInt8]] {
        var parts: [[UInt8]] = []
        var rest = bytes[...]
        while parts.count < places.count - 1, let line = rest.firstRange(of: Array("\n===\n".utf8)) {
            parts.append(Array(rest[..<line.lowerBound]))
            rest = rest[line.upperBound...]
        }
        parts.append(Array(rest))
        return parts + Array(repeating: [], count: places.count - parts.count)
    }
}
