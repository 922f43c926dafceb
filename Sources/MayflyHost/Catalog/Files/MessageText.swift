import MayflyModel

/// A text that others wrote, made fit to stand in one line of a message: nothing in it acts, and 80 characters at most.
func shown(_ text: some StringProtocol, limit: Int = 80) -> String {
    SafeText.line(String(text), limit: limit)
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
