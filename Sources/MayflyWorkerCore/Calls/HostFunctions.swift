internal import CLibFFI
internal import MayflyABI

/// The tables of host functions that extensions get. Each entry is a libffi closure that is made from the interface
/// table.
///
/// They are made before the extension is opened, and exist as long as the process.
struct HostFunctions: @unchecked Sendable {
    // Safe because the memory of the pointers is never written again.
    /// Called for every host function, on the thread of the extension's call.
    typealias Handler =
        @convention(c) (
            UnsafeMutablePointer<ffi_cif>?, UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
            UnsafeMutableRawPointer?
        ) -> Void

    /// The tables by their ids, with which extensions request them.
    let tables: [String: UnsafeRawPointer]
    /// The closure that returns them.
    let ability: UnsafeRawPointer

    /// The host functions of this process. A zygote makes them once; each of its workers has a copy.
    static let common = Result<HostFunctions, LoadError> { () throws(LoadError) in
        try HostFunctions(handler: hostFunctionHandler)
    }

    private init(handler: Handler) throws(LoadError) {
        var tables: [String: UnsafeRawPointer] = [:]
        for interface in Table.interfaces where interface.side == .host {
            let table = UnsafeMutableRawPointer.allocate(byteCount: interface.record.byteCount, alignment: 8)
            table.initializeMemory(as: UInt8.self, repeating: 0, count: interface.record.byteCount)
            table.storeBytes(of: UInt32(interface.record.byteCount), as: UInt32.self)
            for function in interface.functions {
                guard let offset = interface.record.offset(of: function.cName) else { continue }
                let closure = try Self.closure(for: function, handler: handler)
                (table + offset).storeBytes(of: closure, as: UnsafeRawPointer.self)
            }
            tables[interface.id] = UnsafeRawPointer(table)
        }
        self.tables = tables
        ability = try Self.closure(for: Table.hostAbility, handler: handler)
    }

    /// The code address of a closure that calls the handler with the function's own call interface as user data.
    static func closure(for function: Function, handler: Handler) throws(LoadError) -> UnsafeRawPointer {
        let interface = try CallInterface.of(function)
        var code: UnsafeMutableRawPointer?
        guard let memory = ffi_closure_alloc(MemoryLayout<ffi_closure>.size, &code), let code else {
            throw LoadError("there is no memory for the closure of \(function.cName)")
        }
        let closure = memory.assumingMemoryBound(to: ffi_closure.self)
        let userData = Unmanaged.passRetained(interface).toOpaque()
        guard ffi_prep_closure_loc(closure, interface.prepared, handler, userData, code) == FFI_OK else {
            throw LoadError("libffi cannot make the closure of \(function.cName)")
        }
        return UnsafeRawPointer(code)
    }
}
