internal import MayflyABI
internal import MayflyModel

/// Compares a frame of a replay with that of the record.
struct FrameComparison {
    /// The recorded frame and that of the replay, as payloads without what is drawn at random.
    private let one: [UInt8]
    private let other: [UInt8]
    /// Where the first has letters that stand for others.
    private let standIns: [Range<Int>]

    /// Both are frames of one kind and function. The correspondence learns from them.
    init(_ recorded: Frame, _ standIns: [Range<Int>], _ actual: Frame, _ names: inout Correspondence) {
        self.standIns = standIns
        guard let one = Self.values(of: recorded), let other = Self.values(of: actual) else {
            (self.one, self.other) = (recorded.payload, actual.payload)
            return
        }
        names.pair(one.values, other.values)
        self.one = one.payload(one.values)
        self.other = one.payload(names.recorded(other.values))
    }

    /// Whether they are the same: in what stands for something else, only the size counts.
    var isSame: Bool { firstDifference == nil }

    /// The offset of the first byte that is different; nil for none.
    private var firstDifference: Int? {
        var ranges = standIns[...]
        for index in 0..<min(one.count, other.count) {
            while let first = ranges.first, first.upperBound <= index { ranges.removeFirst() }
            if one[index] != other[index], ranges.first?.contains(index) != true { return index }
        }
        return one.count == other.count ? nil : min(one.count, other.count)
    }

    /// Where they begin to differ, for people; nil for no text there.
    var place: String? {
        guard let index = firstDifference else { return nil }
        func piece(_ bytes: [UInt8]) -> String {
            let part = bytes[max(0, index - 20)..<min(bytes.count, index + 40)]
            return SafeText.line(String(decoding: part, as: UTF8.self), limit: 80)
        }
        return "first difference: '\(piece(one))' and '\(piece(other))'"
    }

    private struct Values {
        let values: [Value]
        let payload: ([Value]) -> [UInt8]
    }

    /// The values of a frame, without the number of a completion.
    private static func values(of frame: Frame) -> Values? {
        switch frame.kind {
        case .call:
            guard let function = Table.function(frame.function),
                let arguments = try? function.arguments(of: frame.payload)
            else { return nil }
            let values = zip(function.marshalled, arguments.values).map { index, value in
                guard case .completion = function.parameters[index].type else { return value }
                return .unsigned(value.unsigned == 0 ? 0 : 1)
            }
            return Values(values: values) { function.payload($0) }
        case .violation:
            guard let report = try? Table.violation.value(of: frame.payload) else { return nil }
            return Values(values: report.values) { values in
                var writer = WireWriter()
                writer.write(RecordValue(Table.violation, values: values))
                return writer.finish()
            }
        default: return nil
        }
    }
}
