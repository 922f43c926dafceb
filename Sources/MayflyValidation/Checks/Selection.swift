package import MayflyModel

/// Which checks are carried out.
package struct Selection {
    /// The checks in the order of `Check.all`; never empty.
    package let checks: [Check]

    /// The checks of these levels, of which `only` matches the id and `skip` does not.
    ///
    /// - Parameters:
    ///   - only: a regular expression that must match a part of the id; nil for all.
    ///   - skip: one that must match no part of it.
    /// - Throws: `.invalidInput` for an invalid expression or level, and where no check is left.
    package init(level: Int, only: String? = nil, skip: String? = nil) throws(MayflyError) {
        guard (1...Check.mostLevel).contains(level) else {
            throw MayflyError(.invalidInput, "--level must be 1 to \(Check.mostLevel), found \(level)")
        }
        let only = try only.map { pattern throws(MayflyError) in try Self.pattern(pattern, of: "--only") }
        let skip = try skip.map { pattern throws(MayflyError) in try Self.pattern(pattern, of: "--skip") }
        let chosen = Check.all.filter { check in
            only.map { check.id.contains($0) } ?? true && !(skip.map { check.id.contains($0) } ?? false)
        }
        guard !chosen.isEmpty else {
            throw MayflyError(.invalidInput, "no check matches; 'mayfly validate --list' shows all")
        }
        checks = chosen.filter { $0.level <= level }
        guard !checks.isEmpty else {
            throw MayflyError(.invalidInput, "no check that matches is of level \(level) or lower")
        }
    }

    private static let longestPattern = 200

    private static func pattern(_ text: String, of option: String) throws(MayflyError) -> Regex<AnyRegexOutput> {
        guard text.utf8.count <= longestPattern else {
            throw MayflyError(.invalidInput, "\(option) must have at most \(longestPattern) bytes")
        }
        do {
            return try Regex(text)
        } catch {
            let shown = SafeText.line(text, limit: 80)
            throw MayflyError(.invalidInput, "\(option) must be a regular expression, found '\(shown)'", cause: error)
        }
    }
}
