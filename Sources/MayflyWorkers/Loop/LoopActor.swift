/// An actor that runs on the event loop.
package protocol LoopActor: Actor {
    /// The loop that is its executor.
    nonisolated var loop: EventLoop { get }
}

extension LoopActor {
    /// The loop.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Runs `body` in this actor at once. The caller must be on the loop; it traps elsewhere.
    ///
    /// It replaces `assumeIsolated`, with which the runtime finds out the current executor by way of the executor's and the main
    /// actor's types. That takes several hundred instructions, and a round trip would do it seven times.
    @inline(__always)
    package nonisolated func onLoop<Result>(_ body: @escaping (isolated Self) -> Result) -> Result {
        loop.checkIsolated()
        // Safe because the executor of the actor is the loop, whose thread this is; the two types differ in nothing else.
        let outside = unsafeBitCast(InLoop(body: body), to: OutOfLoop<Self, Result>.self)
        return outside.body(self)
    }

    /// The same for a function that captures nothing, and so needs no memory of its own.
    @inline(__always)
    package nonisolated func onLoop<Argument, Result>(
        _ argument: Argument,
        _ body: @escaping (isolated Self, Argument) -> Result
    ) -> Result {
        loop.checkIsolated()
        // Safe because of what makes it safe above.
        let outside = unsafeBitCast(InLoopWith(body: body), to: OutOfLoopWith<Self, Argument, Result>.self)
        return outside.body(self, argument)
    }
}

// A function in a struct keeps its form when its type is changed; by itself it would be wrapped for the change.
private struct InLoop<Resident: LoopActor, Result> { let body: (isolated Resident) -> Result }
private struct OutOfLoop<Resident: LoopActor, Result> { let body: (Resident) -> Result }
private struct InLoopWith<Resident: LoopActor, Argument, Result> { let body: (isolated Resident, Argument) -> Result }
private struct OutOfLoopWith<Resident: LoopActor, Argument, Result> { let body: (Resident, Argument) -> Result }
