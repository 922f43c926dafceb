import Foundation
import MayflyConformance
import Testing

/// The catalogue has every statement once, and tests claim none that is not in it.
@Suite struct CatalogueTests {
    /// The numbers of the specification, section by section; it leaves room between them.
    private static let numbers = [
        1...19, 20...29, 30...47, 50...69, 70...92, 100...124, 130...147, 150...170, 180...199, 200...227, 230...246,
        250...262, 270...279,
    ]

    @Test func hasEveryStatementOnceAndInOrder() {
        #expect(Catalogue.sections.map { $0.statements.map(\.number) } == Self.numbers.map(Array.init))
        #expect(Set(Catalogue.statements.map(\.text)).count == Catalogue.statements.count)
    }

    @Test func writesIdsWithThreeDigits() {
        #expect(Catalogue.statements.first?.id == "C-001")
        #expect(Catalogue.contains("C-054"))
        #expect(!Catalogue.contains("C-54"))
        #expect(!Catalogue.contains("C-048"))
    }

    @Test func knowsWhatMustBeProvedNow() {
        let counts = Dictionary(grouping: Catalogue.statements, by: \.isRequired).mapValues(\.count)
        #expect(counts == [true: 220, false: 22])
    }

    @Test func knowsEveryStatementThatATestClaims() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var claimed: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            // The tests of the recording itself claim what does not exist.
            guard !file.path.contains("MayflyConformanceTests") else { continue }
            let source = try String(contentsOf: file, encoding: .utf8)
            for call in source.matches(of: #/\.proves\(([^)]*)\)/#) {
                claimed.formUnion(call.output.1.matches(of: #/"([^"]*)"/#).map { String($0.output.1) })
            }
        }
        #expect(claimed.filter { !Catalogue.contains($0) }.isEmpty)
        #expect(!claimed.isEmpty)
    }
}

extension Statement {
    /// Whether the statement must hold now, tested or not.
    fileprivate var isRequired: Bool {
        switch standing {
        case .core, .untestable: true
        case .later, .elsewhere: false
        }
    }
}
