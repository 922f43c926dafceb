import MayflyModel
import MayflyTestSupport
import Testing

@Suite struct XMLTextTests {
    /// Each character of the first plane, and blocks of others, between tags and inside of both kinds of quotation marks.
    @Test func aParserReadsEachCharacterOrItsReplacement() throws {
        let starts = Array(stride(from: UInt32(0), to: 0x10000, by: 0x1000)) + [0x1D000, 0x1F000, 0xE0000, 0x10F000]
        let blocks = starts.map { first in (first..<first + 0x1000).compactMap(Unicode.Scalar.init) }
        let texts = blocks.filter { !$0.isEmpty }.map { scalars in
            scalars.reduce(into: "") { $0.unicodeScalars.append($1) }
        }
        let elements = texts.map { text in
            let escaped = XMLText.escaped(text)
            return "<a one='\(escaped)' two=\"\(escaped)\">\(escaped)</a>"
        }
        let read = try PythonXML.elements(of: "<all>" + elements.joined() + "</all>").dropFirst()
        #expect(read.count == texts.count)
        for (text, element) in zip(texts, read) {
            let expected = text.unicodeScalars.map { Self.isReplaced($0) ? "\u{FFFD}" : $0 }
            for found in [element.text, element.attributes["one"], element.attributes["two"]] {
                let found = Array(found?.unicodeScalars ?? "".unicodeScalars)
                let wrong = zip(expected, found).first { $0 != $1 }
                #expect(found.count == expected.count && wrong == nil, "\(String(describing: wrong))")
            }
        }
    }

    private static func isReplaced(_ scalar: Unicode.Scalar) -> Bool {
        if ["\n", "\t"].contains(scalar) { return false }
        return SafeText.isHarmful(scalar) || scalar.value & 0xFFFE == 0xFFFE
    }

    @Test(arguments: ["]]>", "<![CDATA[", "&amp;", "\"'", "a\nb\tc", "-->", "<?xml?>", "\u{301}<"])
    func aTextComesBackAsItWas(text: String) throws {
        let escaped = XMLText.escaped(text)
        let read = try PythonXML.elements(of: "<a b=\"\(escaped)\">\(escaped)</a>")
        #expect(read == [.init(name: "a", attributes: ["b": text], text: text)])
    }

    /// Half of a pair of UTF-16 is no character: it is replaced where the text is made.
    @Test func halfAPairIsReplaced() throws {
        let text = String(decoding: [0x61, 0xD83D, 0x62] as [UInt16], as: UTF16.self)
        #expect(XMLText.escaped(text) == "a\u{FFFD}b")
    }
}
