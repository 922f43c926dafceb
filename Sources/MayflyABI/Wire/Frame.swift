internal import MayflyModel

/// One message on the socket between the host and a worker: a length, a header of fixed shape and a payload.
///
/// ```
/// u32 length of what follows | u8 kind | u8 aside | u16 function | u32 instance | u64 token | payload
/// ```
package struct Frame: Sendable, Hashable {
    /// What a frame is. Host to worker below 16, worker to host from 16 on.
    package enum Kind: UInt8, Sendable {
        /// Payload `Table.open`.
        case open = 1
        /// Payload `Table.newInstance`.
        case makeInstance = 2
        /// Payload: the callback's marshalled arguments. The token comes back in `returned`.
        case callback = 3
        /// On the completion socket. Payload: the completion's arguments. The token is the call's.
        case completion = 4

        /// Payload `Table.opened`.
        case opened = 16
        /// Payload `Table.refused`.
        case refused = 17
        /// The instance is made. Payload `Table.instanceMade`.
        case instanceMade = 18
        /// The callback returned. Payload: its result.
        case returned = 19
        /// Payload: a host function's marshalled arguments.
        case call = 20
        /// The completion of that token returned. No payload.
        case completionReturned = 21
        /// Payload `Table.violation`; the function is the one that was refused, or 0.
        case violation = 22

        /// The longest payload of a frame of this kind. Only calls, and what the host sends, may fill a frame; a text for
        /// people has few lines. A call that carries a picture may be longer (`Function.longestPayload`).
        package var longestPayload: Int {
            switch self {
            case .open, .makeInstance, .callback, .completion, .call: Frame.largest - Frame.headerBytes
            case .refused, .violation: Frame.longestText + Frame.besideText
            case .opened, .instanceMade, .returned, .completionReturned: 64
            }
        }
    }

    /// Bytes of the length that stands before each frame.
    package static let lengthBytes = 4
    /// Bytes of the header, which the length counts.
    package static let headerBytes = 16
    /// The longest frame without a picture, without its length: large enough for the largest view, small enough to hold for each
    /// worker.
    package static let largest = 1 << 20
    /// The longest payload of any frame: that of a call with the largest picture.
    static let longestPayload = largest - headerBytes + PictureRules.maximumBytes
    /// The most bytes of a text that only people read: a line of the log, or a reason. The worker cuts longer ones; the host
    /// ends a worker that sends one.
    ///
    /// To make a text safe to show takes the host far longer than to receive it, for a megabyte some 10 ms.
    package static let longestText = 4096
    /// The most bytes that a payload with such a text has beside it: lengths and numbers.
    static let besideText = 64

    /// What the frame is.
    package let kind: Kind
    /// Whether the extension called from another thread than that of its callbacks: 1 on the wire. It is for traces alone.
    package let isAside: Bool
    /// The number of the function that it is about; 0 for none.
    package let function: UInt16
    /// The instance that it is about; 0 for none.
    package let instance: UInt32
    /// What an answer names; 0 for none.
    package let token: UInt64
    /// What the kind says.
    package let payload: [UInt8]

    /// Takes the header and the payload.
    package init(
        _ kind: Kind,
        isAside: Bool = false,
        function: UInt16 = 0,
        instance: UInt32 = 0,
        token: UInt64 = 0,
        payload: [UInt8] = []
    ) {
        self.kind = kind
        self.isAside = isAside
        self.function = function
        self.instance = instance
        self.token = token
        self.payload = payload
    }

    /// The bytes for the socket.
    package var bytes: [UInt8] {
        var writer = WireWriter(
            kind,
            isAside: isAside,
            function: function,
            instance: instance,
            token: token,
            reserving: payload.count
        )
        writer.write(raw: payload)
        return writer.finishFrame()
    }

    /// Reads a frame from the bytes that follow its length.
    package init(body: [UInt8]) throws(WireError) { try self.init(WireReader(body)) }

    /// Reads a frame from all that is left.
    init(_ reader: consuming WireReader) throws(WireError) {
        let number: UInt8 = try reader.read()
        guard let kind = Kind(rawValue: number) else { throw WireError("frame kind \(number) does not exist") }
        let aside: UInt8 = try reader.read()
        guard aside < 2 else { throw WireError("the second byte of a frame is \(aside), not 0 or 1") }
        self.kind = kind
        isAside = aside == 1
        function = try reader.read()
        instance = try reader.read()
        token = try reader.read()
        payload = try reader.read(count: reader.remaining) { Array($0) }
    }
}

extension WireWriter {
    /// Begins a frame, of which the payload is to be written.
    ///
    /// - Parameter capacity: the size of the payload, as far as it is known.
    package init(
        _ kind: Frame.Kind,
        isAside: Bool = false,
        function: UInt16 = 0,
        instance: UInt32 = 0,
        token: UInt64 = 0,
        reserving capacity: Int = 236
    ) {
        self.init(reserving: Frame.lengthBytes + Frame.headerBytes + capacity)
        write(UInt32(0))
        write(kind.rawValue)
        write(UInt8(isAside ? 1 : 0))
        write(function)
        write(instance)
        write(token)
    }

    /// How long the payload of the frame is by now.
    package var payloadCount: Int { count - Frame.lengthBytes - Frame.headerBytes }

    /// The bytes of the frame for the socket.
    package consuming func finishFrame() -> [UInt8] {
        patch(at: 0, with: UInt32(clamping: count - Frame.lengthBytes))
        return finish()
    }
}
