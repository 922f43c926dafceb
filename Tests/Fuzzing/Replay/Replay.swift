import Foundation
import MayflyFuzzing

/// Gives a reader its corpus, the cases and a bounded number of changed copies of both, in a process of its own.
enum Replay {
    /// Changed copies for each reader; `MAYFLY_FUZZ_RUNS` overrides it.
    private static let runs = 2_000
    /// A reader that is not done with everything by then hangs: the alarm ends the process.
    private static let seconds: UInt32 = 120

    /// Where the input that is being read lies, so that one that ends the process can be looked at.
    static func trail(of reader: FuzzedReader) -> String {
        NSTemporaryDirectory() + "mayfly-fuzz-\(reader.rawValue).input"
    }

    static func run(_ reader: FuzzedReader) throws {
        // Threads of the tests' pool have signals blocked.
        var signals = sigset_t()
        sigaddset(&signals, SIGALRM)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        alarm(seconds)
        let environment = ProcessInfo.processInfo.environment
        let runs = environment["MAYFLY_FUZZ_RUNS"].flatMap { Int($0) } ?? runs
        let seed = environment["MAYFLY_SEED"].flatMap { UInt64($0) } ?? 1
        let corpus = try Corpus.seeds(of: reader) + Corpus.cases(of: reader)
        guard !corpus.isEmpty else { throw CocoaError(.fileNoSuchFile) }
        let trail = open(trail(of: reader), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(trail) }
        var mutator = Mutator(corpus: corpus, seed: seed)
        for input in corpus { read(input, reader, trail) }
        for run in 0..<runs { read(mutator.changed(corpus[run % corpus.count]), reader, trail) }
        unlink(Replay.trail(of: reader))
    }

    private static func read(_ input: [UInt8], _ reader: FuzzedReader, _ trail: Int32) {
        pwrite(trail, input, input.count, 0)
        ftruncate(trail, input.count)
        reader.read(input)
    }
}
