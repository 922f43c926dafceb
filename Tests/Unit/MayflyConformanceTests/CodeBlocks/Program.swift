import Foundation

/// A program that ran to its end.
struct Program {
    let status: Int32
    /// What it wrote to standard output and standard error.
    let output: String

    /// Runs a program of `PATH`, without input.
    init(_ command: [String], in folder: String? = nil, adding variables: [String: String] = [:]) throws {
        let (process, printed) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        if let folder { process.currentDirectoryURL = URL(filePath: folder) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = printed
        process.standardError = printed
        try process.run()
        output = String(decoding: try printed.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
    }
}
