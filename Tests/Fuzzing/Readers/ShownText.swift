/// What any text must be before a person sees it.
enum ShownText {
    /// Whether it has no line break, no control character and nothing else that moves a cursor.
    static func isLine(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: false
            default: true
            }
        }
    }
}
