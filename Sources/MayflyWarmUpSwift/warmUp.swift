/// Runs in a zygote, so that its workers do not have to set up what the Swift runtime sets up on first use: the types
/// of common values, their conformances, and the pages of both.
@c(mayfly_warm_up)
public func warmUp() {
    let person = Person(name: "Ada", marks: ["one": 1, "two": 2], words: ["b", "a"])
    let marks = person.marks.sorted { $0.key < $1.key }
    var text = "\(Person.self) \(person) \(marks) \(person.words.sorted().joined(separator: ", "))"
    let values: [Any] = [person.name, person.words, 1, 1.5, true, text]
    for case let value as any CustomStringConvertible in values { text += value.description }
    text += String(Set(text.split(separator: " ")).count) + String(decoding: Array("é".utf8), as: UTF8.self)
    kept = text + (Int("12").map { "\($0)" } ?? "")
}

private final class Person {
    let name: String
    var marks: [String: Int]
    var words: [String]

    init(name: String, marks: [String: Int], words: [String]) {
        (self.name, self.marks, self.words) = (name, marks, words)
    }
}

/// Keeps the optimizer from removing the calls. The process that runs this has one thread.
private nonisolated(unsafe) var kept: String?
