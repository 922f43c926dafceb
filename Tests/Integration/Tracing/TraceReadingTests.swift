import Foundation
import Glibc
import MayflyModel
import MayflyTestSupport
import Testing

@testable import MayflyTracing

/// Traces as a stranger makes them, and files of several runs beside each other.
@Suite struct TraceReadingTests {
    @Test(arguments: [
        ("-9223372036854775808 1 - end finished {}", "time '-9223372036854775808'", "0 to 4503599627370496"),
        ("9223372036854775807 1 main host x {}", "time '9223372036854775807'", "0 to 4503599627370496"),
        ("5 -1 main call x #1 {}", "launch '-1'", "1 to 65536"), ("5 0 main call x #1 {}", "launch '0'", "1 to 65536"),
        ("5 65537 main call x #1 {}", "launch '65537'", "1 to 65536"),
        ("5 1 main call x #-1 {}", "number '-1'", "0 to 18446744073709551615"),
        ("5 1 main returned x -3 us {}", "duration '-3'", "0 to 4503599627370496"),
    ])
    func aNumberThatIsOutOfItsBoundsIsNamed(line: String, number: String, bounds: String) throws {
        let text = "mayfly trace 1\n  5 1 main call x {}\n\(line)\n"
        let error = #expect(throws: MayflyError.self) { try TraceReader.lines(of: "/nowhere/t", Array(text.utf8)) }
        #expect(error?.message == "'/nowhere/t': line 3 has the \(number), which must be from \(bounds)")
    }

    private static let event =
        #"{"name":"x","cat":"host","ph":"X","ts":5,"pid":1,"tid":1,"dur":2,"#
        + #""args":{"step":1,"token":0,"content":{},"end":2}}"#

    @Test(arguments: [
        (#""pid":1"#, #""pid":-1"#, "has the pid '-1', which must be from 1 to 65536"),
        (#""pid":1"#, #""pid":65537"#, "has the pid '65537', which must be from 1 to 65536"),
        (#""ts":5"#, #""ts":-5"#, "has the ts '-5', which must be from 0 to 4503599627370496"),
        (#""ts":5"#, #""ts":1e3"#, "has the ts '1e3', which must be from 0 to 4503599627370496"),
        (#""dur":2"#, #""dur":-2"#, "has the dur '-2', which must be from 0 to 4503599627370491"),
        (
            #""dur":2"#, #""dur":4503599627370496"#,
            "has the dur '4503599627370496', which must be from 0 to 4503599627370491"
        ),
        (#""tid":1"#, #""tid":4"#, "has the tid '4', which must be from 0 to 3"),
        (#""step":1"#, #""step":null"#, "has the step 'null', which must be from 0 to 4503599627370496"),
        (#""token":0"#, #""token":-1"#, "has the token '-1', which must be from 0 to 18446744073709551615"),
    ])
    func aNumberOfAnEventThatIsOutOfItsBoundsIsNamed(former: String, new: String, reason: String) throws {
        func lines(_ event: String) throws -> [TraceLine] {
            try TraceReader.lines(of: "/nowhere/t", Array(#"{"traceEvents":[{"ph":"M"},\#(event)]}"#.utf8))
        }
        #expect(try lines(Self.event).map(\.kind) == [.host, .returned])
        let event = Self.event.replacingOccurrences(of: former, with: new)
        let error = #expect(throws: MayflyError.self) { try lines(event) }
        #expect(error?.message == "'/nowhere/t': event 2 \(reason)")
    }

    // MARK: Pieces

    private static func write(_ name: String, to path: String, _ format: TraceFormat, count: Int) throws -> [TraceLine]
    {
        let file = try TraceFile(path: path, format: format, pieceLimit: 700)
        let lines = try (1...count).map { time in
            try TraceLine("\(time) 1 main call \(name) {\"line\":\"\(String(repeating: "x", count: 200))\"}")
        }
        for line in lines { file.write(line) }
        try file.finish()
        return lines
    }

    /// The first run was longer, so that some of its files are still there.
    @Test(arguments: TraceFormat.allCases)
    func piecesOfAnEarlierTraceAreNotJoinedToANewOne(format: TraceFormat) throws {
        let scratch = try ScratchFolder()
        let path = scratch.path + "/t"
        let long = try Self.write("before", to: path, format, count: 12)
        #expect(try TraceReader.lines(of: path) == long)
        let former = try #require(
            (2...12).last { FileManager.default.fileExists(atPath: PiecedFile.name(path, piece: $0)) }
        )
        for count in [1, 5] {
            let short = try Self.write("after", to: path, format, count: count)
            #expect(FileManager.default.fileExists(atPath: PiecedFile.name(path, piece: former)))
            #expect(try TraceReader.lines(of: path) == short)
        }
        // Nor does any other file count that has the name of a piece.
        try Data("hello".utf8).write(to: URL(filePath: path + ".2"))
        let first = try TraceReader.lines(of: path)
        #expect(!first.isEmpty && first.count < 5)
    }

    // MARK: Bounds

    /// The steps of all pieces together are counted, in either form.
    @Test(arguments: TraceFormat.allCases)
    func allPiecesTogetherHaveABound(format: TraceFormat) throws {
        let scratch = try ScratchFolder()
        let path = scratch.path + "/t"
        let lines = try Self.write("long", to: path, format, count: 6)
        #expect(FileManager.default.fileExists(atPath: path + ".3"))
        #expect(try TraceReader.lines(of: path, mostValues: 200) == lines)
        let error = #expect(throws: MayflyError.self) { try TraceReader.lines(of: path, mostValues: 50) }
        let (place, reason) =
            switch format {
            case .text: (path, "its steps have more than 50 values, which is the most that is compared")
            case .json: (path + ".3", "with it, the trace has more than 50 values, which is the most that is read in")
            }
        #expect(error?.message.hasPrefix("'\(place)': \(reason)") == true, "\(String(describing: error))")
    }

    /// A text is read step by step, so that it has no such bound: the steps of a piece come before the next one is read.
    @Test func aTraceInTextIsReadPieceAfterPiece() throws {
        let scratch = try ScratchFolder()
        let path = scratch.path + "/t"
        let lines = try Self.write("long", to: path, .text, count: 6)
        let first = [UInt8](try Data(contentsOf: URL(filePath: path)))
        var seen: [TraceLine] = []
        try TraceReader.read(path, first, mostValues: 1) { line throws(MayflyError) in
            seen.append(line)
            if seen.count == 1 { unlink(path + ".2") }
        }
        #expect(!seen.isEmpty && seen.count < lines.count && seen == Array(lines.prefix(seen.count)))
    }
}
