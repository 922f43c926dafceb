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
        try recording(of: path, try RegularFile.contents(of: path, limit: RecordFormat.largest))
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
    /// The places of launches, by their numbers.
    private var places: [Int: Int] = [:]
    /// The total size of the files of each launch so far.
    private var fileBytes: [Int] = []

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
        case .launch: try begin(try Self.launch(chunk.payload))
        case .file:
            let place = try launchPlace(&reader)
            let file = try self.file(&reader, of: place)
            recording?.launches[place].steps.append(.file(file))
        case .sent, .received:
            let place = try launchPlace(&reader)
            let step = try Self.frame(&reader, isSent: chunk.kind == .sent)
            recording?.launches[place].steps.append(step)
        case .end:
            let place = try launchPlace(&reader)
            recording?.launches[place].end = try Self.end(&reader)
        case .lacking: recording?.lacking = SafeText.line(String(decoding: chunk.payload.prefix(400), as: UTF8.self))
        case .header, .finish: break
        }
    }

    private mutating func begin(_ launch: RecordedLaunch) throws(WireError) {
        guard places[launch.number] == nil else { throw WireError("launch \(launch.number) begins twice") }
        places[launch.number] = fileBytes.count
        fileBytes.append(0)
        recording?.launches.append(launch)
    }

    /// The place of the launch that a chunk is about.
    private func launchPlace(_ reader: inout WireReader) throws(WireError) -> Int {
        let number: UInt32 = try reader.read()
        guard let place = places[Int(number)] else { throw WireError("launch \(number) has not begun") }
        guard recording?.launches[place].end == nil else { throw WireError("launch \(number) has ended") }
        return place
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
        guard case .text(let interface) = value["interface"] else {
            throw Problem("the record is damaged: its header lacks 'interface'")
        }
        let known = Table.text(of: Table.newestVersion)
        guard interface == known else {
            let shown = SafeText.line(interface, limit: 40)
            throw Problem("the record is of interface \(shown); this host replays records of interface \(known)")
        }
        return Recording()
    }

    private static func launch(_ bytes: [UInt8]) throws(WireError) -> RecordedLaunch {
        let value = try object(bytes)
        let number = try integer(value["launch"], in: RunBounds.launches, "the number of a launch")
        guard case .text(let name) = value["extension"],
            let id = ExtensionID(rawValue: name), case .text(let version) = value["version"],
            case .text(let library) = value["library"], case .text(let style) = value["style"],
            let style = PresentationStyle(name: style), case .text(let locale) = value["locale"],
            locale.utf8.count <= RecordFormat.longestLocale
        else { throw WireError("a launch lacks a fact, or one is invalid: \(SafeText.line(value.line, limit: 200))") }
        return RecordedLaunch(
            number: number,
            id: id,
            version: SafeText.line(version, limit: 80),
            library: SafeText.line(library, limit: 80),
            style: style,
            locale: locale
        )
    }

    private static func integer<Number: FixedWidthInteger>(
        _ value: JSONValue,
        in range: ClosedRange<Number>,
        _ name: String
    ) throws(WireError) -> Number {
        guard case .number(let text) = value, let number = Number(text.text), range.contains(number) else {
            let found = SafeText.line(value.line, limit: 40)
            throw WireError("\(name) is from \(range.lowerBound) to \(range.upperBound), found \(found)")
        }
        return number
    }

    private mutating func file(_ reader: inout WireReader, of place: Int) throws(WireError) -> RecordedFile {
        let path = try reader.readText() ?? ""
        let size: UInt64 = try reader.read()
        let content = try reader.readBytes()
        try reader.finish()
        guard RecordedFile.isPossible(path) else {
            throw WireError("a file with the path '\(SafeText.line(path, limit: 80))'")
        }
        guard size <= UInt64(RecordFormat.largestFiles - fileBytes[place]) else {
            throw WireError(
                "the files of a launch have at most \(RecordFormat.largestFiles) bytes, found one of \(size) bytes behind "
                    + "\(fileBytes[place])"
            )
        }
        fileBytes[place] += Int(size)
        guard content.map({ UInt64($0.count) == size }) ?? true else {
            throw WireError("a file of \(size) bytes with a content of another size")
        }
        return RecordedFile(path: path, size: Int(size), content: content)
    }

    private static func frame(_ reader: inout WireReader, isSent: Bool) throws(WireError) -> RecordedStep {
        let time: UInt64 = try reader.read()
        guard let time = Int64(exactly: time), RunBounds.times.contains(time) else {
            let (least, most) = (RunBounds.times.lowerBound, RunBounds.times.upperBound)
            throw WireError("the time of a step is from \(least) to \(most), found \(time)")
        }
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
        guard case .text(let cause) = value["cause"], cause.utf8.count <= 40, TraceLine.isName(cause) else {
            throw WireError("an end lacks its cause: \(SafeText.line(value.line, limit: 200))")
        }
        let number = try integer(value["number"], in: Int32.min...Int32.max, "the signal or status of an end")
        let time = try integer(value["microseconds"], in: RunBounds.times, "the time of an end")
        let phase: String? = if case .text(let phase) = value["phase"] { SafeText.line(phase, limit: 80) } else { nil }
        return RecordedEnd(cause: cause, number: number, phase: phase, microseconds: time)
    }
}
