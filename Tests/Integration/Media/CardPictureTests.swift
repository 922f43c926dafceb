import Foundation
import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import Testing

/// The pictures of cards: by whom they are decoded, when, how often, and until when.
@Suite struct CardPictureTests {
    /// A program in the place of `mayfly-media-worker` that notes each of its runs. It gives a picture at once for a file of less than
    /// 100,000 bytes, and none for a larger one before a test is over.
    private struct Decoder: Sendable {
        private let scratch: ScratchFolder
        let path: String

        init() throws {
            scratch = try ScratchFolder()
            path = scratch.at("mayfly-media-worker")
            let script = """
                #!/bin/sh
                echo >&2
                echo run >>'\(scratch.at("runs"))'
                if [ "$(stat -c %s -)" -ge 100000 ]; then sleep 200; exit 1; fi
                cat '\(SampleFiles.path("grey.jpg"))'

                """
            try writeScript(script, to: path)
        }

        /// How often it was started.
        var runs: Int {
            (try? String(contentsOfFile: scratch.at("runs"), encoding: .utf8).split(separator: "\n").count) ?? 0
        }

        var processes: [Int32] { get throws { try HeldConversion.processes(of: path) } }
    }

    /// A bundle with a card that shows these pictures, and these files.
    private static func bundle(_ pictures: [String], _ files: [String: [UInt8]] = [:]) throws -> String {
        let images = pictures.map { #"{"type":"Image","url":"\#($0)"}"# }
        let bundle = try CardPlugin.showing(CardPlugin.card(images.joined(separator: ",")))
        for (name, bytes) in files { try Data(bytes).write(to: URL(filePath: bundle + "/" + name)) }
        return bundle
    }

    /// Pictures with which the decoder does not come to an end, each another.
    private static func slow(_ number: Int) throws -> [UInt8] {
        try SampleFiles.padded("palette.png", to: 100_000 + number)
    }

    /// Alice's window, in which the card is shown.
    private static func with(
        _ bundle: String,
        _ decoder: String,
        policy: Policy = .immediate,
        _ trace: Trace = Trace(),
        _ body: @Sendable (TestHost, ConversationWindow) async throws -> Void
    ) async throws {
        let bundles = [bundle, try PluginWorkshop.bundle("inserter")]
        try await TestHost.with(bundles: bundles, policy: policy, mediaWorker: decoder) { test in
            let window = try await test.host.openWindow(on: test.conversation, as: "alice") { trace.record($0) }
            try await window.open(test.bundle(CardPlugin.id))
            let result = await Result { try await body(test, window) }
            await window.close()
            try result.get()
        }
    }

    /// What became of a request for a picture: its first bytes, or why there is none.
    private static func ask(_ window: ConversationWindow, for name: String) async -> Result<[UInt8], MayflyError> {
        do throws(MayflyError) { return .success(Array(try await window.picture(named: name).prefix(2))) } catch {
            return .failure(error)
        }
    }

    private static func code(_ result: Result<[UInt8], MayflyError>) -> MayflyError.Code? {
        if case .failure(let error) = result { error.code } else { nil }
    }

    private static func message(_ result: Result<[UInt8], MayflyError>) -> String {
        if case .failure(let error) = result { error.message } else { "" }
    }

    @Test func aSendDoesNotWaitForThePicturesOfACard() async throws {
        let decoder = try Decoder()
        let names = (1...4).map { "slow\($0).png" }
        let files = try Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, try Self.slow($0)) })
        try await Self.with(try Self.bundle(names.map { "bundle:" + $0 }, files), decoder.path) { test, window in
            await withDiscardingTaskGroup { group in
                for name in names { group.addTask { _ = await Self.ask(window, for: "bundle:" + name) } }
                await #expect(throws: Never.self) {
                    try await until { decoder.runs > 0 }
                    try test.host.createConversation("elsewhere", with: ["alice", "bob"])
                    try await test.host.withWindow(on: "elsewhere", as: "alice") { other in
                        try await EndlessConversion.stagePicture(test, other)
                        try await other.send()
                    }
                    let sent = try test.host.look(at: "elsewhere", as: "bob").transcript.entries.compactMap(\.item)
                    #expect(sent.first?.message?.layout?.image?.type == .jpeg)
                    #expect(try decoder.processes != [])
                }
                group.cancelAll()
            }
        }
        #expect(try decoder.processes == [])
    }

    /// Many may wait, and each file has up to 16 MiB.
    @Test func aPictureIsReadWhenItIsItsTurn() async throws {
        let decoder = try Decoder()
        let bundle = try Self.bundle(["bundle:a.png", "bundle:b.png"], ["a.png": Self.slow(1), "b.png": Self.slow(2)])
        try await Self.with(bundle, decoder.path) { _, window in
            let first = Task { await Self.ask(window, for: "bundle:a.png") }
            try await until { decoder.runs == 1 }
            let second = Task.immediate { await Self.ask(window, for: "bundle:b.png") }
            // The request has long come to the window by then, and would have been read.
            for _ in 0..<100 {
                _ = await window.view
                await Task.yield()
            }
            try FileManager.default.removeItem(atPath: bundle + "/b.png")
            first.cancel()
            let result = await second.value
            #expect(Self.code(result) == .files)
            #expect(Self.message(result).contains("no such file"), "\(result)")
            #expect(Self.code(await first.value) == .notPossibleNow)
            #expect(decoder.runs == 1)
        }
    }

    @Test func aPictureOfManyNamesIsConvertedOnce() async throws {
        let decoder = try Decoder()
        let names = (0..<20).map { "bundle:" + String(repeating: "./", count: $0) + "picture.png" }
        try await Self.with(try Self.bundle(names), decoder.path) { _, window in
            await withTaskGroup(of: Result<[UInt8], MayflyError>.self) { group in
                for name in names { group.addTask { await Self.ask(window, for: name) } }
                for await result in group { #expect((try? result.get()) == [0xFF, 0xD8], "\(result)") }
            }
        }
        #expect(decoder.runs == 1)
    }

    /// A client asks for it in pieces, which are of one picture.
    @Test func aPictureIsReadOnceForEachView() async throws {
        let decoder = try Decoder()
        let bundle = try Self.bundle(["bundle:picture.png"])
        try await Self.with(bundle, decoder.path) { test, window in
            #expect(try await Self.ask(window, for: "bundle:picture.png").get() == [0xFF, 0xD8])
            try FileManager.default.removeItem(atPath: bundle + "/picture.png")
            #expect(try await Self.ask(window, for: "bundle:picture.png").get() == [0xFF, 0xD8])
            try await window.closeExtension()
            try await window.open(test.bundle(CardPlugin.id))
            #expect(Self.code(await Self.ask(window, for: "bundle:picture.png")) == .files)
        }
        #expect(decoder.runs == 1)
    }

    /// The bounds that hold for the pictures of messages.
    @Test func aPictureThatIsRefusedElsewhereIsNotDecoded() async throws {
        let decoder = try Decoder()
        let header: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC2, 0, 11, 8, 0x20, 0, 0x20, 0, 1, 1, 0x11, 0]
        let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0, 0, 0]
        let picture = header + repeatElement(scan, count: 463).joined() + [0xFF, 0xD9]
        try await Self.with(try Self.bundle(["bundle:scans.jpg"], ["scans.jpg": picture]), decoder.path) { _, window in
            let result = await Self.ask(window, for: "bundle:scans.jpg")
            #expect(Self.code(result) == .files)
            #expect(Self.message(result).contains("more than 16 scans of 8,192 x 8,192 pixels"), "\(result)")
        }
        #expect(decoder.runs == 0)
    }

    @Test(arguments: [true, false]) func whatIsNotShownAnyMoreIsNotDecoded(closesWindow: Bool) async throws {
        let decoder = try Decoder()
        let bundle = try Self.bundle(["bundle:a.png", "bundle:b.png"], ["a.png": Self.slow(1), "b.png": Self.slow(2)])
        try await Self.with(bundle, decoder.path) { _, window in
            let requests = ["a", "b"].map { name in Task { await Self.ask(window, for: "bundle:\(name).png") } }
            // A process is there before it has begun.
            try await until { try decoder.runs == 1 && decoder.processes != [] }
            if closesWindow { await window.close() } else { try await window.closeExtension() }
            for request in requests { #expect(Self.code(await request.value) == .notPossibleNow) }
            #expect(try decoder.processes == [])
        }
        #expect(decoder.runs == 1)
    }

    /// A decoder that takes two seconds of processor time is ended by the kernel, however long that takes. The kernel counts them by its
    /// ticks: on a busy machine they are fewer by the clock that is charged.
    @Test func theTimeOfTheDecoderIsThatOfTheExtension() async throws {
        let decoder = try FaultyProgram("ulimit -t 2\nwhile :; do :; done")
        let path = decoder.path
        var policy = Policy.immediate
        policy.hostBudget = .milliseconds(500)
        let trace = Trace()
        try await Self.with(try Self.bundle(["bundle:picture.png"]), path, policy: policy, trace) { _, window in
            _ = await Self.ask(window, for: "bundle:picture.png")
            await trace.wait { !$0.ends.isEmpty }
        }
        guard case .exceeded(.hostTime, let used?, limit: 500)? = trace.events.ends.first?.cause else {
            Issue.record("ended for \(trace.events.ends.map(\.cause))")
            return
        }
        #expect(used >= 500)
    }

    /// Two conversions of one extension take the turns of one.
    @Test func aSendDoesNotWaitForThePicturesOfAnotherExtension() async throws {
        let decoder = try Decoder()
        let other = "test.mayfly.inserter-two"
        let bundles = try [PluginWorkshop.bundle("inserter"), PluginWorkshop.bundle("inserter", id: other)]
        let conversations = ["one", "two", "three"]
        try await TestHost.with(bundles: bundles, policy: .immediate, mediaWorker: decoder.path) { test in
            for name in conversations { try test.host.createConversation(name, with: ["alice", "bob"]) }
            @Sendable func send(_ picture: [UInt8], to conversation: String, by id: String) async throws {
                try await test.host.withWindow(on: conversation, as: "alice") { window in
                    let folder = try test.privateFolder(of: "alice", id)
                    try Data(picture).write(to: URL(filePath: folder + "/a.png"))
                    try Data("message\tm\t?x\t@a.png\t-\tHello\n".utf8).write(to: URL(filePath: folder + "/orders"))
                    try await window.open(test.bundle(id))
                    try await window.tap("go")
                    try await window.send()
                }
            }
            try await withThrowingDiscardingTaskGroup { group in
                // One after the other: they take their orders from one file.
                for (number, name) in ["one", "two"].enumerated() {
                    let picture = try Self.slow(number)
                    group.addTask { try? await send(picture, to: name, by: Inserter.id) }
                    try await until { try test.host.look(at: name, as: "alice").transcript.count == 1 }
                }
                try await until { decoder.runs > 0 }
                try await send(try SampleFiles.bytes("palette.png"), to: "three", by: other)
                let sent = try test.host.look(at: "three", as: "bob").transcript.entries.compactMap(\.item)
                #expect(sent.first?.message?.layout?.image?.type == .jpeg)
                #expect(try decoder.processes != [])
                group.cancelAll()
            }
        }
        #expect(try decoder.processes == [])
    }
}

extension Result where Failure == any Error {
    /// What an asynchronous body returns or throws.
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
