import Foundation
import MayflyModel
import Testing

/// Names of files from somebody else: none leads out of the folder in which an app saves the file.
@Suite struct FileNameTests {
    @Test(arguments: [
        ("a.png", "a.png"), ("/tmp/a.png", "a.png"), ("../../.profile", ".profile"), ("a/b/", "b"), ("a/..", nil),
        ("..", nil),
        (".", nil), ("/", nil), ("", nil), ("a\0b", nil), ("...", "..."), ("a\\b", "a\\b"),
    ])
    func isTheLastComponent(path: String, name: String?) {
        #expect(FileName.component(of: path) == name)
    }

    @Test func isCutBetweenCharacters() {
        #expect(FileName.component(of: String(repeating: "a", count: 1_000))?.utf8.count == 255)
        #expect(FileName.component(of: String(repeating: "ü", count: 1_000)) == String(repeating: "ü", count: 127))
        #expect(FileName.component(of: String(repeating: "a", count: 255))?.utf8.count == 255)
    }

    /// Another program may have written it.
    @Test func isCheckedWhereItIsRead() throws {
        let digest = String(repeating: "0", count: 64)
        let file = #"{"digest":"\#(digest)","name":"../../secret","type":"text","byteCount":1}"#
        let text = #"{"file":\#(file),"name":"../up"}"#
        let attachment = try JSONDecoder().decode(Attachment.self, from: Data(text.utf8))
        #expect(attachment.name == "up" && attachment.file.name == "secret")
        let same = try JSONDecoder().decode(Attachment.self, from: try JSONEncoder().encode(attachment))
        #expect(same == attachment)
    }
}
