import MayflyBundles
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// The image of a layout that is in no file of the extension: a plugin in C gives its bytes.
@Suite struct ImageFromMemoryTests {
    private func image(_ inserter: Inserter) async -> MediaFile? {
        await inserter.window.draft.message?.message?.layout?.image
    }

    /// It is staged byte for byte, sent, and read by the others like any image.
    @Test func anImageFromMemoryIsSent() async throws {
        try await Inserter.with { inserter in
            for (sample, type) in [
                ("palette.png", MediaType.png), ("moving.png", .apng), ("grey.jpg", .jpeg), ("still.gif", .gif),
            ] {
                try inserter.put(sample: sample)
                #expect(try await inserter.order("memory|m|?x|@\(sample)|-|-|-").map(\.code) == [0], "\(sample)")
                let file = try #require(await image(inserter))
                #expect(file.type == type && file.pixelSize == .init(width: 320, height: 320), "\(sample)")
                #expect(try inserter.kept(file) == (try SampleFiles.bytes(sample)), "\(sample)")
            }
            try await inserter.window.send()
            let received = try #require(try inserter.received().first?.message?.layout?.image)
            #expect(received.type == .jpeg && received.name == "picture.jpg", "\(received.name)")
        }
    }

    /// A frame has room for it, up to the limit of files.
    @Test func aLargeImageFromMemoryIsTaken() async throws {
        try await Inserter.with { inserter in
            let most = PictureRules.maximumBytes
            for size in [1 << 20, most] {
                try inserter.put(try SampleFiles.padded("palette.png", to: size), "large.png")
                #expect(try await inserter.order("memory|m|?x|@large.png|-|-|-").map(\.code) == [0], "\(size)")
                #expect(await image(inserter)?.byteCount == size)
            }
            try inserter.put(try SampleFiles.padded("palette.png", to: most + 1), "large.png")
            let answers = try await inserter.order("memory|m|?y|@large.png|-|-|-")
            #expect(answers.map(\.code) == [Int(MessageErrorCode.limitExceeded.rawValue)])
            // What was staged before stays.
            #expect(await inserter.window.draft.message?.message?.url == "?x")
        }
    }

    /// The rules and the codes are those of files.
    @Test(.proves("C-111")) func whatIsNoPictureIsRefused() async throws {
        try await Inserter.with { inserter in
            try inserter.put(Array("hello".utf8), "text.png")
            try inserter.put(try SampleFiles.bytes("palette.png").dropLast(), "cut.png")
            try inserter.put([], "empty.png")
            try inserter.put(sample: "palette.png")
            let answers = Dictionary(
                uniqueKeysWithValues: try await inserter.order(
                    "memory|text|?x|@text.png|-|-|-",
                    "memory|cut|?x|@cut.png|-|-|-",
                    "memory|empty|?x|@empty.png|-|-|-",
                    "memory|null|?x|@palette.png|-|-|null"
                ).map { ($0.name, $0) }
            )
            let invalid = Int(MessageErrorCode.invalidArgument.rawValue)
            #expect(answers.mapValues(\.code) == ["text": 3, "cut": 3, "empty": 3, "null": invalid])
            #expect(answers["text"]?.line == "the layout's image: text, where a PNG, GIF or JPEG file is needed")
            #expect(answers["cut"]?.line.hasPrefix("the layout's image: ") == true)
            #expect(await inserter.window.draft.message == nil)
        }
    }

    /// A file wins over memory, and an image over a media file (C-202). The author is told what is not sent.
    @Test(.proves("C-202")) func anImageFromMemoryHasItsPlace() async throws {
        try await Inserter.with { inserter in
            for sample in ["palette.png", "grey.jpg", "clip.mp4"] { try inserter.put(sample: sample) }
            try await inserter.order("memory|m|?x|@grey.jpg|@palette.png|-|-")
            #expect(await image(inserter)?.type == .png)
            #expect(inserter.trace.lines.contains { $0.contains("image_bytes are not sent") })
            try await inserter.order("memory|m|?x|@grey.jpg|-|@clip.mp4|-")
            let layout = await inserter.window.draft.message?.message?.layout
            #expect(layout?.image?.type == .jpeg && layout?.media == nil)
            #expect(inserter.trace.lines.contains { $0.contains("the layout has an image_bytes") })
        }
    }

    /// A plugin that was built with older headers has no such fields: what stands behind its struct is not read.
    @Test(arguments: ["older", "cut"]) func fieldsOutsideTheSizeAreNotRead(how: String) async throws {
        try await Inserter.with { inserter in
            try inserter.put(sample: "palette.png")
            #expect(try await inserter.order("memory|m|?x|@palette.png|-|-|\(how)").map(\.code) == [0])
            #expect(await image(inserter) == nil)
            #expect(await inserter.window.draft.message?.message?.url == "?x")
        }
    }
}
