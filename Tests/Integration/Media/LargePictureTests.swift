import Foundation
import MayflyBundles
import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import Testing

/// Pictures of the person over a limit: they are made smaller, not refused (D-29).
@Suite struct LargePictureTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    private struct Attached: Sendable {
        let file: MediaFile
        let bytes: [UInt8]
        /// What a terminal shows of it.
        let pixels: PicturePixels?
    }

    /// Attaches a file as alice.
    private func attached(_ bytes: [UInt8], named name: String) async throws -> Attached {
        let path = scratch.at(name)
        try Data(bytes).write(to: URL(filePath: path))
        // A machine that does much else takes longer than a person would wait.
        var policy = Policy()
        policy.conversion = .seconds(600)
        return try await TestHost.with(policy: policy) { test in
            try await test.window(as: "alice") { window in
                try await window.attach(fileAt: path)
                let file = try #require(await window.draft.media.first?.files.first)
                let kept = Array(try Data(contentsOf: URL(filePath: test.host.mediaPath(file.digest))))
                return Attached(file: file, bytes: kept, pixels: try? await test.host.pixels(of: file.digest))
            }
        }
    }

    private func expectSmaller(
        _ bytes: [UInt8],
        named name: String,
        is size: (width: Int, height: Int)
    ) async throws -> PicturePixels {
        let attached = try await attached(bytes, named: name)
        let (file, kept) = (attached.file, attached.bytes)
        #expect(file.type == .jpeg && file.name == "My photo.jpg")
        let picture = try MediaProbe.picture(kept)
        #expect(picture.type == .jpeg && picture.size == file.pixelSize)
        #expect((picture.size.width, picture.size.height) == size)
        return try #require(attached.pixels)
    }

    /// A picture that looks the same. What a JPEG loses is within a few steps of a colour.
    private func expectSame(_ one: PicturePixels, _ other: PicturePixels) {
        #expect((one.width, one.height) == (other.width, other.height))
        let differences = zip(one.bytes, other.bytes).map { abs(Int($0) - Int($1)) }
        #expect(differences.reduce(0, +) < 4 * differences.count)
    }

    /// Of 100 million pixels.
    @Test func aPhotoOfManyPixelsIsMadeSmaller() async throws {
        let bytes = Self.grey(width: 12_500, height: 8_000)
        #expect(throws: PictureProblem.self) { try MediaProbe.picture(bytes) }
        let pixels = try await expectSmaller(bytes, named: "My photo.jpeg", is: (1_200, 768))
        // Each is the grey of the blocks.
        #expect(Set(pixels.bytes) == [128, 255])
    }

    @Test func aPhotoOfManyBytesIsMadeSmaller() async throws {
        let bytes = try Self.padded(SampleFiles.bytes("turned.jpg"))
        let pixels = try await expectSmaller(bytes, named: "My photo.JPG", is: (600, 1_200))
        let given = try await attached(SampleFiles.bytes("turned.jpg"), named: "turned.jpg")
        expectSame(pixels, try #require(given.pixels))
        #expect(Set(pixels.bytes).count > 3)
    }

    /// What is within the limits stays byte for byte.
    @Test func othersStay() async throws {
        let bytes = try SampleFiles.bytes("turned.jpg")
        let attached = try await attached(bytes, named: "turned.jpg")
        #expect(attached.bytes == bytes && attached.file.name == "turned.jpg")
    }

    /// One that only begins as a picture is a file like any other, which has the limit of files.
    @Test func whatIsNoPictureIsNotMadeSmaller() async throws {
        let broken = Array(Self.grey(width: 12_500, height: 8_000).prefix(5_000))
        let other = try await attached(broken, named: "a.jpg")
        #expect(other.file.type == .data && other.bytes == broken)
        let long = Array(try Self.padded(SampleFiles.bytes("turned.jpg")).dropLast(1_000))
        let failure = await #expect(throws: MayflyError.self) { try await attached(long, named: "b.jpg") }
        #expect(failure?.message.hasPrefix("'b.jpg' is not attached: over the limit of 16,777,216 bytes") == true)
        #expect(failure?.message.contains("not made smaller: damaged") == true, "\(failure?.message ?? "")")
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: 16 << 20 | 1)
        let tooLong = await #expect(throws: MayflyError.self) { try await attached(text, named: "c.txt") }
        #expect(tooLong?.message.contains("16,777,217 bytes, over the limit of 16,777,216") == true)
    }

    /// A grey JPEG of few bytes: each block has two codes of one bit (T.81, annex F).
    private static func grey(width: UInt16, height: UInt16) -> [UInt8] {
        let size = [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)]
        let quantities: [UInt8] = [0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
        let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8] + size + [1, 1, 0x11, 0]
        let codes = [0x00, 0x10].flatMap { [0xFF, 0xC4, 0, 20, $0, 1] + [UInt8](repeating: 0, count: 16) }
        let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
        let blocks = (Int(width) + 7) / 8 * ((Int(height) + 7) / 8)
        let data = [UInt8](repeating: 0, count: (2 * blocks + 7) / 8)
        return [0xFF, 0xD8] + quantities + frame + codes + scan + data + [0xFF, 0xD9]
    }

    /// The same picture with comments of 16 MiB.
    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        let comment: [UInt8] = [0xFF, 0xFE, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 65_533)
        return Array(bytes.prefix(2) + Array((0..<257).map { _ in comment }.joined()) + bytes.dropFirst(2))
    }
}
