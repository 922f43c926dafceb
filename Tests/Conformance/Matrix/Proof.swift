internal import Foundation
public import Testing

/// Says which statements of the specification a test, or every test of a suite, proves.
///
/// A statement that does not exist fails the test. Where `MAYFLY_CONFORMANCE` names a file, each test that runs adds a
/// line with its claim to that file, for the conformance report.
public struct Proof: TestTrait, SuiteTrait {
    package let statements: [String]

    public var isRecursive: Bool { true }

    public func prepare(for test: Test) async throws {
        let catalogue = try Catalogue.current()
        if let unknown = statements.first(where: { !catalogue.contains($0) }) {
            throw UnknownStatement(id: unknown)
        }
        guard !test.isSuite, let path = ProcessInfo.processInfo.environment["MAYFLY_CONFORMANCE"] else { return }
        try Claim(test: "\(test.id)", statements: statements).append(to: path)
    }
}

extension Trait where Self == Proof {
    /// The test proves these statements: `.proves("C-023", "C-026")`.
    public static func proves(_ statements: String...) -> Proof { Proof(statements: statements) }
}
