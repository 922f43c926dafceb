/// A text that others wrote, made fit to stand in one line of a message: control characters escaped, 80 characters at most.
func shown(_ text: some StringProtocol, limit: Int = 80) -> String {
    var result = ""
    var count = 0
    for scalar in text.unicodeScalars {
        guard count < limit else { return result + "…" }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
            result += scalar.escaped(asASCII: true)
        default:
            result.unicodeScalars.append(scalar)
        }
        count += 1
    }
    return result
}

/// A number with commas between its thousands, the same in every locale.
func grouped(_ number: Int) -> String {
    var digits = ""
    for (index, digit) in String(number.magnitude).reversed().enumerated() {
        if index > 0, index.isMultiple(of: 3) { digits.append(",") }
        digits.append(digit)
    }
    return (number < 0 ? "-" : "") + String(digits.reversed())
}
