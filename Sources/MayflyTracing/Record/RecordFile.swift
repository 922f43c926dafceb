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
        let limit: Int
        var digest = SHA256()
        var launches: [Int: Launch] = [:]
        /// Why something is left out; nil while nothing is.
        private(set) var lacking: String?
        private var isFull = false

        init(_ file: OutputFile, limit: Int) { (self.file, self.limit) = (file, limit) }

        /// Writes a chunk, if it and all before it fit.
        mutating func write(_ kind: RecordFormat.Chunk, _ payload: [UInt8]) {
            let bytes = RecordFormat.chunk(kind, payload)
            isFull =
                isFull || payload.count > RecordFormat.longest
                || file.count + bytes.count + RecordFormat.reserve > limit
            guard !isFull else { return lack("a record has at most \(limit) bytes") }
            put(bytes)
        }

        /// Something is left out. The first reason counts.
        mutating func lack(_ reason: String) { lacking = lacking ?? reason }

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
        /// Their total size.
        var fileBytes = 0
    }

    /// Of a launch. Those of its folders at its beginning are far fewer.
    private static let mostFiles = 1 << 12

    private let path: String
    private let keepsData: Bool
    private let key: [UInt8]
    private let state: Mutex<State>

    /// - Parameter keepsData: keeps people, texts and files as they are; else others of the same size stand for them.
    /// - Parameter limit: the largest size of the file, in bytes.
    /// - Throws: `.files` where the file cannot be made.
    package init(path: String, keepsData: Bool, limit: Int = RecordReader.largest) throws(MayflyError) {
        self.path = path
        self.keepsData = keepsData
        key = (0..<3).flatMap { _ in UUID128().bytes }
        state = Mutex(State(try OutputFile(path: path), limit: limit))
        state.withLock { $0.put(RecordFormat.title) }
        let header = JSONValue.object([
            "host": .text(HostInfo.version), "interface": .text(Table.newestVersionText),
            "keeps_data": .boolean(keepsData),
        ])
        state.withLock { $0.write(.header, Array(header.line.utf8)) }
    }

    package func begin(_ launch: LaunchFacts) {
        let digest = LibraryDigest.of(launch.library) ?? ""
        let standIns = StandIns(
            key: key,
            vocabulary: Vocabulary(files: ExtensionFiles.words(of: launch)),
            places: launch.places
        )
        let facts = JSONValue.object([
            "launch": .number(launch.number), "extension": .text(launch.id.rawValue),
            "version": .text(launch.version), "library": .text(digest), "style": .text(launch.style.name),
            "locale": .text(String(SafeText.beginning(of: launch.locale, bytes: RecordFormat.longestLocale))),
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
            // Taken out, so that its words are not copied.
            guard var place = state.launches.removeValue(forKey: launch) else { return }
            defer { state.launches[launch] = place }
            if !keepsData {
                shown = place.standIns.frame(frame, .first)
                if kind == .received {
                    let other = place.standIns.frame(frame, .second)
                    ranges = Self.differences(shown.payload, other.payload)
                }
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
            guard state.launches.removeValue(forKey: launch) != nil else { return }
            state.write(.end, writer.finish())
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
            guard var place = state.launches.removeValue(forKey: launch) else { return }
            defer { state.launches[launch] = place }
            guard place.files.insert(file.path).inserted else { return }
            guard place.files.count <= Self.mostFiles else {
                return state.lack("the files of a launch are at most \(Self.mostFiles)")
            }
            guard file.size <= RecordFormat.largestFiles - place.fileBytes else {
                return state.lack(
                    "the files of a launch have at most \(RecordFormat.largestFiles) bytes, and one of "
                        + "\(file.size) bytes is left out"
                )
            }
            place.fileBytes += file.size
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
            var writer = WireWriter(reserving: (content?.count ?? 0) + 256)
            writer.write(UInt32(clamping: launch))
            writer.write(text: path)
            writer.write(UInt64(clamping: file.size))
            writer.write(bytes: content)
            state.write(.file, writer.finish())
        }
    }

    // MARK: The end

    package func finish(lacking reason: String?) throws(MayflyError) {
        let (problem, lacking) = state.withLock { state in
            let lacking = state.lacking ?? reason
            if let lacking { state.put(RecordFormat.chunk(.lacking, Array(lacking.utf8))) }
            state.file.write(RecordFormat.chunk(.finish, state.digest.finalize()))
            state.digest = SHA256()
            state.file.close()
            return (state.file.problem, lacking)
        }
        if let problem { throw problem }
        if let lacking { throw MayflyError(.files, "'\(SafeText.line(path))': the record is not whole: \(lacking)") }
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
