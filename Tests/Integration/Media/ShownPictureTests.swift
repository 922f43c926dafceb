import Foundation
import MayflyBundles
import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import Testing

/// Pictures as a page shows them: made by the program that decodes, once, and without waiting for each other.
@Suite struct ShownPictureTests {
    private static let real = Bundle.main.bundlePath + "/mayfly-media-worker"

    /// The program that decodes, behind lines that are run before it.
    private static func program(_ lines: String) throws -> FaultyProgram {
        try FaultyProgram("\(lines)\nexec '\(real)' \"$@\" < /proc/self/fd/0", reports: false)
    }

    /// Attaches a sample as alice, and gives its file.
    private static func attached(_ sample: String, _ test: TestHost) async throws -> MediaFile {
        try await test.window(as: "alice") { window in
            try await window.attach(fileAt: SampleFiles.path(sample))
            return try #require(await window.draft.media.first?.files.first)
        }
    }

    /// However often it is asked for, also at once.
    @Test func aPictureIsMadeOnce() async throws {
        let scratch = try ScratchFolder()
        let program = try Self.program("echo run >> '\(scratch.at("runs"))'")
        @Sendable func runs() throws -> Int { try scratch.bytes("runs").count / 4 }
        try await TestHost.with(mediaWorker: program.path) { test in
            let file = try await Self.attached("grey.jpg", test)
            async let first = test.host.shownPicture(file.digest)
            async let second = test.host.shownPicture(file.digest)
            let (one, other) = try await (first, second)
            #expect(try MediaProbe.picture(one).type == .jpeg && one == other)
            #expect(try await test.host.shownPicture(file.digest) == one)
            #expect(try runs() == 1)
            // What is not in the store any more is not shown from memory either.
            try FileManager.default.removeItem(atPath: "\(test.home)/media/\(file.digest).jpg")
            let failure = await #expect(throws: MayflyError.self) { try await test.host.shownPicture(file.digest) }
            #expect(failure?.code == .files)
        }
    }

    /// One that cannot be decoded is not decoded again and again. One whose process could not start is.
    @Test func aFailureIsKeptIfItIsThePictures() async throws {
        let scratch = try ScratchFolder()
        let program = try FaultyProgram("echo run >> '\(scratch.at("runs"))'; kill -SEGV $$")
        let path = scratch.at("missing")
        for (path, runs) in [(program.path, 1), (path, 0)] {
            let pictures = ShownPictures(
                program: path,
                confinement: Confinement(requirement: .nothing),
                deadline: .seconds(600),
                loop: try .running()
            )
            let bytes = try SampleFiles.bytes("grey.jpg")
            for _ in 0..<2 {
                await #expect(throws: MayflyError.self) { try await pictures.picture(bytes) }
            }
            if runs > 0 { #expect(try scratch.bytes("runs").count == runs * 4) }
        }
        // It is there now.
        let pictures = ShownPictures(
            program: path,
            confinement: Confinement(),
            deadline: .seconds(600),
            loop: try .running()
        )
        let bytes = try SampleFiles.bytes("grey.jpg")
        await #expect(throws: MayflyError.self) { try await pictures.picture(bytes) }
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: Self.real)
        #expect(try MediaProbe.picture(await pictures.picture(bytes)).type == .jpeg)
    }

    /// Two pictures that are never decoded hold up no other, and a third one of them is put off.
    @Test func slowPicturesHoldUpNoOther() async throws {
        // PNG files take for ever.
        let scratch = try ScratchFolder()
        let program = try Self.program(
            "head -c 4 | grep -q PNG && echo run >> '\(scratch.at("runs"))' && sleep 1000000"
        )
        let pictures = ShownPictures(
            program: program.path,
            confinement: Confinement(),
            patience: .seconds(4),
            deadline: .seconds(600),
            loop: try .running()
        )
        let slow = [try SampleFiles.bytes("palette.png"), try SampleFiles.bytes("moving.png")]
        let usual = [try SampleFiles.bytes("grey.jpg"), try SampleFiles.bytes("still.gif")]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for bytes in slow { group.addTask { _ = try? await pictures.picture(bytes) } }
            // Both processes of the first try are theirs.
            try await until { (try? scratch.bytes("runs").count) ?? 0 >= 8 }
            for bytes in usual { #expect(try MediaProbe.picture(await pictures.picture(bytes)).type == .jpeg) }
            // They wait for turns of their own then, and there is no room for others.
            try await until { await pictures.waiting == 2 }
            for bytes in slow {
                let failure = await #expect(throws: MayflyError.self) { try await pictures.picture(bytes) }
                #expect(failure?.code == .notPossibleNow)
            }
            group.cancelAll()
        }
        #expect(try program.processes == [])
    }
}
