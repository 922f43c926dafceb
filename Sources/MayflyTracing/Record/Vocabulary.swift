/// The words of an extension: what stands in its own files is no text of a person.
///
/// An extension decides what its files hold, so the work of all searches has a bound: `mostSteps` places where a text could stand are
/// looked at. After that, what was not looked for before counts as a stranger's text.
struct Vocabulary {
    private let files: [WordIndex]
    private var known: [String: Bool] = [:]
    /// How many places may still be looked at.
    private(set) var steps: Int

    /// For all texts of a launch.
    static let mostSteps = 1 << 24

    /// Takes the contents of files, and names.
    init(files: [[UInt8]], steps: Int = mostSteps) {
        self.files = files.map { WordIndex($0) }
        self.steps = steps
    }

    /// Whether the text stands in a file as a whole: neither a letter nor a digit is before or behind it.
    mutating func contains(_ text: String) -> Bool {
        let count = text.utf8.count
        guard count > 1, count <= WordIndex.longest else { return false }
        if let known = known[text] { return known }
        let word = Array(text.utf8)
        let found = files.contains { $0.contains(word, &steps) }
        // A run has few words; one that has not is a stranger's.
        if known.count < 1 << 14 { known[text] = found }
        return found
    }
}
