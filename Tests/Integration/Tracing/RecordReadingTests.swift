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
    private static func launch(_ number: String = "1") -> String {
        #"{"launch":\#(number),"extension":"a.b","version":"1.0.0","library":"","style":"compact","locale":"en"}"#
    }

    /// A record with these chunks behind its header and a launch, with a right digest.
    private static func record(
        _ chunks: [(RecordFormat.Chunk, [UInt8])],
        launch: String = launch()
    ) -> [UInt8] {
        let header = #"{"host":"0.1.0","interface":"1.0","keeps_data":true}"#
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
            (
                1 << 40, nil,
                "the files of a launch have at most 268435456 bytes, found one of 1099511627776 bytes behind 0"
            ),
            (3, [1], "a file of 3 bytes with a content of another size"),
        ] as [(UInt64, [UInt8]?, String)] {
            let bytes = Self.record([(.file, Self.file("/private/a", size: size, content: content))])
            let error = #expect(throws: MayflyError.self) { try RecordReader.recording(of: "r", bytes) }
            #expect(error?.message.hasSuffix(reason) == true, "\(error?.message ?? "")")
        }
    }

    private static func step(at time: UInt64) -> [UInt8] {
        var writer = WireWriter()
        writer.write(UInt32(1))
        writer.write(time)
        writer.write(bytes: Array(Frame(.callback, function: 100).bytes.dropFirst(Frame.lengthBytes)))
        return writer.finish()
    }

    private static func end(of launch: UInt32 = 1, _ facts: String) -> [UInt8] {
        var writer = WireWriter()
        writer.write(launch)
        writer.write(text: facts)
        return writer.finish()
    }

    private static let finished = #"{"cause":"finished","number":0,"phase":null,"microseconds":7}"#

    @Test func aNumberThatIsOutOfItsBoundsIsNamedWithItsPlaceItsRuleAndItsValue() throws {
        let place = #"'r': the record is damaged at byte \d+: "#
        func refusal(_ bytes: [UInt8]) throws -> String {
            let error = #expect(throws: MayflyError.self) { try RecordReader.recording(of: "r", bytes) }
            let message = try #require(error?.message)
            let found = try #require(message.firstMatch(of: try Regex(place)), "\(message)")
            return String(message[found.range.upperBound...])
        }
        for number in ["0", "-1", "65537", "1.5", "null"] {
            let rule = "the number of a launch is from 1 to 65536, found \(number)"
            #expect(try refusal(Self.record([], launch: Self.launch(number))) == rule)
        }
        #expect(try refusal(Self.record([(.launch, Array(Self.launch().utf8))])) == "launch 1 begins twice")
        let most = "4503599627370496"
        for time in [1 << 53, UInt64.max] {
            #expect(
                try refusal(Self.record([(.sent, Self.step(at: time))]))
                    == "the time of a step is from 0 to \(most), found \(time)"
            )
        }
        for time in ["-1", "4503599627370497", "null"] {
            let facts = Self.finished.replacingOccurrences(of: ":7}", with: ":\(time)}")
            #expect(
                try refusal(Self.record([(.end, Self.end(facts))]))
                    == "the time of an end is from 0 to \(most), found \(time)"
            )
        }
        let signal = Self.finished.replacingOccurrences(of: ":0,", with: ":2147483648,")
        #expect(
            try refusal(Self.record([(.end, Self.end(signal))]))
                == "the signal or status of an end is from -2147483648 to 2147483647, found 2147483648"
        )
        #expect(try refusal(Self.record([(.end, Self.end(of: 2, Self.finished))])) == "launch 2 has not begun")
        let behind = [(RecordFormat.Chunk.end, Self.end(Self.finished)), (.sent, Self.step(at: 9))]
        #expect(try refusal(Self.record(behind)) == "launch 1 has ended")
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
        ("Grüße an \u{1F366}", nil), ("", ""), ("50% öl", nil), ("%", "%"), ("100%\u{1F366}", nil), ("x%zß", nil),
        ("100%e", nil),
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
        ("?a=50% öl&b=%C3%A9&c=%+1", "?a="), ("{\"a\":\"\\uéééé \\é \\u12\\n\"}", nil), ("a\\\u{301}b%é%", nil),
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
