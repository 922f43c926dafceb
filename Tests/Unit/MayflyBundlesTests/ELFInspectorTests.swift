import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyBundles

@Suite struct ELFInspectorTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
    }

    private func inspect(_ bytes: [UInt8]) throws -> ELFInspector.Report {
        try scratch.write(bytes, to: "x.so")
        let file = try ConfinedFolder(path: scratch.path).file("x.so")
        return try ELFInspector(name: "lib/x.so").inspect(file)
    }

    private func message(_ bytes: [UInt8]) -> String? {
        do {
            _ = try inspect(bytes)
            return nil
        } catch let error as MayflyError {
            return error.code == .invalidLibrary ? error.message : "another code: \(error)"
        } catch {
            return "another error: \(error)"
        }
    }

    /// A copy of a valid library with some changed bytes in its header.
    private func changed(_ changes: [Int: UInt8]) throws -> [UInt8] {
        var bytes = try SampleLibrary.good.get()
        for (place, byte) in changes { bytes[place] = byte }
        return bytes
    }

    @Test func findsTheEntryPointInARealLibrary() throws {
        let report = try inspect(SampleLibrary.good.get())
        #expect(report.exportsEntry == true)
        #expect(report.segments >= 2)
        #expect(try inspect(SampleLibrary.oldHash.get()).exportsEntry == true)
    }

    @Test func doesNotCountASymbolThatTheLibraryOnlyNeeds() throws {
        #expect(try inspect(SampleLibrary.withoutEntry.get()).exportsEntry == false)
    }

    @Test func refusesTextAndNothing() {
        let text = Array("hello world, I am no library".utf8)
        #expect(message(text) == "lib/x.so: not an ELF file (it begins with 'hello world,')")
        #expect(message([]) == "lib/x.so: not an ELF file (it is empty)")
        #expect(message([0x7F, 0x45, 0x4C, 0x46]) == "lib/x.so: truncated: the header has 64 bytes, the file 4")
    }

    @Test func refusesALibraryOfAnotherKindOfMachine() throws {
        let own = Platform.processorName(elfMachine: Platform.elfMachine)
        #expect(message(try changed([4: 1])) == "lib/x.so: 32-bit ELF; this host needs 64-bit \(own)")
        #expect(message(try changed([5: 2])) == "lib/x.so: big-endian ELF; this host needs little-endian \(own)")
        #expect(message(try changed([18: 243])) == "lib/x.so: made for RISC-V; this host needs \(own)")
    }

    @Test func refusesWhatIsNoSharedLibrary() throws {
        #expect(message(try changed([16: 1])) == "lib/x.so: an object file, not a shared library")
        #expect(message(try changed([16: 2])) == "lib/x.so: a program, not a shared library")
        #expect(message(try SampleLibrary.program.get()) == "lib/x.so: a program, not a shared library")
    }

    @Test func refusesATruncatedLibrary() throws {
        let whole = try SampleLibrary.good.get()
        let segments = try programHeaders(of: whole)
        let end = try #require(segments.map { $0.offset + $0.fileSize }.max())
        #expect(message(Array(whole.prefix(9000)))?.contains("truncated: segment") == true)
        #expect(message(Array(whole.prefix(9000)))?.hasSuffix("the file has 9,000 bytes") == true)
        #expect(message(Array(whole.prefix(100)))?.contains("truncated: the program headers end at") == true)
        for length in stride(from: 0, to: Int(end), by: 97) {
            #expect(message(Array(whole.prefix(length))) != nil, "\(length) bytes")
        }
    }

    @Test func acceptsALibraryWithoutSectionHeaders() throws {
        let whole = try SampleLibrary.good.get()
        let end = try #require(try programHeaders(of: whole).map { $0.offset + $0.fileSize }.max())
        #expect(try inspect(Array(whole.prefix(Int(end)))).exportsEntry == true)
    }

    @Test func refusesPlacesThatOverflow() throws {
        let huge = Dictionary(uniqueKeysWithValues: (32..<40).map { ($0, UInt8.max) })
        #expect(message(try changed(huge))?.contains("end beyond all files") == true)
        #expect(message(try changed([56: 0, 57: 0]))?.contains("0 program headers") == true)
        #expect(message(try changed([54: 1]))?.contains("program headers of 1 bytes") == true)
    }

    @Test func survivesAnyDamage() throws {
        var generator = SeededGenerator(state: 7)
        let whole = try SampleLibrary.good.get()
        var refused = 0
        for _ in 0..<300 {
            var bytes = whole
            for _ in 0..<40 {
                bytes[.random(in: 4..<1400, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            if message(bytes) != nil { refused += 1 }
        }
        #expect(refused > 0)
    }

    private func programHeaders(of bytes: [UInt8]) throws -> [ELFSegment] {
        let header = ELFBytes(bytes)
        let start = try #require(Int(exactly: header.word(32)))
        return (0..<Int(header.half(56))).map { ELFSegment(header, at: start + $0 * ELFSegment.size) }
            .filter(\.isLoaded)
    }
}
