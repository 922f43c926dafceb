internal import Foundation
internal import MayflyModel

extension Timestamp {
    /// The moment for a person, such as `at 2026-05-01 12:30:05 UTC`.
    var text: String { "at " + moment + " UTC" }

    /// Such as `2026-05-01 12:30:05`, in UTC.
    var moment: String {
        let date = Date(timeIntervalSince1970: Double(rawValue) / 1000)
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .gmt)
        return date.formatted(style.year().month().day().time(includingFractionalSeconds: false))
    }
}
