import Foundation
import MayflyBundles
import MayflyConformance
import MayflyHost
import MayflyModel
import Testing

/// The program that converts pictures, run as the host runs it.
@Suite struct MediaWorkerTests {
    private static let program = Bundle.main.bundlePath + "/mayfly-media-worker"

    private func convert(_ path: String, _ scope: PictureConversion.Scope = .first) async throws -> [UInt8]? {
        let converter = PictureConverter(program: Self.program, deadline: .seconds(120), loop: try .running())
        let conversion = await converter.convert(path, scope: scope)
        #expect(conversion.missing == [:])
        return try conversion.result.get()
    }

    /// Writes a file, hands its path on and removes it.
    private func withFile(_ bytes: some Sequence<UInt8>, _ body: (String) async throws -> Void) async throws {
        let path = NSTemporaryDirectory() + "mayfly-media-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(bytes).write(to: URL(filePath: path))
        try await body(path)
    }

    @Test(
        .proves("C-206", "C-218"),
        arguments: [("clear-half.png", 1_200, 800), ("turned.jpg", 600, 1_200), ("moving.gif", 320, 320)]
    )
    func makesAJPEGOfBoundedSize(sample: String, width: Int, height: Int) async throws {
        let bytes = try #require(try await convert(SampleFiles.path(sample)))
        let picture = try MediaProbe.picture(bytes)
        #expect(picture.type == .jpeg && picture.size == .init(width: width, height: height))
    }

    @Test(arguments: ["moving.gif", "moving.png"]) func leavesWhatMovesWhereOnlyStillsAreWanted(sample: String)
        async throws
    {
        #expect(try await convert(SampleFiles.path(sample), .stills) == nil)
    }

    /// A few bytes that claim 900 million pixels.
    @Test func refusesAPictureThatWouldFillAllMemory() async throws {
        var bytes = try SampleFiles.bytes("palette.png")
        bytes.replaceSubrange(16..<24, with: [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30])
        let body = Array(bytes[12..<29])
        bytes.replaceSubrange(29..<33, with: SampleFiles.checksum(body))
        try await withFile(bytes) { path in
            let failure = ConversionFailure.refused("30,000 x 30,000 pixels, over the limit of 67,108,864")
            await #expect(throws: failure) { try await convert(path) }
        }
    }

    @Test(arguments: ["clip.mp4", "other.webp", "other.avif"]) func refusesWhatIsNoPicture(sample: String) async throws
    {
        await #expect(throws: ConversionFailure.refused("neither PNG, JPEG nor GIF by its content")) {
            try await convert(SampleFiles.path(sample))
        }
    }

    @Test func saysWhenTheFileIsGone() async throws {
        let failure = await #expect(throws: ConversionFailure.self) { try await convert("/nowhere/picture.png") }
        #expect(failure?.reason == "the file /nowhere/picture.png cannot be opened: No such file or directory")
    }

    /// Bytes that are wrong in many ways: it answers with a picture or with a reason, and does not crash.
    @Test(arguments: ["palette.png", "grey.jpg", "ink.jpg", "still.gif", "clear-half.gif"])
    func survivesDamage(sample: String) async throws {
        let whole = try SampleFiles.bytes(sample)
        let converter = PictureConverter(program: Self.program, deadline: .seconds(120), loop: try .running())
        for turn in 0..<12 {
            var bytes = whole
            for step in 0..<4 { bytes[(turn * 7_919 + step * 104_729) % bytes.count] ^= UInt8(turn + 1) }
            try await withFile(bytes) { path in
                do throws(ConversionFailure) {
                    _ = try await converter.convert(path, scope: .first).result.get()
                } catch {
                    guard case .refused = error else {
                        Issue.record("\(sample), turn \(turn): \(error)")
                        return
                    }
                }
            }
        }
    }

    @Test func manyAtOnceAllGetTheirOwnPicture() async throws {
        let converter = PictureConverter(program: Self.program, deadline: .seconds(120), loop: try .running())
        let names = ["palette.png", "grey.jpg", "ink.jpg", "still.gif", "clear-half.gif", "moving.gif"]
        try await withThrowingTaskGroup(of: (String, [UInt8]?).self) { group in
            for name in names + names {
                group.addTask {
                    (name, try await converter.convert(SampleFiles.path(name), scope: .first).result.get())
                }
            }
            var found: [String: Set<[UInt8]>] = [:]
            for try await (name, bytes) in group { found[name, default: []].insert(try #require(bytes)) }
            #expect(found.count == names.count && found.values.allSatisfy { $0.count == 1 })
            #expect(found["palette.png"] != found["grey.jpg"])
        }
    }

    /// It waits for the rest of its input, which this test holds open, and its parent is killed.
    @Test func diesWithItsHost() async throws {
        let layers = SandboxLayer.allCases.map(\.rawValue).joined(separator: ",")
        let (input, output, host) = (Pipe(), Pipe(), Process())
        host.executableURL = URL(filePath: "/bin/sh")
        host.arguments = [
            "-c", "exec 9<&0 </dev/null; \"$0\" $$ first \"$1\" nothing <&9 9<&- & exec 9<&-; kill -STOP $$",
            Self.program,
            layers,
        ]
        host.standardInput = input
        host.standardOutput = output
        host.standardError = FileHandle.nullDevice
        try host.run()
        try input.fileHandleForReading.close()
        // It returns when the program has begun to read, so its sandbox is entered.
        try await OwnThread.run { try PipeFill.write(to: input.fileHandleForWriting.fileDescriptor) }
        kill(host.processIdentifier, SIGKILL)
        // Ends when the last process that can write there is gone.
        let written = try await OwnThread.run { try output.fileHandleForReading.readToEnd() }
        #expect(written ?? Data() == Data())
        try await OwnThread.run { host.waitUntilExit() }
        try input.fileHandleForWriting.close()
    }

    @Test func saysWhatItIsToAPerson() async throws {
        try await Tool.with { tool in
            let outcome = try await tool.run(program: Self.program, all: [])
            #expect(outcome.status == PictureConversion.Status.misused.rawValue)
            #expect(outcome.errors.contains("is started by mayfly and does nothing on its own"))
        }
    }
}
