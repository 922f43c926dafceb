/// A number with a comma as thousands separator, the same in every locale.
package func grouped(_ number: Int) -> String {
    var digits = ""
    for (index, digit) in String(number.magnitude).reversed().enumerated() {
        if index > 0, index.isMultiple(of: 3) { digits.append(",") }
        digits.append(digit)
    }
    return (number < 0 ? "-" : "") + String(digits.reversed())
}
