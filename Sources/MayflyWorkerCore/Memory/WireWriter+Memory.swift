internal import MayflyABI
internal import MayflyModel

extension WireWriter {
    /// Writes the value of that type from the extension's memory.
    ///
    /// `name` is the name of the value in a refusal.
    mutating func write(memory: UnsafeRawPointer, as type: ABIType, name: String) throws(Refusal) {
        switch type {
        case .boolean: write(memory.load(as: UInt8.self) == 0 ? UInt8(0) : 1)
        case .int32, .enumeration: write(memory.loadUnaligned(as: Int32.self))
        case .uint32: write(memory.loadUnaligned(as: UInt32.self))
        case .uint64, .double: write(memory.loadUnaligned(as: UInt64.self))
        case .string: try write(textAt: memory, name: name)
        case .uuid: write(raw: UnsafeRawBufferPointer(start: memory, count: 16))
        case .uuidPointer:
            let uuid = memory.loadUnaligned(as: UnsafeRawPointer?.self)
            write(uuid == nil ? UInt8(0) : 1)
            if let uuid { write(raw: UnsafeRawBufferPointer(start: uuid, count: 16)) }
        case .structure(let record): try write(record, at: memory, name: name)
        case .pointer(let record, let nullable):
            let pointee = memory.loadUnaligned(as: UnsafeRawPointer?.self)
            guard pointee != nil || nullable else { throw Refusal(.invalidArgument, "'\(name)' is NULL") }
            write(pointee == nil ? UInt8(0) : 1)
            if let pointee { try write(record, at: pointee, name: name) }
        // Arrays and bytes are written by `write(counted:)`, because their count is in another parameter.
        case .array, .bytes, .completion, .void, .count, .length, .size, .reserved, .address, .host, .output, .buffer,
            .function, .functions:
            break
        }
    }

    /// Writes a struct's marshalled fields. A field outside the size that the extension set is written as zero.
    mutating func write(_ record: Record, at memory: UnsafeRawPointer, name: String) throws(Refusal) {
        var size = record.byteCount
        if record.isSized {
            size = Int(memory.loadUnaligned(as: UInt32.self))
            guard size >= 4 else {
                throw Refusal(
                    .invalidArgument,
                    "the size of '\(name)' is \(size); write sizeof(\(record.name)) there"
                )
            }
        }
        for index in record.marshalled {
            let field = record.fields[index]
            let offset = record.offsets[index]
            let path = "\(name).\(field.name)"
            guard offset + field.type.byteCount <= size else {
                write(.null, as: field.type)
                continue
            }
            guard let counter = field.type.counter else {
                try write(memory: memory + offset, as: field.type, name: path)
                continue
            }
            let count = record.fields.firstIndex { $0.name == counter }
            guard let count, record.offsets[count] + record.fields[count].type.byteCount <= size else {
                write(.null, as: field.type)
                continue
            }
            try write(counted: field.type, at: memory + offset, counter: memory + record.offsets[count], name: path)
        }
    }

    /// Writes an array or bytes. Their count is at `counter`, in another field or parameter.
    mutating func write(
        counted type: ABIType,
        at memory: UnsafeRawPointer,
        counter: UnsafeRawPointer?,
        name: String
    ) throws(Refusal) {
        let start = memory.loadUnaligned(as: UnsafeRawPointer?.self)
        guard case .array(let element, _) = type else {
            var most = Frame.largest - Frame.headerBytes
            if case .bytes(_, let limit?) = type { most = limit }
            let count = counter?.loadUnaligned(as: UInt64.self) ?? 0
            return try write(bytesAt: start, count: count, most: most, name: name)
        }
        let count = counter?.loadUnaligned(as: UInt32.self) ?? 0
        guard Int(count) <= Frame.largest / max(element.byteCount, 1) else {
            throw Refusal(.limitExceeded, "'\(name)' has \(count) elements, more than a call can carry")
        }
        guard let start, count > 0 else { return write(UInt32(0)) }
        write(count)
        for number in 0..<Int(count) {
            try write(memory: start + number * element.byteCount, as: element, name: "\(name)[\(number)]")
        }
    }

    private mutating func write(
        bytesAt start: UnsafeRawPointer?,
        count: UInt64,
        most: Int,
        name: String
    ) throws(Refusal) {
        guard let start else {
            guard count == 0 else {
                throw Refusal(.invalidArgument, "'\(name)' is NULL and should have \(count) bytes")
            }
            return write(WireWriter.noText)
        }
        try Self.requireRoom(for: count, most: most, name: name)
        write(UInt32(count))
        write(raw: UnsafeRawBufferPointer(start: start, count: Int(count)))
    }

    private static func requireRoom(
        for count: UInt64,
        most: Int = Frame.largest - Frame.headerBytes,
        name: String
    ) throws(Refusal) {
        guard count <= UInt64(most) else {
            throw Refusal(.limitExceeded, "'\(name)' has \(count) bytes, over the limit of \(most) for one call")
        }
    }

    /// Writes a `mayfly_string`. Of a text with more bytes than `limit`, only the beginning is read, and it ends in `…`.
    mutating func write(textAt memory: UnsafeRawPointer, name: String, cutAt limit: Int? = nil) throws(Refusal) {
        guard let data = memory.loadUnaligned(as: UnsafeRawPointer?.self) else { return write(WireWriter.noText) }
        let length = memory.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        let (text, mark) = try Self.text(at: data, length, limit, name: name)
        guard String(validating: text, as: UTF8.self) != nil else {
            throw Refusal(.invalidArgument, "'\(name)' is not UTF-8")
        }
        write(UInt32(text.count + mark.count))
        write(raw: text)
        write(raw: mark)
    }

    /// The part of a text that is written, and what follows it.
    private static func text(
        at data: UnsafeRawPointer,
        _ length: UInt64,
        _ limit: Int?,
        name: String
    ) throws(Refusal) -> (text: UnsafeRawBufferPointer, mark: [UInt8]) {
        guard let limit, length > limit else {
            try requireRoom(for: length, name: name)
            return (UnsafeRawBufferPointer(start: data, count: Int(length)), [])
        }
        let mark = Array("…".utf8)
        let text = UnsafeRawBufferPointer(start: data, count: limit)
        var end = limit - mark.count
        // A character of UTF-8 has three continuation bytes at most; what has more is refused as no UTF-8.
        for _ in 0..<3 where text[end] & 0xC0 == 0x80 { end -= 1 }
        return (UnsafeRawBufferPointer(rebasing: text[..<end]), mark)
    }
}
