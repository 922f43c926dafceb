import Foundation
import MayflyBench
import MayflyLinux
import MayflyTestSupport
import Testing

/// `mayfly serve`, run as a person runs it, at a free port. It is killed at the latest when this value goes.
final class ServedPage {
    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()
    /// The home folder that it serves.
    let home: String
    /// Its folder for temporary files, which is removed with this value.
    let temporary: ScratchFolder
    /// What it has printed: the address, with both secrets.
    let address: String
    /// The number of the host.
    let machine: String
    let port: UInt16
    let token: String
    let key: String

    /// - Parameters:
    ///   - before: what stands before the name of the command.
    ///   - programs: the folders in which it finds programs, joined by colons.
    convenience init(
        _ tool: Tool,
        _ arguments: [String] = [],
        before: [String] = [],
        programs: String = "/usr/bin:/bin"
    ) throws {
        var variables = ["MAYFLY_PATH": tool.path, "PATH": programs].merging(tool.variables) { $1 }
        if !arguments.contains("--demo") { variables["MAYFLY_HOME"] = tool.home }
        try self.init(
            program: tool.executable.path,
            before + ["serve"] + (arguments.contains("--port") ? [] : ["--port", "0"]) + arguments,
            home: tool.home,
            adding: variables
        )
    }

    /// Starts a program that serves the page of a home folder, and reads all that it prints up to the address.
    init(program: String, _ arguments: [String], home: String, adding variables: [String: String]) throws {
        self.home = home
        temporary = try ScratchFolder()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = ["TMPDIR": temporary.path].merging(variables) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        var lines = LineSource(output.fileHandleForReading)
        var line = ""
        repeat {
            let next = lines.next()
            line = String(decoding: try #require(next, "the server has ended"), as: UTF8.self)
        } while !line.hasPrefix("The page is at ")
        address = try #require(line.split(separator: " ").last.map(String.init))
        let parts = try #require(address.wholeMatch(of: #/http://([^/]+):(\d+)/\?token=(\w+)#key=(\w+)/#))
        machine = String(parts.output.1)
        port = try #require(UInt16(parts.output.2))
        token = String(parts.output.3)
        key = String(parts.output.4)
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// Serves the page of a new home folder that has the people of the conversation `chat`.
    static func with(
        bundles: [String] = [],
        devices: [String] = ["alice", "bob"],
        profiles: [String: String] = [:],
        _ arguments: [String] = [],
        _ body: @Sendable (ServedPage, Tool) async throws -> Void
    ) async throws {
        try await Tool.with(bundles: bundles) { tool in
            // The people are made first.
            let maker = try HostClient.inChat(tool, devices: devices, profiles: profiles)
            try maker.closeInput()
            try maker.finish()
            let page = try ServedPage(tool, arguments)
            try await body(page, tool)
            page.signal(SIGTERM)
            #expect(page.finish() == 0)
            // The server has gone on after everything, and leaves nothing.
            #expect(try page.temporary.names() == [])
        }
    }

    // MARK: Requests

    /// The value of the header `Host`, as a browser sends it.
    var host: String { "\(machine):\(port)" }
    var origin: String { "http://\(host)" }
    var cookie: String { "mayfly-\(port)=\(token)" }

    /// What the page shows where it asks for files.
    var filesKey: String { code("files") }
    var settings: String { get throws { try ask("/\(filesKey)/settings.json").text } }

    /// Where the page has a stored file.
    func media(_ digest: String) -> String { "/\(filesKey)/media/\(digest)" }

    /// A code that only those who have the key can make (RFC 2104).
    func code(_ text: String) -> String {
        HMACSHA256.code(for: Array(text.utf8), key: Array(key.utf8)).map { String(format: "%02x", $0) }.joined()
    }

    /// What the page offers for a connection.
    var offer: String {
        let number = String(repeating: "5", count: 32)
        return "page.\(number).\(code("page " + number))"
    }

    func connect() throws -> WebConnection { try WebConnection(to: machine, port: port) }

    /// A request of the page itself, as text. `headers` replace those of a browser; nil leaves one out.
    func request(_ path: String, _ headers: [String: String?] = [:], by method: String = "GET") -> String {
        var all: [String: String?] = ["Host": host, "Cookie": cookie, "Origin": method == "GET" ? nil : origin]
        for (name, value) in headers { all[name] = .some(value) }
        let lines = all.compactMap { name, value in value.map { "\(name): \($0)\r\n" } }.sorted()
        return "\(method) \(path) HTTP/1.1\r\n\(lines.joined())\r\n"
    }

    /// Asks in a connection of its own.
    func ask(_ path: String, _ headers: [String: String?] = [:], by method: String = "GET") throws -> WebAnswer {
        let connection = try connect()
        try connection.send(request(path, headers, by: method))
        return try connection.answer()
    }

    /// Where its processes listen.
    var listensAt: [String] { get throws { try listeningPlaces(of: identifier) } }

    /// Whether the server serves the page now.
    var isServing: Bool { get throws { try ask("/main.js").status == 200 } }

    /// Asks as the page does when it gives a file.
    func give(_ bytes: [UInt8], as name: String, bundle: String? = nil, _ headers: [String: String?] = [:]) throws
        -> WebAnswer
    {
        var allowed = CharacterSet.alphanumerics
        allowed.insert(charactersIn: "-._~")
        let items = [("name", name), ("bundle", bundle)].compactMap { item, value in
            value.flatMap { $0.addingPercentEncoding(withAllowedCharacters: allowed) }.map { "\(item)=\($0)" }
        }
        let connection = try connect()
        let own: [String: String?] = ["Mayfly-Key": filesKey, "Content-Length": "\(bytes.count)"]
        let path = "/files?" + items.joined(separator: "&")
        try connection.send(request(path, own.merging(headers) { $1 }, by: "POST"))
        // A server that refuses it may not read it to its end.
        try? connection.send(bytes: bytes)
        return try connection.answer()
    }

    /// Gives a file, and what names it from then on.
    func handle(of bytes: [UInt8], as name: String, bundle: String? = nil) throws -> String {
        let answer = try give(bytes, as: name, bundle: bundle)
        try #require(answer.status == 200, "\(answer.text)")
        let object = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: String]
        return try #require(object?["file"])
    }

    /// The files that pages have given and that are still kept, as paths in the folder for temporary files.
    func keptFiles() throws -> [String] {
        let all = FileManager.default.enumerator(atPath: temporary.path)?.compactMap { $0 as? String } ?? []
        return all.filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: temporary.at(name), isDirectory: &isFolder)
                && !isFolder.boolValue
        }.sorted()
    }

    // MARK: The end

    var identifier: Int32 { process.processIdentifier }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits for its end, and gives the exit status, or the signal as a negative number.
    func finish() -> Int32 {
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }

    /// What was written for people, after the end.
    func errorText() throws -> String {
        String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }
}
