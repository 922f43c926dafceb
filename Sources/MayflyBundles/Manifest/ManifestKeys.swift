internal import MayflyModel

/// Reads the keys of a manifest one after the other, and keeps the problems of all of them.
struct ManifestKeys {
    private let object: JSONObject
    /// What breaks a rule, each with the key that it concerns, in the order of reading.
    private(set) var problems: [(key: String, error: MayflyError)] = []
    /// The largest number of problems in one error.
    private static let shownProblems = 8

    init(_ object: JSONObject) { self.object = object }

    /// The value that `read` makes of a key of the manifest; nil when it throws.
    mutating func value<Value>(_ key: String, _ read: (JSONObject) throws(MayflyError) -> Value) -> Value? {
        do throws(MayflyError) {
            return try read(object)
        } catch {
            problems.append((key, error))
            return nil
        }
    }

    /// All problems as one error; nil without any.
    var error: MayflyError? {
        guard let first = problems.first?.error else { return nil }
        let prefix = object.file + ": "
        let others = problems.dropFirst().prefix(Self.shownProblems - 1).map { _, problem in
            problem.message.hasPrefix(prefix) ? String(problem.message.dropFirst(prefix.count)) : problem.message
        }
        let rest = problems.count - 1 - others.count
        let parts = [first.message] + others + (rest > 0 ? ["\(rest) more problems"] : [])
        return MayflyError(first.code, parts.joined(separator: "; "), cause: first)
    }
}
