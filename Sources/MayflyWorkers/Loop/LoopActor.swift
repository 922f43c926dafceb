/// An actor that lives on the event loop.
package protocol LoopActor: Actor {
    nonisolated var loop: EventLoop { get }
}

extension LoopActor {
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Does something in here at once, for whoever is on the loop already. Traps for whoever is not.
    ///
    /// It is `assumeIsolated`, which asks the runtime where it is. The runtime finds it out by way of the executor's and the
    /// main actor's types, in several hundred instructions, and a round trip passes seven such borders.
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
