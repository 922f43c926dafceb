internal import MayflyABI
internal import MayflyModel

/// The host's side of the protocol with one worker: bytes and frames go in, effects come out. It uses no clock and does
/// no input or output.
///
/// The worker is not trusted. A frame that is illegal in the current state throws, and the caller ends the process.
struct WorkerProtocol {
    /// What the host must do after one frame of the worker. A frame has one effect at most.
    enum Effect {
        case none
        /// The library is open, and its version is negotiated.
        case negotiated
        /// The library cannot be used.
        case refused(reason: String)
        /// The instance is made and has these callbacks, which may be called.
        case opened(CallbackSet)
        /// The running callback has returned.
        case returned(Function, Value)
        /// A host function is called.
        case called(HostFunction, Arguments, completion: UInt64)
        /// The extension asks for more time.
        case askedForTime(Arguments, completion: UInt64)
        /// A completion has returned; `pending` others have not.
        case completionReturned(pending: Int)
        /// The worker has refused a call that broke a rule of the interface.
        case violated(function: String, MessageError)
    }

    /// The result of a request to call a callback.
    enum Request {
        /// The bytes of the frame to send.
        case frame([UInt8])
        /// The arguments are too large for a frame; the value is their size in bytes.
        case tooLarge(Int)
        /// The instance is not made, a callback is running, or the process is ending.
        case notPossible
        /// The extension does not have the callback, and the worker need not be told.
        case notNeeded
    }

    private enum State {
        case idle
        /// `open` and `makeInstance` are sent. Negotiated: the library has reported its version.
        case opening(isNegotiated: Bool)
        /// The instance is made. `running` is the running callback, if any.
        case open(running: Running?)
        /// The process is ending or has ended. Its frames are ignored, except calls if `takesCalls` is true.
        case closed(takesCalls: Bool)
    }

    private struct Running {
        let function: Function
        let token: UInt64
    }

    /// The number of the only instance that a worker has for now. Frames already carry the number.
    private static let instance: UInt32 = 1
    private static let largestPayload = Frame.largest - Frame.headerBytes

    private var state = State.idle
    /// How the host behaves otherwise than usual.
    private var trial: HostTrial?
    private var frames = FrameBuffer()
    private var lastToken: UInt64 = 0
    /// How many completions were sent and have not returned.
    private var pendingCompletions = 0
    /// The callbacks that the extension has.
    private var present = CallbackSet()
    /// How many callbacks of the extension were called.
    private(set) var callbacks = 0
    /// How many calls the extension has made, violations included.
    private(set) var calls = 0
    /// What the worker is doing for the host: `open`, or the name of the running callback. After the end of the process
    /// it keeps its last value.
    private(set) var phase: String?

    // MARK: To the worker

    /// The first frames to a worker: to open the library, and to make an instance. `byPath` opens the library by its
    /// path, for a debugger.
    mutating func open(
        _ request: LaunchRequest,
        in folders: WorkerFolders,
        byPath: Bool = false,
        trial: HostTrial? = nil
    ) -> [Frame] {
        state = .opening(isNegotiated: false)
        self.trial = trial
        phase = "open"
        let open = OpenRequest(
            hostName: HostInfo.name,
            hostVersion: HostInfo.version,
            library: request.libraryName,
            libraryPath: byPath ? folders.bundle + "/" + request.libraryName : nil,
            privateFolder: folders.privateFolder,
            trial: trial
        )
        let context: Int64 = trial == .hasUnknownContext ? Int64(Int32.max) : 0
        let launch = RecordValue(
            Table.launch,
            [
                "presentation_style": .integer(Int64(request.style.rawValue)),
                "presentation_context": .integer(context),
                "bundle_folder": .text(folders.bundle), "locale": .text(request.locale),
            ]
        )
        let instance = Table.newInstance.payload(["launch": .record(launch)])
        return [
            Frame(.open, payload: open.payload), Frame(.makeInstance, instance: Self.instance, payload: instance),
        ]
    }

    /// Calls a callback, unless one is running.
    mutating func call(_ function: Function, _ arguments: [Value]) -> Request {
        guard case .open(running: nil) = state else { return .notPossible }
        guard present.concerns(function) else { return .notNeeded }
        let token = lastToken + 1
        var frame = WireWriter(.callback, function: function.id, instance: Self.instance, token: token)
        function.write(arguments, to: &frame)
        guard frame.payloadCount <= Self.largestPayload else { return .tooLarge(frame.payloadCount) }
        lastToken = token
        if present.contains(function) { callbacks += 1 }
        phase = function.name
        state = .open(running: Running(function: function, token: token))
        return .frame(frame.finishFrame())
    }

    /// The bytes of a completion, which then counts as pending; nil if none may be sent, or if the call asked for none.
    ///
    /// If no frame can carry the answer, it is replaced by an error.
    mutating func complete(_ token: UInt64, of function: Function, with answer: CallAnswer) -> [UInt8]? {
        guard case .open = state, token != 0 else { return nil }
        pendingCompletions += 1
        let row = function.completion ?? Table.completion
        var payload = answer.altered(by: trial, function).payload(for: row)
        if payload.count > row.longestAnswer {
            let reason = "\(function.name): the answer has \(payload.count) bytes, over \(row.longestAnswer)"
            payload = CallAnswer(error: MessageError(.limitExceeded, reason)).payload(for: row)
        }
        return Frame(.completion, function: row.id, instance: Self.instance, token: token, payload: payload).bytes
    }

    /// The process is ending: nothing more is sent, and only calls are accepted, or nothing at all.
    mutating func close(takesCalls: Bool) { state = .closed(takesCalls: takesCalls) }

    // MARK: From the worker

    /// How many bytes were read and not handled.
    var waitingBytes: Int { frames.waitingBytes }

    /// Adds what was read from the control socket.
    mutating func append(_ piece: UnsafeRawBufferPointer) { frames.append(piece) }

    /// The next whole frame; nil when more bytes are needed.
    mutating func next() throws(WireError) -> Frame? { try frames.next() }

    /// Handles one frame. Throws if the frame is illegal now, or if a worker may never send its content.
    ///
    /// - Parameter hasUnsent: whether the socket has not taken yet all that was sent to the worker. A worker answers a frame after
    ///   it has read it. So what waits for the socket is never more than one callback.
    mutating func handle(_ frame: Frame, hasUnsent: Bool = false) throws(WireError) -> Effect {
        if case .closed(let takesCalls) = state, !takesCalls || frame.kind != .call { return .none }
        guard frame.instance == Self.instance || frame.kind.mayConcernNoInstance else {
            throw WireError("instance \(frame.instance) does not exist")
        }
        switch frame.kind {
        case .opened:
            guard case .opening(isNegotiated: false) = state else { throw WireError("the library was opened twice") }
            _ = try Table.opened.value(of: frame.payload)
            state = .opening(isNegotiated: true)
            return .negotiated
        case .refused:
            return .refused(reason: try Table.refused.value(of: frame.payload)["reason"].text ?? "it gave no reason")
        case .instanceMade:
            guard case .opening = state else { throw WireError("an instance was made twice") }
            guard !hasUnsent else { throw WireError("an instance was made before the worker was told to make it") }
            state = .open(running: nil)
            phase = nil
            let bits = try Table.instanceMade.value(of: frame.payload)["callbacks"].unsigned ?? 0
            present = CallbackSet(bits: bits)
            return .opened(present)
        case .returned: return try takeReturn(frame, hasUnsent: hasUnsent)
        case .call: return try takeCall(frame)
        case .completionReturned:
            guard pendingCompletions > 0 else { throw WireError("a completion returned that was not called") }
            pendingCompletions -= 1
            return .completionReturned(pending: pendingCompletions)
        case .violation: return try takeViolation(frame)
        case .open, .makeInstance, .callback, .completion:
            throw WireError("a worker does not send frames of kind \(frame.kind)")
        }
    }

    private mutating func takeReturn(_ frame: Frame, hasUnsent: Bool) throws(WireError) -> Effect {
        guard case .open(let running) = state, let running, running.token == frame.token,
            running.function.id == frame.function
        else { throw WireError("callback \(frame.function) returned without being called") }
        guard !hasUnsent else { throw WireError("callback \(frame.function) returned before it was sent") }
        let result = try running.function.result(of: frame.payload)
        state = .open(running: nil)
        phase = nil
        return .returned(running.function, result)
    }

    private mutating func takeCall(_ frame: Frame) throws(WireError) -> Effect {
        guard let function = Table.function(frame.function), function.implementer.isRemote else {
            throw WireError("host function \(frame.function) does not exist")
        }
        guard frame.payload.count <= function.longestPayload else {
            let (count, limit) = (frame.payload.count, function.longestPayload)
            throw WireError("a call of \(function.name) with \(count) bytes; at most \(limit) are allowed")
        }
        let arguments = try function.arguments(of: frame.payload)
        calls += 1
        let completion = arguments["completion"].unsigned ?? 0
        return switch function.implementer {
        case .host(let called): .called(called, arguments, completion: completion)
        case .deadline(.extend): .askedForTime(arguments, completion: completion)
        case .extension, .worker: .none
        }
    }

    private mutating func takeViolation(_ frame: Frame) throws(WireError) -> Effect {
        let report = try Table.violation.value(of: frame.payload)
        let code = report["code"].int32.flatMap(MessageErrorCode.init(rawValue:)) ?? .unknown
        let name = Table.function(frame.function)?.name ?? "host function \(frame.function)"
        calls += 1
        return .violated(function: name, MessageError(code, SafeText.line(report["message"].text ?? "")))
    }
}

extension Frame.Kind {
    /// Before the instance is made, and for a host handle that is invalid.
    fileprivate var mayConcernNoInstance: Bool { self == .opened || self == .refused || self == .violation }
}
