import MayflyModel
import MayflyProtocol
import Testing

@Suite struct ShapeTests {
    /// A list of these texts where a text may have 4 bytes: it has room for 64, quotes counted.
    private func written(_ texts: [String], keeping kept: Shape<String>.Kept) -> JSONValue {
        var names = Names.none
        names.longestText = 4
        return Shape<String>.text.list(keeping: kept).json(texts, names)
    }

    @Test func aListKeepsWhatTheLineHasRoomFor() {
        let texts = (0..<10).map { String(repeating: "\($0)", count: 18) }
        #expect(written(texts, keeping: .first) == .texts(Array(texts.prefix(3))))
        #expect(written(texts, keeping: .last) == .texts(Array(texts.suffix(3))))
    }

    @Test func aListKeepsOneValueThatIsTooLarge() {
        let texts = ["a", "b"].map { String(repeating: $0, count: 100) }
        #expect(written(texts, keeping: .first) == .texts([texts[0]]))
        #expect(written(texts, keeping: .last) == .texts([texts[1]]))
        #expect(written([], keeping: .last) == .texts([]))
    }
}
