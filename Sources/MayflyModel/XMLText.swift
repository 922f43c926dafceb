/// Untrusted text in a document of XML 1.0.
package enum XMLText {
    /// The text as it stands between tags or inside of quotation marks, of either kind.
    ///
    /// Line breaks and tabs are written as references, so that an attribute keeps them. What XML cannot hold, and what hides or reorders
    /// text (`SafeText`), becomes U+FFFD.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            // Not only in `]]>`, where XML requires it.
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&apos;"
            case "\n": result += "&#10;"
            case "\t": result += "&#9;"
            default: result.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
            }
        }
        return result
    }

    /// The characters of XML 1.0, 2.2, without those that are no characters.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        !SafeText.isHarmful(scalar) && scalar.value & 0xFFFE != 0xFFFE
    }
}
