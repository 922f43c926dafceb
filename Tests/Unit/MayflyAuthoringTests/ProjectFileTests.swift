import MayflyAuthoring
import MayflyModel
import Testing

@Suite struct ProjectFileTests {
    @Test func allOfItIsRead() throws {
        let text = """
            { "build": ["make", "all"], "libraries": { "linux-x86_64": "build/a.so" }, "sources": ["src"], "include": ["art"] }
            """
        let file = try ProjectFile(json: Array(text.utf8))
        #expect(file.build == ["make", "all"])
        #expect(file.libraries == ["linux-x86_64": "build/a.so"])
        #expect(file.sources == ["src"])
        #expect(file.include == ["art"])
        #expect(file.warnings.isEmpty)
    }

    private static let bad: [(text: String, message: String)] = [
        ("", "not JSON: line 1, column 1: the text is empty"), ("[]", "must be an object, found an array"),
        ("{\n  \"build\": \"make\"\n}", "'build' at line 2, column 3 must be an array, found a string"),
        (#"{"build": [""]}"#, "'build' at line 1, column 2 must begin with the name of a program, found ''"),
        (
            #"{"libraries": {"linux-x86_64": "/lib/a.so"}}"#,
            "'libraries.linux-x86_64' at line 1, column 16 must be a path in the project, found the absolute path '/lib/a.so'"
        ),
        (
            #"{"sources": ["src", "../other"]}"#,
            "'sources[1]' at line 1, column 21 must not have '..' in it, found '../other'"
        ),
        (#"{"include": ["."]}"#, "'include[0]' at line 1, column 14 must be a path in the project, found '.'"),
        (#"{"include": [3]}"#, "'include[0]' at line 1, column 14 must be a string, found a number"),
    ]

    @Test(arguments: bad) func anErrorNamesTheKeyThePlaceTheRuleAndTheValue(bad: (text: String, message: String)) {
        do throws(MayflyError) {
            _ = try ProjectFile(json: Array(bad.text.utf8))
            Issue.record("it was read")
        } catch {
            #expect(error.message == "mayfly-project.json: \(bad.message)")
            #expect(error.code == .invalidInput)
        }
    }

    @Test func anUnknownKeyIsToldWithTheKeyThatIsNear() throws {
        let file = try ProjectFile(json: Array("{\n  \"librarys\": {}\n}".utf8))
        #expect(
            file.warnings == [
                "mayfly-project.json: 'librarys' at line 2, column 3 is not known to this host and is ignored; did you mean 'libraries'?"
            ]
        )
    }
}
