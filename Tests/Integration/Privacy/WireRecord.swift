import Foundation

/// What the host wrote, a stream for each socket.
struct WireRecord: Sendable {
    let streams: [Data]
    /// The same with ASCII letters in lower case.
    let lowered: [Data]

    init(_ streams: [[UInt8]]) {
        self.streams = streams.map { Data($0) }
        lowered = streams.map { Data($0.map(Self.lowered)) }
    }

    static func lowered(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    var size: Int { streams.reduce(0) { $0 + $1.count } }
}
