import Foundation
import MayflyTestSupport
import Testing

/// `mayfly new` and `mayfly pack` as people type them.
@Suite struct NewCommandTests {
    private static let list = "c, cpp, swift, rust, go or sticker-pack"

    private static let wrong: [(arguments: [String], message: String)] = [
        (["game"], "name a language with --language: \(list); see 'mayfly help'"),
        (["game", "--language", "rast"], "the language 'rast' must be \(list); did you mean 'rust'?"),
        (["game", "--language", "cobol"], "the language 'cobol' must be \(list); see 'mayfly help'"),
        (["--language", "c"], "missing expected argument '<name>'; see 'mayfly help'"),
    ]

    @Test(arguments: wrong) func wrongArgumentsAreExplained(wrong: (arguments: [String], message: String)) throws {
        let (folder, scratch) = (Bundle.main.bundlePath, try ScratchFolder())
        let run = try Program([folder + "/mayfly", "new"] + wrong.arguments, in: scratch.path, takesErrors: true)
        #expect(run.output == "mayfly: \(wrong.message)\n")
        #expect(run.status == 2)
        #expect(try scratch.names().isEmpty)
    }

    @Test func theReportIsJSONWhereItIsWanted() throws {
        let (program, scratch) = (Bundle.main.bundlePath + "/mayfly", try ScratchFolder())
        let made = try Program([program, "new", "game", "--language", "sticker-pack"], in: scratch.path)
        #expect(made.output.hasPrefix("game/.gitignore\n"))
        let run = try Program([program, "pack", "game", "--json"], in: scratch.path)
        let report = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(report["bundle"] as? String == "game/build/game.mayfly")
        #expect(report["replaced"] as? Bool == false)
        let files = try #require(report["files"] as? [[String: Any]])
        #expect(files.last?["path"] as? String == "manifest.json")
        let bytes = files.compactMap { $0["bytes"] as? Int }
        #expect(bytes.count == 10 && report["bytes"] as? Int == bytes.reduce(0, +))
        let leftOut = try #require(report["left_out"] as? [[String: String]])
        #expect(leftOut.compactMap { $0["path"] } == ["README.md", "tests"])
    }

    @Test func packedFilesAreListedWithTheirSizes() throws {
        let (program, scratch) = (Bundle.main.bundlePath + "/mayfly", try ScratchFolder())
        _ = try Program([program, "new", "game", "--language", "c"], in: scratch.path)
        let folder = scratch.at("game")
        let missing = try Program([program, "pack"], in: folder, takesErrors: true)
        #expect(missing.output == "mayfly: the library build/game.so is missing: build it with 'make'\n")
        #expect(missing.status == 4)
        let elsewhere = try Program([program, "pack"], in: scratch.path, takesErrors: true)
        #expect(elsewhere.status == 1)
        #expect(
            elsewhere.output
                == "mayfly: there is no mayfly-project.json in '.': name the folder of a project, or make one with 'mayfly new'\n"
        )
    }
}
