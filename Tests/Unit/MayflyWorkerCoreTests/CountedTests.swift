import MayflyABI
import MayflyModel
import Testing

@testable import MayflyWorkerCore

/// What is counted by another parameter or field: arrays of pointers, and bytes.
@Suite struct CountedTests {
    private static let library = Result {
        try CompiledLibrary(
            """
            #include <stdint.h>
            #include <string.h>
            static uint64_t seen;
            uint64_t what_was_seen(void) { return seen; }
            void page(void *context, const void *error, const unsigned char *const *messages, uint32_t count,
                      uint8_t has_older) {
                seen = count * 1000 + has_older * 100 + (error != 0) * 10 + (context != 0);
                for (uint32_t i = 0; i < count; i++) {
                    uint64_t length;
                    memcpy(&length, messages[i] + 32, 8); /* of the URL */
                    seen += length * 10000;
                }
            }
            void state(void *context, const void *error, uint64_t version, const void *bytes, uint64_t size) {
                seen = version * 1000 + size * 10 + (error != 0);
                if (bytes) { seen += 1000000 * ((const unsigned char *)bytes)[size ? size - 1 : 0]; }
                (void)context;
            }
            """
        )
    }

    private func seen(_ row: Function, _ name: String, _ arguments: [Value]) throws -> UInt64 {
        let library = try Self.library.get()
        var reader = WireReader(row.payload(arguments))
        var context = 0
        _ = try withUnsafeMutablePointer(to: &context) { pointer in
            try Calls().invoke(row, at: try library.function(name), &reader, address: pointer)
        }
        typealias Question = @convention(c) () -> UInt64
        return unsafeBitCast(try library.function("what_was_seen"), to: Question.self)()
    }

    // One test, because the library has one place to keep what it saw.
    @Test func completionsOfOtherSignaturesAreCalledByTheirRows() throws {
        let messages = ["?a", "?abcd"].map { Value.record(RecordValue(Table.message, ["url": .text($0)])) }
        let page = Table.sessionPageCompletion
        #expect(try seen(page, "page", [.null, .list(messages), .boolean(true)]) == 72_101)
        let error = Value.record(RecordValue(Table.error, ["code": .integer(5)]))
        #expect(try seen(page, "page", [error, .list([]), .boolean(false)]) == 11)
        let state = Table.sessionStateCompletion
        #expect(try seen(state, "state", [.null, .unsigned(7), .bytes([1, 2, 3])]) == 3_007_030)
        #expect(try seen(state, "state", [error, .unsigned(0), .null]) == 1)
    }

    @Test func arraysOfPointersAndBytesComeBackTheSame() throws {
        let record = Record(
            "test",
            [
                .init("size", .size), .init("count", .count),
                .init("messages", .array(.pointer(Table.message, nullable: false), countedBy: "count")),
                .init("bytes", .bytes(countedBy: "length")), .init("length", .length),
                .init("nothing", .bytes(countedBy: "none")), .init("none", .length),
            ]
        )
        let message = RecordValue(
            Table.message,
            ["url": .text("?x=1"), "should_expire": .boolean(false), "is_pending": .boolean(true)]
        )
        let value = RecordValue(
            record,
            ["messages": .list([.record(message), .record(message)]), "bytes": .bytes([0, 255, 7]), "nothing": .null]
        )
        var writer = WireWriter()
        writer.write(value)
        var reader = WireReader(writer.bytes)
        let arena = Arena()
        let memory = arena.allocate(record.byteCount)
        try reader.place(record, at: memory, in: arena)
        #expect((memory + 24).load(as: UInt64.self) == 3)
        var back = WireWriter()
        try back.write(record, at: memory, name: "test")
        #expect(try record.value(of: back.bytes) == value)
    }

    @Test(arguments: [(nil, 1, MessageErrorCode.invalidArgument), (8, Frame.largest, .limitExceeded)])
    func bytesThatAreNotThereOrTooManyAreRefused(address: Int?, count: Int, code: MessageErrorCode) throws {
        var start = address
        var size = UInt64(count)
        let refusal = #expect(throws: Refusal.self) {
            var writer = WireWriter()
            try writer.write(counted: .bytes(countedBy: "size"), at: &start, counter: &size, name: "bytes")
        }
        #expect(refusal?.code == code)
        #expect(refusal?.message.contains("'bytes'") == true)
    }
}
