import Foundation
import MayflyConformance
import MayflyModel
import Testing

@Suite struct MessageValueTests {
    @Test(.proves("C-233")) func cutsAStickerDescriptionAt150Scalars() throws {
        let file = try ConversationSamples.file()
        let long = String(repeating: "e\u{301}", count: 100)
        let sticker = Sticker(file: file, description: long)
        #expect(sticker.description.unicodeScalars.count == 150)
        #expect(Sticker(file: file, description: "short").description == "short")
    }

    @Test(.proves("C-109")) func namesAnAttachmentByItsFileUnlessToldOtherwise() throws {
        let file = try ConversationSamples.file("photo.png")
        #expect(Attachment(file: file).name == "photo.png")
        #expect(Attachment(file: file, name: "Holiday").name == "Holiday")
    }

    @Test func refusesADigestThatIsNotHex() throws {
        let digest = try #require(ContentDigest(bytes: Array(0..<32)))
        #expect(digest.rawValue.hasPrefix("000102"))
        #expect(ContentDigest(rawValue: digest.rawValue) == digest)
        for text in ["", "../../etc/passwd", digest.rawValue.uppercased(), digest.rawValue + "0"] {
            #expect(ContentDigest(rawValue: text) == nil)
        }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([ContentDigest].self, from: Data(#"["../x"]"#.utf8))
        }
    }

    @Test(.proves("C-163")) func comparesSessionsByValue() throws {
        let session = SessionID()
        let copy = try #require(SessionID(session.description.lowercased()))
        #expect(copy == session)
        #expect(try JSONDecoder().decode(SessionID.self, from: JSONEncoder().encode(session)) == session)
    }
}
