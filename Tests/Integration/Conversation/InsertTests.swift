import Foundation
import MayflyConformance
import MayflyHost
import MayflyModel
import MayflyTesting
import Testing

/// What an extension puts into the input field, through a real worker (model 4).
@Suite struct InsertTests {
    @Test(.proves("C-001", "C-003", "C-005", "C-100", "C-101", "C-103", "C-104", "C-105", "C-119"))
    func everyKindOfContentIsStagedAndSentInOrder() async throws {
        try await Puppet.with { test in
            try test.givePicture(to: "alice")
            let folder = try test.privateFolder(of: "alice")
            try FileManager.default.copyItem(atPath: SampleFiles.path("clip.mp4"), toPath: folder + "/clip.mp4")
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try await test.play(
                    "text https://example.org/a-link",
                    "attach good.png|photo.png",
                    "message url=?a|caption=bubble",
                    "sticker good.png|a cup",
                    "attach clip.mp4",
                    in: window
                )
                #expect(trace.answers.count == 5)
                #expect(trace.answers.allSatisfy { $0.hasSuffix(" 0 aside") })
                #expect(await window.draft.message?.brief == "bubble")
                #expect(await window.draft.media.map(\.brief) == ["file photo.png", "sticker a cup", "file clip.mp4"])
                #expect(await window.draft.text == "https://example.org/a-link")
                try await window.send()
            }
            let order = [
                "* bubble", "* file photo.png", "* sticker a cup", "* file clip.mp4", "* https://example.org/a-link",
            ]
            for device in ["alice", "bob"] { #expect(try test.rows(of: device) == order) }
        }
    }

    @Test(.proves("C-106", "C-107")) func nothingLeavesTheFieldUntilThePersonSends() async throws {
        try await Puppet.with { test in
            try test.givePicture(to: "alice")
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                for style in [PresentationStyle.expanded, .compact] {
                    try await window.changeStyle(to: style)
                    try await test.play(
                        "message url=?a|caption=bubble",
                        "text words",
                        "sticker good.png|a cup",
                        "attach good.png",
                        "message-send url=?b|caption=sneaked",
                        "text-send sneaked",
                        "sticker-send good.png|sneaked",
                        "attach-send good.png|sneaked",
                        in: window
                    )
                }
                for kind in ["message", "text", "sticker", "attachment"] {
                    #expect(trace.answers.count { $0 == "done send \(kind) 1000 aside" } == 2, "\(kind)")
                }
                #expect(!trace.sightings.contains { $0.name == "didStartSending" })
                for device in ["alice", "bob"] { #expect(try test.rows(of: device).isEmpty) }
                try await window.send()
                // What was refused was not staged either.
                let rows = try test.rows(of: "bob")
                #expect(rows.count == 6 && !rows.contains { $0.contains("sneaked") })
            }
        }
    }

    /// Otherwise the answers would tell how much the person has typed.
    @Test func whatThePersonHasTypedTakesNoRoomFromAnExtension() async throws {
        try await Puppet.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try await window.type(String(repeating: "a", count: Draft.mostTextBytes))
                try await test.play("text words", in: window)
                #expect(trace.answers.map { $0.hasSuffix(" 0 aside") } == [true])
                #expect(await window.draft.text.utf8.count == Draft.mostTextBytes + 5)
                try await window.send()
            }
            let sent = try test.host.look(at: test.conversation, as: "bob").transcript.entries.compactMap(\.item)
            #expect(sent.map { $0.spokenText { _ in "" }.utf8.count } == [Draft.mostTextBytes + 5])
        }
    }

    @Test(.proves("C-102")) func aCompletionMayBeLeftOut() async throws {
        try await Puppet.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try await test.play("text-unanswered words", in: window)
                #expect(await window.draft.text == "words")
                #expect(trace.answers.isEmpty)
            }
        }
    }

    /// The completion needs a lock that the caller holds until its call has returned.
    @Test(.proves("C-112")) func aCallReturnsBeforeItsCompletionWhichComesOnceOnAnotherThread() async throws {
        try await Puppet.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try await test.play("text-locked words", in: window)
                try await window.settle()
                #expect(trace.answers.sorted() == ["done locked 0 aside", "returned locked"])
            }
            #expect(trace.answers.count == 2)
        }
    }

    @Test(.proves("C-115", "C-116")) func aURLComesBackByteForByte() async throws {
        let urls = [
            "http://example.org/a?b=c", "https://example.org/%7Ea?b=%C3%BC#d", "data:text/plain;base64,aGk=",
            "?scoop=1&sauce=%20x+y&=&&e=\u{E9}",
        ]
        try await Puppet.with { test in
            for (number, url) in urls.enumerated() {
                try await test.send("message url=\(url)", from: "alice")
                let trace = Trace()
                try await test.window(as: "bob", trace: trace) { try await $0.tapBubble(number + 1) }
                let told = try trace.sighting("willBecomeActive")["selected.url"]
                #expect(told?.utf8.elementsEqual(url.utf8) == true, "\(url)")
            }
        }
    }

    @Test(.proves("C-113", "C-117")) func aURLOfAnotherSchemeIsRefusedAndTheFieldStays() async throws {
        try await Puppet.with { test in
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try await test.play("message url=?before|caption=before", "text words", in: window)
                let before = await window.draft
                for (number, url) in ["tally://count", "file:///etc/passwd", "javascript:x()"].enumerated() {
                    try await test.play("message url=\(url)|caption=after", in: window)
                    let refusals = trace.answers.filter { $0 == "done message 1002 aside" }
                    #expect(refusals.count == number + 1, "\(url)")
                    #expect(await window.draft == before, "\(url)")
                }
            }
        }
    }

    /// The puppet writes over all that it gave, as soon as the call has returned.
    @Test(.proves("C-122")) func whatIsChangedAfterTheInsertChangesNothing() async throws {
        try await Puppet.with { test in
            try await test.send("message session=A|url=?first|caption=first|summary=was first", from: "alice")
            try await test.send("message session=A|url=?second|caption=second", from: "alice")
            #expect(try test.rows(of: "bob") == ["- was first", "* second"])
            #expect(try test.messages(of: "bob").map(\.url) == ["?second"])
        }
    }

    @Test(.proves("C-019", "C-123")) func aFileThatIsDeletedAfterTheInsertIsSent() async throws {
        try await Puppet.with { test in
            let folder = try test.privateFolder(of: "alice")
            try Data("some notes\n".utf8).write(to: URL(filePath: folder + "/notes.txt"))
            try test.givePicture(to: "alice")
            let paths = ["notes.txt", "good.png"].map { "\(folder)/\($0)" }
            let given = try paths.map { try Data(contentsOf: URL(filePath: $0)) }
            try await test.window(as: "alice") { window in
                try await window.open(test.bundle(Puppet.id))
                try await test.play("attach notes.txt", "attach good.png", in: window)
                try await test.play("delete notes.txt", "delete good.png", in: window)
                for path in paths { #expect(!FileManager.default.fileExists(atPath: path)) }
                try await window.send()
            }
            let files = try test.entries(of: "bob").compactMap {
                if case .attachment(let attachment) = $0.item?.content { attachment.file } else { MediaFile?.none }
            }
            let copies = files.map { "\(test.home)/media/\($0.digest.rawValue).\($0.type.fileExtension)" }
            #expect(try copies.map { try Data(contentsOf: URL(filePath: $0)) } == given)
        }
    }

    /// The movie is not even copied: the files of the host are the picture and the extension's icon.
    @Test(.proves("C-202")) func ofAnImageAndAMovieOnlyTheImageIsTakenAndSent() async throws {
        try await Puppet.with { test in
            try test.givePicture(to: "alice")
            let folder = try test.privateFolder(of: "alice")
            try FileManager.default.copyItem(atPath: SampleFiles.path("clip.mp4"), toPath: folder + "/clip.mp4")
            let trace = Trace()
            try await test.window(as: "alice", trace: trace) { window in
                try await window.open(test.bundle(Puppet.id))
                try await test.play("message url=?a|media=clip.mp4|image=good.png", in: window)
                let warning = "media_file is not sent: the layout has an image_file, which takes precedence"
                #expect(trace.answers == [warning, "done message 0 aside"])
                let staged = try #require(await window.draft.message?.message?.layout)
                #expect(staged.image?.type == .png && staged.media == nil)
                let icon = try #require(await window.draft.message?.origin?.icon)
                let files = try FileManager.default.contentsOfDirectory(atPath: "\(test.home)/media")
                #expect(Set(files) == Set([icon, staged.image].compactMap { $0.map { "\($0.digest).png" } }))
                try await window.send()
                let sending = try trace.sighting("didStartSending")
                #expect(sending["message.image"] != nil && sending["message.media"] == nil)
                // The movie alone is taken.
                try await test.play("message url=?b|media=clip.mp4", in: window)
                #expect(await window.draft.message?.message?.layout?.media?.type == .mp4)
            }
            let received = try #require(try test.messages(of: "bob").first?.layout)
            #expect(received.image != nil && received.media == nil)
        }
    }

    @Test(.proves("C-018")) func everyItemSaysWhichExtensionStagedIt() async throws {
        try await Puppet.with { test in
            try test.givePicture(to: "alice")
            try await test.send(
                "message url=?a",
                "text words",
                "sticker good.png|cup",
                "attach good.png",
                from: "alice"
            )
            let entries = try test.entries(of: "bob")
            #expect(entries.count == 4)
            for entry in entries {
                #expect(entry.item?.origin?.extensionID.rawValue == Puppet.id)
                #expect(entry.item?.origin?.name == "puppet")
            }
        }
    }
}
