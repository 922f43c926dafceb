/// An actor that runs on the event loop.
package protocol LoopActor: Actor {
    /// The loop that is its executor.
    nonisolated var loop: EventLoop { get }
}

extension LoopActor {
    /// The loop.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Runs `body` in this actor at once. It traps if the caller is not on the loop.
    ///
    /// It replaces `assumeIsolated`, with which the runtime determines the current executor through the types of the
    /// executor and the main actor. That takes several hundred instructions, and a round trip would do it seven times.
    @inline(__always)
    package nonisolated func onLoop<Result>(_ body: @escaping (isolated Self) -> Result) -> Result {
        loop.checkIsolated()
        // Safe because the actor's executor is the loop, and this is its thread. The two types differ only in
        // isolation.
        let outside = unsafeBitCast(InLoop(body: body), to: OutOfLoop<Self, Result>.self)
        return outside.body(self)
    }

    /// The same for a function that captures nothing, so that no closure is allocated.
    @inline(__always)
    package nonisolated func onLoop<Argument, Result>(
        _ argument: Argument,
        _ body: @escaping (isolated Self, Argument) -> Result
    ) -> Result {
        loop.checkIsolated()
        // Safe for the same reason as above.
        let outside = unsafeBitCast(InLoopWith(body: body), to: OutOfLoopWith<Self, Argument, Result>.self)
        return outside.body(self, argument)
    }
}

// A function in a struct is not changed by a cast of the struct; a function that is cast itself gets a wrapper.
private struct InLoop<Resident: LoopActor, Result> { let body: (isolated Resident) -> Result }
private struct OutOfLoop<Resident: LoopActor, Result> { let body: (Resident) -> Result }
private struct InLoopWith<Resident: LoopActor, Argument, Result> { let body: (isolated Resident, Argument) -> Result }
private struct OutOfLoopWith<Resident: LoopActor, Argument, Result> { let body: (Resident, Argument) -> Result }
