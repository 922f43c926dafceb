import MayflyABI
import MayflyModel
import Testing

@testable import MayflyWorkerCore

/// What lies in an extension's memory is read by the sizes that it wrote, and refused by name.
@Suite struct MemoryTests {
    private func sticker(size: UInt32, file: [UInt8], _ body: (UnsafeRawPointer) throws -> Void) throws {
        try file.withUnsafeBufferPointer { text in
            let memory = UnsafeMutableRawPointer.allocate(byteCount: 40, alignment: 8)
            defer { memory.deallocate() }
            memory.initializeMemory(as: UInt8.self, repeating: 0, count: 40)
            memory.storeBytes(of: size, as: UInt32.self)
            for offset in [8, 24] {
                memory.storeBytes(of: text.baseAddress, toByteOffset: offset, as: UnsafePointer<UInt8>?.self)
                memory.storeBytes(of: UInt64(file.count), toByteOffset: offset + 8, as: UInt64.self)
            }
            try body(memory)
        }
    }

    private func read(_ memory: UnsafeRawPointer) throws -> RecordValue {
        var writer = WireWriter()
        try writer.write(Table.sticker, at: memory, name: "sticker")
        return try Table.sticker.value(of: writer.bytes)
    }

    @Test func fieldsBeyondTheWrittenSizeReadAsNothing() throws {
        try sticker(size: 40, file: Array("a.png".utf8)) { (memory: UnsafeRawPointer) throws in
            let description = try read(memory)["description"]
            #expect(description == .text("a.png"))
        }
        try sticker(size: 24, file: Array("a.png".utf8)) { (memory: UnsafeRawPointer) throws in
            let file = try read(memory)["file"]
            #expect(file == .text("a.png"))
            let description = try read(memory)["description"]
            #expect(description == .null)
        }
        // A field that lies only half inside is outside.
        try sticker(size: 39, file: Array("a.png".utf8)) { (memory: UnsafeRawPointer) throws in
            let description = try read(memory)["description"]
            #expect(description == .null)
        }
    }

    @Test func aLargerStructOfANewerExtensionIsReadAsFarAsItIsKnown() throws {
        try sticker(size: 4000, file: Array("a.png".utf8)) { (memory: UnsafeRawPointer) throws in
            let description = try read(memory)["description"]
            #expect(description == .text("a.png"))
        }
    }

    @Test func aMissingSizeIsRefusedByName() throws {
        try sticker(size: 0, file: Array("a.png".utf8)) { (memory: UnsafeRawPointer) throws in
            let refusal = #expect(throws: Refusal.self) { try read(memory) }
            #expect(refusal?.code == .invalidArgument)
            #expect(refusal?.message == "the size of 'sticker' is 0; write sizeof(mayfly_sticker) there")
        }
    }

    @Test func textThatIsNotUTF8IsRefusedByName() throws {
        try sticker(size: 40, file: [0xFF, 0xFE]) { (memory: UnsafeRawPointer) throws in
            let refusal = #expect(throws: Refusal.self) { try read(memory) }
            #expect(refusal?.message == "'sticker.file' is not UTF-8")
        }
    }

    @Test func aTextTooLongForAFrameIsRefused() throws {
        try sticker(size: 40, file: Array(repeating: 65, count: Frame.largest)) { (memory: UnsafeRawPointer) throws in
            let refusal = #expect(throws: Refusal.self) { try read(memory) }
            #expect(refusal?.code == .limitExceeded)
        }
    }

    @Test(arguments: [("x", 4093), ("é", 4092), ("€", 4092), ("🍦", 4092)])
    func aLongTextForPeopleIsCutAfterAWholeScalar(scalar: String, kept: Int) throws {
        let bytes = Array(String(repeating: scalar, count: 100_000).utf8)
        try bytes.withUnsafeBufferPointer { text in
            let memory = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 8)
            defer { memory.deallocate() }
            memory.storeBytes(of: text.baseAddress, as: UnsafePointer<UInt8>?.self)
            memory.storeBytes(of: UInt64(text.count), toByteOffset: 8, as: UInt64.self)
            var writer = WireWriter()
            try writer.write(textAt: memory, name: "line", cutAt: 4096)
            var reader = WireReader(writer.bytes)
            let expected = String(decoding: bytes.prefix(kept), as: UTF8.self) + "…"
            #expect(try reader.readText() == expected)
        }
    }

    @Test func whatIsLaidOutForCComesBackTheSame() throws {
        let selected = RecordValue(
            Table.message,
            [
                "should_expire": .boolean(true), "is_pending": .boolean(false), "url": .text("?a=b"),
                "sender": .uuid(UUID128()),
            ]
        )
        let value = RecordValue(
            Table.conversationInfo,
            [
                "local_participant": .uuid(UUID128()),
                "remote_participants": .list([.uuid(UUID128()), .uuid(UUID128())]),
                "selected_message": .record(selected),
            ]
        )
        var writer = WireWriter()
        writer.write(value)
        var reader = WireReader(writer.bytes)
        let arena = Arena()
        let memory = arena.allocate(Table.conversationInfo.byteCount)
        try reader.place(Table.conversationInfo, at: memory, in: arena)
        var back = WireWriter()
        try back.write(Table.conversationInfo, at: memory, name: "conversation")
        #expect(try Table.conversationInfo.value(of: back.bytes) == value)
    }

    @Test func anArenaHandsOutZeroedMemoryAgainAndAgain() {
        let arena = Arena()
        for size in [1, 100, 40_000, 16] {
            let memory = arena.allocate(size)
            #expect((0..<size).allSatisfy { (memory + $0).load(as: UInt8.self) == 0 })
            memory.initializeMemory(as: UInt8.self, repeating: 0xAA, count: size)
        }
        arena.reset()
        let memory = arena.allocate(100)
        #expect((0..<100).allSatisfy { (memory + $0).load(as: UInt8.self) == 0 })
    }
}
