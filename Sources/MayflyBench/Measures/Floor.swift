internal import Foundation
internal import MayflyModel

/// The bare C program `bench-floor`, which measures the least time that this machine needs for the same work.
final class Floor {
    private let process = Process()
    private let commands = Pipe()
    private let answers = Pipe()
    private var rest = Data()

    /// - Parameter library: the path of the library that its workers open.
    init(library: String) throws {
        let program = try BenchStage.path(of: "bench-floor")
        process.executableURL = URL(filePath: program)
        process.arguments = [library]
        process.standardInput = commands
        process.standardOutput = answers
        do {
            try process.run()
        } catch {
            throw MayflyError(
                .files,
                "\(program) cannot be run; build the whole package, as 'make bench' does",
                cause: error
            )
        }
    }

    deinit {
        try? commands.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    func spawn(_ count: Int = 1) throws -> [Duration] { try run("spawn \(count)") }

    func fork(_ count: Int = 1) throws -> [Duration] { try run("fork \(count)") }

    /// From the SIGKILL to the reaped process, of a process as `spawn` starts it.
    func kill(_ count: Int = 1) throws -> [Duration] { try run("kill \(count)") }

    /// The start of two processes in namespaces like those of the sandbox: what the kernel alone takes for them. Empty where it
    /// refuses the namespaces.
    func namespaces(_ count: Int = 1) throws -> [Duration] { try run("namespaces \(count)").filter { $0 >= .zero } }

    /// From the SIGKILL to the reaped process, of process 1 of these namespaces.
    func killInNamespaces(_ count: Int = 1) throws -> [Duration] {
        try run("kill-namespaces \(count)").filter { $0 >= .zero }
    }

    /// Round trips between two processes on these processors; -1 does not pin a process.
    func trips(_ count: Int, size: Int, here: Int32, there: Int32) throws -> [Duration] {
        try run("trip \(count) \(size) \(here) \(there)")
    }

    private func run(_ command: String) throws -> [Duration] {
        try commands.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: rest[..<end], as: UTF8.self)
                rest = Data(rest[(end + 1)...])
                return line.split(separator: " ").compactMap { Int64($0).map(Duration.nanoseconds) }
            }
            let piece = answers.fileHandleForReading.availableData
            guard !piece.isEmpty else { throw MayflyError(.internalFault, "bench-floor ended while it was measured") }
            rest += piece
        }
    }
}
