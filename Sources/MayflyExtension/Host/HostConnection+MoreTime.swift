internal import CMayfly

extension HostConnection {
    /// Asks for more time to resign: from inside ``MessageExtension/willResignActive(with:)`` or
    /// ``MessageExtension/didResignActive(with:)``, and before the work that takes long.
    ///
    /// The person reads the reason, one short line such as "saving the game". By default a launch is given two seconds in
    /// all; who asks for more than is left gets what is left, and ``MessageError/Code/limitExceeded`` when that is
    /// nothing. Throws where the host cannot do it.
    public func requestMoreTime(
        milliseconds: Int,
        reason: String,
        completion: Conversation.Completion? = nil
    ) throws(MessageError) {
        try perform("extend", Pending.calls, Pending.answerCall, completion) { memory, answer, context in
            let time = UInt32(clamping: milliseconds)
            return moreTime.extend?(pointer, memory.text(reason), time, answer, context)
        }
    }
}
