internal import Foundation
internal import Testing

/// A program of `PATH` that ran to its end.
package struct Program {
    package let status: Int32
    /// What it wrote to standard output, and to standard error if `takesErrors` was given.
    package let output: String

    /// Runs the program with `input` as its standard input.
    package init(
        _ command: [String],
        in folder: String? = nil,
        adding variables: [String: String] = [:],
        input: String = "",
        takesErrors: Bool = false
    ) throws {
        let (process, source, printed) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        if let folder { process.currentDirectoryURL = URL(filePath: folder) }
        process.standardInput = source
        process.standardOutput = printed
        if takesErrors { process.standardError = printed }
        try process.run()
        try source.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try source.fileHandleForWriting.close()
        output = String(decoding: try printed.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
    }
}

/// Runs a program to its end, and gives what it wrote to standard output. A status other than 0 is an issue.
@discardableResult
package func run(_ program: String, _ arguments: [String], input: String = "") throws -> String {
    let finished = try Program([program] + arguments, input: input)
    try #require(finished.status == 0, "\(program) \(arguments.joined(separator: " "))")
    return finished.output
}
