import MayflyModel

extension CardMoment {
    /// The longest text of a moment.
    private static let longest = 64

    /// Reads `{{DATE(2026-05-31T18:30:00Z, SHORT)}}` or `{{TIME(…)}}` at a place of a text; gives the place behind it. Nil where there
    /// is none.
    static func read(_ bytes: [UInt8], at start: Int) -> (CardMoment, Int)? {
        let all = bytes[start...].prefix(longest)
        guard all.starts(with: Array("{{".utf8)), let end = all.firstIndex(of: UInt8(ascii: ")")),
            bytes[(end + 1)...].starts(with: Array("}}".utf8))
        else { return nil }
        let written = String(decoding: all[(start + 2)..<end], as: UTF8.self)
        let parts = written.split(separator: "(", maxSplits: 1)
        guard parts.count == 2, written.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let values = parts[1].split(separator: ",", omittingEmptySubsequences: false).map {
            String($0.filter { $0 != " " })
        }
        guard let time = values.first.flatMap(moment), let format = format(String(parts[0]), values.dropFirst()) else {
            return nil
        }
        return (CardMoment(time: time, format: format), end + 3)
    }

    private static func format(_ name: String, _ rest: ArraySlice<String>) -> Format? {
        switch (name, rest.first?.uppercased()) {
        case ("TIME", nil): .time
        case ("DATE", nil), ("DATE", "COMPACT"): .compact
        case ("DATE", "SHORT"): .short
        case ("DATE", "LONG"): .long
        default: nil
        }
    }

    /// A moment such as `2026-05-31T18:30:00Z` or `2026-05-31T18:30:00+02:00` (RFC 3339).
    private static func moment(_ text: String) -> Timestamp? {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= bytes.count, bytes[range].allSatisfy({ (0x30...0x39).contains($0) }) else {
                return nil
            }
            return Int(String(decoding: bytes[range], as: UTF8.self))
        }
        guard let day = CardDate(text), bytes.count >= 20, bytes[10] == UInt8(ascii: "T"),
            let hour = number(11..<13), hour < 24, bytes[13] == UInt8(ascii: ":"),
            let minute = number(14..<16), minute < 60, bytes[16] == UInt8(ascii: ":"), let second = number(17..<19),
            second < 61
        else { return nil }
        let zone: Int
        switch bytes[19] {
        case UInt8(ascii: "Z") where bytes.count == 20: zone = 0
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            guard bytes.count == 25, let hours = number(20..<22), bytes[22] == UInt8(ascii: ":"),
                let minutes = number(23..<25)
            else { return nil }
            zone = (hours * 60 + minutes) * (bytes[19] == UInt8(ascii: "-") ? -1 : 1)
        default: return nil
        }
        let minutes = day.daysSince1970 * 1440 + hour * 60 + minute - zone
        return Timestamp(rawValue: Int64(minutes * 60 + second) * 1000)
    }
}
