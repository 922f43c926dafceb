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
    private let scheme: String
    var address: String { "\(scheme)://127.0.0.1:\(port)" }

    /// - Parameter certificate: the path of a certificate and its key; with one it answers over HTTPS.
    init(_ folder: String, certificate: String? = nil) throws {
        scheme = certificate == nil ? "http" : "https"
        scratch = try ScratchFolder()
        try scratch.write("[]", to: "rules")
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/python3")
        let program = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Programs/store_server.py")
        process.arguments = [program.path, folder, scratch.at("rules")] + (certificate.map { [$0] } ?? [])
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

    /// Lets the archive come in steps, for requests whose path has this part: the pipe tells the server of each.
    func step(_ part: String) throws -> StepPipe {
        let path = scratch.at("steps")
        unlink(path)
        try #require(mkfifo(path, 0o600) == 0)
        try misbehave(Rule(part, "steps", ["pipe": path]))
        return try StepPipe(path)
    }

    /// The headers of each request, with names in lower case.
    func headers() throws -> [[String: String]] {
        try scratch.bytes("headers").split(separator: 0x0A).map { line in
            try #require(JSONSerialization.jsonObject(with: Data(line)) as? [String: String])
        }
    }

    /// The paths that were asked for.
    func requests() -> [String] {
        guard let bytes = try? scratch.bytes("requests") else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}

/// Tells a server how much of a file it sends.
final class StepPipe: Sendable {
    private let descriptor: Int32

    /// Both ends, so that it stays open while nobody reads or writes.
    init(_ path: String) throws {
        descriptor = open(path, O_RDWR | O_CLOEXEC)
        try #require(descriptor >= 0)
    }

    deinit { close(descriptor) }

    /// Lets it send so many percent of the file, with those before.
    func send(upTo percent: Int) throws {
        let line = Array("\(percent)\n".utf8)
        try #require(write(descriptor, line, line.count) == line.count)
    }
}
