internal import Foundation

/// What Foundation makes on first use for the things that extensions mostly want of it (values to JSON and back, data, dates,
/// paths) is made by this in a zygote, and is there in its workers. It reads no file and starts no thread.
@c(mayfly_warm_up)
public func warmUp() {
    let note = Note(
        id: UUID(),
        when: Date(),
        bytes: Data([1, 2, 3]),
        words: ["one": 1],
        names: ["Ada"],
        flag: true,
        part: .init(text: "text", number: 1.5)
    )
    guard let bytes = try? JSONEncoder().encode([note]),
        let notes = try? JSONDecoder().decode([Note].self, from: bytes)
    else { return }
    kept = notes.map(\.id.uuidString).joined() + String(decoding: bytes, as: UTF8.self)
    kept = kept?.trimmingCharacters(in: .whitespacesAndNewlines).replacingOccurrences(of: "a", with: "b")
    kept = URL(filePath: "/folder").appending(path: "name.json").deletingPathExtension().lastPathComponent
    kept = bytes.base64EncodedString()
}

private struct Note: Codable {
    struct Part: Codable {
        let text: String
        let number: Double
    }

    let id: UUID
    let when: Date
    let bytes: Data
    let words: [String: Int]
    let names: [String]
    let flag: Bool
    let part: Part?
}

/// So that nothing is left out as useless. The process that calls this has one thread.
private nonisolated(unsafe) var kept: String?
