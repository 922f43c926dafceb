// Texts of strangers are compared, and taken apart, by their bytes. The functions of the standard library compare characters, in a
// normal form: that takes the square of the number of accents on one letter, and a slash with an accent is no slash to them.

extension StringProtocol {
    /// Whether both texts have the same bytes.
    package func hasSameBytes(as other: some StringProtocol) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }

    /// Whether the text begins with this byte.
    package func begins(with byte: Unicode.Scalar) -> Bool { utf8.first == UInt8(ascii: byte) }
}

extension String {
    /// The parts between the bytes of a character of ASCII, without empty parts.
    package func parts(at separator: Unicode.Scalar) -> [Substring] {
        utf8.split(separator: UInt8(ascii: separator)).map { Substring($0) }
    }

    /// The part after the last slash that has another byte after it; empty if there is none.
    package var lastPathPart: String { parts(at: "/").last.map(String.init) ?? "" }
}
