internal import MayflyABI
internal import MayflyLinux

extension StandIns {
    /// The frame with what is of people replaced. Its payload keeps its size, apart from paths of this machine.
    mutating func frame(_ frame: Frame, _ way: StandInText.Way) -> Frame {
        let payload: [UInt8]
        switch frame.kind {
        case .refused: payload = record(frame.payload, Table.refused, way)
        case .violation: payload = record(frame.payload, Table.violation, way)
        case .callback, .completion, .call: payload = arguments(frame, way)
        case .open, .makeInstance, .opened, .instanceMade, .returned, .completionReturned: payload = frame.payload
        }
        return Frame(
            frame.kind,
            isAside: frame.isAside,
            function: frame.function,
            instance: frame.instance,
            token: frame.token,
            payload: payload
        )
    }

    private mutating func arguments(_ frame: Frame, _ way: StandInText.Way) -> [UInt8] {
        guard let function = Table.function(frame.function),
            let arguments = try? function.arguments(of: frame.payload)
        else { return StandInText.bytes(count: frame.payload.count, way) }
        let fields = function.marshalled.map { (function.parameters[$0].name, function.parameters[$0].type) }
        return function.payload(values(arguments.values, fields, way))
    }

    private mutating func record(_ payload: [UInt8], _ record: Record, _ way: StandInText.Way) -> [UInt8] {
        guard let value = try? record.value(of: payload) else {
            return StandInText.bytes(count: payload.count, way)
        }
        let fields = record.marshalled.map { (record.fields[$0].name, record.fields[$0].type) }
        var writer = WireWriter()
        writer.write(RecordValue(record, values: values(value.values, fields, way)))
        return writer.finish()
    }
}
