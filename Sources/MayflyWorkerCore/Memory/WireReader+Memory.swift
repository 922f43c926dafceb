internal import MayflyABI

extension WireReader {
    /// Reads a value and writes it to memory in the layout of C. Memory for pointers is taken from the arena.
    mutating func place(_ type: ABIType, at target: UnsafeMutableRawPointer, in arena: Arena) throws(WireError) {
        switch type {
        case .boolean: target.storeBytes(of: try readPresence() ? 1 : 0, as: UInt8.self)
        case .int32, .enumeration: target.storeBytes(of: try read(), as: Int32.self)
        case .uint32: target.storeBytes(of: try read(), as: UInt32.self)
        case .uint64, .double, .completion: target.storeBytes(of: try read(), as: UInt64.self)
        case .string: try placeText(at: target, in: arena)
        case .uuid:
            try read(count: 16) { target.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(target), byteCount: 16) }
        case .uuidPointer:
            guard try readPresence() else { return target.storeBytes(of: nil, as: UnsafeRawPointer?.self) }
            let uuid = arena.allocate(16, alignment: 1)
            try place(.uuid, at: uuid, in: arena)
            target.storeBytes(of: UnsafeRawPointer(uuid), as: UnsafeRawPointer?.self)
        case .structure(let record): try place(record, at: target, in: arena)
        case .pointer(let record, _):
            guard try readPresence() else { return target.storeBytes(of: nil, as: UnsafeRawPointer?.self) }
            let pointee = arena.allocate(arena.byteCount(of: record))
            try placeWhole(record, at: pointee, in: arena)
            target.storeBytes(of: UnsafeRawPointer(pointee), as: UnsafeRawPointer?.self)
        case .array, .bytes: _ = try placeCounted(type, at: target, in: arena)
        case .void, .count, .length, .size, .reserved, .address, .host, .output, .buffer, .function, .functions: break
        }
    }

    /// Writes a struct that stands for itself, and not in another one. It may be longer than the headers know it.
    private mutating func placeWhole(
        _ record: Record,
        at target: UnsafeMutableRawPointer,
        in arena: Arena
    ) throws(WireError) {
        try place(record, at: target, in: arena)
        arena.lengthen(record, at: target)
    }

    /// Writes the fields of a struct; fields that are not sent are zero.
    mutating func place(_ record: Record, at target: UnsafeMutableRawPointer, in arena: Arena) throws(WireError) {
        if record.isSized { target.storeBytes(of: UInt32(record.byteCount), as: UInt32.self) }
        for index in record.marshalled {
            let field = record.fields[index]
            let member = target + record.offsets[index]
            guard let counter = field.type.counter else {
                try place(field.type, at: member, in: arena)
                continue
            }
            let count = try placeCounted(field.type, at: member, in: arena)
            guard let offset = record.offset(of: counter) else { continue }
            if case .bytes = field.type {
                (target + offset).storeBytes(of: UInt64(count), as: UInt64.self)
            } else {
                (target + offset).storeBytes(of: UInt32(count), as: UInt32.self)
            }
        }
    }

    /// Writes an array or bytes, which are counted by another field or parameter. Returns the number of elements or
    /// bytes.
    mutating func placeCounted(
        _ type: ABIType,
        at target: UnsafeMutableRawPointer,
        in arena: Arena
    ) throws(WireError) -> Int {
        guard case .array(let element, _) = type else { return try placeBytes(at: target, in: arena) }
        let count = try readCount()
        // Who steps through structs adds the size that they carry.
        let record: Record? = if case .structure(let record) = element { record } else { nil }
        let stride = record.map(arena.byteCount) ?? element.byteCount
        let elements = arena.allocate(max(count * stride, 1))
        for number in 0..<count {
            let place = elements + number * stride
            if let record {
                try placeWhole(record, at: place, in: arena)
            } else {
                try self.place(element, at: place, in: arena)
            }
        }
        target.storeBytes(of: UnsafeRawPointer(elements), as: UnsafeRawPointer?.self)
        return count
    }

    /// Bytes are aligned for any type, so that a receiver can read them as a struct.
    private mutating func placeBytes(at target: UnsafeMutableRawPointer, in arena: Arena) throws(WireError) -> Int {
        guard let length = try readTextLength() else { return 0 }
        guard length <= remaining else { throw WireError("\(length) bytes are cut off") }
        let bytes = arena.allocate(max(length, 1), alignment: 16)
        try read(count: length) { source in
            if let start = source.baseAddress { bytes.copyMemory(from: start, byteCount: source.count) }
        }
        target.storeBytes(of: UnsafeRawPointer(bytes), as: UnsafeRawPointer?.self)
        return length
    }

    /// Text is followed by a NUL that is not counted, for extensions that expect one.
    private mutating func placeText(at target: UnsafeMutableRawPointer, in arena: Arena) throws(WireError) {
        guard let length = try readTextLength() else { return }
        guard length <= remaining else { throw WireError("a text of \(length) bytes is cut off") }
        let text = arena.allocate(length + 1, alignment: 1)
        try read(count: length) { bytes in
            if let source = bytes.baseAddress { text.copyMemory(from: source, byteCount: bytes.count) }
        }
        target.storeBytes(of: UnsafeRawPointer(text), as: UnsafeRawPointer?.self)
        target.storeBytes(of: UInt64(length), toByteOffset: 8, as: UInt64.self)
    }
}
