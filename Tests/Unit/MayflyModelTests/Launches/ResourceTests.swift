import Foundation
import Testing

@testable import MayflyModel

@Suite struct ResourceTests {
    @Test(arguments: [
        (Resource.storage, "its private folder held 1920 MiB, over the limit of 64"),
        (.writing, "it wrote 1920 MiB to files, over the limit of 64"),
        (.reading, "it read 1920 MiB from disks at a stretch, over the limit of 64"),
        (.transfer, "it handed over 1920 MiB at a stretch, over the limit of 64"),
        (.output, "it printed 1920 MiB at a stretch, over the limit of 64"),
    ])
    func manyBytesAreSaidInMebibytes(resource: Resource, sentence: String) {
        #expect(resource.excess(2_013_265_920, limit: 64 << 20) == sentence)
    }

    @Test func whatIsSlightlyOverShowsThatItIs() {
        #expect(Resource.storage.excess((64 << 20) + 1, limit: 64 << 20).hasSuffix("held 65 MiB, over the limit of 64"))
    }

    @Test func nothingIsInventedWhereNobodyMeasured() {
        #expect(
            Resource.fileSize.excess(nil, limit: 64 << 20)
                == "a file of it was to become larger than the limit of 64 MiB"
        )
        #expect(Resource.cpu.excess(nil, limit: 300) == "it went over the limit of 300 for cpu")
    }

    @Test func causesOfOlderReceiptsReadAsTheyDid() throws {
        let older = Data(#"{"exceeded":{"_0":"storage","used":3,"limit":2}}"#.utf8)
        let decoder = JSONDecoder()
        #expect(
            try decoder.decode(WorkerEnd.Cause.self, from: older) == .exceeded(.storage, used: 3, limit: 2)
        )
        let cause = WorkerEnd.Cause.exceeded(.fileSize, used: nil, limit: 2)
        #expect(try decoder.decode(WorkerEnd.Cause.self, from: JSONEncoder().encode(cause)) == cause)
    }

    @Test func fewBytesAreSaidAsTheyAre() {
        #expect(
            Resource.output.excess(5_000, limit: 4_096).hasSuffix("5000 bytes at a stretch, over the limit of 4096")
        )
    }
}
