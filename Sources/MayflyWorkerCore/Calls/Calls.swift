internal import CLibFFI
internal import MayflyABI

/// Calls functions of the extension, on one thread.
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

/// One call of a function of the extension.
struct Invocation {
    let interface: CallInterface
    let arena: Arena

    /// The results of the called function. The outputs are in the arena.
    struct Outcome {
        let result: UInt64
        let outputs: [UnsafeMutableRawPointer]
    }

    /// Calls the function at that address.
    ///
    /// `arguments` has the marshalled arguments; `address` and `host` are the parameters that are only valid in this
    /// process.
    func call(
        _ target: UnsafeMutableRawPointer,
        _ arguments: inout WireReader,
        address: UnsafeMutableRawPointer?,
        host: UnsafeRawPointer? = nil
    ) throws(WireError) -> Outcome {
        let parameters = interface.function.parameters
        let slots = arena.allocate(max(parameters.count, 1) * 8)
            .bindMemory(to: UnsafeMutableRawPointer?.self, capacity: max(parameters.count, 1))
        // All are allocated first, because an array comes before the parameter with its count.
        let values = parameters.map { arena.allocate(max($0.type.byteCount, 8), alignment: 16) }
        var outputs: [UnsafeMutableRawPointer] = []
        for (index, (parameter, slot)) in zip(parameters, values).enumerated() {
            slots[index] = slot
            switch parameter.type {
            case .address: slot.storeBytes(of: address, as: UnsafeMutableRawPointer?.self)
            case .host: slot.storeBytes(of: host, as: UnsafeRawPointer?.self)
            case .output(let type):
                let output: UnsafeMutableRawPointer
                if case .structure(let record) = type, record.isSized {
                    output = arena.allocate(arena.byteCount(of: record))
                    output.storeBytes(of: UInt32(arena.byteCount(of: record)), as: UInt32.self)
                } else {
                    output = arena.allocate(type.byteCount)
                }
                outputs.append(output)
                slot.storeBytes(of: output, as: UnsafeMutableRawPointer?.self)
            case .array, .bytes:
                let count = try arguments.placeCounted(parameter.type, at: slot, in: arena)
                let counter = parameter.type.counter.flatMap(interface.function.index)
                // Written with 64 bits, which is right for counters of 32 and of 64 bits.
                if let counter { values[counter].storeBytes(of: UInt64(count), as: UInt64.self) }
            default: try arguments.place(parameter.type, at: slot, in: arena)
            }
        }
        try arguments.finish()
        // libffi widens small results to a register, so the slot must be one.
        var result: UInt64 = 0
        ffi_call(interface.prepared, unsafeBitCast(target, to: (@convention(c) () -> Void).self), &result, slots)
        return Outcome(result: result, outputs: outputs)
    }
}
