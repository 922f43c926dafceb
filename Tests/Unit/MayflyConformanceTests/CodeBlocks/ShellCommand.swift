import Foundation
import MayflyTestSupport

/// A command of a block for the shell, with its words as the program would get them.
struct ShellCommand {
    /// The name of the program, without its folder.
    let program: String
    let arguments: [String]
    /// What stands before the command in a pipe; empty without one.
    let input: String

    /// The programs that blocks may use. Those with a folder are in the reader's current folder.
    private static let programs = [
        "bin/mayfly", "bin/make", "bin/swift", "bin/cc", "bin/rustc", "bin/go", "bin/mkdir", "bin/cp", "bin/python3",
        ".build/release/mayfly",
        ".ci/tests",
    ]

    /// Stands for a program: it only writes its words and its input into a file.
    private static let recorder = """
        #!/bin/sh
        { printf '%s\\0' "$0" "$@"; /bin/cat; } >"$RECORDS/$$"

        """

    /// Lets the shell run a text with a recorder in the place of each program. Throws the shell's complaint about a wrong
    /// syntax or an unknown program.
    static func all(in text: String) throws -> [ShellCommand] {
        let folder = try ScratchFolder()
        let records = try folder.makeFolder("records")
        try writeScript(recorder, to: folder.at("recorder"))
        for name in programs {
            let parent = URL(filePath: folder.at(name)).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            try FileManager.default.linkItem(atPath: folder.at("recorder"), toPath: folder.at(name))
        }
        let script = try folder.write(text, to: "script")
        let shell = ["/bin/sh", "-eu", script]
        let variables = ["PATH": folder.at("bin"), "RECORDS": records, "MAYFLY": Checkout.folder.path]
        let run = try Program(shell, in: folder.path, adding: variables, takesErrors: true)
        guard run.status == 0 else {
            throw Complaint(text: run.output.replacing(script + ": ", with: ""))
        }
        return try folder.names("records").map { try ShellCommand(record: folder.bytes("records/\($0)")) }
    }

    struct Complaint: Error {
        let text: String
    }

    private init(record: [UInt8]) {
        let parts = record.split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        program = URL(filePath: parts[0]).lastPathComponent
        arguments = Array(parts.dropFirst().dropLast())
        input = parts.last ?? ""
    }
}
