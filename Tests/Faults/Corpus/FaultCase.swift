internal import Foundation
internal import MayflyTestSupport

/// One misbehaviour: a file of `Tests/Faults/Plugins`, or one of the variants that it has.
///
/// The file's first comment says what must come of it; the grammar is in the folder's README.md.
package struct FaultCase: Sendable {
    static let folder = Checkout.folder.appending(path: "Tests/Faults/Plugins")
    static let headers = Checkout.folder.appending(path: "Sources/CMayfly/include").path

    package let file: String
    /// The macro that the variant is compiled with, `WHEN=didSwipe`.
    package let variant: String?
    /// One of these must be the receipt.
    package let expectations: [FaultExpectation]
    /// Lines that the log must have, and parts of such lines.
    package let says: [String]
    package let saysInPart: [String]
    /// Options for the compiler.
    package let options: [String]
    /// What the person does, in the words of the fault runner.
    package let steps: [String]
    package let needsSandbox: Bool
    /// What it waits for before it can hold; nil when it must.
    package let awaits: String?

    /// The file, and the variant of it.
    package var title: String { variant.map { "\(file) \($0)" } ?? file }

    /// The extension's id.
    package var id: String {
        "test.fault." + title.lowercased().map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
    }

    package var killsHost: Bool { expectations.contains { $0.cause == "hostEnded" } }

    /// Which limits of its run are low, so that it ends soon: those that it is expected to meet.
    package var pace: FaultPace {
        if expectations.contains(where: { ["unresponsive", "launchTimeout"].contains($0.cause) }) { return .strict }
        return expectations.allSatisfy { ["cpu", "hostTime"].contains($0.cause) } ? .frugal : .patient
    }

    /// All of them, in the order of their names. What cannot be read is a case of its own, which fails.
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

    /// Those that must hold now.
    package static let due = all.compactMap { try? $0.get() }.filter { $0.awaits == nil }
}
