import Foundation
import MayflyTestSupport
import Testing

/// A session bus with the portals of a desktop, `portal.py`, which ends at the latest with this value.
///
/// Safe because one thread at a time uses it.
final class DesktopPortal: @unchecked Sendable {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var lines: LineSource
    /// The address of the bus.
    let address: String

    /// - Parameter answers: what the person does, as the program says it.
    init(_ answers: [String]) throws {
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments =
            [Checkout.folder.appending(path: "Tests/Integration/Programs/portal.py").path] + answers
        process.environment = ["PATH": "/usr/bin:/bin"]
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        lines = LineSource(output.fileHandleForReading)
        try process.run()
        let ready = lines.next()
        let object = try JSONSerialization.jsonObject(with: try #require(ready)) as? [String: Any]
        address = try #require(object?["address"] as? String)
    }

    /// The variables of a program on this desktop.
    var variables: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": address, "DISPLAY": ":9"] }

    /// The next thing that happens there.
    func next() throws -> [String: Any] {
        let line = lines.next()
        let object = try JSONSerialization.jsonObject(with: try #require(line)) as? [String: Any]
        return try #require(object)
    }

    /// Ends it, and gives what has happened besides, but for programs that have left.
    func stop() throws -> [String] {
        try input.fileHandleForWriting.close()
        var events: [String] = []
        while let line = lines.next() {
            let object = try JSONSerialization.jsonObject(with: line) as? [String: Any]
            let event = try #require(object?["event"] as? String)
            if event != "left" { events.append(event) }
        }
        process.waitUntilExit()
        return events
    }
}
