import Foundation
import MayflyTestSupport
import Testing

extension BrokenBundle {
    static let packs = [
        BrokenBundle("pack-code") { _ in
            let bundle = try pack()
            try Data("#!/bin/sh\n".utf8).write(to: URL(filePath: bundle + "/install"))
            return bundle
        },
        BrokenBundle("pack-catalogue") { _ in
            let bundle = try pack()
            try FileManager.default.removeItem(atPath: bundle + "/S.xcstickers/Contents.json")
            return bundle
        },
        BrokenBundle("pack-grid-size") { _ in
            try stickers { $0["properties"] = ["grid-size": "huge"] }
        },
        BrokenBundle("pack-amount") { _ in
            let bundle = try pack()
            try FileManager.default.createDirectory(
                atPath: bundle + "/S.xcstickers/Second.stickerpack",
                withIntermediateDirectories: true
            )
            return bundle
        },
        BrokenBundle("pack-list") { _ in
            try stickers { $0["stickers"] = ["one", "two", "one"].map { ["filename": $0 + ".sticker"] } }
        },
        BrokenBundle("pack-descriptions") { _ in
            let bundle = try pack()
            try FileManager.default.removeItem(atPath: bundle + "/\(folder)/two.sticker/Contents.json")
            return bundle
        },
        BrokenBundle("pack-pictures") { _ in
            try picture(Array(try SampleFiles.bytes("palette.png").dropLast(20)))
        },
        BrokenBundle("pack-sticker-size") { _ in try picture(try SampleFiles.padded("palette.png", to: 600_000)) },
        BrokenBundle("pack-sequences") { _ in try sequence(frames: []) },
        BrokenBundle("pack-frames") { _ in try sequence(frames: ["palette.png", "moving.png"]) },
        BrokenBundle("pack-spoken-texts", "warning") { _ in
            let bundle = try pack()
            try edit(bundle + "/\(folder)/two.sticker/Contents.json") { $0["properties"] = ["filename": "two.png"] }
            return bundle
        },
        BrokenBundle("pack-picture-sizes", "warning") { _ in try picture(try SampleFiles.bytes("clear-half.png")) },
        BrokenBundle("pack-unused", "warning") { _ in
            try stickers { $0["stickers"] = [["filename": "one.sticker"]] }
        },
    ]

    private static let folder = "S.xcstickers/All.stickerpack"

    /// A healthy pack of two stickers, with a change of its manifest.
    static func pack(_ change: (inout [String: Any]) -> Void = { _ in }) throws -> String {
        let bundle = NSTemporaryDirectory() + "mayfly-packs-\(getpid())/\(UUID())/test.mayfly.pack.mayfly"
        let files = [
            "manifest.json": #"""
            {"id": "test.mayfly.pack", "name": "Pack", "version": "1.0.0", "kind": "sticker-pack", "icon": "icon.png",
            "stickers": "S.xcstickers", "summary": "Two stickers"}
            """#,
            "S.xcstickers/Contents.json": #"{"info": {"version": 1, "author": "us"}}"#,
            folder + "/Contents.json": #"""
            {"properties": {"grid-size": "small"}, "stickers": [{"filename": "one.sticker"}, {"filename": "two.sticker"}]}
            """#,
        ]
        for (name, text) in files { try write(Data(text.utf8), to: bundle + "/" + name) }
        for name in ["one", "two"] {
            let properties = #"{"properties": {"filename": "\#(name).png", "accessibility-label": "Number \#(name)"}}"#
            try write(Data(properties.utf8), to: bundle + "/\(folder)/\(name).sticker/Contents.json")
            let picture = Data(try SampleFiles.bytes("palette.png"))
            try write(picture, to: bundle + "/\(folder)/\(name).sticker/\(name).png")
        }
        let icon = Checkout.folder.appending(path: "Plugins/Tally/icon.png")
        try write(try Data(contentsOf: icon), to: bundle + "/icon.png")
        try edit(bundle + "/manifest.json", change)
        return bundle
    }

    private static func write(_ data: Data, to path: String) throws {
        let url = URL(filePath: path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try data.write(to: url)
    }

    /// A pack with another list of stickers.
    private static func stickers(_ change: (inout [String: Any]) -> Void) throws -> String {
        let bundle = try pack()
        try edit(bundle + "/\(folder)/Contents.json", change)
        return bundle
    }

    /// A pack whose second sticker has another picture.
    private static func picture(_ bytes: [UInt8]) throws -> String {
        let bundle = try pack()
        try write(Data(bytes), to: bundle + "/\(folder)/two.sticker/two.png")
        return bundle
    }

    /// A pack with a sequence of these pictures, too.
    private static func sequence(frames: [String]) throws -> String {
        let bundle = try stickers { contents in
            contents["stickers"] = ["one.sticker", "two.sticker", "film.stickersequence"].map { ["filename": $0] }
        }
        let film = bundle + "/\(folder)/film.stickersequence/"
        for frame in frames { try write(Data(try SampleFiles.bytes(frame)), to: film + frame) }
        let contents: [String: Any] = [
            "properties": ["duration": 1, "duration-type": "fixed", "accessibility-label": "A film"],
            "frames": frames.map { ["filename": $0] },
        ]
        try write(try JSONSerialization.data(withJSONObject: contents), to: film + "Contents.json")
        return bundle
    }
}
