import MayflyModel

enum JSONInput {
    static func read(_ bytes: [UInt8]) {
        let reader = JSONReader(maximumBytes: 64 * 1024, maximumDepth: 64)
        guard let value = try? reader.value(of: bytes) else { return }
        walk(value)
        let line = value.line
        precondition(ShownText.isLine(line), "the text of a value is no line")
        // Escapes make text longer.
        let again = try? JSONReader(maximumBytes: .max, maximumDepth: 64).value(of: line)
        precondition(again == value, "a value is not written as it was read")
    }

    private static func walk(_ value: JSONValue) {
        switch value {
        case .number(let number):
            precondition(JSONNumber(number.text) == number, "a number is not read as it was written")
            _ = (number.int64, number.double)
        case .list(let items): items.forEach(walk)
        case .object(let members): members.map(\.value).forEach(walk)
        case .null, .boolean, .text, .written: break
        }
    }
}
