import Foundation
import MayflyModel
import Testing

@Suite struct ExtensionIDTests {
    @Test(arguments: ["a.b", "org.mayfly.tally", "io.x9.my-app-2"])
    func takesReverseDNSNames(text: String) {
        #expect(ExtensionID(rawValue: text)?.description == text)
    }

    @Test func takes255CharactersAndNoMore() {
        let longest = "a." + String(repeating: "b", count: 253)
        #expect(ExtensionID(rawValue: longest) != nil)
        #expect(ExtensionID(rawValue: longest + "b") == nil)
    }

    @Test func refusesWhatWouldBeAPath() {
        for text in ["..", "a/../b.c", "a.b/c", "a.b\u{0}", "", ".", "a", "ä.b"] {
            #expect(ExtensionID(rawValue: text) == nil)
        }
    }

    @Test func isCodedAsItsTextAndCheckedWhenRead() throws {
        let ids = try JSONDecoder().decode([ExtensionID].self, from: Data(#"["org.mayfly.tally"]"#.utf8))
        #expect(String(decoding: try JSONEncoder().encode(ids), as: UTF8.self) == #"["org.mayfly.tally"]"#)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([ExtensionID].self, from: Data(#"["nope"]"#.utf8))
        }
    }
}
