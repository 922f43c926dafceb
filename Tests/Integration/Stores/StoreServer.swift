import Foundation
import MayflyLinux
import MayflyTestSupport
import Testing

/// A web server for the files of a store, which can misbehave. It ends at the latest with this value.
final class StoreServer: Sendable {
    /// What is done with requests whose path has this part.
    struct Rule: Sendable {
        let part: String
        let action: [String: any Sendable]

        init(_ part: String, _ action: String, _ more: [String: any Sendable] = [:]) {
            self.part = part
            self.action = more.merging(["do": action]) { $1 }
        }
    }

    private let process: Process
    private let scratch: ScratchFolder
    let port: Int
    var address: String { "http://127.0.0.1:\(port)" }

    init(_ folder: String) throws {
        scratch = try ScratchFolder()
        try scratch.write("[]", to: "rules")
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/python3")
        let program = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Programs/store_server.py")
        process.arguments = [program.path, folder, scratch.at("rules")]
        process.standardOutput = output
        try process.run()
        self.process = process
        var line: [UInt8] = []
        while line.last != 0x0A {
            let piece = output.fileHandleForReading.availableData
            try #require(!piece.isEmpty, "the server has ended")
            line += piece
        }
        port = try #require(Int(String(decoding: line.dropLast(), as: UTF8.self)))
    }

    deinit { end() }

    /// Ends it: its address gives no answer from then on.
    func end() {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Replaces the rules; the first one that fits counts.
    func misbehave(_ rules: Rule...) throws {
        let value = rules.map { [$0.part, $0.action] as [Any] }
        try scratch.write(Array(JSONSerialization.data(withJSONObject: value)), to: "rules.new")
        try #require(rename(scratch.at("rules.new"), scratch.at("rules")) == 0)
    }

    /// The paths that were asked for.
    func requests() -> [String] {
        guard let bytes = try? scratch.bytes("requests") else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
