import Foundation
import MayflyLinux
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyRepository

@Suite struct BundleArchiveTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    /// Files and folders with names and sizes at which archives go wrong.
    private func fill(_ folder: String) throws {
        let long = String(repeating: "n", count: 100)
        try scratch.write("{}", to: folder + "/manifest.json")
        try scratch.write([], to: folder + "/empty")
        try scratch.write([UInt8](repeating: 7, count: 512), to: folder + "/a/block")
        try scratch.write([UInt8](repeating: 8, count: 513), to: folder + "/a/more")
        try scratch.write("b", to: folder + "/a-b")
        try scratch.write("deep", to: folder + "/\(String(repeating: "d", count: 99))/\(long)")
        try scratch.write("é", to: folder + "/Grüße \u{1F600}.txt")
        try scratch.makeFolder(folder + "/nothing")
        try scratch.write([UInt8](repeating: 9, count: 3 * 1024 * 1024 + 1), to: folder + "/large")
    }

    private func pack(_ folder: String, to archive: String) throws -> PackedBundle {
        try BundleArchive.pack(bundleAt: scratch.at(folder), to: scratch.at(archive))
    }

    /// The paths below a folder with the bytes of the files.
    private func tree(_ folder: String) throws -> [String: [UInt8]?] {
        var tree: [String: [UInt8]?] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: scratch.at(folder)) {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: scratch.at("\(folder)/\(path)"), isDirectory: &isFolder)
            tree.updateValue(isFolder.boolValue ? nil : try scratch.bytes("\(folder)/\(path)"), forKey: path)
        }
        return tree
    }

    @Test func unpacksWhatWasPacked() throws {
        try fill("A")
        let packed = try pack("A", to: "a.tar")
        let bytes = try scratch.bytes("a.tar")
        #expect(packed.length == bytes.count && packed.sha256 == SHA256.hash(bytes))
        #expect(packed.content == 2 + 512 + 513 + 1 + 4 + 2 + 3 * 1024 * 1024 + 1)
        try scratch.makeFolder("out")
        try BundleArchive.unpack(scratch.at("a.tar"), named: "a.tar", to: scratch.at("out"))
        #expect(try tree("out") == tree("A"))
    }

    /// Whoever packs the same files gets the same bytes, and so the same hash.
    @Test func theSameFilesMakeTheSameBytes() throws {
        for folder in ["A", "B"] { try fill(folder) }
        for path in try FileManager.default.subpathsOfDirectory(atPath: scratch.at("B")) {
            let date = Date(timeIntervalSince1970: Double(path.utf8.count) * 100_000)
            let mode = path.utf8.count.isMultiple(of: 2) ? 0o700 : 0o755
            try FileManager.default.setAttributes(
                [.modificationDate: date, .posixPermissions: mode],
                ofItemAtPath: scratch.at("B/\(path)")
            )
        }
        for (folder, archive) in [("A", "1.tar"), ("A", "2.tar"), ("B", "3.tar")] { _ = try pack(folder, to: archive) }
        let first = try scratch.bytes("1.tar")
        #expect(try scratch.bytes("2.tar") == first)
        #expect(try scratch.bytes("3.tar") == first)
    }

    @Test func otherProgramsReadOurs() throws {
        try fill("A")
        _ = try pack("A", to: "a.tar")
        try scratch.makeFolder("gnu")
        try run("tar", ["-x", "--warning=all", "-f", scratch.at("a.tar"), "-C", scratch.at("gnu")])
        #expect(try tree("gnu") == tree("A"))
        let program = "import sys, tarfile; tarfile.open(sys.argv[1], 'r:').extractall(sys.argv[2])"
        try run("/usr/bin/python3", ["-c", program, scratch.at("a.tar"), scratch.at("python")])
        #expect(try tree("python") == tree("A"))
    }

    @Test func packsNoLinksAndNothingSpecial() throws {
        try fill("A")
        try scratch.link("A/link", to: "manifest.json")
        let link = #expect(throws: MayflyError.self) { _ = try pack("A", to: "a.tar") }
        #expect(link?.message == "link: a link, which an archive may not have; put the file in its place")
        try scratch.remove("A/link")
        try scratch.makeFIFO("A/a/fifo")
        let special = #expect(throws: MayflyError.self) { _ = try pack("A", to: "b.tar") }
        #expect(special?.message == "a/fifo: neither a file nor a folder")
        try scratch.remove("A/a/fifo")
        let long = String(repeating: "n", count: 101)
        try scratch.write("x", to: "A/\(long)")
        let name = #expect(throws: MayflyError.self) { _ = try pack("A", to: "c.tar") }
        #expect(
            name?.code == .invalidBundle
                && name?.message.hasSuffix(
                    ": its name does not fit into an archive: 255 bytes at most, the last part 100"
                ) == true
        )
    }

    @Test func packsNoMoreFilesThanItUnpacks() throws {
        try scratch.makeFolder("A")
        for number in 0..<20_000 { close(open(scratch.at("A/\(number)"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)) }
        _ = try pack("A", to: "a.tar")
        try scratch.write([], to: "A/one-more")
        let error = #expect(throws: MayflyError.self) { _ = try pack("A", to: "b.tar") }
        #expect(error?.message == "the bundle: more than 20,000 files")
    }

    @Test func packsNoDeeperThanItUnpacks() throws {
        let deep = (1...31).map { "\($0)" }.joined(separator: "/")
        try scratch.write("x", to: "A/\(deep)/file")
        _ = try pack("A", to: "a.tar")
        try scratch.makeFolder("out")
        try BundleArchive.unpack(scratch.at("a.tar"), named: "a.tar", to: scratch.at("out"))
        #expect(scratch.has("out/\(deep)/file"))
        try scratch.write("x", to: "A/\(deep)/32/file")
        let error = #expect(throws: MayflyError.self) { _ = try pack("A", to: "b.tar") }
        #expect(error?.message.hasSuffix(": folders nested deeper than 32") == true)
    }

    @Test func stopsBetweenTwoFiles() throws {
        try fill("A")
        _ = try pack("A", to: "a.tar")
        try scratch.makeFolder("out")
        var asked = 0
        let error = #expect(throws: MayflyError.self) {
            try BundleArchive.unpack(scratch.at("a.tar"), named: "a.tar", to: scratch.at("out")) {
                asked += 1
                return asked > 3
            }
        }
        #expect(error?.cause is CancellationError)
        #expect(try scratch.names("out").count <= 3)
    }
}
