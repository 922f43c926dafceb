import Foundation
import MayflyExtension
import Testing

@Suite struct JSONValueTests {
    @Test func escapesWhatJSONForbids() {
        let text = JSONValue.string("\u{0}\u{1F}\n\t\"\\/\u{7F}é🍦\r\n").text
        #expect(text == "\"\\u0000\\u001F\\n\\u0009\\\"\\\\/\u{7F}é🍦\\u000D\\n\"")
    }

    @Test func ordersMembersByName() {
        let value = JSONValue.object(["b": 1, "a": .array([true, .null, "x"]), "": .object([:])])
        #expect(value.text == #"{"":{},"a":[true,null,"x"],"b":1}"#)
    }

    @Test func writesNumbersThatJSONCannotHoldAsNull() {
        let values: [JSONValue] = [.number(.infinity), .number(-.infinity), .number(.nan)]
        #expect(JSONValue.array(values).text == "[null,null,null]")
    }

    @Test(arguments: [0.5, -1e300, 5e-300, 1e20, -0.0])
    func numbersSurviveAForeignReader(number: Double) throws {
        let data = Data(JSONValue.array([.number(number)]).text.utf8)
        #expect(try JSONDecoder().decode([Double].self, from: data) == [number])
    }

    @Test func stringsSurviveAForeignReader() throws {
        let scalars = (0...0x2FF).compactMap(Unicode.Scalar.init) + ["\u{2028}", "\u{FFFF}", "\u{10FFFF}"]
        var string = ""
        string.unicodeScalars.append(contentsOf: scalars)
        let data = Data(JSONValue.array([.string(string)]).text.utf8)
        #expect(try JSONDecoder().decode([String].self, from: data) == [string])
    }
}
