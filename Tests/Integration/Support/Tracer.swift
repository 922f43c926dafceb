import Foundation
import Testing

/// A program that traces a process, as a debugger does, until this value goes. The kernel shows the end of the process to that
/// program first.
final class Tracer: @unchecked Sendable {
    // Safe because only the test that made it uses it, one call after the other.
    private static let program = Result { try PluginWorkshop.program("tracer") }

    private let process = Process()
    private let input = Pipe()

    init(of number: Int32) throws {
        let output = Pipe()
        process.executableURL = URL(filePath: try Self.program.get())
        process.arguments = ["\(number)"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try #require(output.fileHandleForReading.availableData == Data("traces\n".utf8))
    }

    var number: Int32 { process.processIdentifier }

    /// Lets the process go.
    func end() throws {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
