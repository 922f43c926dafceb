import CMayflyLinux
import Foundation
import MayflyTestSupport
import Testing

@testable import MayflyModel
@testable import MayflyWorkers

/// What a worker left behind is read as a stranger's bytes.
@Suite struct BlackBoxTests {
    private static let size = Int(MAYFLY_BOX_BYTES)

    @Test func anEmptyBoxSaysNothing() {
        let box = BlackBox([UInt8](repeating: 0, count: Self.size))
        #expect(!box.hasReport)
        #expect(box.frames.isEmpty && box.modules.isEmpty && box.refused.isEmpty)
    }

    @Test func aBoxThatIsShortOrMissingSaysNothing() {
        for count in [0, 1, 7, 40] { #expect(BlackBox([UInt8](repeating: 0, count: count)).frames.isEmpty) }
        #expect(!BlackBox(descriptor: -1).hasReport)
    }

    @Test func aNewBoxIsOfOneSizeForGood() throws {
        let descriptor = mayfly_box_create()
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        #expect(ftruncate(descriptor, 0) == -1)
        #expect(ftruncate(descriptor, off_t(2 * Self.size)) == -1)
        #expect(!BlackBox(descriptor: descriptor).hasReport)
    }

    /// A worker that is late may have crashed, or have written anything.
    @Test(arguments: [(SIGSYS, -1, true), (SIGSYS, 1, false), (SIGSEGV, -1, false), (0, -1, false)])
    func onlyTheAnswerToTheHostExplainsAMissedDeadline(signal: Int32, code: Int32, explains: Bool) {
        var bytes = [UInt8](repeating: 0, count: Self.size)
        func store(_ value: Int32, at offset: Int) {
            withUnsafeBytes(of: value) { bytes.replaceSubrange(offset..<offset + 4, with: $0) }
        }
        store(2, at: Int(MAYFLY_BOX_AT_STATE))
        store(signal, at: Int(MAYFLY_BOX_AT_SIGNAL))
        store(code, at: Int(MAYFLY_BOX_AT_CODE))
        let box = BlackBox(bytes)
        #expect(box.explains(.unresponsive(callback: "x", milliseconds: 1)) == explains)
        #expect(box.explains(.launchTimeout(milliseconds: 1)) == explains)
        #expect(box.explains(.crashed(signal: signal)))
        #expect(!box.explains(.finished))
    }

    @Test(arguments: 0..<200) func garbageIsHeldToItsBounds(seed: UInt64) {
        var generator = SeededGenerator(state: seed)
        var bytes = (0..<Self.size).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        // Small numbers here and there, so that counts are sometimes possible.
        for _ in 0..<2000 { bytes[Int.random(in: 0..<Self.size, using: &generator)] = 0 }
        let box = BlackBox(bytes)
        #expect(box.frames.count <= Int(MAYFLY_BOX_FRAMES))
        #expect(box.modules.count <= Int(MAYFLY_BOX_MODULES))
        #expect(box.refused.count <= Int(MAYFLY_BOX_REFUSED))
        let report = CrashReport(box, library: nil, named: "x.so")
        #expect(report.frames.count == box.frames.count)
        #expect(report.location == nil)
    }

    @Test func everyBitSetIsHeldToItsBounds() {
        let box = BlackBox([UInt8](repeating: 0xFF, count: Self.size))
        #expect(box.frames.count == Int(MAYFLY_BOX_FRAMES))
        #expect(box.refused == [.max])
        #expect(SystemCallName.name(of: .max) == "call 4294967295")
        #expect(CrashReport(box, library: nil, named: "x.so").frames.count == Int(MAYFLY_BOX_FRAMES))
    }

    @Test func theLastOfTheOutputIsKeptWhole() {
        var tail = OutputTail()
        let line = Array("ä\u{1B}b\n".utf8)
        for _ in 0..<5000 { line.withUnsafeBytes { tail.append($0) } }
        #expect(tail.text.hasSuffix("ä\\u{1B}b\nä\\u{1B}b\n"))
        #expect(!tail.text.unicodeScalars.contains("\u{FFFD}"))
        #expect(tail.text.count <= 2 * OutputTail.limit)
    }
}
