internal import CLibFFI
internal import CMayflyLinux
internal import Glibc
internal import MayflyABI
internal import MayflyModel

/// The C function of all closures: the user data says which row of the table was called.
let hostFunctionHandler: HostFunctions.Handler = { _, result, arguments, userData in
    guard let result, let arguments, let userData, let worker = CurrentWorker.worker.withLock({ $0 }) else { return }
    let interface = Unmanaged<CallInterface>.fromOpaque(userData).takeUnretainedValue()
    let answer = HostCall(function: interface.function, arguments: arguments, worker: worker).answer()
    // libffi requires the result of a closure in the width of a register.
    result.storeBytes(of: answer, as: UInt64.self)
}

/// One call of a host function by the extension, on any thread.
struct HostCall {
    let function: Function
    let arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    let worker: WorkerProcess

    /// Checks the rules of the call, and carries it out or sends it to the host. Returns the function's result, widened
    /// to 64 bits.
    func answer() -> UInt64 {
        var instance: UInt32 = 0
        do {
            instance = try checkedInstance()
            if case .worker(let here) = function.implementer { return try answer(here) }
            try passOn(instance)
            return 0
        } catch {
            report(error, instance: instance)
            guard function.result == .int32 else { return 0 }
            return UInt64(bitPattern: Int64(error.code.rawValue))
        }
    }

    /// The instance of the host handle. Throws if the state or the thread is not the one that the function's tag
    /// requires, and in a trial that refuses calls.
    private func checkedInstance() throws(Refusal) -> UInt32 {
        let handle = arguments[0]?.load(as: UnsafeRawPointer?.self)
        let (instance, isActive, isRefused) = worker.shared.withLock { shared -> (UInt32?, Bool, Bool) in
            let instance = handle.flatMap { shared.instances[UInt(bitPattern: $0)] }
            let isActive = instance.map { shared.active.contains($0) } ?? false
            return (instance, isActive, shared.trial == .refusesCalls && function.completion != nil)
        }
        guard let instance else {
            throw Refusal(.invalidHandle, "\(function.name): the host handle is not one that this process was given")
        }
        if function.state == .active, !isActive {
            throw Refusal(.notActive, "\(function.name): the extension is not active")
        }
        if function.thread == .main, mayfly_thread_id() != worker.mainThread {
            throw Refusal(.wrongThread, "\(function.name): it may be called from the main thread only")
        }
        guard !isRefused else {
            throw Refusal(.limitExceeded, "\(function.name): refused, so that its author sees what follows")
        }
        return instance
    }

    private func passOn(_ instance: UInt32) throws(Refusal) {
        var writer = WireWriter(.call, isAside: worker.isAside, function: function.id, instance: instance)
        var completion: PendingCompletions.Pending?
        var completionAt: Int?
        for index in function.marshalled {
            guard let slot = arguments[index] else { continue }
            let parameter = function.parameters[index]
            switch parameter.type {
            case .completion:
                completionAt = writer.count
                writer.write(UInt64(0))
                completion = pendingCompletion(at: index)
            case .array, .bytes:
                let counter = parameter.type.counter.flatMap(function.index).flatMap { arguments[$0] }
                try writer.write(
                    counted: parameter.type,
                    at: slot,
                    counter: counter.map { UnsafeRawPointer($0) },
                    name: parameter.name
                )
            case .string:
                try writer.write(textAt: slot, name: parameter.name, cutAt: function.longestText)
            default: try writer.write(memory: slot, as: parameter.type, name: parameter.name)
            }
        }
        // A text that only people read is cut, and the rest of such a call has room.
        let limit = max(function.longestPayload, Frame.Kind.call.longestPayload)
        guard writer.payloadCount <= limit else {
            throw Refusal(
                .limitExceeded,
                "\(function.name): \(writer.payloadCount) bytes, over the limit of \(limit) for one call"
            )
        }
        // Registered last: a call that was refused above must not be answered.
        if let completion, let completionAt {
            let (token, isFirst) = worker.completions.register(completion)
            writer.patch(at: completionAt, with: UInt32(truncatingIfNeeded: token))
            writer.patch(at: completionAt + 4, with: UInt32(truncatingIfNeeded: token >> 32))
            if isFirst { CompletionThread.start(worker) }
        }
        worker.channel.send(writer.finishFrame())
    }

    /// The completion that the extension passed; nil for NULL. Its context is the next parameter.
    private func pendingCompletion(at index: Int) -> PendingCompletions.Pending? {
        guard let target = arguments[index]?.load(as: UnsafeMutableRawPointer?.self),
            let row = function.completion
        else { return nil }
        return .init(row: row, function: target, context: arguments[index + 1]?.load(as: UnsafeMutableRawPointer?.self))
    }

    private func report(_ refusal: Refusal, instance: UInt32) {
        let payload = Table.violation.payload([
            "code": .integer(Int64(refusal.code.rawValue)), "message": .text(refusal.message),
        ])
        worker.channel.send(
            Frame(
                .violation,
                isAside: worker.isAside,
                function: function.id,
                instance: instance,
                payload: payload
            )
        )
    }
}
