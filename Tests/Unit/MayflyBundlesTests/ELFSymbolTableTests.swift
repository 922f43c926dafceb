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
        let found = try names(try SampleLibrary.good.get(), at: Set(0..<0x4000))
        #expect(Set(found.values).isSuperset(of: ["mark", "mayfly_extension_entry"]))
        let entry = found.filter { $0.value == "mayfly_extension_entry" }.keys.sorted()
        #expect(entry.count > 4)
        #expect(entry.last == entry[0] + UInt64(entry.count) - 1, "one piece")
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
