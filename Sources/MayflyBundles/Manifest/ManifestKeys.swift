internal import MayflyModel

/// Reads the keys of a manifest one after the other, and keeps the problems of all of them.
struct ManifestKeys {
    private let object: JSONObject
    private var problems: [MayflyError] = []
    /// The largest number of problems in one error.
    private static let shownProblems = 8

    init(_ object: JSONObject) { self.object = object }

    /// The value that `read` makes of the manifest; nil when it throws.
    mutating func value<Value>(_ read: (JSONObject) throws(MayflyError) -> Value) -> Value? {
        do throws(MayflyError) {
            return try read(object)
        } catch {
            problems.append(error)
            return nil
        }
    }

    /// All problems as one error; nil without any.
    var error: MayflyError? {
        guard let first = problems.first else { return nil }
        let prefix = object.file + ": "
        let others = problems.dropFirst().prefix(Self.shownProblems - 1).map { problem in
            problem.message.hasPrefix(prefix) ? String(problem.message.dropFirst(prefix.count)) : problem.message
        }
        let rest = problems.count - 1 - others.count
        let parts = [first.message] + others + (rest > 0 ? ["\(rest) more problems"] : [])
        return MayflyError(first.code, parts.joined(separator: "; "), cause: first)
    }
}
