import MayflyTestSupport

/// A bundle with a sticker pack, to which a test adds the stickers.
struct PackFolder {
    let bundle: String
    /// Where the stickers belong.
    let folder: String

    /// Writes all but the folders of the stickers, which are listed in this order. `properties` are JSON members of the pack.
    init(_ id: String, called name: String, _ properties: String = "", of stickers: [String], in scratch: ScratchFolder)
        throws
    {
        let bundle = "pack/\(id).mayfly"
        let manifest = #"""
            {"id": "\#(id)", "name": "\#(name)", "version": "1.0.0", "kind": "sticker-pack",
            "stickers": "S.xcstickers", "icon": "icon.png"}
            """#
        try scratch.write(manifest, to: bundle + "/manifest.json")
        try scratch.write(try SampleFiles.bytes("palette.png"), to: bundle + "/icon.png")
        try scratch.write(#"{"info": {"version": 1, "author": "us"}}"#, to: bundle + "/S.xcstickers/Contents.json")
        folder = bundle + "/S.xcstickers/All.stickerpack"
        let names = stickers.map { #"{"filename": "\#($0)"}"# }.joined(separator: ", ")
        try scratch.write(#"{"properties": {\#(properties)}, "stickers": [\#(names)]}"#, to: folder + "/Contents.json")
        self.bundle = scratch.at(bundle)
    }
}
