import Foundation
import MayflyHost
import MayflyModel
import MayflyTestSupport
import MayflyWorkers
import Testing

/// The names in a report of a crash are made readable by a process that is not trusted.
@Suite struct NameConverterTests {
    private static let names = ["count_votes", "_ZN4shop5countEi", "_Z4votev"]

    private static var report: CrashReport {
        let frames = names.map {
            CrashReport.Frame(library: "x.so", isOwn: true, symbol: $0, address: 16, isGuess: false)
        }
        return CrashReport(signal: 11, code: 1, faultAddress: 0, isMainThread: true, frames: frames)
    }

    /// What becomes of the names when this shell script takes the place of the program.
    private func demangled(by script: String, deadline: Duration = .seconds(120)) async throws -> [String?] {
        let path = NSTemporaryDirectory() + "mayfly-names-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try writeScript("#!/bin/sh\n\(script)\n", to: path)
        let converter = NameConverter(program: path, confinement: .none, deadline: deadline, loop: try .running())
        return await converter.convert(Self.report).frames.map(\.demangled)
    }

    @Test(arguments: [Confinement.none, Confinement()])
    func theProgramGivesReadableNames(confinement: Confinement) async throws {
        let converter = NameConverter(
            program: Bundle.main.bundlePath + "/mayfly-media-worker",
            confinement: confinement,
            deadline: .seconds(120),
            loop: try .running()
        )
        let frames = await converter.convert(Self.report).frames
        #expect(frames.map(\.demangled) == [nil, "shop::count(int)", "vote()"])
        #expect(frames.map(\.symbol) == Self.names)
    }

    @Test func itsLinesAreSafeToShow() async throws {
        #expect(try await demangled(by: "printf 'a\\033[31m\\n'") == [nil, nil, "a\\u{1B}[31m"])
    }

    /// It ends without an answer, with too many lines, by a signal, or not at all.
    @Test(arguments: ["exit 0", "printf 'a\\nb\\nc'", "printf 'a\\nb'; kill -SEGV $$", "exec sleep 1000000"])
    func namesStayAsTheyAreWhenItFails(script: String) async throws {
        let deadline = script.contains("sleep") ? Duration.milliseconds(100) : .seconds(120)
        #expect(try await demangled(by: script, deadline: deadline) == [nil, nil, nil])
    }

    @Test func aProgramThatIsMissingIsNoFault() async throws {
        let converter = NameConverter(program: "/nowhere/worker", deadline: .seconds(120), loop: try .running())
        #expect(await converter.convert(Self.report) == Self.report)
    }
}
