import Foundation
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyBundles

@Suite struct BoundedFileTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
        try scratch.write("hello", to: "data/my file.txt")
        try scratch.write("secret", to: "secret.txt")
    }

    private var moved: AllowedFolder { AllowedFolder(seen: "/data", real: scratch.at("data")) }

    private func read(_ reference: String, limit: Int = 100) throws(MessageError) -> BoundedFile {
        try BoundedFile.read(reference, in: [AllowedFolder(scratch.at("data")), moved], limit: limit)
    }

    private func code(_ reference: String, limit: Int = 100) -> MessageErrorCode? {
        do throws(MessageError) {
            _ = try read(reference, limit: limit)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func readsPathsAndFileURLs() throws {
        let path = scratch.at("data/my file.txt")
        let coded = path.replacingOccurrences(of: " ", with: "%20")
        for reference in [path, "file://\(coded)", "FILE://localhost\(coded)", "file:\(coded)", "/data/./my file.txt"] {
            let file = try read(reference)
            #expect(file.bytes == Array("hello".utf8))
            #expect(file.name == "my file.txt")
        }
    }

    @Test(
        arguments: [
            "", "my file.txt", "./a", "http://example.com/a", "file://server/a", "file:a", "data:text/plain,x",
            "file:///a%0", "file:///a%zz", "file:///a%00", "file:///%FF", "file:///a?b", "file:///a#b", "/a\u{0}",
        ]
    )
    func answersImproperURL(reference: String) {
        #expect(code(reference) == .improperFileURL)
    }

    @Test func answersNotFound() {
        #expect(code("/data/nothing") == .fileNotFound)
        #expect(code("/data/my file.txt/deeper") == .fileNotFound)
    }

    @Test func answersUnreadableForEveryWayOut() throws {
        try scratch.link("data/out", to: "../secret.txt")
        try scratch.link("data/up", to: "..")
        try scratch.link("data/absolute", to: scratch.at("secret.txt"))
        let ways = [
            "/data/out", "/data/up/secret.txt", "/data/absolute", "/data/../secret.txt", "/etc/passwd", "/x", "/data",
        ]
        for path in ways {
            #expect(code(path) == .fileUnreadable, "\(path)")
        }
        #expect(code("file:///data/%2E%2E/secret.txt") == .fileUnreadable)
    }

    @Test func answersUnreadableForWhatIsNoRegularFile() throws {
        try scratch.makeFIFO("data/fifo")
        try scratch.makeFolder("data/folder")
        #expect(code("/data/fifo") == .fileUnreadable)
        #expect(code("/data/folder") == .fileUnreadable)
    }

    @Test func answersLimitExceededForTooManyBytes() {
        #expect(code("/data/my file.txt", limit: 4) == .limitExceeded)
        #expect(code("/data/my file.txt", limit: 5) == nil)
    }

    /// The reported size of this file is 0, but it has bytes: the size of the sticker cannot be determined (code 5).
    @Test func answersImproperAttributesForAStickerOfUnknownSize() throws {
        let (path, folders) = ("/proc/self/status", [AllowedFolder("/proc/self")])
        let sticker = #expect(throws: MessageError.self) {
            try StickerFile.read(path, description: "wave", in: folders)
        }
        #expect(sticker?.code == .stickerImproperAttributes && sticker?.domain == .stickers)
        #expect(sticker?.message.hasPrefix("sticker 'wave': the file '/proc/self/status': ") == true)
        let file = #expect(throws: MessageError.self) { try BoundedFile.read(path, in: folders, limit: 100_000) }
        #expect(file?.code == .fileUnreadable && file?.domain == .messages)
    }

    @Test func namesTheItemAndTheLimit() {
        let error = #expect(throws: MessageError.self) {
            try BoundedFile.read("/data/my file.txt", as: "attachment 'x'", in: [moved], limit: 4)
        }
        #expect(error?.message == "attachment 'x': 5 bytes, over the limit of 4")
    }

    @Test func takesTheInnermostOfNestedFolders() throws {
        try scratch.write("inner", to: "elsewhere/x")
        let outer = AllowedFolder(seen: "/", real: scratch.path)
        let folders = [outer, AllowedFolder(seen: "/data", real: scratch.at("elsewhere"))]
        #expect(try BoundedFile.read("/data/x", in: folders, limit: 10).bytes == Array("inner".utf8))
        #expect(try BoundedFile.read("/secret.txt", in: folders, limit: 10).bytes == Array("secret".utf8))
    }
}
