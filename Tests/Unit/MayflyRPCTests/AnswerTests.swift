import MayflyModel
import MayflyRPC
import Testing

/// The lines of answers.
@Suite struct AnswerTests {
    /// A result whose answer to the request 7 has so many bytes.
    private func result(of bytes: Int) -> String {
        let empty = Answer.line(.number(7), result: "\"\"").utf8.count
        return "\"" + String(repeating: "x", count: bytes - empty) + "\""
    }

    @Test func anAnswerHasTheIdOfItsRequest() {
        #expect(Answer.line(.text("a\""), result: "[1]") == #"{"jsonrpc":"2.0","id":"a\"","result":[1]}"#)
    }

    @Test func anAnswerThatFillsALineIsWhole() {
        let line = Answer.line(.number(7), result: result(of: ConnectionLimits.line))
        #expect(line.utf8.count == ConnectionLimits.line)
        #expect(line.contains(#""result":"xxx"#))
    }

    /// The client is told that it was done, and how large the answer is.
    @Test func aLargerAnswerIsAnError() throws {
        let size = ConnectionLimits.line + 1
        let line = Answer.line(.number(7), result: result(of: size))
        let answer = try JSONReader(maximumBytes: 4_096, maximumDepth: 8).value(of: Array(line.utf8))
        #expect(answer["id"] == .number(7))
        #expect(answer["result"] == .null)
        #expect(answer["error"]["code"] == .number(-32008))
        #expect(answer["error"]["data"]["name"] == .text("answerTooLarge"))
        guard case .text(let message) = answer["error"]["message"] else { throw RPCError.closing }
        #expect(message.contains("\(size) bytes"))
    }
}
