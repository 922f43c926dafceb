internal import Glibc
public import MayflyModel

/// A moment in a text, `{{DATE(…)}}` or `{{TIME(…)}}`, which each person reads in the language and the zone of their own machine.
public struct CardMoment: Sendable, Equatable {
    /// How much of the moment is told.
    public enum Format: String, Sendable, CaseIterable {
        /// The day in numbers.
        case compact
        /// The day with the shortened names of its weekday and its month.
        case short
        /// The day with the names of its weekday and its month.
        case long
        /// Hours and minutes.
        case time
    }

    /// The moment.
    public let time: Timestamp
    /// How much of the moment is told.
    public let format: Format

    /// The words in the language and the zone of this process; the moment in UTC where it is outside of the calendar.
    var text: String {
        var seconds = time_t(time.rawValue / 1000)
        var parts = tm()
        guard let language = Self.language, localtime_r(&seconds, &parts) != nil else { return "\(time.rawValue)" }
        var bytes = [CChar](repeating: 0, count: 256)
        let count = strftime_l(&bytes, bytes.count, pattern(in: language), &parts, language)
        return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private func pattern(in language: locale_t) -> String {
        switch format {
        case .compact: "%x"
        case .short: Self.hasMonthFirst(language) ? "%a, %b %-d, %Y" : "%a, %-d %b %Y"
        case .long: Self.hasMonthFirst(language) ? "%A, %B %-d, %Y" : "%A, %-d %B %Y"
        case .time: Self.hasHalfDays(language) ? "%-I:%M %p" : "%H:%M"
        }
    }

    private static func hasMonthFirst(_ language: locale_t) -> Bool {
        nl_langinfo_l(nl_item(D_FMT), language).map { String(cString: $0).hasPrefix("%m") } ?? false
    }

    private static func hasHalfDays(_ language: locale_t) -> Bool {
        nl_langinfo_l(nl_item(T_FMT), language).map {
            String(cString: $0).contains("%I") || String(cString: $0) == "%r"
        }
            ?? false
    }

    /// The language that the person set for times; that of C where the machine does not have it.
    // Safe because it is made once and never changed or freed.
    nonisolated(unsafe) private static let language: locale_t? =
        newlocale(1 << Int32(LC_TIME), "", nil) ?? newlocale(1 << Int32(LC_TIME), "C", nil)
}
