internal import Foundation
internal import MayflyBundles
internal import MayflyModel

extension JSONObject {
    /// The largest version. No store comes to it, and one more is a number, too.
    private static let largestVersion = 1_000_000_000

    /// A version of metadata: a whole number from 1 to a billion.
    func version(_ key: String) throws(MayflyError) -> Int {
        let version = try count(key)
        guard version >= 1 else { throw problem(key, "must be 1 or more, found \(version)") }
        guard version <= Self.largestVersion else {
            throw problem(key, "must be \(grouped(Self.largestVersion)) at most, found \(grouped(version))")
        }
        return version
    }

    /// A time as metadata has it, such as `2030-01-01T00:00:00Z`.
    func time(_ key: String) throws(MayflyError) -> Timestamp {
        let text = try text(key)
        guard let time = Timestamp(metadata: text) else {
            throw problem(key, "must be a time such as 2030-01-01T00:00:00Z, found '\(shown(text))'")
        }
        return time
    }

    /// A SHA-256 in hexadecimal digits among the hashes of a file; nil where the file has no hashes.
    func sha256() throws(MayflyError) -> [UInt8]? {
        guard let hashes = try optionalObject("hashes") else { return nil }
        let text = try hashes.text("sha256")
        guard let hash = [UInt8](hexadecimal: text), hash.count == 32 else {
            throw hashes.problem("sha256", "must be 64 hexadecimal digits, found '\(shown(text))'")
        }
        return hash
    }
}

extension Timestamp {
    private static let style = Date.ISO8601FormatStyle(timeZone: .gmt)

    /// Reads the one form that metadata uses; nil for any other.
    init?(metadata text: String) {
        let pattern = Array("0000-00-00T00:00:00Z".utf8)
        let bytes = Array(text.utf8)
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard bytes.count == pattern.count,
            zip(bytes, pattern).allSatisfy({ $1 == UInt8(ascii: "0") ? digits.contains($0) : $0 == $1 }),
            let date = try? Self.style.parse(text)
        else { return nil }
        self.init(rawValue: Int64(date.timeIntervalSince1970) * 1000)
    }

    /// The time as metadata has it, without parts of a second.
    package var metadata: String {
        Self.style.format(Date(timeIntervalSince1970: Double(rawValue / 1000)))
    }

    /// The day of the time, in UTC.
    package var day: String { String(metadata.prefix(10)) }
}
