import Foundation
import MayflyConformance
import Testing

/// Tests say what they prove, and cannot say what nobody knows.
@Suite struct ProofTests {
    @Test func anUnknownStatementFailsItsTest() async throws {
        let test = try #require(Test.current)
        await #expect(throws: (any Error).self) { try await Proof.proves("C-999").prepare(for: test) }
    }

    @Test func claimsAreAddedLineByLineFromManyThreads() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "mayfly-claims-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask { try Claim(test: "test \(number)", statements: ["C-001"]).append(to: file.path) }
            }
            try await group.waitForAll()
        }
        let claims = try Claim.read(Data(contentsOf: file))
        #expect(Set(claims.map(\.test)) == Set((0..<50).map { "test \($0)" }))
        #expect(claims.allSatisfy { $0.statements == ["C-001"] })
    }

    @Test func aClaimThatCannotBeWrittenIsAnError() {
        #expect(throws: (any Error).self) {
            try Claim(test: "t", statements: []).append(to: "/nonexistent/folder/claims")
        }
    }
}
