import Foundation
import MayflyAuthoring
import MayflyBundles
import MayflyModel
import MayflyTestSupport
import Testing

@Suite struct NewProjectTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    /// The message of the error of a folder.
    private func refusal(_ path: String, _ language: ProjectLanguage = .c) -> String? {
        do throws(MayflyError) {
            _ = try NewProject.make(at: path, language)
            return nil
        } catch {
            return error.message.replacingOccurrences(of: scratch.path, with: "…")
        }
    }

    @Test(arguments: ProjectLanguage.allCases)
    func everyTemplateHasWhatAProjectNeedsAndNoPlaceholder(language: ProjectLanguage) throws {
        let project = try NewProject.make(at: scratch.at("My Game"), language)
        for needed in [
            ".gitignore", "README.md", "icon.png", "manifest.json", "mayfly-project.json", "tests/first.yaml",
        ] {
            #expect(project.files.contains(needed))
        }
        #expect(project.bundle == "build/my-game.mayfly")
        let placeholder = try Regex("@[A-Z]+@")
        for file in project.files {
            guard let text = String(validating: try scratch.bytes("My Game/" + file), as: UTF8.self) else { continue }
            #expect(!text.contains(placeholder), "\(file)")
        }
        let manifest = try Manifest(json: try scratch.bytes("My Game/manifest.json"))
        #expect(manifest.id.rawValue == "org.example.my-game")
        #expect(manifest.name == "My Game")
        #expect(manifest.warnings.isEmpty)
        let file = try ProjectFile(json: try scratch.bytes("My Game/mayfly-project.json"))
        #expect(file.warnings.isEmpty)
        #expect(file.build.joined(separator: " ") == project.build)
        let readme = String(decoding: try scratch.bytes("My Game/README.md"), as: UTF8.self)
        let build = project.build.isEmpty ? "" : project.build + "\n"
        #expect(
            readme.contains(
                "```sh\n\(build)mayfly pack\nmayfly validate \(project.bundle)\nmayfly test tests/first.yaml\n```"
            )
        )
        // What it says is written by hand is there.
        for source in file.sources { #expect(scratch.has("My Game/" + source), "\(source)") }
    }

    private static let names: [(name: String, id: String)] = [
        ("hello", "org.example.hello"), ("My Game", "org.example.my-game"), ("my_game", "org.example.my-game"),
        ("Who's there", "org.example.whos-there"), ("Café 2", "org.example.cafe-2"), ("fn", "org.example.fn"),
        ("Swift", "org.example.swift"), ("a.b-c_d", "org.example.a-b-c-d"), ("Ωmega", "org.example.mega"),
    ]

    @Test(arguments: names) func anIDIsMadeOfTheName(name: (name: String, id: String)) throws {
        _ = try NewProject.make(at: scratch.at(name.name), .c)
        let manifest = try Manifest(json: try scratch.bytes(name.name + "/manifest.json"))
        #expect(manifest.id.rawValue == name.id)
        #expect(manifest.name == name.name)
    }

    private static let badNames: [(name: String, message: String)] = [
        ("2048", "the name '2048' must begin with a letter from a to z, not with a digit: the id in the manifest does"),
        ("日本", "the name '日本' needs a letter from a to z, of which the id in the manifest is made"),
        ("---", "the name '---' needs a letter from a to z, of which the id in the manifest is made"),
        (#"a"b"#, #"the name 'a"b' must have only letters, digits, spaces and the signs - _ . ', found '"'"#),
        (#"a\b"#, #"the name 'a\b' must have only letters, digits, spaces and the signs - _ . ', found '\'"#),
        ("a\nb", #"the name 'a\nb' must have only letters, digits, spaces and the signs - _ . ', found '\n'"#),
        ("a@b", "the name 'a@b' must have only letters, digits, spaces and the signs - _ . ', found '@'"),
        (
            String(repeating: "a", count: 81),
            "the name '\(String(repeating: "a", count: 80))…' must have 1 to 80 characters, found 81"
        ),
    ]

    @Test(arguments: badNames) func aNameThatGivesNoIDIsRefused(name: (name: String, message: String)) throws {
        #expect(refusal(scratch.at(name.name)) == name.message)
        #expect(try scratch.names().isEmpty)
    }

    @Test(arguments: ["", "/", ".", "..", "a/.."]) func aPathWithoutANameIsRefused(path: String) {
        #expect(refusal(path) == "'\(path)' does not end in a name: name the folder that is to be made")
    }

    @Test func aFolderThatIsNotEmptyIsLeftAsItIs() throws {
        try scratch.write("mine", to: "game/notes.txt")
        #expect(
            refusal(scratch.at("game"))
                == "the folder '…/game' is not empty, it has 'notes.txt': name one that is missing or empty"
        )
        #expect(try scratch.names("game") == ["notes.txt"])
    }

    @Test func anEmptyFolderIsFilled() throws {
        try scratch.makeFolder("game")
        #expect(refusal(scratch.at("game/")) == nil)
        #expect(scratch.has("game/manifest.json"))
    }

    @Test func nothingIsWrittenThroughALink() throws {
        try scratch.makeFolder("elsewhere")
        try scratch.link("game", to: "elsewhere")
        #expect(refusal(scratch.at("game")) == "'…/game' is a link: name a folder that is missing or empty")
        #expect(try scratch.names("elsewhere").isEmpty)
        try scratch.write("", to: "file")
        #expect(refusal(scratch.at("file")) == "'…/file' is a file: name a folder that is missing or empty")
    }

    @Test func theFolderAboveMustBeThere() throws {
        #expect(
            refusal(scratch.at("a/game"))
                == "'…/a/game' cannot be made: the folder that it is to be in is not there"
        )
        #expect(try scratch.names().isEmpty)
    }

    /// A file system of a few pages is full in the middle; the namespace of mounts is that of the thread alone.
    @Test(.enabled(if: geteuid() == 0, "only root can mount a file system"))
    func nothingIsLeftWhereTheDiskIsFull() throws {
        let place = try scratch.makeFolder("small")
        let script = """
            mount -t tmpfs -o size=16k none "$0" && "$1" new "$0/game" --language rust
            echo "status $?"; ls -A "$0"
            """
        let program = Bundle.main.bundlePath + "/mayfly"
        let run = try Program(["unshare", "-m", "sh", "-c", script, place, program], takesErrors: true)
        guard !run.output.contains("unshare") else { return }
        let text = run.output.replacingOccurrences(of: place, with: "…")
        #expect(text == "mayfly: cannot write '…/game/Cargo.toml': No space left on device\nstatus 1\n")
    }
}
