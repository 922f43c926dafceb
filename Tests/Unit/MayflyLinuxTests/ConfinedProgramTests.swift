import Foundation
import Glibc
import MayflyTestSupport
import Testing

@testable import MayflyLinux

/// What a program of the system can do that reads a stranger's file. Each is run for real.
@Suite struct ConfinedProgramTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    private func write(_ text: String, to name: String) throws -> String {
        let path = scratch.path + "/" + name
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    private func run(
        _ words: [String],
        reading files: [String] = [],
        limit: Int = 1 << 16
    ) throws -> (text: String, status: Int32?) {
        let program = ConfinedProgram(path: words[0], readable: files)
        let outcome = try #require(program.run(Array(words.dropFirst()), limit: limit))
        return (String(decoding: outcome.output, as: UTF8.self), outcome.status)
    }

    @Test func itReadsNoFileButTheNamedOnes() throws {
        let (own, other) = (try write("own\n", to: "own"), try write("other\n", to: "other"))
        #expect(try run(["/bin/cat", own], reading: [own]) == ("own\n", 0))
        #expect(try run(["/bin/cat", other, own, "/etc/passwd", "/proc/self/environ"], reading: [own]) == ("own\n", 1))
    }

    @Test func itWritesNoFile() throws {
        let own = try write("own\n", to: "own")
        let new = scratch.path + "/new"
        _ = try run(["/bin/sh", "-c", "echo changed > '\(own)'; echo new > '\(new)'"], reading: [own])
        #expect(try String(contentsOfFile: own, encoding: .utf8) == "own\n")
        #expect(!FileManager.default.fileExists(atPath: new))
    }

    @Test func itReachesNoListenerOfTheMachine() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let port = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                #expect(bind(listener, raw, size) == 0 && listen(listener, 4) == 0)
                #expect(getsockname(listener, raw, &size) == 0)
            }
            return UInt16(bigEndian: address.pointee.sin_port)
        }
        let script = "exec 3<>/dev/tcp/127.0.0.1/\(port) && echo reached"
        // Whoever is not confined reaches it.
        #expect(try MayflyTestSupport.run("bash", ["-c", script]) == "reached\n")
        #expect(try run(["/bin/bash", "-c", script]).text == "")
    }

    @Test func whatWritesTooMuchIsEnded() throws {
        let outcome = try run(["/usr/bin/yes"], limit: 1_000)
        #expect(outcome.text == String(repeating: "y\n", count: 500) && outcome.status == nil)
    }

    @Test func whatWaitsIsEnded() throws {
        let program = ConfinedProgram(path: "/bin/sleep", readable: [], patience: .milliseconds(50))
        #expect(try #require(program.run(["1000"], limit: 10)).status == nil)
    }

    @Test func whatCannotBeStartedOrConfinedIsNotRun() {
        #expect(ConfinedProgram(path: "/usr/bin/no-such-program", readable: []).run([], limit: 10) == nil)
        #expect(ConfinedProgram(path: "/bin/echo", readable: [scratch.path + "/none"]).run(["x"], limit: 10) == nil)
    }

    // MARK: Memory

    private static let hasReader = access("/usr/bin/addr2line", X_OK) == 0

    /// Debug information that is compressed may say to be of any size.
    @Test(.enabled(if: hasReader, "this machine has no addr2line"))
    func aBombOfDebugInformationTakesLittleMemory() throws {
        let source = try write("int answer(void) { return 42; }\n", to: "answer.c")
        let library = scratch.path + "/answer.so"
        try PlainCompiler.build(["cc", "-g", "-shared", "-fPIC"], from: URL(filePath: source), to: library)
        let address = "0x" + (try Self.address(of: "answer", in: library))
        let honest = try run(["/usr/bin/addr2line", "-e", library, address], reading: [library])
        #expect(honest.text.contains("answer.c:1"))

        let unpacked = 2 * ConfinedProgram.memory
        try Self.makeBomb(of: library, unpacked: unpacked)
        let program = ConfinedProgram(path: "/usr/bin/addr2line", readable: [library])
        let outcome = try #require(program.run(["-e", library, address], limit: 1 << 16))
        #expect(outcome.peakMemory < ConfinedProgram.memory)
        #expect(!String(decoding: outcome.output, as: UTF8.self).contains("answer.c"))
    }

    private static func address(of symbol: String, in library: String) throws -> String {
        let rows = try MayflyTestSupport.run("nm", [library]).split(separator: "\n")
        return String(try #require(rows.first { $0.hasSuffix(" T \(symbol)") }).prefix(16))
    }

    /// Replaces the section `.debug_info` of a library by one that is unpacked to so many zeros.
    private static func makeBomb(of library: String, unpacked: Int) throws {
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: library)))
        func number(_ offset: Int, _ size: Int) -> Int {
            bytes[offset..<offset + size].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        func little(_ number: Int, _ size: Int) -> [UInt8] {
            (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        let (table, count, names) = (number(40, 8), number(60, 2), number(62, 2))
        let namesStart = number(table + 64 * names + 24, 8)
        let row = try #require(
            (0..<count).map { table + 64 * $0 }.first { row in
                bytes[(namesStart + number(row, 4))...].starts(with: Array(".debug_info\0".utf8))
            }
        )
        while bytes.count % 16 != 0 { bytes.append(0) }
        // Elf64_Chdr: ELFCOMPRESS_ZLIB, the size and the alignment of what it is unpacked to.
        let section = little(1, 8) + little(unpacked, 8) + little(1, 8) + zeros(unpacked)
        let changes = [
            (row + 8, little(number(row + 8, 8) | 0x800, 8)), (row + 24, little(bytes.count, 8)),
            (row + 32, little(section.count, 8)), (row + 48, little(1, 8)),
        ]
        for (offset, new) in changes { bytes.replaceSubrange(offset..<offset + 8, with: new) }
        try Data(bytes + section).write(to: URL(filePath: library))
        // Readers compare what a section is unpacked to with the size of the file, which costs nothing where it has a hole.
        try #require(truncate(library, off_t(unpacked)) == 0)
    }

    /// Zeros in the format of zlib: one literal, and then for each 258 of them the same 13 bits (RFC 1951, 3.2.6).
    private static func zeros(_ count: Int) -> [UInt8] {
        // A last block with fixed codes, and the literal 0.
        let beginning = [1, 1, 0] + [0, 0, 1, 1, 0, 0, 0, 0]
        // The length 258 and the distance 1.
        let run = [1, 1, 0, 0, 0, 1, 0, 1] + [0, 0, 0, 0, 0]
        // Eight of these are 13 bytes: behind the beginning, the bytes repeat.
        let bits = beginning + Array(repeating: run, count: 24).flatMap(\.self)
        func byte(_ index: Int) -> UInt8 { (0..<8).reduce(0) { $0 | UInt8(bits[index * 8 + $1]) << $1 } }
        let period = (13..<26).map(byte)
        return [0x78, 0x01] + (0..<13).map(byte) + Array(repeating: period, count: count / 258 / 8).flatMap(\.self)
    }
}
