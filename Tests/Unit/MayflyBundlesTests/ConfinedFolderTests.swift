import Foundation
import MayflyTestSupport
import Testing

@testable import MayflyBundles

@Suite struct ConfinedFolderTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
        try scratch.write("inside", to: "root/a/b.txt")
        try scratch.write("outside", to: "secret.txt")
    }

    private func read(_ relative: String) throws -> String {
        let folder = try ConfinedFolder(path: scratch.at("root"))
        return String(decoding: try folder.file(relative).bytes(limit: 100), as: UTF8.self)
    }

    private func refusal(_ relative: String) throws -> FileProblem? {
        let folder = try ConfinedFolder(path: scratch.at("root"))
        do throws(FileProblem) {
            _ = try folder.file(relative)
            return nil
        } catch {
            return error
        }
    }

    @Test func opensFilesBelow() throws {
        #expect(try read("a/b.txt") == "inside")
        #expect(try read("./a//../a/b.txt") == "inside")
    }

    @Test func followsLinksThatStayInside() throws {
        try scratch.link("root/file", to: "a/b.txt")
        try scratch.link("root/folder", to: "a")
        try scratch.link("root/a/up", to: "../folder/../file")
        #expect(try read("file") == "inside")
        #expect(try read("folder/b.txt") == "inside")
        #expect(try read("a/up") == "inside")
    }

    @Test(
        arguments: [
            "../secret.txt", "a/../../secret.txt", "/etc/passwd", "out", "absolute", "folder/secret.txt", "chain",
        ]
    )
    func refusesEveryWayOut(path: String) throws {
        try scratch.link("root/out", to: "../secret.txt")
        try scratch.link("root/absolute", to: scratch.at("root/a/b.txt"))
        try scratch.link("root/folder", to: "a/../..")
        try scratch.link("root/chain", to: "out")
        #expect(try refusal(path)?.kind == .outside)
    }

    /// For the characters of Swift a slash with an accent is no slash; for the kernel it is.
    @Test(arguments: ["out/\u{301}secret.txt", "a/../out/\u{200D}secret.txt"])
    func aSlashWithAnAccentLeadsNowhereElse(path: String) throws {
        try scratch.write("outside", to: "elsewhere/\u{301}secret.txt")
        try scratch.write("outside", to: "elsewhere/\u{200D}secret.txt")
        try scratch.link("root/out", to: "../elsewhere")
        #expect(try refusal(path)?.kind == .outside)
    }

    @Test func endsALoopOfLinks() throws {
        try scratch.link("root/x", to: "y")
        try scratch.link("root/y", to: "x")
        try scratch.link("root/grows", to: "grows/a")
        #expect(try refusal("x") != nil)
        #expect(try refusal("grows") != nil)
    }

    @Test func refusesWhatIsNoRegularFileWithoutWaiting() throws {
        try scratch.makeFIFO("root/fifo")
        #expect(try refusal("fifo")?.reason == "a FIFO, where a regular file is needed")
        #expect(try refusal("a")?.reason == "a folder, where a regular file is needed")
        let devices = try ConfinedFolder(path: "/dev")
        #expect(throws: FileProblem.self) { _ = try devices.file("null") }
    }

    @Test func tellsWhatIsNotThere() throws {
        try scratch.link("root/dangling", to: "nothing")
        for path in ["nothing", "a/b.txt/c", "a\u{0}/b.txt", "dangling", String(repeating: "n", count: 300)] {
            #expect(try refusal(path)?.kind == .missing)
        }
    }

    @Test func tellsWhatTheFolderIsInstead() throws {
        try scratch.link("dangling", to: "nothing")
        try scratch.makeFIFO("fifo")
        func reason(_ name: String) -> String? {
            do throws(FileProblem) {
                _ = try ConfinedFolder(path: scratch.at(name))
                return nil
            } catch {
                return error.reason
            }
        }
        #expect(reason("secret.txt") == "a file, where a folder is needed")
        #expect(reason("fifo") == "a FIFO, where a folder is needed")
        #expect(reason("dangling") == "a link to something that is not there")
        #expect(reason("nothing") == "no such file")
    }

    @Test func refusesAFileLargerThanTheLimit() throws {
        try scratch.write([UInt8](repeating: 0, count: 1001), to: "root/large")
        let folder = try ConfinedFolder(path: scratch.at("root"))
        #expect(throws: FileProblem.tooLarge(1001, limit: 1000)) { try folder.file("large").bytes(limit: 1000) }
        #expect(try folder.file("large").bytes(limit: 1001).count == 1001)
    }

    @Test func leavesNoDescriptorOpen() throws {
        try scratch.link("root/deep", to: "a/../a/../a/b.txt")
        let folder = try ConfinedFolder(path: scratch.at("root"))
        let before = try openDescriptors()
        for _ in 0..<20 {
            _ = try folder.file("deep").bytes(limit: 100)
            _ = try? folder.file("a/../../x")
            _ = try? folder.file("a")
            _ = try folder.folder("a").names()
        }
        #expect(try openDescriptors() == before)
    }

    /// The open descriptors of this process below the scratch folder; other tests run at the same time.
    private func openDescriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)"))?
                .hasPrefix(scratch.path) == true
        }
    }
}
