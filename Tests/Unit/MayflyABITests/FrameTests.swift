import MayflyABI
import MayflyModel
import Testing

@Suite struct FrameTests {
    private func feed(_ bytes: [UInt8], piece: Int) throws -> [Frame] {
        var buffer = FrameBuffer()
        var frames: [Frame] = []
        for start in stride(from: 0, to: bytes.count, by: piece) {
            bytes[start..<min(start + piece, bytes.count)].withUnsafeBytes { buffer.append($0) }
            while let frame = try buffer.next() { frames.append(frame) }
        }
        return frames
    }

    @Test(arguments: [1, 3, 19, 20, 21, 1000])
    func framesComeOutWholeFromPiecesOfAnySize(piece: Int) throws {
        let frames = [
            Frame(.call, function: 202, instance: 1, token: 7, payload: Array(repeating: 0xAB, count: 300)),
            Frame(.returned, function: 100, instance: 1, token: UInt64.max),
            Frame(.completionReturned, instance: 1, token: 3),
        ]
        #expect(try feed(frames.flatMap(\.bytes), piece: piece) == frames)
    }

    @Test(arguments: [
        UInt32(0), 15, UInt32(Frame.largest) + 1, UInt32(Frame.largest) + 16_777_217, 1 << 31, UInt32.max,
    ])
    func lengthsThatNoFrameHasAreRefused(length: UInt32) {
        let bytes = withUnsafeBytes(of: length.littleEndian) { Array($0) } + Array(repeating: 0, count: 64)
        #expect(throws: WireError.self) { try feed(bytes, piece: 68) }
    }

    @Test func unknownKindsAreRefused() {
        var bytes = Frame(.call).bytes
        bytes[4] = 99
        #expect(throws: WireError("frame kind 99 does not exist")) { try feed(bytes, piece: 1000) }
    }

    /// The host does not even wait for a megabyte that it would have to make safe to show.
    @Test(arguments: [Frame.Kind.violation, .refused, .opened, .instanceMade, .returned, .completionReturned])
    func framesTooLongForTheirKindAreRefusedBeforeTheyHaveArrived(kind: Frame.Kind) throws {
        let most = Frame(kind, instance: 1, payload: Array(repeating: 0, count: kind.longestPayload))
        #expect(try feed(most.bytes, piece: 1000) == [most])
        let tooLong = Frame(kind, instance: 1, payload: Array(repeating: 0, count: kind.longestPayload + 1))
        #expect(throws: WireError.self) { try feed(Array(tooLong.bytes.prefix(5)), piece: 5) }
        #expect(kind.longestPayload < 5000)
    }

    /// Only a call that may carry a picture is longer than others, and that is known from its first bytes.
    @Test func framesTooLongForTheirFunctionAreRefusedBeforeTheyHaveArrived() throws {
        let names = Table.interfaces.flatMap(\.functions).filter { $0.longestPayload > Frame.Kind.call.longestPayload }
        #expect(names.map(\.name) == ["insertMessage", "sendMessage"])
        let insert = try #require(names.first)
        #expect(insert.longestPayload == Frame.Kind.call.longestPayload + PictureRules.maximumBytes)
        for function in Table.interfaces.flatMap(\.functions) {
            let most = max(function.longestPayload, Frame.Kind.call.longestPayload)
            let head = Array(Frame(.call, function: function.id).bytes[4..<8])
            for (count, isAllowed) in [(most, true), (most + 1, false)] {
                let length = UInt32(count + Frame.headerBytes)
                let bytes = withUnsafeBytes(of: length.littleEndian) { Array($0) } + head
                if isAllowed {
                    #expect(try feed(bytes, piece: 1) == [], "\(function.name)")
                } else {
                    #expect(throws: WireError.self, "\(function.name)") { try feed(bytes, piece: 1) }
                }
            }
        }
        let longest = Frame(.call, function: insert.id, payload: Array(repeating: 7, count: insert.longestPayload))
        let usual = Frame(.returned, function: 100)
        #expect(try feed(longest.bytes + usual.bytes, piece: 1 << 16) == [longest, usual])
    }

    @Test func aTextLongerThanItsFrameIsRefused() throws {
        let row = try #require(Table.function(202))
        var payload = row.payload([.text("hello"), .unsigned(0)])
        payload[0] = 200
        #expect(throws: WireError.self) { try row.arguments(of: payload) }
    }

    @Test func anArrayLongerThanItsFrameIsRefusedBeforeMemoryIsTaken() throws {
        var writer = WireWriter()
        writer.write(UInt32.max)
        var reader = WireReader(writer.bytes)
        #expect(throws: WireError.self) { try reader.readValue(.array(.uuid, countedBy: "count")) }
    }

    @Test func bytesLeftOverAreRefused() throws {
        let row = try #require(Table.function(209))
        #expect(throws: WireError.self) { try row.arguments(of: [0]) }
    }

    @Test func textThatIsNotUTF8IsRefused() throws {
        let row = try #require(Table.function(202))
        var payload = row.payload([.text("ab"), .unsigned(0)])
        payload[4] = 0xFF
        #expect(throws: WireError.self) { try row.arguments(of: payload) }
    }

    @Test func aWholeMessageSurvivesTheWire() throws {
        let row = try #require(Table.function(200))
        let layout = RecordValue(Table.layout, ["caption": .text("Let’s build"), "image_title": .text("")])
        let message = RecordValue(
            Table.message,
            [
                "should_expire": .boolean(true), "is_pending": .boolean(false), "session": .uuid(UUID128()),
                "url": .text("?a=b"), "layout": .record(layout),
            ]
        )
        let arguments = try row.arguments(of: row.payload([.record(message), .unsigned(9)]))
        #expect(arguments["message"] == .record(message))
        #expect(arguments["completion"] == .unsigned(9))
    }

    @Test(arguments: [Value.null, .bytes([]), .bytes([0, 255, 1])])
    func bytesSurviveTheWire(bytes: Value) throws {
        let row = try #require(Table.function(291))
        let sent: [Value] = [.uuid(UUID128()), .unsigned(UInt64.max), bytes, .unsigned(3)]
        #expect(try row.arguments(of: row.payload(sent)).values == sent)
    }

    @Test func bytesLongerThanTheirFrameAreRefusedBeforeMemoryIsTaken() throws {
        var writer = WireWriter()
        writer.write(UInt32.max - 1)
        var reader = WireReader(writer.bytes)
        #expect(throws: WireError.self) { try reader.readValue(.bytes(countedBy: "size")) }
    }
}
