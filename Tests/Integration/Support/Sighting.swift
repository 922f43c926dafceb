import Foundation
import MayflyTesting
import Testing

/// What the puppet was told in one callback.
struct Sighting: Equatable, Sendable {
    let name: String
    /// By `local`, `remote0`, `selected.url`, `message.sender` and the like; what was null is missing.
    let fields: [String: String]

    init?(_ line: String) {
        guard line.hasPrefix("saw ") else { return nil }
        let parts = line.dropFirst(4).components(separatedBy: "; ")
        name = parts[0]
        var fields: [String: String] = [:]
        for part in parts.dropFirst() {
            guard let equals = part.firstIndex(of: "=") else { continue }
            fields[String(part[..<equals])] = String(part[part.index(after: equals)...])
        }
        self.fields = fields
    }

    subscript(_ key: String) -> String? { fields[key] }

    /// The fields of one message, without the prefix.
    func message(_ prefix: String) -> [String: String] {
        var found: [String: String] = [:]
        for (key, value) in fields where key.hasPrefix(prefix + ".") {
            found[String(key.dropFirst(prefix.count + 1))] = value
        }
        return found
    }

    /// The UUIDs of the others, in the order in which they were told.
    var remotes: [String] { (0..<10).compactMap { fields["remote\($0)"] } }
}

extension Trace {
    /// All that a puppet was told, in order.
    var sightings: [Sighting] { said.compactMap(Sighting.init) }

    /// The newest sighting of that callback.
    func sighting(_ name: String) throws -> Sighting {
        try #require(sightings.last { $0.name == name }, "\(name) was not called")
    }

    /// What the puppet says besides what it saw.
    var answers: [String] { said.filter { !$0.hasPrefix("saw ") } }
}
