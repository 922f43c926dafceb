import Foundation
import MayflyModel
import Testing

@testable import MayflyViews

@Suite struct PictureDataTests {
    @Test(arguments: 0..<20)
    func encodesAsFoundationDoes(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 83 + 250) }
        #expect(Base64.text(of: bytes) == Data(bytes).base64EncodedString())
    }

    @Test func takesPicturesOnly() {
        #expect(PictureData(type: .apng, bytes: [0])?.dataURI == "data:image/png;base64,AA==")
        #expect(PictureData(type: .jpeg, bytes: [])?.dataURI == "data:image/jpeg;base64,")
        for type in [MediaType.mp4, .quicktime, .webm, .text] { #expect(PictureData(type: type, bytes: [0]) == nil) }
    }
}
