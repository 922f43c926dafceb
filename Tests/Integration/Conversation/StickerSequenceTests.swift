import Foundation
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import Testing

/// Sequences of a sticker pack, in the files that people get of them (model 8.4).
@Suite struct StickerSequenceTests {
    private static let id = "test.mayfly.sequences"

    private struct Sample {
        /// The properties in the pack.
        let properties: String
        let frames: Int
        /// In the file: for how long each frame is shown, and how often all are played; 0 is endless.
        let delay: Double
        let plays: Int
    }

    private static let samples = [
        Sample(
            properties: #""duration": 3, "duration-type": "fixed", "repetitions": 0"#,
            frames: 3,
            delay: 1,
            plays: 0
        ),
        Sample(
            properties: #""duration": 3, "duration-type": "fixed", "repetitions": 1"#,
            frames: 4,
            delay: 0.75,
            plays: 2
        ),
        Sample(
            properties: #""duration": 5, "duration-type": "fps", "repetitions": 2"#,
            frames: 2,
            delay: 0.2,
            plays: 3
        ),
        Sample(properties: #""duration": 2"#, frames: 4, delay: 0.5, plays: 0),
    ]

    /// A pack with the samples; their names are their places.
    private static func pack(in scratch: ScratchFolder) throws -> String {
        let stickers = samples.indices.map { "\($0).stickersequence" }
        let pack = try PackFolder(id, called: "Sequences", of: stickers, in: scratch)
        let folder = pack.folder
        for (index, sample) in samples.enumerated() {
            let frames = (0..<sample.frames).map { #"{"filename": "\#($0).png"}"# }.joined(separator: ", ")
            let text = #"{"properties": {\#(sample.properties)}, "frames": [\#(frames)]}"#
            try scratch.write(text, to: "\(folder)/\(index).stickersequence/Contents.json")
            for frame in 0..<sample.frames {
                let picture = try SampleFiles.bytes("palette.png")
                try scratch.write(picture, to: "\(folder)/\(index).stickersequence/\(frame).png")
            }
        }
        return pack.bundle
    }

    @Test(.proves("C-241")) func theFileThatIsSentHasTheDelaysAndRepetitionsOfThePack() async throws {
        let scratch = try ScratchFolder()
        try await TestHost.with(bundles: [try Self.pack(in: scratch)], policy: .immediate) { test in
            try await test.window(as: "alice") { window in
                try await window.open(test.bundle(Self.id))
                for number in 1...Self.samples.count { try await window.tapSticker(number) }
                try await window.send()
            }
            let received = try test.entries(of: "bob")
            #expect(received.count == Self.samples.count)
            for (entry, sample) in zip(received, Self.samples) {
                guard case .sticker(let sticker) = entry.item?.content else {
                    Issue.record("an entry is no sticker")
                    continue
                }
                let name = "\(sticker.file.digest.rawValue).\(sticker.file.type.fileExtension)"
                let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(test.home)/media/\(name)")))
                let animation = try #require(PNGAnimation(bytes))
                #expect(animation.frames == sample.frames)
                #expect(animation.plays == sample.plays, "\(sample.properties)")
                #expect(animation.delays.count == sample.frames)
                for delay in animation.delays { #expect(abs(delay - sample.delay) <= 0.000_5, "\(sample.properties)") }
            }
        }
    }
}
