internal import MayflyABI
internal import MayflyBundles
internal import MayflyLinux
package import MayflyModel

/// Reads records. They may come from strangers: every number is checked against its bounds.
package struct RecordReader {
    /// The reason why bytes are no record.
    private struct Problem: Error {
        let reason: String
        init(_ reason: String) { self.reason = reason }
    }

    /// The largest record that is read, in bytes.
    package static let largest = RecordFormat.largest

    /// Whether the bytes begin as a record of any version does.
    package static func isRecord(_ bytes: [UInt8]) -> Bool { bytes.starts(with: RecordFormat.anyTitle) }

    /// Reads a file. Throws `.files` where it cannot be read, and `.invalidInput` with the file, the rule and the value for what is no
    /// whole record of this version of the interface.
    package static func recording(of path: String) throws(MayflyError) -> Recording {
        try recording(of: path, try InputFile.bytes(of: path, limit: RecordFormat.largest))
    }

    /// The same with the bytes of the file.
    package static func recording(of path: String, _ bytes: [UInt8]) throws(MayflyError) -> Recording {
        do throws(Problem) {
            var reader = RecordReader(bytes: bytes)
            return try reader.read()
        } catch {
            throw MayflyError(.invalidInput, "'\(SafeText.line(path))': \(error.reason)")
        }
    }

    private let bytes: [UInt8]
    private var offset = RecordFormat.title.count
    private var recording: Recording?
    /// The total size of the files so far.
    private var fileBytes = 0

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func read() throws(Problem) -> Recording {
        try checkTitle()
        while let chunk = try next() {
            guard chunk.kind != .finish else { return try finish(chunk) }
            try take(chunk)
        }
        throw Problem(
            "the record is cut: it ends after \(bytes.count) bytes, without the digest that ends every record"
        )
    }

    private func checkTitle() throws(Problem) {
        guard !bytes.starts(with: RecordFormat.title) else { return }
        if bytes.count < RecordFormat.title.count, RecordFormat.title.starts(with: bytes) {
            throw Problem("the record is cut: it has \(bytes.count) bytes")
        }
        guard bytes.starts(with: RecordFormat.anyTitle) else { throw Problem("this is no record of 'mayfly launch'") }
        let version = bytes.dropFirst(RecordFormat.anyTitle.count).prefix(12).prefix { $0 != 0x0A }
        let shown = SafeText.line(String(decoding: version, as: UTF8.self))
        throw Problem("the record has format \(shown); this program reads format 1")
    }

    private struct Chunk {
        let kind: RecordFormat.Chunk
        let start: Int
        let payload: [UInt8]
    }

    /// The next chunk; nil where the file ends before its end.
    private mutating func next() throws(Problem) -> Chunk? {
        guard bytes.count - offset >= RecordFormat.head else { return nil }
        let start = offset
        guard let kind = RecordFormat.Chunk(rawValue: bytes[start]) else {
            throw Problem("the record is damaged: byte \(start) begins no chunk, its value is \(bytes[start])")
        }
        let length = (0..<4).reduce(0) { $0 | Int(bytes[start + 1 + $1]) << (8 * $1) }
        guard length <= RecordFormat.longest else {
            let limit = RecordFormat.longest
            throw Problem(
                "the record is damaged: the chunk at byte \(start) has \(length) bytes; at most \(limit) may be"
            )
        }
        guard bytes.count - start - RecordFormat.head >= length else { return nil }
        offset = start + RecordFormat.head + length
        return Chunk(kind: kind, start: start, payload: Array(bytes[(start + RecordFormat.head)..<offset]))
    }

    private func finish(_ chunk: Chunk) throws(Problem) -> Recording {
        guard chunk.payload == SHA256.hash(bytes[..<chunk.start]) else {
            throw Problem("the record is damaged: its digest is another one than that of its \(chunk.start) bytes")
        }
        guard offset == bytes.count else {
            throw Problem("the record is damaged: \(bytes.count - offset) bytes follow its end")
        }
        guard let recording else { throw Problem("the record is damaged: it has no header") }
        return recording
    }

    // MARK: Chunks

    private mutating func take(_ chunk: Chunk) throws(Problem) {
        guard chunk.kind != .header else {
            guard recording == nil else { throw Problem("the record is damaged: it has two headers") }
            return recording = try Self.header(chunk.payload)
        }
        guard recording != nil else { throw Problem("the record is damaged: it does not begin with a header") }
        do throws(WireError) {
            try takeStep(chunk)
        } catch {
            throw Problem("the record is damaged at byte \(chunk.start): \(error.description)")
        }
    }

    private mutating func takeStep(_ chunk: Chunk) throws(WireError) {
        var reader = WireReader(chunk.payload)
        switch chunk.kind {
        case .launch: recording?.launches.append(try Self.launch(chunk.payload))
        case .file:
            let index = try launchIndex(&reader)
            let file = try self.file(&reader)
            recording?.launches[index].steps.append(.file(file))
        case .sent, .received:
            let index = try launchIndex(&reader)
            let step = try Self.frame(&reader, isSent: chunk.kind == .sent)
            recording?.launches[index].steps.append(step)
        case .end:
            let index = try launchIndex(&reader)
            recording?.launches[index].end = try Self.end(&reader)
        case .header, .finish: break
        }
    }

    /// The place of the launch that a chunk is about.
    private func launchIndex(_ reader: inout WireReader) throws(WireError) -> Int {
        let number: UInt32 = try reader.read()
        guard let index = recording?.launches.lastIndex(where: { $0.number == Int(number) }) else {
            throw WireError("launch \(number) has not begun")
        }
        return index
    }

    private static let json = JSONReader(maximumBytes: 1 << 16, maximumDepth: 4, maximumValues: 1000)

    private static func object(_ bytes: [UInt8]) throws(WireError) -> JSONValue {
        do throws(JSONError) { return try json.value(of: bytes) } catch { throw WireError(error.description) }
    }

    private static func header(_ bytes: [UInt8]) throws(Problem) -> Recording {
        let value: JSONValue
        do throws(WireError) { value = try object(bytes) } catch {
            throw Problem("the record is damaged: its header is \(error.description)")
        }
        guard case .text(let interface) = value["interface"], case .text(let host) = value["host"],
            case .boolean(let keepsData) = value["keeps_data"]
        else { throw Problem("the record is damaged: its header lacks 'interface', 'host' or 'keeps_data'") }
        let known = Table.text(of: Table.newestVersion)
        guard interface == known else {
            let shown = SafeText.line(interface, limit: 40)
            throw Problem("the record is of interface \(shown); this host replays records of interface \(known)")
        }
        return Recording(interface: interface, host: SafeText.line(host, limit: 40), keepsData: keepsData)
    }

    private static func launch(_ bytes: [UInt8]) throws(WireError) -> RecordedLaunch {
        let value = try object(bytes)
        guard let number = integer(value["launch"]), number > 0, case .text(let name) = value["extension"],
            let id = ExtensionID(rawValue: name), case .text(let version) = value["version"],
            case .text(let library) = value["library"], case .text(let style) = value["style"],
            let style = PresentationStyle(name: style), case .text(let locale) = value["locale"],
            locale.utf8.count <= 100
        else { throw WireError("a launch lacks a fact, or one is invalid: \(SafeText.line(value.line, limit: 200))") }
        return RecordedLaunch(
            number: Int(number),
            id: id,
            version: SafeText.line(version, limit: 80),
            library: SafeText.line(library, limit: 80),
            style: style,
            locale: locale
        )
    }

    private static func integer(_ value: JSONValue) -> Int32? {
        guard case .number(let number) = value else { return nil }
        return Int32(number.text)
    }

    private mutating func file(_ reader: inout WireReader) throws(WireError) -> RecordedFile {
        let path = try reader.readText() ?? ""
        let size: UInt64 = try reader.read()
        let content = try reader.readBytes()
        try reader.finish()
        guard RecordedFile.isPossible(path) else {
            throw WireError("a file with the path '\(SafeText.line(path, limit: 80))'")
        }
        guard size <= UInt64(RecordFormat.largestFiles - fileBytes) else {
            throw WireError("files of more than \(RecordFormat.largestFiles) bytes")
        }
        fileBytes += Int(size)
        guard content.map({ UInt64($0.count) == size }) ?? true else {
            throw WireError("a file of \(size) bytes with a content of another size")
        }
        return RecordedFile(path: path, size: Int(size), content: content)
    }

    private static func frame(_ reader: inout WireReader, isSent: Bool) throws(WireError) -> RecordedStep {
        let time: UInt64 = try reader.read()
        guard let time = Int64(exactly: time), time < 1 << 52 else { throw WireError("a step at \(time) us") }
        let frame = try Frame(body: try reader.readBytes() ?? [])
        guard !isSent else {
            try reader.finish()
            guard frame.kind == .callback || frame.kind == .completion else {
                throw WireError("the host sent a frame of kind \(frame.kind.rawValue)")
            }
            return .sent(frame, time: time)
        }
        guard frame.kind.rawValue >= Frame.Kind.opened.rawValue else {
            throw WireError("the worker sent a frame of kind \(frame.kind.rawValue)")
        }
        var ranges: [Range<Int>] = []
        let count: UInt32 = try reader.read()
        for _ in 0..<count {
            let (start, length): (UInt32, UInt32) = (try reader.read(), try reader.read())
            let end = Int(start) + Int(length)
            guard end <= frame.payload.count, Int(start) >= ranges.last?.upperBound ?? 0 else {
                throw WireError("stand-ins from \(start) to \(end) in a frame with \(frame.payload.count) bytes")
            }
            ranges.append(Int(start)..<end)
        }
        try reader.finish()
        return .received(frame, time: time, standIns: ranges)
    }

    private static func end(_ reader: inout WireReader) throws(WireError) -> RecordedEnd {
        let value = try object(Array((try reader.readText() ?? "").utf8))
        try reader.finish()
        guard case .text(let cause) = value["cause"], let number = integer(value["number"]),
            case .number(let microseconds) = value["microseconds"], let time = Int64(microseconds.text),
            time < 1 << 52
        else { throw WireError("an end lacks a fact: \(SafeText.line(value.line, limit: 200))") }
        let phase: String? = if case .text(let phase) = value["phase"] { SafeText.line(phase, limit: 80) } else { nil }
        return RecordedEnd(cause: SafeText.line(cause, limit: 40), number: number, phase: phase, microseconds: time)
    }
}

extension RecordedFile {
    /// Whether a file may be made at the path: in the private folder or that of received files, and nowhere else.
    static func isPossible(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count >= 3, parts.count <= 8, parts[0].isEmpty else { return false }
        let folders = [WorkerContract.privateFolder, WorkerContract.receivedFolder]
        return folders.contains("/" + parts[1])
            && parts.dropFirst(2).allSatisfy { part in
                !part.isEmpty && part != "." && part != ".." && part.utf8.count <= 255 && !part.utf8.contains(0)
            }
    }
}

extension Recording {
    /// The run as a trace.
    package var trace: [TraceLine] { launches.flatMap(\.trace) }
}

extension RecordedLaunch {
    /// The launch as a trace.
    package var trace: [TraceLine] {
        var tracer = Tracer(launch: number)
        var first = TraceLine(time: 0, launch: number, thread: .none, kind: .launch, name: id.rawValue)
        first.content = .object([
            "version": .text(version), "interface": .text(Table.newestVersionText), "style": .text(style.name),
            "locale": .text(SafeText.line(locale)),
        ])
        var lines = [first]
        for step in steps {
            switch step {
            case .sent(let frame, let time): lines += [tracer.sent(frame, at: time)].compactMap(\.self)
            case .received(let frame, let time, _): lines += [tracer.received(frame, at: time)].compactMap(\.self)
            case .file: break
            }
        }
        if let end { lines.append(end.line(of: number)) }
        return lines
    }
}

extension RecordedEnd {
    /// The end as a line of a trace.
    func line(of launch: Int) -> TraceLine {
        var members: [JSONValue.Member] = []
        if cause == "crashed" { members.append(.init("signal", .number(number))) }
        if cause == "exited" { members.append(.init("status", .number(number))) }
        if let phase { members.append(.init("phase", .text(phase))) }
        var line = TraceLine(time: microseconds, launch: launch, thread: .none, kind: .end, name: cause)
        line.content = .object(members)
        return line
    }
}
