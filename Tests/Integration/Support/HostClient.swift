import Foundation
import Testing

/// A client of `mayfly host`, over its standard streams or a socket. What it started is killed at the latest when this value goes.
final class HostClient {
    /// The error of an answer.
    struct Failure: Error, Equatable {
        let code: Int
        let name: String
        let message: String
        /// The parameter that is wrong.
        let member: String?
        /// The input of a card that is wrong.
        let input: String?
    }

    typealias Object = [String: Any]

    private let process: Process?
    private let input: FileHandle
    private let output: FileHandle
    private let errors: Pipe?
    private lazy var lines = LineSource(output)
    private var lastID = 0
    private var isOutputOpen = true
    /// The numbers after which requests that were not answered ask for all events.
    private var pulls: [Int: Int] = [:]
    /// Every line that was sent and received.
    private(set) var sent: [String] = []
    private(set) var received: [String] = []

    /// Starts `mayfly host --stdio` in the home folder of the tool.
    init(_ tool: Tool, _ arguments: [String] = ["host", "--stdio"]) throws {
        let (process, input, output, errors) = (Process(), Pipe(), Pipe(), Pipe())
        process.executableURL = tool.executable
        process.arguments = arguments
        process.environment = ["MAYFLY_HOME": tool.home, "MAYFLY_PATH": tool.path, "PATH": "/usr/bin:/bin"]
        process.environment?.merge(tool.variables) { $1 }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        (self.process, self.errors) = (process, errors)
        (self.input, self.output) = (input.fileHandleForWriting, output.fileHandleForReading)
    }

    /// A client that is connected by this descriptor, which it closes.
    init(socket: Int32) {
        (process, errors) = (nil, nil)
        input = FileHandle(fileDescriptor: socket, closeOnDealloc: true)
        output = input
    }

    deinit { if let process, process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// Starts the program with two people, who have a conversation `chat`, and says hello.
    static func inChat(
        _ tool: Tool,
        _ arguments: [String] = ["host", "--stdio"],
        devices: [String] = ["alice", "bob"],
        profiles: [String: String] = [:],
        wanting capabilities: [String] = []
    ) throws -> HostClient {
        let client = try HostClient(tool, arguments)
        try client.sayHello(wanting: capabilities)
        for name in devices {
            try client.call("devices.create", ["name": name, "profile": profiles[name] ?? "full"])
        }
        try client.call("conversations.create", ["name": "chat", "devices": devices])
        return client
    }

    @discardableResult func sayHello(wanting capabilities: [String] = []) throws -> Object {
        try call("hello", ["client": "tests", "versions": [1], "capabilities": capabilities])
    }

    /// Opens alice's window, and gives its name.
    func openWindow(as device: String = "alice") throws -> String {
        let window = try call("window.open", ["conversation": "chat", "device": device])
        return try #require(window["window"] as? String)
    }

    /// Sends a request and gives the result of its answer. Answers to earlier requests must have been read.
    @discardableResult func call(_ method: String, _ parameters: Object = [:]) throws -> Object {
        try result(of: try request(method, parameters))
    }

    /// Sends a request, and gives its id.
    func request(_ method: String, _ parameters: Object = [:]) throws -> Int {
        lastID += 1
        if method == "events.next", parameters["kinds"] == nil { pulls[lastID] = parameters["after"] as? Int ?? 0 }
        let request: Object = ["jsonrpc": "2.0", "id": lastID, "method": method, "params": parameters]
        try send(line: String(decoding: try JSONSerialization.data(withJSONObject: request), as: UTF8.self))
        return lastID
    }

    /// Reads the answer to a request, which must be the next one.
    func result(of id: Int) throws -> Object {
        let answer = try nextAnswer()
        try #require(answer["id"] as? Int == id, "another answer came: \(answer)")
        return try Self.result(answer)
    }

    /// The result of an answer; throws its error.
    static func result(_ answer: Object) throws -> Object {
        if let failure = failure(answer) { throw failure }
        return try #require(answer["result"] as? Object)
    }

    /// The error of an answer.
    static func failure(_ answer: Object) -> Failure? {
        guard let error = answer["error"] as? Object, let code = error["code"] as? Int,
            let message = error["message"] as? String
        else { return nil }
        let data = error["data"] as? Object
        return Failure(
            code: code,
            name: data?["name"] as? String ?? "",
            message: message,
            member: data?["member"] as? String,
            input: data?["input"] as? String
        )
    }

    func send(line: String) throws {
        sent.append(line)
        try send(bytes: Array((line + "\n").utf8))
    }

    /// Where requests are written to.
    var inputDescriptor: Int32 { input.fileDescriptor }

    func send(bytes: [UInt8]) throws { try PipeSignal.blocked { try input.write(contentsOf: Data(bytes)) } }

    /// Reads the next line, which must be an answer. No line is longer than the limit, and no event is left out.
    func nextAnswer() throws -> Object {
        let line = try #require(nextLine(), "the host has ended")
        received.append(line)
        #expect(line.utf8.count <= 1_048_576)
        let answer = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Object, "\(line)")
        #expect(answer["jsonrpc"] as? String == "2.0")
        checkEvents(answer, line)
        return answer
    }

    /// The numbers of the events that answer a pull follow each other, from that after which it asked. No file is inside an event.
    private func checkEvents(_ answer: Object, _ line: String) {
        guard let id = answer["id"] as? Int, let after = pulls.removeValue(forKey: id),
            let batch = answer["result"] as? Object
        else { return }
        let numbers = (batch["events"] as? [Object])?.map { $0["number"] as? Int }
        let next = batch["next"] as? Int ?? 0
        #expect(!line.contains(#""base64":"#))
        if batch["gap"] == nil {
            #expect(next >= after && numbers == (after..<next).map { $0 + 1 })
        } else {
            #expect(numbers?.isEmpty == true)
        }
    }

    /// Reads up to the answer to a request, and gives its result; nil where the host ends before.
    func resultBeforeTheEnd(of id: Int) throws -> Object? {
        while let line = nextLine() {
            let answer = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Object, "\(line)")
            if answer["id"] as? Int == id { return try Self.result(answer) }
        }
        return nil
    }

    /// How many answers wait to be read, of a client that is connected by a socket and has read all before.
    func waitingAnswers() -> Int {
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let flags = Int32(MSG_PEEK | MSG_DONTWAIT)
        let count = recv(output.fileDescriptor, &bytes, bytes.count, flags)
        return bytes.prefix(max(count, 0)).count { $0 == UInt8(ascii: "\n") }
    }

    private func nextLine() -> String? {
        lines.next().map { String(decoding: $0, as: UTF8.self) }
    }

    /// All events of a window after a number.
    func events(of window: String, after number: Int = 0) throws -> [Object] {
        var (events, next) = ([Object](), number)
        while true {
            let batch = try call("events.next", ["window": window, "after": next])
            let more = try #require(batch["events"] as? [Object])
            next = try #require(batch["next"] as? Int)
            guard !more.isEmpty else { return events }
            events += more
        }
    }

    /// Waits for an event after a number that is the one, and gives it.
    @discardableResult func event(of window: String, after number: Int = 0, where isOne: (Object) -> Bool) throws
        -> Object
    {
        var next = number
        while true {
            let batch = try call("events.next", ["window": window, "after": next, "waitMs": 60_000])
            let events = try #require(batch["events"] as? [Object])
            try #require(!events.isEmpty, "the event has not come")
            if let event = events.first(where: isOne) { return event }
            next = try #require(batch["next"] as? Int)
        }
    }

    /// What a window shows.
    func look(at window: String) throws -> Object { try call("window.look", ["window": window]) }

    /// The input field of a window.
    func draft(of window: String) throws -> Object { try #require(try look(at: window)["draft"] as? Object) }

    /// Sends what is in the input field of a window.
    func sendDraft(of window: String) throws {
        try call("window.send", ["window": window, "draft": try draft(of: window)["id"] ?? ""])
    }

    /// The process of the worker that was started last in the window.
    func worker(in window: String) throws -> Int32 {
        let spawned = try events(of: window).last { $0["state"] as? String == "spawned" }
        return Int32(try #require(spawned?["pid"] as? Int))
    }

    // MARK: The end

    var identifier: Int32 { process?.processIdentifier ?? 0 }

    /// No request follows.
    func closeInput() throws { try input.close() }

    /// Reads no more answers.
    func closeOutput() throws {
        isOutputOpen = false
        try output.close()
    }

    func signal(_ number: Int32) { if let process { kill(process.processIdentifier, number) } }

    /// Reads the remaining answers, and gives the exit status, or the signal as a negative number.
    @discardableResult func finish() throws -> Int32 {
        while isOutputOpen, let line = nextLine() { received.append(line) }
        guard let process else { return 0 }
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    }

    /// What was written for people, after the end.
    func errorText() throws -> String {
        String(decoding: try errors?.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }
}
