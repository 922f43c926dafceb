import Foundation
import MayflyHeaders
import MayflyTestSupport
import Testing

/// The program of `make interface`.
@Suite struct CompareInterfacesTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private let program = Bundle.main.bundlePath + "/compare-interfaces"

    private func compare(_ arguments: String...) throws -> (status: Int32, lines: [String]) {
        let finished = try Program([program] + arguments, takesErrors: true)
        return (finished.status, finished.output.split(separator: "\n").map(String.init))
    }

    /// A copy of the headers with that text instead of another.
    private func copy(_ text: String, _ replacement: String) throws -> String {
        let copy = URL(filePath: folder.at("include"))
        try FileManager.default.copyItem(at: InterfaceSource.headers, to: copy)
        let header = copy.appending(path: "mayfly/ext/log.h")
        let before = try String(contentsOf: header, encoding: .utf8)
        try before.replacing(text, with: replacement).write(to: header, atomically: true, encoding: .utf8)
        return copy.path
    }

    @Test func saysWhatGrewAndSucceeds() throws {
        let last = "MAYFLY_LOG_ERROR = 3"
        let newer = try copy(last, last + ", MAYFLY_LOG_FATAL = 4")
        let result = try compare(InterfaceSource.headers.path, newer)
        #expect(result.status == 0)
        #expect(
            result.lines == [
                "grew: MAYFLY_LOG_FATAL: a new number of mayfly_log_level, 4", "the interface grew: 0 broke, 1 grew",
            ]
        )
    }

    @Test func failsWhereTheInterfaceBroke() throws {
        let newer = try copy("MAYFLY_LOG_ERROR = 3", "MAYFLY_LOG_ERROR = 7")
        let result = try compare(InterfaceSource.headers.path, newer)
        #expect(result.status == 1)
        #expect(result.lines.last == "the interface broke: 1 broke, 0 grew")
    }

    /// A whole checkout stands for its headers, and a golden file for the headers that it was made of.
    @Test func takesACheckoutAndAGoldenFile() throws {
        let golden = try #require(try InterfaceSource.goldenFiles().last)
        for old in [Checkout.folder.path, golden.path] {
            let result = try compare(old)
            #expect(result.status == 0 && result.lines == ["the interface stayed: 0 broke, 0 grew"], "\(result.lines)")
        }
    }

    /// Of a revision that git has, and not of the files that lie there.
    @Test func takesARevision() throws {
        let repository = folder.at("repository")
        let headers = repository + "/Sources/CMayfly/include"
        try FileManager.default.createDirectory(
            atPath: repository + "/Sources/CMayfly",
            withIntermediateDirectories: true
        )
        try FileManager.default.copyItem(atPath: InterfaceSource.headers.path, toPath: headers)
        let git = ["git", "-C", repository, "-c", "user.name=a", "-c", "user.email=a@b"]
        for step in [["init", "-q"], ["add", "."], ["commit", "-q", "-m", "headers"]] {
            try #require(try Program(git + step, takesErrors: true).status == 0)
        }
        let log = headers + "/mayfly/ext/log.h"
        let text = try String(contentsOfFile: log, encoding: .utf8).replacing("_LOG_ERROR = 3", with: "_LOG_ERROR = 7")
        try text.write(toFile: log, atomically: true, encoding: .utf8)
        let finished = try Program(
            [program, "HEAD", headers],
            adding: ["MAYFLY_CHECKOUT": repository],
            takesErrors: true
        )
        #expect(finished.status == 1)
        #expect(finished.output.hasPrefix("broke: MAYFLY_LOG_ERROR: its number was 3 and is 7"))
    }

    @Test func namesWhatItCannotRead() throws {
        #expect(
            try compare().lines == [
                "compare-interfaces: name an old version, and a new one or none (the headers of this checkout): OLD [NEW]"
            ]
        )
        #expect(
            try compare(folder.path).lines == [
                "compare-interfaces: \(folder.path) has no mayfly/mayfly.h: name the folder that -I names"
            ]
        )
        let unknown = try compare("no-such-revision")
        #expect(unknown.status == 2)
        #expect(
            unknown.lines.first?.hasPrefix("compare-interfaces: no-such-revision is no folder, no file and no revision")
                == true
        )
        let broken = try compare(InterfaceSource.headers.path, copy("int32_t (*log)", "int42_t (*log)"))
        #expect(broken.status == 2 && broken.lines.last?.contains("clang cannot read the headers in") == true)
    }
}
