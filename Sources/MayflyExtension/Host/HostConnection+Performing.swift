internal import CMayfly

extension HostConnection {
    /// Makes one call. The completion waits under its context, and is forgotten if the host will not call it. `answer`
    /// is what the host calls. `call` gives `nil` where the host has no such function.
    func perform<Answer, Function>(
        _ function: StaticString,
        _ pending: borrowing Completions<Answer>,
        _ answer: Function,
        _ completion: (@Sendable (Answer) -> Void)?,
        domain: MessageError.Domain = .messages,
        _ call: (inout CallMemory, Function?, UnsafeMutableRawPointer?) -> Int32?
    ) throws(MessageError) {
        var memory = CallMemory()
        var context: UnsafeMutableRawPointer?
        if let completion { context = pending.add(completion) }
        let code = call(&memory, completion == nil ? nil : answer, context)
        guard code != MAYFLY_OK.rawValue else { return }
        _ = pending.take(context)
        guard let code else {
            throw MessageError(.unknown, domain: domain, message: "This host has no \(function)")
        }
        throw MessageError(.init(rawValue: code), domain: domain, message: "The host refused \(function)")
    }
}
