package import Foundation

/// What one test says that it proves.
package struct Claim: Codable, Sendable {
    /// The test's id, as in the event stream of the run.
    package let test: String
    package let statements: [String]

    package init(test: String, statements: [String]) {
        self.test = test
        self.statements = statements
    }

    /// Adds the claim as one line with one write, so that tests of several threads and processes do not mix.
    package func append(to path: String) throws {
        let line = try JSONEncoder().encode(self) + Data("\n".utf8)
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        defer { close(descriptor) }
        let written = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard written == line.count else { throw CocoaError(.fileWriteUnknown) }
    }

    /// The claims of a file: a JSON object a line.
    package static func read(_ data: Data) throws -> [Claim] {
        let decoder = JSONDecoder()
        return try data.split(separator: UInt8(ascii: "\n")).map { try decoder.decode(Claim.self, from: $0) }
    }
}
