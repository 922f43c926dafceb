import Foundation
import MayflyTestSupport
import Testing

/// A server of this machine, `loopback_server.py`, which ends at the latest with this value.
final class LoopbackServer: @unchecked Sendable {
    // Safe because a test uses it in one task.
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var lines: LineSource
    let port: Int
    private let scheme: String

    /// - Parameter certificate: the path of a certificate and its key; with one it answers over HTTPS.
    init(certificate: String? = nil) throws {
        scheme = certificate == nil ? "http" : "https"
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [Checkout.folder.appending(path: "Tests/Integration/Programs/loopback_server.py").path]
        if let certificate { process.arguments?.append(certificate) }
        process.standardInput = input
        process.standardOutput = output
        lines = LineSource(output.fileHandleForReading)
        try process.run()
        port = try #require(lines.next().flatMap { Int(String(decoding: $0, as: UTF8.self)) })
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// An address of it, by that name of the machine.
    func url(_ path: String, host: String = "localhost") -> String { "\(scheme)://\(host):\(port)\(path)" }

    /// Ends it, and gives the requests that it has got.
    func stop() throws -> [[String: Any]] {
        try input.fileHandleForWriting.close()
        var requests: [[String: Any]] = []
        while let line = lines.next() {
            requests.append(try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any]))
        }
        process.waitUntilExit()
        return requests
    }
}
