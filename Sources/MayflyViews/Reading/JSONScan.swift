import MayflyModel

/// Looks at the bytes of untrusted JSON before any parser does, so that none of them can be led too deep.
enum JSONScan {
    /// Throws `invalidView` for text over the size or depth limit, and for raw control characters.
    ///
    /// JSON allows no raw control character but white space. A zero byte in particular would let a parser that guesses
    /// the encoding read another text than the one that was counted here.
    static func check(_ json: String) throws(MayflyError) {
        try checkSize(json.utf8.count)
        var depth = 0
        var isInString = false
        var isEscaped = false
        for (offset, byte) in json.utf8.enumerated() {
            if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D {
                throw MayflyError(.invalidView, "the view is not JSON: byte \(offset) is a control character (\(byte))")
            }
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                guard depth <= CardLimits.depth else {
                    throw MayflyError(
                        .invalidView,
                        "the view nests deeper than \(CardLimits.depth) levels of JSON at byte \(offset)"
                    )
                }
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        }
    }

    private static func checkSize(_ size: Int) throws(MayflyError) {
        guard size > CardLimits.jsonBytes else { return }
        throw MayflyError(
            .invalidView,
            "the view is \(size) bytes of JSON; at most \(CardLimits.jsonBytes) are allowed"
        )
    }
}
