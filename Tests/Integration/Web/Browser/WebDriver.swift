import Foundation
import Synchronization
import Testing

/// A program that drives one browser without a window, over WebDriver (W3C), from its start to its end.
final class WebDriver: Sendable {
    /// What the driver refused.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let process: pid_t
    private let port: UInt16
    private let session: String

    /// - Parameter options: more arguments of Chromium.
    init(_ options: [String] = []) throws {
        // It looks for a free port and then takes it, which another program may have done meanwhile.
        var started = try Self.start()
        for _ in 0..<4 where started.port == nil { started = try Self.start() }
        process = started.process
        do {
            port = try #require(started.port, "chromedriver has ended")
            let chrome: [String: Any] = [
                "binary": "/usr/bin/chromium",
                "args": ["--headless=new", "--no-sandbox", "--disable-gpu"] + options,
            ]
            let wanted: [String: Any] = [
                "browserName": "chrome", "goog:chromeOptions": chrome,
                "goog:loggingPrefs": ["browser": "ALL", "performance": "ALL"],
                // What never comes ends a test after a minute.
                "timeouts": ["script": 60_000],
            ]
            let answer = try Self.call(port, "POST", "/session", ["capabilities": ["alwaysMatch": wanted]])
            session = try #require((answer as? [String: Any])?["sessionId"] as? String)
        } catch {
            Self.kill(started.process)
            throw error
        }
    }

    /// Starts the driver; without a port it has ended.
    private static func start() throws -> (process: pid_t, port: UInt16?) {
        let driver = Process()
        driver.executableURL = URL(filePath: "/usr/bin/chromedriver")
        driver.arguments = ["--port=0"]
        // The fields of dates and times have the order of this language.
        driver.environment = ProcessInfo.processInfo.environment.merging(["LANGUAGE": "en_US"]) { $1 }
        let output = Pipe()
        driver.standardOutput = output
        driver.standardError = FileHandle.nullDevice
        try driver.run()
        var lines = LineSource(output.fileHandleForReading)
        while let line = lines.next() {
            let text = String(decoding: line, as: UTF8.self)
            if let port = text.firstMatch(of: #/successfully on port (\d+)/#).flatMap({ UInt16($0.output.1) }) {
                return (driver.processIdentifier, port)
            }
        }
        driver.waitUntilExit()
        return (driver.processIdentifier, nil)
    }

    /// It may have been started with SIGTERM ignored.
    private static func kill(_ process: pid_t) { _ = Foundation.kill(process, SIGKILL) }

    /// Ends the browser and its driver.
    func end() {
        _ = try? call("DELETE", "")
        Self.kill(process)
    }

    /// The value that a command of the session gives. `path` is below the session's.
    @discardableResult func call(_ method: String, _ path: String, _ body: [String: Any]? = nil) throws -> Any {
        try Self.call(port, method, "/session/\(session)\(path)", body)
    }

    private static func call(_ port: UInt16, _ method: String, _ path: String, _ body: [String: Any]?) throws -> Any {
        let bytes = [UInt8](try body.map { try JSONSerialization.data(withJSONObject: $0) } ?? Data())
        let connection = try WebConnection(port: port)
        try connection.send(
            "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(bytes.count)\r\nConnection: close\r\n\r\n"
        )
        try connection.send(bytes: bytes)
        let answer = try connection.answer()
        let object = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
        let value = object?["value"] ?? NSNull()
        if let failure = value as? [String: Any], let error = failure["error"] as? String {
            throw Failure(description: "\(error): \(failure["message"] ?? "")")
        }
        return value
    }

    // MARK: One after the other

    /// The browsers that no test uses. Most of the cost of a short test would be the start of its browser.
    private static let idle = Mutex<[WebDriver]>([])
    private static let mostIdle = 3
    private static let endsAtExit: Void = { atexit { WebDriver.idle.withLock { $0 }.forEach { $0.end() } } }()

    /// A browser with one empty window, in front of all others, which has no history and to which nothing was done.
    static func fresh() throws -> WebDriver {
        _ = endsAtExit
        let driver = try idle.withLock { $0.popLast() } ?? WebDriver()
        try driver.call("POST", "/goog/cdp/execute", ["cmd": "Page.bringToFront", "params": [:]])
        return driver
    }

    /// Another test may use the browser. It gets another window, and forgets what the last one has left.
    func putBack() {
        do {
            for (command, parameters) in [("Network.clearBrowserCookies", [:]), ("Browser.resetPermissions", [:])] {
                try call("POST", "/goog/cdp/execute", ["cmd": command, "params": parameters])
            }
            let old = try #require(try call("GET", "/window/handles") as? [String])
            let new = try call("POST", "/window/new", ["type": "window"]) as? [String: Any]
            let handle = try #require(new?["handle"] as? String)
            for one in old {
                try call("POST", "/window", ["handle": one])
                try call("DELETE", "/window")
            }
            try call("POST", "/window", ["handle": handle])
            for log in ["browser", "performance"] { try call("POST", "/se/log", ["type": log]) }
        } catch {
            return end()
        }
        let isKept = Self.idle.withLock { idle in
            guard idle.count < Self.mostIdle else { return false }
            idle.append(self)
            return true
        }
        if !isKept { end() }
    }
}
