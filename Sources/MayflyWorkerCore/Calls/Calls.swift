internal import MayflyABI

/// Calls into the extension, for one thread.
final class Calls {
    let arena = Arena()

    /// Calls a function of the extension.
    func invoke(
        _ function: Function,
        at target: UnsafeMutableRawPointer,
        _ arguments: inout WireReader,
        address: UnsafeMutableRawPointer?,
        host: UnsafeRawPointer? = nil
    ) throws(WireError) -> Invocation.Outcome {
        let interface: CallInterface
        do {
            interface = try CallInterface.of(function)
        } catch {
            throw WireError(error.description)
        }
        return try Invocation(interface: interface, arena: arena)
            .call(target, &arguments, address: address, host: host)
    }
}
