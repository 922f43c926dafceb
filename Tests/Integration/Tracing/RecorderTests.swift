import Foundation
import Glibc
import MayflyABI
import MayflyBundles
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyTracing
@testable import MayflyWorkers

/// What a recorder takes of a launch, and that its own reader takes all that it writes.
@Suite struct RecorderTests {
    private let scratch: ScratchFolder
    private let places: LaunchFacts.Places

    init() throws {
        scratch = try ScratchFolder()
        places = .init(
            bundle: scratch.path + "/bundle",
            privateFolder: scratch.path + "/private",
            received: scratch.path + "/received"
        )
        for folder in [places.bundle, places.privateFolder, places.received, scratch.path + "/outside/folder"] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
    }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    private func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    }

    private func facts(_ number: Int = 1, locale: String = "en") throws -> LaunchFacts {
        LaunchFacts(
            number: number,
            id: try #require(ExtensionID(rawValue: "a.b")),
            version: "1.0.0",
            style: .compact,
            locale: locale,
            places: places,
            library: -1
        )
    }

    // MARK: Files

    /// An extension may put links into its private folder, and the host reads there with the rights of the person.
    @Test func nothingOutsideOfTheFoldersIsRead() throws {
        let outside = scratch.path + "/outside"
        try write("secret", to: outside + "/folder/file")
        try write("own", to: places.privateFolder + "/own")
        try link(places.privateFolder + "/file", to: outside + "/folder/file")
        try link(places.privateFolder + "/folder", to: outside + "/folder")
        try link(places.privateFolder + "/up", to: "../outside/folder")
        try link(places.privateFolder + "/again", to: "own")
        for name in ["file", "folder/file", "up/file", "../outside/folder/file", "own/../../outside/folder/file"] {
            for folder in ["/private", places.privateFolder] {
                #expect(ExtensionFiles.file(folder + "/" + name, in: places) == nil, "\(name)")
            }
        }
        #expect(ExtensionFiles.file("/private/own", in: places)?.content == Array("own".utf8))
        // A link that stays inside is what the extension itself would read.
        #expect(ExtensionFiles.file("/private/again", in: places)?.content == Array("own".utf8))
        #expect(ExtensionFiles.all(in: places).map(\.path) == ["/private/own"])
        // Nor are words looked for elsewhere.
        try link(places.bundle + "/manifest.json", to: outside + "/folder/file")
        #expect(try ExtensionFiles.words(of: facts()).allSatisfy { $0 != Array("secret".utf8) })
    }

    // MARK: Bounds

    private func record(
        limit: Int = RecordReader.largest,
        _ body: (RecordFile) throws -> Void
    ) throws -> (recording: Recording, problem: MayflyError?) {
        let path = scratch.path + "/r"
        let file = try RecordFile(path: path, keepsData: true, limit: limit)
        try file.begin(facts())
        try body(file)
        var problem: MayflyError?
        do throws(MayflyError) { try file.finish(lacking: nil) } catch { problem = error }
        return (try RecordReader.recording(of: path), problem)
    }

    private static let call = Frame(.call, function: 200, instance: 1, payload: [UInt8](repeating: 7, count: 500))

    @Test func aRecordThatIsFullSaysSo() throws {
        let (whole, problem) = try record { $0.take(.received(Self.call), of: 1, at: 5) }
        #expect(problem == nil && whole.lacking == nil && whole.launches.first?.steps.count == 1)
        try whole.requireWhole("r")
        let (cut, error) = try record(limit: 4000) { file in
            for time in 0..<20 { file.take(.received(Self.call), of: 1, at: Int64(time)) }
        }
        let reason = "the record is not whole: a record has at most 4000 bytes"
        #expect(error?.message == "'\(scratch.path)/r': \(reason)")
        #expect(try Data(contentsOf: URL(filePath: scratch.path + "/r")).count <= 4000)
        // What fitted can be read, and no frame behind one that did not fit.
        #expect((1..<20).contains(cut.launches.first?.steps.count ?? 0))
        let refusal = #expect(throws: MayflyError.self) { try cut.requireWhole("r") }
        #expect(refusal?.message == "'r': \(reason)")
    }

    @Test func aFileThatItsReaderWouldRefuseIsLeftOutAndSaid() throws {
        let path = places.privateFolder + "/large"
        try write("", to: path)
        try #require(truncate(path, off_t(RecordFormat.largestFiles) + 1) == 0)
        try write("small", to: places.privateFolder + "/small")
        let (recording, error) = try record { _ in }
        let files = recording.launches.first?.steps.compactMap { if case .file(let file) = $0 { file } else { nil } }
        #expect(files == [RecordedFile(path: "/private/small", size: 5, content: Array("small".utf8))])
        let reason = "the files of a launch have at most 268435456 bytes, and one of 268435457 bytes is left out"
        #expect(recording.lacking == reason)
        #expect(error?.message == "'\(scratch.path)/r': the record is not whole: \(reason)")
    }

    /// Paths that are too deep, locales that are too long, and steps behind an end: what is written can be read.
    @Test func whatItsReaderRefusesIsNotWritten() throws {
        let deep = places.privateFolder + "/1/2/3/4/5/6/7"
        try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
        try write("deep", to: deep + "/file")
        #expect(ExtensionFiles.file("/private/1/2/3/4/5/6/7/file", in: places) == nil)
        let (recording, problem) = try record { file in
            try file.begin(facts(2, locale: String(repeating: "x", count: 300)))
            file.take(.ended(WorkerEnd(unseen: .finished)), of: 1, at: 9)
            file.take(.received(Self.call), of: 1, at: 10)
            file.take(.ended(WorkerEnd(unseen: .killed)), of: 1, at: 11)
        }
        #expect(problem == nil)
        #expect(recording.launches.map(\.locale.utf8.count) == [2, 100])
        #expect(recording.launches.first?.steps.isEmpty == true)
        #expect(recording.launches.first?.end?.cause == "finished")
    }

    private func watch(_ journal: LaunchJournal) throws -> (any FrameWatcher)? {
        let bundle = try ExtensionBundle.read(Samples.tally)
        let request = try LaunchRequest(
            opening: bundle,
            privateFolder: places.privateFolder,
            receivedFolder: places.received,
            style: .compact
        )
        defer { close(request.library) }
        return journal.watch(bundle, request)
    }

    @Test func launchesThatNoReaderTakesAreNotWatched() throws {
        let path = scratch.path + "/r"
        let journal = LaunchJournal(
            [try RecordFile(path: path, keepsData: true), try TraceFile(path: path + ".trace", format: .text)],
            mostLaunches: 1
        )
        try #require(try watch(journal)).take(.ended(WorkerEnd(unseen: .finished)), at: 2)
        #expect(try watch(journal) == nil)
        let reason = "is not whole: a run has at most 1 launches"
        #expect(
            journal.finish().map(\.message) == [
                "'\(path)': the record \(reason)", "'\(path).trace': the trace \(reason)",
            ]
        )
        #expect(try RecordReader.recording(of: path).launches.map(\.end?.cause) == ["finished"])
        #expect(try TraceReader.lines(of: path + ".trace").map(\.kind) == [.launch, .end])
    }

    /// The disk is slower than the extension: what waits for it has a limit.
    @Test func aRecordOfWhichFramesWereDroppedSaysSo() throws {
        let path = scratch.path + "/r"
        let journal = LaunchJournal([try RecordFile(path: path, keepsData: true)], mostWaiting: 300)
        let watcher = try #require(try watch(journal))
        watcher.take(.received(Self.call), at: 1)
        watcher.take(.ended(WorkerEnd(unseen: .finished)), at: 2)
        let reason = "the record is not whole: more than 300 bytes waited for the disk"
        #expect(journal.finish().map(\.message) == ["'\(path)': \(reason)"])
        let recording = try RecordReader.recording(of: path)
        #expect(recording.lacking == "more than 300 bytes waited for the disk")
        #expect(recording.launches.first?.steps.isEmpty == true && recording.launches.first?.end == nil)
    }

    /// `mayfly trace` shows what there is; a replay would take what is missing for a difference.
    @Test func theCommandsTellThatARecordIsNotWhole() async throws {
        let path = scratch.path + "/r"
        _ = try record(limit: 4000) { file in
            for time in 0..<20 { file.take(.received(Self.call), of: 1, at: Int64(time)) }
        }
        try await Tool.with { tool in
            let error = "mayfly: '\(path)': the record is not whole: a record has at most 4000 bytes\n"
            let trace = try await tool.run("trace", path)
            #expect(trace.status == 1 && trace.errors == error && trace.lines.count > 1, "\(trace)")
            for command in [["replay", path], ["trace", "--diff", path, path]] {
                let outcome = try await tool.run(all: command)
                #expect(outcome.status == 1 && outcome.errors == error && outcome.output.isEmpty, "\(outcome)")
            }
        }
    }
}
