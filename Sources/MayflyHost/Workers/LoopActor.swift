/// An actor that lives on the event loop.
package protocol LoopActor: Actor {
    nonisolated var loop: EventLoop { get }
}

extension LoopActor {
    package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Does something in here at once, for whoever is on the loop already. Traps for whoever is not.
    ///
    /// It is `assumeIsolated`, which asks the runtime where it is. The runtime finds it out by way of the executor's and the
    /// main actor's types, in several hundred instructions, and a round trip passes nine such borders.
    package nonisolated func onLoop<Result>(_ body: (isolated Self) throws -> Result) rethrows -> Result {
        loop.checkIsolated()
        return try withoutActuallyEscaping(body) { body in
            // Safe because the executor of this actor is the loop, whose thread this is; the two types differ in nothing else.
            try unsafeBitCast(body, to: ((Self) throws -> Result).self)(self)
        }
    }
}
