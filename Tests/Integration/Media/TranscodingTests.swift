import Foundation
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// What becomes of the pictures of a message on its way, with the real program that converts them.
@Suite struct TranscodingTests {
    @Test(.proves("C-207", "C-217", "C-218", "C-206")) func theReceiverReadsASmallerJPEGAndEveryString() async throws {
        try await Inserter.with { inserter in
            try inserter.put(sample: "clear-half.png", as: "my photo.v2.png")
            try await inserter.order("message|m|?x|@my photo.v2.png|-|Hello")
            let staged = try #require(await inserter.window.draft.message?.message?.layout)
            try await inserter.window.send()

            let item = try #require(try inserter.received().first)
            let layout = try #require(item.message?.layout)
            let image = try #require(layout.image)
            #expect(image.type == .jpeg && image.name == "picture.jpg")
            #expect(image.pixelSize == .init(width: 1_200, height: 800))
            #expect(image.digest != staged.image?.digest)
            let bytes = try inserter.kept(image)
            #expect(bytes.count == image.byteCount && bytes.starts(with: [0xFF, 0xD8, 0xFF]))
            var same = layout
            same.image = staged.image
            #expect(same == staged)

            // What the extension on the other device is told of it.
            let trace = Trace()
            try await inserter.test.window(as: "bob", trace: trace) { window in try await window.tapBubble(1) }
            let told = try #require(Inserter.told(trace).first { $0[0] == "opened" })
            #expect(told[1...6] == ["title", "subtitle", "Hello", "subcaption", "trailing", "below"])
            #expect(told[7].hasSuffix("/\(image.digest.rawValue).jpg"))
            let folder = try inserter.test.receivedFolder(of: "bob", Inserter.id)
            let given = folder + "/" + (told[7] as NSString).lastPathComponent
            #expect([UInt8](try Data(contentsOf: URL(filePath: given))) == bytes)
        }
    }

    /// The extension is told of its own message before anything is converted, with the picture that it gave.
    @Test func theSenderKeepsItsOwnPicture() async throws {
        try await Inserter.with { inserter in
            try inserter.put(sample: "palette.png")
            try await inserter.order("message|m|?x|@palette.png|-|Hello")
            try await inserter.window.send()
            let own = await inserter.window.transcript.entries.first?.item?.message?.layout?.image
            #expect(own?.type == .png && own?.name == "palette.png")
            let told = try #require(Inserter.told(inserter.trace).first { $0[0] == "sending" })
            #expect(told[7].hasSuffix(".png"))
        }
    }

    @Test(.proves("C-207", "C-218")) func turnsAPhotoUprightAndRemovesWhatItTells() async throws {
        try await Inserter.with { inserter in
            try inserter.put(sample: "turned.jpg")
            let sent = try await Self.send(media: "turned.jpg", inserter)
            #expect(sent.pixelSize == .init(width: 600, height: 1_200))
            let bytes = try inserter.kept(sent)
            #expect(Data(try SampleFiles.bytes("turned.jpg")).range(of: Data("SECRET PLACE".utf8)) != nil)
            for word in ["SECRET", "Exif", "Photoshop", "ICC_PROFILE"] {
                #expect(Data(bytes).range(of: Data(word.utf8)) == nil)
            }
        }
    }

    @Test(.proves("C-207", "C-232")) func convertsStillPicturesGivenAsMedia() async throws {
        try await Inserter.with { inserter in
            for sample in ["still.gif", "clear-half.gif", "palette.png", "grey.jpg", "ink.jpg"] {
                let sent = try await Self.send(media: sample, inserter)
                #expect(sent.type == .jpeg && sent.pixelSize == .init(width: 320, height: 320), "\(sample)")
                #expect(sent.name == "picture.jpg")
                #expect(try inserter.kept(sent) != (try SampleFiles.bytes(sample)), "\(sample)")
            }
        }
    }

    @Test(.proves("C-203", "C-232")) func passesOnWhatMoves() async throws {
        try await Inserter.with { inserter in
            for sample in ["moving.gif", "moving.png", "clip.mp4", "clip.mov", "clip.webm"] {
                let sent = try await Self.send(media: sample, inserter)
                #expect(sent.name.hasSuffix((sample as NSString).pathExtension))
                #expect(try inserter.kept(sent) == (try SampleFiles.bytes(sample)), "\(sample)")
                #expect(!inserter.trace.lines.contains { $0.contains("as it is") }, "\(sample)")
            }
        }
    }

    /// Soundly built files whose pixels do not unpack: a stream of noise in a PNG, a scan of noise in a JPEG.
    @Test(.proves("C-207", "C-019")) func aPictureThatCannotBeUnpackedGoesAsItIs() async throws {
        try await Inserter.with { inserter in
            var jpeg = try SampleFiles.bytes("grey.jpg")
            for place in jpeg.count - 400..<jpeg.count - 100 {
                jpeg[place] = UInt8(truncatingIfNeeded: place * 37) & 0x7F
            }
            try inserter.put(jpeg, "noise.jpg")
            let answers = try await inserter.order("message|m|?x|@noise.jpg|-|Hello")
            #expect(answers.map(\.code) == [0])
            try await inserter.window.send()
            let image = try #require(try inserter.received().first?.message?.layout?.image)
            #expect(try inserter.kept(image) == jpeg)
            let line = "warning: the picture 'noise.jpg' is sent as it is: damaged: "
            #expect(inserter.trace.lines.contains { $0.hasPrefix(line) })
            #expect(await inserter.window.transcript.entries.count == 1)
        }
    }

    private static func send(media sample: String, _ inserter: Inserter) async throws -> MediaFile {
        try inserter.put(sample: sample)
        let answers = try await inserter.order("message|m|?x|-|@\(sample)|-")
        #expect(answers.map(\.code) == [0])
        try await inserter.window.send()
        return try #require(try inserter.received().last?.message?.layout?.media)
    }
}
