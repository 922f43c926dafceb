internal import MayflyLinux
internal import MayflyModel

/// The second secret of a page, which neither side sends: another program may listen at the place of the server when that has ended. Each
/// side shows by a code that it has the key (RFC 2104, with SHA-256), for a number that the page takes for one connection.
struct PageKey: Sendable {
    /// 64 hexadecimal digits.
    let text = Secret.make()
    /// What a page shows where it asks for files, or gives some. It tells nothing of the key.
    let files: String

    init() { files = Self.code("files", text) }

    /// What the page shows for its number.
    func ofPage(_ number: some StringProtocol) -> String { Self.code("page \(number)", text) }

    /// What the server shows for it.
    func ofServer(_ number: some StringProtocol) -> String { Self.code("server \(number)", text) }

    private static func code(_ text: String, _ key: String) -> String {
        HMACSHA256.code(for: Array(text.utf8), key: Array(key.utf8)).hexadecimal
    }
}

/// Texts that nobody guesses.
enum Secret {
    static func make() -> String {
        var random = SystemRandomNumberGenerator()
        return (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }.hexadecimal
    }

    /// Takes the same time wherever two texts of the same length differ.
    static func isEqual(_ one: some StringProtocol, _ other: some StringProtocol) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
