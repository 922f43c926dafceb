internal import MayflyABI

/// The prepared call interfaces of everything that the extension implements, for one thread.
final class Calls {
    private var interfaces: [UInt16: CallInterface] = [:]
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
        if let kept = interfaces[function.id] {
            interface = kept
        } else {
            do {
                interface = try CallInterface(function)
            } catch {
                throw WireError(error.description)
            }
            interfaces[function.id] = interface
        }
        return try Invocation(interface: interface, arena: arena)
            .call(target, &arguments, address: address, host: host)
    }
}
