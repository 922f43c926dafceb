import Foundation
import MayflyCommands
import MayflyTestSupport
import Testing

@Suite struct LineCompleterTests {
    private static let completer = LineCompleter {
        [("org.mayfly.tally", "Tally"), ("org.mayfly.poll", "Burger Poll"), ("com.example.tall", "Tall Tales")]
    }

    @Test(
        arguments: [
            ("op", "open ", []), ("  op", "  open ", []), ("sen", "send", []), ("hel", "help", []), ("OP", "open ", []),
            ("sti", "stick", ["sticker", "stick"]), ("stick", "stick", ["sticker", "stick"]), ("xyz", "xyz", []),
            ("open b", "open Burger Poll", []), ("open  Bur", "open  Burger Poll", []),
            ("open ta", "open tall", ["Tally", "Tall Tales"]), ("open Tall ", "open Tall Tales", []),
            ("open org.", "open org.mayfly.", ["org.mayfly.tally", "org.mayfly.poll"]),
            ("open com", "open com.example.tall", []), ("open none", "open none", []),
            ("open ", "open ", ["Tally", "Burger Poll", "Tall Tales"]), ("style e", "style expanded", []),
            ("swipe ", "swipe ", ["left", "right"]),
        ] as [(String, String, [String])]
    )
    func completesWordsAndExtensions(typed: String, text: String, choices: [String]) {
        let completion = Self.completer.completion(of: typed)
        #expect(completion?.text.lowercased() == text.lowercased())
        #expect(completion?.choices == choices)
    }

    @Test(arguments: ["type wo", "text ", "tap ", "nonsense w", "send "]) func completesNoText(typed: String) {
        #expect(Self.completer.completion(of: typed) == nil)
    }

    @Test func completesFiles() throws {
        let folder = try ScratchFolder()
        for name in ["photo.png", "photo 2.png", ".hidden", "Music", "line\nbreak"] {
            try Data().write(to: URL(filePath: folder.path + "/" + name))
        }
        try FileManager.default.createDirectory(atPath: folder.path + "/music", withIntermediateDirectories: true)
        func complete(_ path: String) -> LineCompletion? {
            Self.completer.completion(of: "attach \(folder.path)/\(path)")
        }
        let head = "attach \(folder.path)/"
        #expect(complete("ph")?.text == head + "photo")
        #expect(complete("ph")?.choices == ["photo 2.png", "photo.png"])
        #expect(complete("photo.")?.text == head + "photo.png")
        #expect(complete("m")?.text == head + "music/")
        #expect(complete("M")?.text == head + "Music")
        #expect(complete("")?.choices == ["Music", "music", "photo 2.png", "photo.png"])
        #expect(complete(".")?.text == head + ".hidden")
        #expect(complete("none/")?.choices == [])
    }
}
