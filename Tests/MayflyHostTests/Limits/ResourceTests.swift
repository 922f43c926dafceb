import Testing

@testable import MayflyHost

@Suite struct ResourceTests {
    @Test(arguments: [
        (Resource.storage, "its private folder held 1920 MiB, over the limit of 64"),
        (.writing, "it wrote 1920 MiB to files, over the limit of 64"),
        (.transfer, "it handed over 1920 MiB at a stretch, over the limit of 64"),
        (.output, "it printed 1920 MiB at a stretch, over the limit of 64"),
    ])
    func manyBytesAreSaidInMebibytes(resource: Resource, sentence: String) {
        #expect(resource.excess(2_013_265_920, limit: 64 << 20) == sentence)
    }

    @Test func whatIsSlightlyOverShowsThatItIs() {
        #expect(Resource.storage.excess((64 << 20) + 1, limit: 64 << 20).hasSuffix("held 65 MiB, over the limit of 64"))
    }

    @Test func fewBytesAreSaidAsTheyAre() {
        #expect(
            Resource.output.excess(5_000, limit: 4_096).hasSuffix("5000 bytes at a stretch, over the limit of 4096")
        )
    }
}
