import Foundation
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyRepository

/// Archives that lead out of their folder, or that another program has packed in another way.
@Suite struct HostileArchiveTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    private static let end = [UInt8](repeating: 0, count: 1024)

    /// A header of a file that is right but for these bytes; its sum is right, too.
    private func header(_ path: String, size: Int = 0, _ changes: [(Int, [UInt8])] = []) throws -> [UInt8] {
        var block = try #require(TarHeader(path: path, kind: .file, size: size).block)
        for (offset, bytes) in changes { block.replaceSubrange(offset..<(offset + bytes.count), with: bytes) }
        block.replaceSubrange(148..<156, with: [UInt8](repeating: 0x20, count: 8))
        let sum = String(block.reduce(0) { $0 + Int($1) }, radix: 8)
        let digits = String(repeating: "0", count: 6 - sum.count) + sum
        block.replaceSubrange(148..<156, with: Array(digits.utf8) + [0, 0x20])
        return block
    }

    /// The end of the message with which it is refused. Nothing may be beside the folder.
    private func refusal(_ archive: [UInt8]) throws -> String {
        try? scratch.remove("inner")
        try scratch.makeFolder("inner/out")
        try scratch.write(archive, to: "a.tar")
        let error = #expect(throws: MayflyError.self) {
            try BundleArchive.unpack(scratch.at("a.tar"), named: "the archive", to: scratch.at("inner/out"))
        }
        #expect(try scratch.names("inner") == ["out"])
        #expect(error?.code == .invalidBundle)
        let message = error?.message ?? ""
        return message.hasPrefix("the archive: ") ? String(message.dropFirst(13)) : message
    }

    @Test(arguments: ["../x", "a/../../x", "..", ".", "./x", "a/./x", "a//x"])
    func refusesAPathThatLeadsOut(path: String) throws {
        #expect(try refusal(header(path) + Self.end) == "'\(path)' leads out of the bundle")
    }

    @Test func refusesAnAbsolutePath() throws {
        #expect(try refusal(header("/etc/x") + Self.end) == "'/etc/x' leads out of the bundle")
        // In two parts, the first of which is empty or a slash.
        let split = try header("x", [(345, Array("/etc".utf8))])
        #expect(try refusal(split + Self.end) == "'/etc/x' leads out of the bundle")
    }

    /// Hard and symbolic links, devices, FIFOs, and the headers of GNU and pax that change the next one.
    @Test(arguments: ["1", "2", "3", "4", "6", "7", "S", "L", "K", "x", "g", "D", "M", "V", "\u{0}", "A"])
    func refusesAllButFilesAndFolders(kind: Character) throws {
        let link = try header("a", [(156, Array(kind.utf8)), (157, Array("/etc/passwd".utf8))])
        #expect(try refusal(link + Self.end) == "'a' is neither a file nor a folder")
    }

    @Test func refusesEverythingThatIsNotOfTheOneForm() throws {
        let changes: [(String, Int, [UInt8])] = [
            ("a mode with rights", 100, Array("0004755".utf8)), ("an owner", 108, Array("0001750".utf8)),
            ("a group", 116, Array("0001750".utf8)), ("a time", 136, Array("14000000000".utf8)),
            ("a target of a link", 157, Array("x".utf8)), ("GNU's magic", 257, Array("ustar  \u{0}".utf8)),
            ("no magic", 257, [UInt8](repeating: 0, count: 8)), ("a name of the owner", 265, Array("root".utf8)),
            ("a device", 329, Array("0000001".utf8)), ("bytes behind all fields", 500, [1]),
            ("bytes behind the name", 50, Array("x".utf8)),
            ("another form of the size", 124, Array("       0000 ".utf8)),
        ]
        for (what, offset, bytes) in changes {
            let message = try refusal(header("a", [(offset, bytes)]) + Self.end)
            #expect(message.contains("not of the one form") || message.contains("no valid size"), "\(what): \(message)")
        }
        var wrongSum = try header("a")
        wrongSum[150] ^= 1
        #expect(try refusal(wrongSum + Self.end).contains("not of the one form"))
    }

    @Test(arguments: ["77777777777", "-0000000001", "+0000000001", "0000000000x", "\u{80}0000000000"])
    func refusesASizeThatIsNone(size: String) throws {
        let block = try header("a", [(124, Array(size.utf8.prefix(11)))])
        let message = try refusal(block + Self.end)
        #expect(
            message.contains("no valid size") || message.contains("the archive ends before")
                || message.contains("one form") || message.contains("its files have more than 268,435,456 bytes"),
            "\(message)"
        )
    }

    @Test func refusesAFolderWithASize() throws {
        #expect(try refusal(header("a", size: 5, [(156, [0x35])]) + Self.end) == "'a' has no valid size")
    }

    @Test func refusesAFileThatEndsBeyondTheEnd() throws {
        let message = try refusal(header("a", size: 5000) + [UInt8](repeating: 1, count: 1024))
        #expect(message == "'a' should have 5,000 bytes, and the archive ends before")
        #expect(try refusal(header("a")) == "it ends before its end")
        #expect(try refusal([]) == "it ends before its end")
        #expect(try refusal(Array(header("a").prefix(100))) == "it ends before its end")
    }

    @Test func refusesWhatIsBehindTheEnd() throws {
        let file = try header("a")
        #expect(try refusal(file + Self.end + [0]) == "it has no end, or something behind it")
        #expect(
            try refusal(file + Self.end.prefix(512) + header("b") + Self.end) == "it has no end, or something behind it"
        )
        #expect(try refusal(file + Self.end.prefix(512)) == "it has no end, or something behind it")
        #expect(
            try refusal(header("a", size: 1) + [1, 2] + [UInt8](repeating: 0, count: 510) + Self.end)
                == "'a' has bytes behind its end"
        )
    }

    @Test func refusesAPathThatComesTwice() throws {
        #expect(try refusal(header("a") + header("a") + Self.end) == "'a' comes twice")
        let folder = try #require(TarHeader(path: "a", kind: .folder).block)
        #expect(try refusal(header("a") + folder + Self.end) == "'a' comes twice")
        #expect(try refusal(folder + folder + Self.end) == "'a' comes twice")
    }

    @Test func refusesAFileInWhatIsNoFolder() throws {
        #expect(try refusal(header("a/b") + Self.end) == "'a/b' is in a folder that is not before it")
        #expect(try refusal(header("a") + header("a/b") + Self.end) == "'a/b' is in a folder that is not before it")
    }

    @Test func refusesTooManyFiles() throws {
        let folder = try #require(TarHeader(path: "a", kind: .folder).block)
        var archive = folder
        for number in 0..<20_000 { archive += try header("a/\(number)") }
        #expect(try refusal(archive + Self.end) == "more than 20,000 files")
    }

    @Test func refusesFoldersThatAreTooDeep() throws {
        var archive: [UInt8] = []
        for depth in 1...33 {
            let path = (1...depth).map { "\($0)" }.joined(separator: "/")
            archive += try #require(TarHeader(path: path, kind: .folder).block)
        }
        #expect(try refusal(archive + Self.end) == "folders nested deeper than 32")
    }

    /// Names, sparse files and attributes come in headers of their own there.
    @Test(arguments: [["--format=gnu", "--sparse"], ["--format=pax"], ["--format=ustar"], ["--format=v7"]])
    func refusesWhatGNUTarPacks(options: [String]) throws {
        try scratch.makeFolder("A")
        try scratch.write("x", to: "A/file")
        #expect(truncate(scratch.at("A/file"), 10_000_000) == 0)
        try run("tar", ["-c"] + options + ["-f", scratch.at("gnu.tar"), "-C", scratch.at("A"), "file"])
        #expect(try !refusal(scratch.bytes("gnu.tar")).isEmpty)
    }

    @Test func refusesWhatIsCompressed() throws {
        try scratch.write(try header("a") + Self.end, to: "b.tar")
        try run("gzip", [scratch.at("b.tar")])
        #expect(try !refusal(scratch.bytes("b.tar.gz")).isEmpty)
    }

    /// A folder into which a link was put meanwhile is not ours; but nothing is written through a link that is there.
    @Test func writesThroughNoLink() throws {
        try scratch.makeFolder("inner/out")
        try scratch.makeFolder("elsewhere")
        try scratch.link("inner/out/a", to: scratch.at("elsewhere/stolen"))
        try scratch.write(try header("a") + Self.end, to: "a.tar")
        #expect(throws: MayflyError.self) {
            try BundleArchive.unpack(scratch.at("a.tar"), named: "a", to: scratch.at("inner/out"))
        }
        #expect(try scratch.names("elsewhere").isEmpty)
    }
}
