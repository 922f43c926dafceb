import MayflyModel

extension Origin {
    /// The name, safe to show, for a place between brackets of the host: it has none of its own, so that none of it looks like the
    /// words behind them. Brackets of any kind become parentheses.
    func nameInBrackets(limit: Int = 200) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .openPunctuation: scalars.append("(")
            case .closePunctuation: scalars.append(")")
            default: scalars.append(scalar)
            }
        }
        return SafeText.line(String(scalars), limit: limit)
    }
}
