import Foundation
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import MayflyViews
import Testing

/// Messages and attachments with real files through a real plugin: numbers, order, lines, and what stays staged.
@Suite struct MessageCheckTests {
    @Test(.proves("C-114", "C-113")) func takesAURLOf5000CharactersAndRefuses5001() async throws {
        let start = "https://example.org/?"
        let longest = start + String(repeating: "x", count: 5_000 - start.count)
        try await Inserter.with { inserter in
            let answers = try await inserter.order("message|fits|\(longest)|-|-|-", "message|exceeds|\(longest)x|-|-|-")
            #expect(
                answers == [
                    .init(name: "fits", domain: 0, code: 0, line: ""),
                    .init(
                        name: "exceeds",
                        domain: 0,
                        code: 8,
                        line: "the message's URL: 5,001 characters, over the limit of 5,000"
                    ),
                ]
            )
            #expect(await inserter.window.draft.message?.message?.url == longest)
        }
    }

    /// Each message has every fault that comes later in the order (D-03).
    @Test(.proves("C-113", "C-204", "C-219")) func answersTheFirstFaultOfAMessage() async throws {
        let long = "tally://" + String(repeating: "x", count: 5_000)
        try await Inserter.with(early: ["message|inactive|\(long)|@nothing.png|-|-"]) { inserter in
            #expect(inserter.early.map(\.code) == [1001])
            try inserter.put("text".utf8, "text.png")
            let answers = try await inserter.order(
                "message|good|?good|-|-|-",
                "message|long|\(long)|@nothing.png|-|-",
                "message|scheme|tally://x|@nothing.png|-|-",
                "message|nothing|-|-|-|-",
                "message|url|?x|-|https://example.org/a.mp4|-",
                "message|missing|?x|@nothing.png|-|-",
                "message|unreadable|?x|/etc/hostname|-|-",
                "message|type|?x|@text.png|-|-"
            )
            #expect(answers.map(\.code) == [0, 8, 1002, 1003, 4, 1, 2, 3])
            #expect(answers.allSatisfy { $0.domain == 0 })
            let lines = answers.map(\.line)
            #expect(lines[2].hasSuffix("not 'tally'"))
            #expect(lines[4].hasPrefix("the layout's media file: the file 'https://example.org/a.mp4': "))
            #expect(lines[5].hasPrefix("the layout's image: the file '/") && lines[5].hasSuffix("': no such file"))
            #expect(
                lines[7] == "the layout's image: the file 'text.png': text, where a PNG, GIF or JPEG file is needed"
            )
            #expect(await inserter.window.draft.message?.message?.url == "?good")
        }
    }

    @Test(.proves("C-110", "C-111", "C-019")) func namesTheAttachmentThatIsRefused() async throws {
        try await Inserter.with { inserter in
            try inserter.put(sample: "palette.png", as: "first.png")
            let answers = try await inserter.order(
                "attachment|first|@first.png|-",
                "attachment|url|https://example.org/a.png|holiday.png",
                "attachment|missing|@nothing.png|holiday.png",
                "attachment|unreadable|/etc/hostname|holiday.png"
            )
            #expect(answers.map(\.code) == [0, 4, 1, 2])
            #expect(answers.map(\.line)[1...3].allSatisfy { $0.hasPrefix("attachment 'holiday.png': the file '") })
            #expect(await inserter.window.draft.media.count == 1)
        }
    }

    /// What is no picture, movie or text, or is damaged, is sent as it is, and no name makes it a picture.
    @Test(.proves("C-104", "C-019")) func anyFileIsAnAttachment() async throws {
        let files: [(name: String, bytes: [UInt8])] = [
            ("binary.png", [0, 1, 2, 3]), ("photo.jpg", try SampleFiles.bytes("other.avif")),
            ("cut.gif", try SampleFiles.bytes("moving.gif").dropLast(5)),
            ("cut.mp4", try SampleFiles.bytes("clip.mp4").dropLast(5)), ("empty.png", []),
            ("report.pdf", Array("%PDF-1.7\n".utf8) + [0xE2, 0xE3]),
        ]
        try await Inserter.with { inserter in
            for (name, bytes) in files {
                try inserter.put(bytes, name)
                #expect(try await inserter.order("attachment|a|@\(name)|-").map(\.code) == [0], "\(name)")
            }
            try await inserter.window.send()
            let received = try inserter.received()
            let attachments = received.compactMap { item -> MayflyModel.Attachment? in
                if case .attachment(let attachment) = item.content { attachment } else { nil }
            }
            #expect(attachments.map(\.name) == files.map(\.name))
            for (attachment, file) in zip(attachments, files) {
                #expect(attachment.file.type == .data && attachment.file.pixelSize == nil, "\(file.name)")
                #expect(try inserter.kept(attachment.file) == file.bytes, "\(file.name)")
            }
            // A terminal shows the name, the type and the size.
            let line = BubbleText(received[0]) { _ in "alice" }.line
            #expect(line.hasPrefix("attachment: binary.png (data, 4 bytes)"), "\(line)")
        }
    }

    /// An attachment is not converted on its way, whatever it is (C-019).
    @Test(.proves("C-019")) func attachmentsArriveByteForByte() async throws {
        let samples = ["clear-half.png", "turned.jpg", "moving.gif", "clip.mp4", "clip.mov", "clip.webm"]
        try await Inserter.with { inserter in
            for sample in samples {
                try inserter.put(sample: sample)
                try await inserter.order("attachment|a|@\(sample)|-")
            }
            try await inserter.window.send()
            let received = try inserter.received().compactMap { item -> MayflyModel.Attachment? in
                if case .attachment(let attachment) = item.content { attachment } else { nil }
            }
            #expect(received.map(\.name) == samples)
            for attachment in received {
                #expect(try inserter.kept(attachment.file) == (try SampleFiles.bytes(attachment.name)))
            }
        }
    }

    @Test(.proves("C-203", "C-205")) func takesPicturesOfAnySizeAndVideoAsMedia() async throws {
        let samples = [
            ("palette.png", MediaType.png), ("clear-half.png", .png), ("moving.png", .apng), ("grey.jpg", .jpeg),
            ("turned.jpg", .jpeg), ("still.gif", .gif), ("moving.gif", .gif), ("clip.mp4", .mp4),
            ("clip.mov", .quicktime), ("clip.webm", .webm),
        ]
        try await Inserter.with { inserter in
            for (number, (sample, type)) in samples.enumerated() {
                // The name says something else: the content counts.
                let name = "media-\(number).bin"
                try inserter.put(sample: sample, as: name)
                let answers = try await inserter.order("message|m|?x|-|@\(name)|-")
                #expect(answers.map(\.code) == [0], "\(sample)")
                let file = await inserter.window.draft.message?.message?.layout?.media
                #expect(file?.type == type && file?.name == name, "\(sample)")
            }
        }
    }

    @Test(.proves("C-203")) func refusesWhatIsNoPictureAndNoVideoAsMedia() async throws {
        try await Inserter.with { inserter in
            for sample in ["clip.mkv", "other.avif", "other.webp", "other.bmp", "other.tiff"] {
                try inserter.put(sample: sample, as: "clip.mp4")
                let answers = try await inserter.order("message|m|?x|-|@clip.mp4|-")
                #expect(answers.map(\.code) == [3], "\(sample)")
            }
            try inserter.put(sample: "clip.mp4", as: "photo.png")
            let answers = try await inserter.order("message|image|?x|@photo.png|-|-")
            #expect(
                answers.map(\.line) == [
                    "the layout's image: the file 'photo.png': mp4, where a PNG, GIF or JPEG file is needed"
                ]
            )
            #expect(await inserter.window.draft.isEmpty)
        }
    }
}
