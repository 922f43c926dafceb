import Foundation
import Testing

/// A program that traces a process, as a debugger does, until this value goes. The kernel shows the end of the process to that
/// program first.
final class Tracer: @unchecked Sendable {
    // Safe because only the test that made it uses it, one call after the other.
    private static let tracer = Result { try PluginWorkshop.program("tracer") }
    private static let interceptor = Result { try PluginWorkshop.program("interceptor") }

    private let process = Process()
    private let input = Pipe()

    /// - Parameter isKilledByNext: the program kills the process when it has received what it waits for.
    init(of number: Int32, isKilledByNext: Bool = false) throws {
        let output = Pipe()
        process.executableURL = URL(filePath: try (isKilledByNext ? Self.interceptor : Self.tracer).get())
        process.arguments = ["\(number)"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try #require(output.fileHandleForReading.availableData == Data("traces\n".utf8))
    }

    var number: Int32 { process.processIdentifier }

    /// Returns when the program has killed the process.
    func waitUntilKilled() {
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    /// Lets the process go.
    func end() throws {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
