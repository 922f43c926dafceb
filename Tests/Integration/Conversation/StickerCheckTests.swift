import Foundation
import MayflyBundles
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// Real sticker files through a real plugin: which are taken, and with which number and line the others are refused.
@Suite struct StickerCheckTests {
    @Test(.proves("C-230")) func takesEachFormatWhateverItsName() async throws {
        let samples = ["clear-half.gif", "moving.gif", "still.gif", "moving.png", "palette.png", "grey.jpg"]
        try await Inserter.with { inserter in
            for sample in samples {
                try inserter.put(sample: sample, as: "picture.txt")
                let answers = try await inserter.order("sticker|s|@picture.txt|wave")
                #expect(answers.map(\.code) == [0], "\(sample)")
            }
            let sizes = try samples.map { try SampleFiles.bytes($0).count }
            #expect(await Self.stickers(inserter).map(\.file.byteCount) == sizes)
        }
    }

    @Test(.proves("C-230")) func refusesOtherFormatsNamedAsPNG() async throws {
        let samples = [
            ("clip.mp4", "mp4, not a picture"), ("clip.webm", "webm, not a picture"),
            ("other.webp", "not a picture: neither PNG, GIF nor JPEG by its content"),
            ("other.bmp", "not a picture: neither PNG, GIF nor JPEG by its content"),
            ("other.avif", "not a picture: neither PNG, GIF nor JPEG by its content"),
            ("other.tiff", "not a picture: neither PNG, GIF nor JPEG by its content"),
        ]
        try await Inserter.with { inserter in
            for (sample, reason) in samples {
                try inserter.put(sample: sample, as: "wave.png")
                let answers = try await inserter.order("sticker|s|@wave.png|wave")
                let refusal = Inserter.Answer(name: "s", domain: 1, code: 7, line: "sticker 'wave': \(reason)")
                #expect(answers == [refusal], "\(sample)")
                #expect(await inserter.window.draft.isEmpty, "\(sample)")
            }
        }
    }

    @Test(.proves("C-230")) func refusesTextEmptyAndTruncatedFiles() async throws {
        try await Inserter.with { inserter in
            try inserter.put("no picture".utf8, "text.png")
            try inserter.put([], "empty.png")
            for name in ["palette.png", "moving.png", "moving.gif", "grey.jpg"] {
                try inserter.put(try SampleFiles.bytes(name).dropLast(9), "cut-\(name)")
            }
            var damaged = try SampleFiles.bytes("palette.png")
            damaged[60] ^= 1
            try inserter.put(damaged, "damaged.png")
            let answers = try await inserter.order(
                "sticker|text|@text.png|-",
                "sticker|empty|@empty.png|-",
                "sticker|png|@cut-palette.png|-",
                "sticker|apng|@cut-moving.png|-",
                "sticker|gif|@cut-moving.gif|-",
                "sticker|jpeg|@cut-grey.jpg|-",
                "sticker|damaged|@damaged.png|-"
            )
            #expect(answers.map(\.code) == [7, 7, 7, 7, 7, 7, 7])
            #expect(answers[0].line == "sticker 'text.png': text, not a picture")
            #expect(answers[1].line == "sticker 'empty.png': an empty file, not a picture")
            #expect(answers[2...5].allSatisfy { $0.line.contains("truncated") })
            #expect(answers[6].line.hasPrefix("sticker 'damaged.png': damaged: the checksum of the chunk"))
            #expect(await inserter.window.draft.isEmpty)
        }
    }

    /// The limit in files that decoders take, on both sides of it, in each format.
    @Test(.proves("C-231")) func takes500000BytesAndNotOneMore() async throws {
        let samples = ["moving.png", "palette.png", "moving.gif", "grey.jpg"]
        let expected: [Inserter.Answer] = [
            .init(name: "fits", domain: 0, code: 0, line: ""),
            .init(
                name: "exceeds",
                domain: 1,
                code: 6,
                line: "sticker 'wave': 500,001 bytes, over the limit of 500,000"
            ),
            .init(
                name: "far",
                domain: 1,
                code: 6,
                line: "sticker 'wave': 512,344 bytes, over the limit of 500,000"
            ),
        ]
        try await Inserter.with { inserter in
            for sample in samples {
                try inserter.put(try SampleFiles.padded(sample, to: 500_000), "fits")
                try inserter.put(try SampleFiles.padded(sample, to: 500_001), "exceeds")
                try inserter.put(try SampleFiles.padded(sample, to: 512_344), "wave")
                let answers = try await inserter.order(
                    "sticker|fits|@fits|wave",
                    "sticker|exceeds|@exceeds|wave",
                    "sticker|far|@wave|-"
                )
                #expect(answers == expected, "\(sample)")
            }
            #expect(await Self.stickers(inserter).map(\.file.byteCount) == samples.map { _ in 500_000 })
        }
    }

    /// Each file has every fault that comes later in the order (D-03).
    @Test(.proves("C-113")) func answersTheFirstFaultAndKeepsWhatIsStaged() async throws {
        try await Inserter.with { inserter in
            try inserter.put(sample: "palette.png")
            try inserter.put([UInt8](repeating: 0, count: 500_001), "large-and-no-picture")
            try inserter.put([0, 1, 2], "no-picture")
            let answers = try await inserter.order(
                "sticker|good|@palette.png|good",
                "sticker|url|ftp://example.org/a.png|wave",
                "sticker|missing|@nothing.png|wave",
                "sticker|unreadable|/etc/hostname|wave",
                "sticker|size|@large-and-no-picture|wave",
                "sticker|format|@no-picture|wave"
            )
            #expect(answers.map(\.code) == [0, 4, 1, 2, 6, 7])
            #expect(answers.dropFirst().allSatisfy { $0.domain == 1 && $0.line.hasPrefix("sticker 'wave': ") })
            #expect(await Self.stickers(inserter).map(\.description) == ["good"])
        }
    }

    @Test(.proves("C-233")) func cutsTheDescriptionAt150ScalarsAndSpeaksIt() async throws {
        let whole = String(repeating: "é", count: 149) + "!"
        try await Inserter.with { inserter in
            try inserter.put(sample: "palette.png")
            try await inserter.order("sticker|a|@palette.png|\(whole)", "sticker|b|@palette.png|\(whole)?")
            #expect(await Self.stickers(inserter).map(\.description) == [whole, whole])
            let item = try #require(await inserter.window.draft.media.first)
            #expect(item.spokenText { _ in "" } == whole)
        }
    }

    @Test(.proves("C-244")) func warnsOfOddSizesAndTakesThem() async throws {
        try await Inserter.with { inserter in
            try inserter.put(sample: "clear-half.png")
            let answers = try await inserter.order("sticker|wide|@clear-half.png|wave")
            #expect(answers.map(\.code) == [0])
            let line = "warning: sticker 'wave': 1800 x 1200 pixels; sides of 300 to 618 look best"
            #expect(inserter.trace.lines.contains(line))
            #expect(await inserter.window.draft.media.count == 1)
        }
    }

    /// The pictures, the meta data in one of them, and a file made at run time and deleted before it is sent.
    @Test(.proves("C-245", "C-246")) func arrivesByteForByte() async throws {
        try await Inserter.with { inserter in
            let samples = ["moving.png", "moving.gif", "turned.jpg", "clear-half.png"]
            for sample in samples {
                try inserter.put(sample: sample)
                try await inserter.order("sticker|s|@\(sample)|\(sample)")
                try inserter.remove(sample)
            }
            try await inserter.window.send()
            let received = try inserter.received().compactMap { item -> Sticker? in
                if case .sticker(let sticker) = item.content { sticker } else { nil }
            }
            #expect(received.map(\.description) == samples)
            for sticker in received {
                #expect(try inserter.kept(sticker.file) == (try SampleFiles.bytes(sticker.description)))
            }
            // The first two are whole animations still.
            #expect(received.map(\.file.type) == [.apng, .gif, .jpeg, .png])
            let frames = try received.map { try MediaProbe.picture(try inserter.kept($0.file)).frames }
            #expect(frames[0] > 1 && frames[1] > 1 && frames[2...] == [1, 1])
        }
    }

    /// What moves in another way is no sticker, and what has the format of an animation need not be one.
    @Test(.proves("C-232")) func onlyAnAPNGOrAGIFMoves() async throws {
        let samples: [(name: String, moving: MediaType?)] = [
            ("moving.png", .apng), ("moving.gif", .gif), ("still.gif", nil), ("clear-half.gif", nil),
            ("palette.png", nil), ("clear-half.png", nil), ("grey.jpg", nil), ("turned.jpg", nil),
        ]
        try await Inserter.with { inserter in
            for sample in ["clip.mp4", "clip.mov", "clip.webm", "other.webp", "other.avif"] {
                try inserter.put(sample: sample)
                let answers = try await inserter.order("sticker|s|@\(sample)|s")
                #expect(answers.map(\.code) == [7], "\(sample)")
            }
            for sample in samples {
                try inserter.put(sample: sample.name)
                let answers = try await inserter.order("sticker|s|@\(sample.name)|s")
                #expect(answers.map(\.code) == [0], "\(sample.name)")
            }
            try await inserter.window.send()
            let received = try inserter.received()
            try #require(received.count == samples.count)
            for (sample, item) in zip(samples, received) {
                guard case .sticker(let sticker) = item.content else {
                    Issue.record("no sticker arrived of \(sample.name)")
                    continue
                }
                let picture = try MediaProbe.picture(try inserter.kept(sticker.file))
                #expect(picture.isAnimated == (sample.moving != nil), "\(sample.name)")
                guard let moving = sample.moving else { continue }
                #expect(picture.type == moving && sticker.file.type == moving, "\(sample.name)")
            }
        }
    }

    private static func stickers(_ inserter: Inserter) async -> [Sticker] {
        await inserter.window.draft.media.compactMap { item in
            if case .sticker(let sticker) = item.content { sticker } else { nil }
        }
    }
}
