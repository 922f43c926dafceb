internal import Glibc
internal import MayflyLinux
package import MayflyModel
package import MayflyWorkers

/// Makes mangled names of functions readable, in a short-lived process: the demanglers of C++ and Swift are large parsers, and
/// the names come from an extension's file.
package struct NameConverter: Sendable {
    /// The bytes of all names of one request. A pipe has room for them.
    private static let mostBytes = 48 * 1024

    private let program: String
    private let confinement: Confinement
    private let deadline: Duration
    private let loop: EventLoop
    private let processes = AsyncSemaphore(1)

    /// Takes the path of the `mayfly-media-worker` program, the sandbox of its processes, and the time limit for one request.
    /// The process itself limits its processor time to a second.
    package init(program: String, confinement: Confinement = Confinement(), deadline: Duration, loop: EventLoop) {
        self.program = program
        self.confinement = confinement
        self.deadline = deadline
        self.loop = loop
    }

    /// The report with the readable forms of its mangled names. It is the same report if there are none, and if they cannot
    /// be converted.
    package func convert(_ report: CrashReport) async -> CrashReport {
        let names = Array(Set(report.frames.compactMap(\.symbol).filter(Self.isMangled))).sorted()
        guard !names.isEmpty else { return report }
        let readable = await processes.withPermit { await self.readable(names) }
        var report = report
        for index in report.frames.indices {
            report.frames[index].demangled = report.frames[index].symbol.flatMap { readable[$0] }
        }
        return report
    }

    /// Whether it looks like a mangled name of C++, of Rust's older form, or of Swift.
    private static func isMangled(_ name: String) -> Bool {
        name.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            && ["_Z", "$s", "$S", "$e", "_T0"].contains(where: name.hasPrefix)
    }

    private func readable(_ names: [String]) async -> [String: String] {
        guard let file = Self.file(names) else { return [:] }
        let order = ConversionOrder(
            program: program,
            file: file,
            scope: .names,
            confinement: confinement,
            deadline: deadline
        )
        guard case .success(let bytes?) = await ConversionProcess(loop: loop).run(order).result else { return [:] }
        let lines = bytes.split(
            separator: UInt8(ascii: "\n"),
            maxSplits: names.count,
            omittingEmptySubsequences: false
        )
        guard lines.count == names.count else { return [:] }
        let readable = zip(names, lines).filter { !$1.isEmpty }
            .map { ($0, SafeText.line(String(decoding: $1, as: UTF8.self), limit: 300)) }
        return Dictionary(readable) { first, _ in first }
    }

    /// A descriptor from which the names are read, a line for each.
    private static func file(_ names: [String]) -> Int32? {
        let bytes = Array(names.joined(separator: "\n").utf8)
        guard bytes.count <= mostBytes, let pipe = try? DescriptorPair(.pipe, for: "names") else { return nil }
        defer { pipe.closeTheirs() }
        // A pipe may have less room than usual; the host must not wait.
        _ = fcntl(pipe.theirs, F_SETFL, O_NONBLOCK)
        guard write(pipe.theirs, bytes, bytes.count) == bytes.count else {
            pipe.closeOurs()
            return nil
        }
        return pipe.ours
    }
}
