internal import Foundation

/// Runs in a zygote, so that its workers do not have to set up what Foundation sets up on first use, for its most
/// common tasks: values to JSON and back, data, dates and paths. It reads no file and starts no thread.
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

/// Keeps the optimizer from removing the calls. The process that runs this has one thread.
private nonisolated(unsafe) var kept: String?
