import Foundation
import MayflyTestSupport
import Testing

@testable import MayflyBundles

@Suite struct ELFSymbolTableTests {
    private func names(_ bytes: [UInt8], at addresses: Set<UInt64>) throws -> [UInt64: String] {
        let folder = try ScratchFolder()
        try Data(bytes).write(to: URL(filePath: folder.at("x.so")))
        let descriptor = open(folder.at("x.so"), O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        return ELFSymbolTable(descriptor: descriptor).functions(at: addresses)
    }

    @Test func findsTheFunctionThatHoldsAnAddress() throws {
        let found = try names(try SampleLibrary.good.get(), at: Set(0x1000..<0x1400))
        #expect(Set(found.values).isSuperset(of: ["mark", "mayfly_extension_entry"]))
        let entry = found.filter { $0.value == "mayfly_extension_entry" }.keys.sorted()
        let first = try #require(entry.first)
        #expect(entry.count > 4)
        #expect(entry.last == first + UInt64(entry.count) - 1, "one piece")
    }

    /// A file with nothing but forged symbol tables; the last one has a symbol at 0x5000.
    private func forged(copies: Int, symbols: Int, value: UInt64, size: UInt64) -> [UInt8] {
        let header = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 57)
        return ForgedSymbols(copies: copies, count: symbols, at: value, size: size).appended(to: header, last: 0x5000)
    }

    @Test func allTablesAreSearched() throws {
        let library = forged(copies: 4, symbols: 1000, value: 0x10, size: 16)
        #expect(try names(library, at: [0x10, 0x5008]) == [0x10: "forged", 0x5008: "last"])
    }

    /// The tables together have more symbols than are read.
    @Test func allTablesHaveOneBudget() throws {
        let library = forged(copies: 40, symbols: 100_000, value: 0x10, size: 16)
        #expect(try names(library, at: [0x10, 0x5008]) == [0x10: "forged"])
    }

    /// There are few symbols, and each of them contains each of many addresses.
    @Test func eachAddressOfASymbolCounts() throws {
        let library = forged(copies: 40, symbols: 1000, value: 0, size: 0x1000)
        let addresses = Set(0..<UInt64(64))
        #expect(try names(library, at: addresses.union([0x5008])).keys.sorted() == addresses.sorted())
    }

    @Test(arguments: 0..<100) func aDamagedLibraryDoesNoHarm(seed: UInt64) throws {
        var generator = SeededGenerator(state: seed)
        var bytes = try SampleLibrary.good.get()
        for _ in 0..<(1 + seed % 60) {
            // Half of the changed bytes are in the headers, which affect the result most.
            let limit = Bool.random(using: &generator) ? 64 : bytes.count
            bytes[Int.random(in: 0..<limit, using: &generator)] = UInt8.random(in: .min ... .max, using: &generator)
        }
        let found = try names(bytes, at: [0, 0x1100, 0x1110, .max])
        #expect(found.count <= 4)
        #expect(try names(Array(bytes.prefix(bytes.count / 2)), at: [0x1100]).count <= 1)
    }
}
