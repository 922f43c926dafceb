extension Function {
    /// The payload that carries these arguments, one for each marshalled parameter.
    package func payload(_ arguments: [Value]) -> [UInt8] {
        var writer = WireWriter()
        write(arguments, to: &writer)
        return writer.finish()
    }

    /// Writes these arguments, one for each marshalled parameter.
    package func write(_ arguments: [Value], to writer: inout WireWriter) {
        for (index, argument) in zip(marshalled, arguments) { writer.write(argument, as: parameters[index].type) }
    }

    /// Reads the arguments back, one for each marshalled parameter. Nothing may be left over.
    package func arguments(of payload: [UInt8]) throws(WireError) -> Arguments {
        var reader = WireReader(payload)
        var values: [Value] = []
        values.reserveCapacity(marshalled.count)
        do {
            for index in marshalled { values.append(try reader.readValue(parameters[index].type)) }
            try reader.finish()
        } catch {
            throw WireError("\(name): \(error.description)")
        }
        return Arguments(function: self, values: values)
    }

    /// Reads the result of a callback.
    package func result(of payload: [UInt8]) throws(WireError) -> Value {
        var reader = WireReader(payload)
        let value = try reader.readValue(result)
        try reader.finish()
        return value
    }
}

extension Record {
    /// The payload that carries this struct.
    package func payload(_ fields: KeyValuePairs<String, Value>) -> [UInt8] {
        var writer = WireWriter()
        writer.write(RecordValue(self, fields))
        return writer.finish()
    }

    /// Reads the struct back. Nothing may be left over.
    package func value(of payload: [UInt8]) throws(WireError) -> RecordValue {
        var reader = WireReader(payload)
        let value = try reader.readRecord(self)
        try reader.finish()
        return value
    }
}
