import Foundation
import MayflyModel
import Testing

@testable import MayflyRepository

@Suite struct CanonicalJSONTests {
    private static let reader = JSONReader(maximumBytes: 64 * 1024, maximumDepth: 16)

    private func canonical(_ text: String) throws -> String {
        String(decoding: try CanonicalJSON.bytes(of: try Self.reader.value(of: text)), as: UTF8.self)
    }

    @Test(arguments: [
        (#"{"a10": 1, "a9": 2, "a": 3}"#, #"{"a":3,"a10":1,"a9":2}"#),
        (#"{"é": 1, "z": 2, "\u{1F600}": 3, "\uFF5E": 4}"#, "{\"z\":2,\"é\":1,\"\u{FF5E}\":4,\"\u{1F600}\":3}"),
        (#"["\" \\ \/ \n \u0001 é"]"#, "[\"\\\" \\\\ / \n \u{1} é\"]"),
        (
            #"[0, -0, -7, 9007199254740993, true, false, null, {}, []]"#,
            "[0,0,-7,9007199254740993,true,false,null,{},[]]"
        ),
        (#"{"b": {"d": 1, "c": [ 2 , 3 ]}, "B": ""}"#, #"{"B":"","b":{"c":[2,3],"d":1}}"#),
    ])
    func hasOneForm(text: String, expected: String) throws {
        let text = text.replacingOccurrences(of: "\\u{1F600}", with: "\u{1F600}")
        #expect(try canonical(text) == expected)
    }

    @Test(arguments: ["1.0", "0.5", "1e3", "9223372036854775808"])
    func onlyWholeNumbersHaveOne(number: String) throws {
        let error = #expect(throws: MayflyError.self) { try canonical("[\(number)]") }
        #expect(error?.message == "only whole numbers can be signed, found \(number)")
    }

    /// What another implementation signs is what is verified here.
    @Test(.withWitness) func isThatOfSecuresystemslib() throws {
        let texts = [
            #"{"a10": 1, "a9": 2, "a": 3, "A": 4, "_": 5, "10": 6, "9": 7, "é": 8, "\uFF5E": 9, "\ud83d\ude00": 10}"#,
            #"["\" \\ \/ \b \f \n \r \t \u0000 \u0001 \u001f \u007f \u2028 é e\u0301 \ud83d\ude00"]"#,
            #"[0, -0, -7, 9007199254740993, 9223372036854775807, true, false, null, {}, [], ""]"#,
            #"{"b\"c": {"d\\": 1, "c": [2, [3, {"x": null}]]}, "": ""}"#,
        ]
        let expected = try Witness.run("canonical.py", input: texts.map { $0 + "\n" }.joined())
        let own = try texts.map { try CanonicalJSON.bytes(of: try Self.reader.value(of: $0)).hexadecimal }
        #expect(own == expected.split(separator: "\n").map(String.init))
    }
}
