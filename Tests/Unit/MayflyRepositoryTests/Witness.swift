import Foundation
import MayflyTestSupport
import Testing

/// Programs of Python that use python-tuf, another implementation of The Update Framework (`.ci/setup tests` fetches it).
enum Witness {
    private static let library = Checkout.folder.appending(path: ".build/tuf").path

    static var isThere: Bool {
        FileManager.default.fileExists(atPath: library + "/tuf/__init__.py")
            && (try? Program(["/usr/bin/python3", "-c", "import cryptography"], takesErrors: true))?.status == 0
    }

    /// Whether `.ci/setup tests` should have fetched it: it could fetch what it fetches in the same way. That is not so in the copy of an
    /// ordinary user (`.ci/tests-as-user`), nor on a machine without a network.
    static var isExpected: Bool {
        FileManager.default.fileExists(atPath: Checkout.folder.appending(path: ".build/axe/axe.min.js").path)
    }

    /// Runs a program of the folder `Programs` to its end, and gives what it prints. A failure is an issue.
    static func run(_ name: String, _ arguments: [String] = [], input: String = "") throws -> String {
        let program = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Programs/\(name)").path
        let finished = try Program(
            ["/usr/bin/python3", program] + arguments,
            adding: ["PYTHONPATH": library, "PYTHONDONTWRITEBYTECODE": "1"],
            input: input,
            takesErrors: true
        )
        try #require(finished.status == 0, "\(name): \(finished.output)")
        return finished.output
    }
}

extension Trait where Self == ConditionTrait {
    static var withWitness: Self { .enabled("python-tuf is not here: see .ci/setup") { Witness.isThere } }
}
