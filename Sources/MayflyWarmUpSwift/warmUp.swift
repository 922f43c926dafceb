/// What the Swift runtime makes on first use (the types of common values, their conformances, the pages that all of it lies
/// on) is made by this in a zygote, and is there in its workers.
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

/// So that nothing is left out as useless. The process that calls this has one thread.
private nonisolated(unsafe) var kept: String?
