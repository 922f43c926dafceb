internal import Foundation
internal import MayflyTestSupport

/// One fault: a file of `Tests/Faults/Plugins`, or one of its variants.
///
/// The file's first comment has the expected result; README.md in that folder describes the grammar.
package struct FaultCase: Sendable {
    static let folder = Checkout.folder.appending(path: "Tests/Faults/Plugins")
    static let headers = Checkout.folder.appending(path: "Sources/CMayfly/include").path

    package let file: String
    /// The macro of the variant, such as `WHEN=didSwipe`.
    package let variant: String?
    /// The receipt must be one of these.
    package let expectations: [FaultExpectation]
    /// Lines that must be in the log, and parts of such lines.
    package let says: [String]
    package let saysInPart: [String]
    /// The most bytes by which the host's database may grow; nil if that is not looked at.
    package let growth: Int?
    /// Options for the compiler.
    package let options: [String]
    /// The steps of the person, for the fault runner.
    package let steps: [String]
    package let needsSandbox: Bool

    /// The file and its variant.
    package var title: String { variant.map { "\(file) \($0)" } ?? file }

    /// The extension's id.
    package var id: String {
        "test.fault." + title.lowercased().map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
    }

    package var killsHost: Bool { expectations.contains { $0.cause == "hostEnded" } }

    /// Whether it ends by a deadline. Such a case runs with short deadlines.
    package var pace: FaultPace {
        if expectations.contains(where: { ["unresponsive", "launchTimeout"].contains($0.cause) }) { return .strict }
        return expectations.allSatisfy { ["cpu", "hostTime"].contains($0.cause) } ? .frugal : .patient
    }

    /// All cases, in the order of their names. A file that cannot be parsed is a case that fails.
    package static let all: [Result<FaultCase, FaultGrammarError>] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".c") || $0.hasSuffix(".cpp") }.sorted().flatMap {
            name -> [Result<FaultCase, FaultGrammarError>] in
            do {
                return try cases(of: name).map { Result.success($0) }
            } catch {
                return [Result.failure(FaultGrammarError("\(name): \(error)"))]
            }
        }
    }()

    /// The cases of `all` that can be parsed.
    package static let readable = all.compactMap { try? $0.get() }
}
