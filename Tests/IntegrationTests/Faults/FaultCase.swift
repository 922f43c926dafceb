import Foundation
import MayflyTestSupport
import Testing

/// One misbehaviour: a file of `Tests/FaultyPlugins`, or one of the variants that it has.
///
/// The file's first comment says what must come of it; the grammar is in the folder's README.md.
struct FaultCase: Sendable, CustomTestStringConvertible {
    static let folder = Checkout.folder.appending(path: "Tests/FaultyPlugins")

    let file: String
    /// The macro that the variant is compiled with, `WHEN=didSwipe`.
    let variant: String?
    /// One of these must be the receipt.
    let expectations: [FaultExpectation]
    /// Lines that the log must have, and parts of such lines.
    let says: [String]
    let saysInPart: [String]
    /// Options for the compiler.
    let options: [String]
    /// What the person does, in the words of the fault runner.
    let steps: [String]
    let needsSandbox: Bool
    /// What it waits for before it can hold; nil when it must.
    let awaits: String?

    var testDescription: String { variant.map { "\(file) \($0)" } ?? file }

    /// The extension's id.
    var id: String {
        "test.fault." + testDescription.lowercased().map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
    }

    var killsHost: Bool { expectations.contains { $0.cause == "hostEnded" } }

    /// Whether it ends by a deadline, which is to come soon.
    var meetsDeadline: Bool {
        expectations.contains { ["unresponsive", "launchTimeout"].contains($0.cause) }
    }

    /// All of them, in the order of their names. What cannot be read is a case of its own, which fails.
    static let all: [Result<FaultCase, FaultGrammarError>] = {
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
    static let due = all.compactMap { try? $0.get() }.filter { $0.awaits == nil }

    /// Those that are run: all, or, in a second run by another user, every so manieth and all that only a sandbox contains.
    static let chosen: [FaultCase] = {
        let step = ProcessInfo.processInfo.environment["MAYFLY_FAULTS"].flatMap { Int($0) } ?? 1
        return due.enumerated().filter { $1.needsSandbox || $0.isMultiple(of: max(step, 1)) }.map(\.element)
    }()
}
