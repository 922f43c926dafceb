import Foundation
import MayflyTestSupport
import Testing

/// Every public declaration has a doc comment.
@Suite struct DocumentationTests {
    /// `MAYFLY_MODULES=MayflyViews,MayflyTesting` checks only these folders of `Sources`.
    private static let modules = ProcessInfo.processInfo.environment["MAYFLY_MODULES"]?.split(separator: ",")

    @Test func everyPublicDeclarationHasADocComment() throws {
        let sources = Checkout.folder.appending(path: "Sources")
        let paths = try #require(FileManager.default.enumerator(atPath: sources.path)).compactMap { $0 as? String }
        let files = paths.filter { path in
            path.hasSuffix(".swift") && Self.modules?.contains { path.hasPrefix($0 + "/") } ?? true
        }
        #expect(!files.isEmpty)
        let missing = try files.sorted().flatMap { path in
            let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
            return UndocumentedDeclaration.all(in: text, file: "Sources/" + path)
        }
        let (count, list) = (missing.count, missing.map(\.description).joined(separator: "\n"))
        #expect(count == 0, "public declarations without a doc comment:\n\(list)")
    }

    @Test func findsDeclarationsWithoutAComment() {
        let text = """
            public import MayflyModel

            public struct Shape {
                public let width: Int
                // An ordinary comment.
                public internal(set) var height = 0
                @discardableResult
                public mutating func grow() -> Int { height }
                public init(width: Int) { self.width = width }
                public static let unit = 1
            }

            /// Documented.
            public enum Kind: String {
                case round
            }

            /// Documented.
            public protocol Drawn {
                func draw()
                var area: Double { get }
            }

            @MainActor
            public final class Board {}
            """
        let lines = UndocumentedDeclaration.all(in: text, file: "Shape.swift").map(\.line)
        #expect(lines == [3, 4, 6, 8, 9, 10, 20, 21, 25])
    }

    @Test func acceptsCommentsWitnessesOverridesAndWhatIsNotPublic() {
        let text = #"""
            /// A shape.
            @frozen
            public enum Shape: Hashable, CustomStringConvertible {
                case round
                public var description: String {
                    switch self {
                    case .round: "round"
                    }
                }
                public static func == (left: Shape, right: Shape) -> Bool { true }
                public func hash(into hasher: inout Hasher) {}
                public init(from decoder: any Decoder) throws { self = .round }
                func area() -> Int { 0 }
            }

            /// A drawing.
            open class Drawing: Base {
                public override func draw() {}
            }

            package enum Inner {
                case one
            }

            public extension Shape {}

            public struct Attributed: Sendable {}  // without a comment, so that the test sees that it reads to the end
            """#
        let found = UndocumentedDeclaration.all(in: text, file: "Shape.swift").map(\.description)
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("Shape.swift:27: no doc comment: public struct Attributed") == true)
    }
}
