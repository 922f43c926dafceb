import Foundation
import MayflyABI
import MayflyLinux
import MayflyModel
import MayflyTestSupport
import MayflyTesting
import Testing

@testable import MayflyTracing

/// Records as a stranger makes them.
@Suite struct RecordReadingTests {
    /// A record with these chunks behind its header and a launch, with a right digest.
    private static func record(_ chunks: [(RecordFormat.Chunk, [UInt8])]) -> [UInt8] {
        let header = #"{"host":"0.1.0","interface":"1.0","keeps_data":true}"#
        let launch =
            #"{"launch":1,"begun":0,"extension":"a.b","version":"1.0.0","library":"","style":"compact","locale":"en","#
            + #""limits":{}}"#
        var bytes = RecordFormat.title
        for (kind, payload) in [(RecordFormat.Chunk.header, Array(header.utf8)), (.launch, Array(launch.utf8))] + chunks
        {
            bytes += RecordFormat.chunk(kind, payload)
        }
        return bytes + RecordFormat.chunk(.finish, SHA256.hash(bytes))
    }

    private static func file(_ path: String, size: UInt64, content: [UInt8]?) -> [UInt8] {
        var writer = WireWriter()
        writer.write(UInt32(1))
        writer.write(text: path)
        writer.write(size)
        writer.write(bytes: content)
        return writer.finish()
    }

    @Test func aRightOneIsRead() throws {
        let bytes = Self.record([(.file, Self.file("/private/a/b", size: 2, content: [1, 2]))])
        let launch = try #require(try RecordReader.recording(of: "r", bytes).launches.first)
        guard case .file(let file) = launch.steps.first else {
            Issue.record("no file")
            return
        }
        #expect(file == RecordedFile(path: "/private/a/b", size: 2, content: [1, 2]))
    }

    @Test(arguments: [
        "/etc/passwd", "/private", "/private/", "/private/../x", "/private/a/../../x", "private/a", "/private//a",
        "/bundle/a",
        "/private/a\0b", "/private/" + String(repeating: "x", count: 300),
    ])
    func aFileOutsideOfTheFoldersIsRefused(path: String) throws {
        let bytes = Self.record([(.file, Self.file(path, size: 1, content: nil))])
        let error = #expect(throws: MayflyError.self) { try RecordReader.recording(of: "r", bytes) }
        #expect(error?.message.contains("a file with the path '") == true, "\(error?.message ?? "")")
    }

    @Test func filesOfTooManyBytesAndOfAnotherSizeAreRefused() throws {
        for (size, content, reason) in [
            (1 << 40, nil, "files of more than 268435456 bytes"),
            (3, [1], "a file of 3 bytes with a content of another size"),
        ] as [(UInt64, [UInt8]?, String)] {
            let bytes = Self.record([(.file, Self.file("/private/a", size: size, content: content))])
            let error = #expect(throws: MayflyError.self) { try RecordReader.recording(of: "r", bytes) }
            #expect(error?.message.hasSuffix(reason) == true, "\(error?.message ?? "")")
        }
    }

    /// The extension puts a link where a file of the record is to be made.
    @Test func noLinkOfTheExtensionIsFollowed() throws {
        let path = NSTemporaryDirectory() + "mayfly-replay-\(UUID())"
        let manager = FileManager.default
        try manager.createDirectory(atPath: path + "/home", withIntermediateDirectories: true)
        defer { try? manager.removeItem(atPath: path) }
        let outside = path + "/outside"
        try manager.createDirectory(atPath: outside, withIntermediateDirectories: true)
        let folder = try ReplayFolder(in: path + "/home")
        try manager.createSymbolicLink(atPath: folder.privateFolder + "/folder", withDestinationPath: outside)
        try manager.createSymbolicLink(atPath: folder.privateFolder + "/name", withDestinationPath: outside + "/name")
        for name in ["folder/a", "name", "deep/er/a"] {
            folder.make(RecordedFile(path: "/private/\(name)", size: 3, content: nil))
        }
        #expect(try manager.contentsOfDirectory(atPath: outside).isEmpty)
        #expect(try Data(contentsOf: URL(filePath: folder.privateFolder + "/deep/er/a")) == Data([0, 0, 0]))
    }

    /// A text keeps its size, and what is no letter and no digit; the extension's own words stay.
    @Test(arguments: [
        ("Anna 4711", nil), ("12", "12"), ("-3", "-3"), ("4711", nil), ("vanilla", "vanilla"), ("Vanilla ice", nil),
        ("Grüße an \u{1F366}", nil), ("", ""),
    ])
    func aTextStaysOrHasAnotherOfItsSize(text: String, stays: String?) {
        var standIns = Self.standIns
        let json = standIns.json("{\"text\":\"\(text)\",\"id\":\"\(text)\"}", .first)
        let whole = String(json.dropFirst(#"{"text":""#.count).prefix { $0 != "\"" })
        #expect(whole.utf8.count == text.utf8.count && whole.unicodeScalars.count == text.unicodeScalars.count)
        #expect(json.hasSuffix("\"id\":\"\(text)\"}"))
        if let stays { #expect(whole == stays) } else { #expect(whole != text) }
        let other = standIns.json("{\"text\":\"\(text)\"}", .second)
        for (one, other) in zip(whole.unicodeScalars, other.dropFirst(#"{"text":""#.count).unicodeScalars)
        where stays == nil {
            #expect(one.properties.isAlphabetic || one.value > 0x2000 || one == "1" ? one != other : one == other)
        }
    }

    @Test(arguments: [
        ("?count=3&title=Annas%20Lauf", "?count=3&title="), ("https://a.example/vanilla?note=12", "?note=12"),
        ("{\"a\":\"x\\\"y\\u00e9", nil), ("data:text/plain,hallo", nil), ("?", "?"), ("%", nil),
    ])
    func anyTextKeepsItsSize(text: String, part: String?) {
        var standIns = Self.standIns
        let function = Table.function(200)
        let message = RecordValue(Table.message, ["url": .text(text), "summary_text": .text(text)])
        let frame = Frame(
            .call,
            function: 200,
            instance: 1,
            payload: function?.payload([.record(message), .unsigned(7)]) ?? []
        )
        let shown = standIns.frame(frame, .first)
        #expect(shown.payload.count == frame.payload.count)
        let url = try? function?.arguments(of: shown.payload)["message"].record?["url"].text
        if let part { #expect(url?.contains(part) == true, "\(url ?? "")") }
        #expect(standIns.frame(frame, .first) == shown)
    }

    private static var standIns: StandIns {
        StandIns(
            key: [1, 2, 3],
            vocabulary: Vocabulary(files: [Array("x vanilla, other\u{0}words".utf8)]),
            places: .init(bundle: "/home/anna/b", privateFolder: "/home/anna/p", received: "/home/anna/r")
        )
    }
}
