import Foundation
import MayflyFuzzing
import Testing

/// A short run of what `make fuzz` does for long: no input ends a reader, or makes it hang.
@Suite struct FuzzReplayTests {
    @Test(arguments: FuzzedReader.allCases)
    func outlivesItsCorpusAndChangedCopiesOfIt(_ reader: FuzzedReader) async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { [reader] in
            try Replay.run(reader)
        }
        guard result == nil || result?.exitStatus != .exitCode(EXIT_SUCCESS) else { return }
        let words = String(decoding: result?.standardErrorContent.prefix(2_000) ?? [], as: UTF8.self)
        Issue.record("\(reader.rawValue) ended over the input \(Replay.trail(of: reader)): \(words)")
    }

    @Test(arguments: FuzzedReader.allCases)
    func hasSeeds(_ reader: FuzzedReader) throws {
        #expect(try Corpus.seeds(of: reader).count >= 3)
    }
}
