import Foundation
import MayflyModel
import MayflyTestSupport
import Testing

/// A program in the place of `mayfly-media-worker` that waits until the test lets it go, and becomes the real one then. So the
/// names of the functions of an end, which it is to make readable, are not found before.
final class HeldNames: Sendable {
    let program = NSTemporaryDirectory() + "mayfly-held-names-\(UUID())"
    private let gate: Int32
    private var path: String { program + ".gate" }

    init() throws {
        let path = program + ".gate"
        let isMade = mkfifo(path, 0o600) == 0
        // Both ends are held, so that the program waits for the line and for nothing else.
        gate = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        try #require(isMade && gate >= 0)
        let real = Bundle.main.bundlePath + "/mayfly-media-worker"
        try writeScript("#!/bin/sh\nread line <'\(path)'\nexec '\(real)' \"$@\"\n", to: program)
    }

    deinit {
        close(gate)
        for file in [path, program] { try? FileManager.default.removeItem(atPath: file) }
    }

    /// Lets it go.
    func release() { #expect(write(gate, "\n", 1) == 1) }

    /// Has `body` bring about an end, act meanwhile and let the program go. A host waits for the program for a second: where
    /// that was over before, as it may be on a busy machine, the end has no readable names, and `body` has another try.
    static func found<Outcome: Sendable>(
        _ body: (HeldNames) async throws -> (end: WorkerEnd, outcome: Outcome)
    ) async throws -> (end: WorkerEnd, outcome: Outcome) {
        for _ in 1...5 {
            let found = try await body(HeldNames())
            if found.end.hasReadableNames { return found }
        }
        throw Missing()
    }

    private struct Missing: Error, CustomStringConvertible {
        let description = "the window did not go on before the names were found, or the receipt does not have them"
    }
}

extension WorkerEnd {
    var hasReadableNames: Bool { (crash?.frames ?? stack?.frames ?? []).contains { $0.demangled != nil } }
}
