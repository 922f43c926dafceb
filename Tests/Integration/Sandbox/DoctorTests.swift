import Foundation
import MayflyModel
import MayflyTestSupport
import Testing

/// `mayfly doctor`, for whoever runs the tests.
@Suite struct DoctorTests {
    /// One line of it. Every member is there, and no other.
    struct Line: Decodable {
        let layer: SandboxLayer
        let on: Bool
        let why: String?
    }

    @Test func tellsOfEachLayerAndWhyItIsOff() async throws {
        try await Tool.with { tool in
            let lines = try await tool.doctor()
            #expect(lines.map(\.layer) == SandboxLayer.allCases)
            for line in lines { #expect(line.on == (line.why == nil), "\(line)") }
            let table = try await tool.run("doctor")
            #expect(table.status == 0)
            for line in lines where !line.on { #expect(table.output.contains(line.why ?? "?")) }
        }
    }

    /// What the kernel gives to root it gives to everybody, but for the bounds that it keeps for groups of processes.
    @Test(.asRootsDouble) func anOrdinaryUserHasEveryLayerThatRootHas() async throws {
        let roots = try #require(ProcessInfo.processInfo.environment["MAYFLY_DOCTOR_OF_ROOT"])
        let all = try JSONDecoder().decode([Line].self, from: Data(roots.utf8)).filter(\.on).map(\.layer)
        try await Tool.with { tool in
            let own = try await tool.doctor()
            #expect(own.filter(\.on).map(\.layer) == all.filter(\.isEssential))
            #expect(own.first { $0.layer == .cgroup }?.why?.isEmpty == false)
        }
    }
}

extension Tool {
    /// What `mayfly doctor --json` says.
    func doctor() async throws -> [DoctorTests.Line] {
        let outcome = try await run("doctor", "--json")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        return try JSONDecoder().decode([DoctorTests.Line].self, from: Data(outcome.output.utf8))
    }
}
