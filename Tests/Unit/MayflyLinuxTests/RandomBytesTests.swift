import MayflyModel
import Testing

@testable import MayflyLinux

/// Random numbers by the block.
@Suite struct RandomBytesTests {
    @Test func handsOutEachNumberOfABlockOnceAndThenFetchesAnother() {
        var last: UInt64 = 0
        var numbers = RandomBytes { block in
            for index in block.indices {
                last += 1
                block[index] = last
            }
            return true
        }
        let taken = (0..<RandomBytes.blockSize * 3).map { _ in numbers.next() }
        #expect(Set(taken) == Set(1...UInt64(RandomBytes.blockSize * 3)))
    }

    @Test func givesRandomNumbersAllTheSameWhereNoBlockCanBeFetched() {
        var numbers = RandomBytes { _ in false }
        let taken = (0..<100).map { _ in numbers.next() }
        #expect(Set(taken).count == 100)
    }

    @Test func identifiersDiffer() {
        #expect(Set((0..<10_000).map { _ in RandomBytes.uuid() }).count == 10_000)
    }
}
