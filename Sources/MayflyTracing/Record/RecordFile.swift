internal import Glibc
internal import MayflyABI
internal import MayflyLinux
package import MayflyModel
package import MayflyWorkers
internal import Synchronization

/// Records a run into a file while it happens.
package final class RecordFile: LaunchWriter {
    private struct State: ~Copyable {
        let file: OutputFile
        var digest = SHA256()
        var launches: [Int: Launch] = [:]
        var isFull = false

        init(_ file: OutputFile) { self.file = file }

        mutating func write(_ kind: RecordFormat.Chunk, _ payload: [UInt8]) {
            let bytes = RecordFormat.chunk(kind, payload)
            guard !isFull, file.count + bytes.count + 64 <= RecordFormat.largest else {
                isFull = true
                return
            }
            put(bytes)
        }

        mutating func put(_ bytes: [UInt8]) {
            digest.update(bytes)
            file.write(bytes)
        }
    }

    /// What is replaced in a launch.
    private struct Launch {
        var standIns: StandIns
        let places: LaunchFacts.Places
        /// The files that stand in the record.
        var files: Set<String> = []
    }

    private let path: String
    private let keepsData: Bool
    private let key: [UInt8]
    private let state: Mutex<State>

    /// - Parameter keepsData: keeps people, texts and files as they are; else others of the same size stand for them.
    /// - Throws: `.files` where the file cannot be made.
    package init(path: String, keepsData: Bool) throws(MayflyError) {
        self.path = path
        self.keepsData = keepsData
        key = (0..<3).flatMap { _ in UUID128().bytes }
        state = Mutex(State(try OutputFile(path: path)))
        state.withLock { $0.put(RecordFormat.title) }
        let header = JSONValue.object([
            "host": .text(HostInfo.version), "interface": .text(Table.newestVersionText),
            "keeps_data": .boolean(keepsData),
        ])
        state.withLock { $0.write(.header, Array(header.line.utf8)) }
    }

    package func begin(_ launch: LaunchFacts) {
        let digest = InputFile.digest(launch.library) ?? ""
        let standIns = StandIns(
            key: key,
            vocabulary: Vocabulary(files: ExtensionFiles.words(of: launch)),
            places: launch.places
        )
        let facts = JSONValue.object([
            "launch": .number(launch.number), "begun": .number(launch.begun), "extension": .text(launch.id.rawValue),
            "version": .text(launch.version), "library": .text(digest), "style": .text(launch.style.name),
            "locale": .text(launch.locale),
            "limits": .object(launch.limits.sorted { $0.key < $1.key }.map { .init($0.key, .number($0.value)) }),
        ])
        state.withLock { state in
            state.launches[launch.number] = Launch(standIns: standIns, places: launch.places)
            state.write(.launch, Array(facts.line.utf8))
        }
        for file in ExtensionFiles.all(in: launch.places) { record(file, of: launch.number) }
    }

    package func take(_ event: FrameEvent, of launch: Int, at microseconds: Int64) {
        switch event {
        case .sent(let bytes):
            guard let frame = try? Frame(body: Array(bytes.dropFirst(Frame.lengthBytes))) else { return }
            // A replay says this itself.
            guard frame.kind != .open, frame.kind != .makeInstance else { return }
            recordFiles(of: frame, launch)
            write(frame, .sent, launch, microseconds)
        case .received(let frame): write(frame, .received, launch, microseconds)
        case .ended(let end): write(RecordedEnd(end, at: microseconds), launch)
        }
    }

    // MARK: Frames

    private func write(_ frame: Frame, _ kind: RecordFormat.Chunk, _ launch: Int, _ microseconds: Int64) {
        state.withLock { state in
            var (shown, ranges) = (frame, [Range<Int>]())
            if !keepsData {
                // Taken out, so that its words are not copied.
                guard var place = state.launches.removeValue(forKey: launch) else { return }
                shown = place.standIns.frame(frame, .first)
                if kind == .received {
                    let other = place.standIns.frame(frame, .second)
                    ranges = Self.differences(shown.payload, other.payload)
                }
                state.launches[launch] = place
            }
            var writer = WireWriter(reserving: shown.payload.count + 64)
            writer.write(UInt32(clamping: launch))
            writer.write(UInt64(clamping: microseconds))
            writer.write(bytes: Array(shown.bytes.dropFirst(Frame.lengthBytes)))
            if kind == .received {
                writer.write(UInt32(clamping: ranges.count))
                for range in ranges {
                    writer.write(UInt32(clamping: range.lowerBound))
                    writer.write(UInt32(clamping: range.count))
                }
            }
            state.write(kind, writer.finish())
        }
    }

    /// Where two payloads of one size differ, in runs.
    private static func differences(_ one: [UInt8], _ other: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start: Int?
        for index in 0..<min(one.count, other.count) {
            if one[index] != other[index] {
                start = start ?? index
            } else if let begun = start {
                ranges.append(begun..<index)
                start = nil
            }
        }
        if let begun = start { ranges.append(begun..<min(one.count, other.count)) }
        return ranges
    }

    private func write(_ end: RecordedEnd, _ launch: Int) {
        let facts = JSONValue.object([
            "cause": .text(end.cause), "number": .number(end.number), "phase": .optional(end.phase),
            "microseconds": .number(end.microseconds),
        ])
        var writer = WireWriter()
        writer.write(UInt32(clamping: launch))
        writer.write(text: facts.line)
        state.withLock { state in
            state.write(.end, writer.finish())
            state.launches[launch] = nil
            state.file.flush()
        }
    }

    // MARK: Files

    /// The files whose paths a frame tells the extension.
    private func recordFiles(of frame: Frame, _ launch: Int) {
        guard let function = Table.function(frame.function),
            let arguments = try? function.arguments(of: frame.payload)
        else { return }
        for text in arguments.values.flatMap(\.texts) where text.utf8.first == UInt8(ascii: "/") {
            guard let places = state.withLock({ $0.launches[launch]?.places }),
                let file = ExtensionFiles.file(text, in: places)
            else { continue }
            record(file, of: launch)
        }
    }

    private func record(_ file: ExtensionFiles.Found, of launch: Int) {
        state.withLock { state in
            guard var place = state.launches[launch], place.files.count < 1 << 12,
                place.files.insert(file.path).inserted
            else { return }
            var (path, content) = (file.path, file.content)
            if !keepsData {
                guard let (folder, rest) = place.standIns.split(path) else { return }
                path = folder + place.standIns.name(rest, .first)
                content = content.flatMap { bytes in
                    guard bytes.count <= StandIns.largestText, let text = String(validating: bytes, as: UTF8.self)
                    else { return nil }
                    return Array(place.standIns.content(text, .first).utf8)
                }
            }
            state.launches[launch] = place
            var writer = WireWriter(reserving: (content?.count ?? 0) + 256)
            writer.write(UInt32(clamping: launch))
            writer.write(text: path)
            writer.write(UInt64(clamping: file.size))
            writer.write(bytes: content)
            state.write(.file, writer.finish())
        }
    }

    // MARK: The end

    package func finish() throws(MayflyError) {
        let (problem, isFull) = state.withLock { state in
            if !state.isFull { state.file.write(RecordFormat.chunk(.finish, state.digest.finalize())) }
            state.digest = SHA256()
            state.file.close()
            return (state.file.problem, state.isFull)
        }
        if let problem { throw problem }
        if isFull {
            let reason = "the record is not whole: a record has at most \(RecordFormat.largest) bytes"
            throw MayflyError(.files, "'\(SafeText.line(path))': \(reason)")
        }
    }
}

extension StandIns {
    /// The frame with what is of people replaced. Its payload keeps its size, apart from paths of this machine.
    mutating func frame(_ frame: Frame, _ way: StandInText.Way) -> Frame {
        let payload: [UInt8]
        switch frame.kind {
        case .refused: payload = record(frame.payload, Table.refused, way)
        case .violation: payload = record(frame.payload, Table.violation, way)
        case .callback, .completion, .call: payload = arguments(frame, way)
        case .open, .makeInstance, .opened, .instanceMade, .returned, .completionReturned: payload = frame.payload
        }
        return Frame(
            frame.kind,
            isAside: frame.isAside,
            function: frame.function,
            instance: frame.instance,
            token: frame.token,
            payload: payload
        )
    }

    private mutating func arguments(_ frame: Frame, _ way: StandInText.Way) -> [UInt8] {
        guard let function = Table.function(frame.function),
            let arguments = try? function.arguments(of: frame.payload)
        else { return StandInText.bytes(count: frame.payload.count, way) }
        let fields = function.marshalled.map { (function.parameters[$0].name, function.parameters[$0].type) }
        return function.payload(values(arguments.values, fields, way))
    }

    private mutating func record(_ payload: [UInt8], _ record: Record, _ way: StandInText.Way) -> [UInt8] {
        guard let value = try? record.value(of: payload) else {
            return StandInText.bytes(count: payload.count, way)
        }
        let fields = record.marshalled.map { (record.fields[$0].name, record.fields[$0].type) }
        var writer = WireWriter()
        writer.write(RecordValue(record, values: values(value.values, fields, way)))
        return writer.finish()
    }
}

extension Value {
    /// All texts in it.
    fileprivate var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .record(let record): record.values.flatMap(\.texts)
        case .list(let values): values.flatMap(\.texts)
        case .null, .boolean, .integer, .unsigned, .double, .bytes, .uuid: []
        }
    }
}
