import MayflyModel

extension WireWriter {
    /// Writes a value as the type says. A value of another kind is written as the type's null or zero.
    package mutating func write(_ value: Value, as type: ABIType) {
        switch type {
        case .boolean: write(value.boolean ? UInt8(1) : 0)
        case .int32, .enumeration: write(value.int32 ?? 0)
        case .uint32: write(UInt32(clamping: value.unsigned ?? 0))
        case .uint64, .completion: write(value.unsigned ?? 0)
        case .double: write(value.double.bitPattern)
        case .string: write(text: value.text)
        case .bytes: write(bytes: value.bytes)
        case .uuid: write(value.uuid ?? UUID128(words: 0, 0))
        case .uuidPointer:
            write(value.uuid == nil ? UInt8(0) : 1)
            if let uuid = value.uuid { write(uuid) }
        case .structure(let record): write(value.record ?? RecordValue(record))
        case .pointer(_, _):
            write(value.record == nil ? UInt8(0) : 1)
            if let record = value.record { write(record) }
        case .array(let element, _):
            let elements = value.list ?? []
            write(UInt32(clamping: elements.count))
            for each in elements { write(each, as: element) }
        case .void, .count, .length, .size, .reserved, .address, .host, .output, .buffer, .function, .functions: break
        }
    }

    /// Writes the marshalled fields of a struct in order.
    package mutating func write(_ value: RecordValue) {
        let record = value.record
        // As many values as marshalled fields: every way to make the value sees to that.
        for index in record.marshalled.indices {
            write(value.values[index], as: record.fields[record.marshalled[index]].type)
        }
    }
}

extension WireReader {
    /// Reads a value of a type.
    package mutating func readValue(_ type: ABIType) throws(WireError) -> Value {
        switch type {
        case .boolean: return .boolean(try readPresence())
        case .int32, .enumeration: return .integer(Int64(try read(Int32.self)))
        case .uint32: return .unsigned(UInt64(try read(UInt32.self)))
        case .uint64, .completion: return .unsigned(try read())
        case .double: return .double(Double(bitPattern: try read()))
        case .string: return try readText().map(Value.text) ?? .null
        case .bytes: return try readBytes().map(Value.bytes) ?? .null
        case .uuid: return .uuid(try readUUID())
        case .uuidPointer: return try readPresence() ? .uuid(try readUUID()) : .null
        case .structure(let record): return .record(try readRecord(record))
        case .pointer(let record, let nullable):
            if try readPresence() { return .record(try readRecord(record)) }
            guard nullable else { throw WireError("a \(record.name) that must be there is NULL") }
            return .null
        case .array(let element, _):
            var elements: [Value] = []
            for _ in 0..<(try readCount()) { elements.append(try readValue(element)) }
            return .list(elements)
        case .void, .count, .length, .size, .reserved, .address, .host, .output, .buffer, .function, .functions:
            return .null
        }
    }

    /// Reads the marshalled fields of a struct.
    package mutating func readRecord(_ record: Record) throws(WireError) -> RecordValue {
        var values: [Value] = []
        values.reserveCapacity(record.marshalled.count)
        for index in record.marshalled { values.append(try readValue(record.fields[index].type)) }
        return RecordValue(record, values: values)
    }

    private mutating func readUUID() throws(WireError) -> UUID128 {
        UUID128(words: try read(UInt64.self).byteSwapped, try read(UInt64.self).byteSwapped)
    }
}

extension Value {
    fileprivate var double: Double { if case .double(let number) = self { number } else { 0 } }
}
