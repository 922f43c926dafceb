internal import CLibFFI
internal import MayflyABI

/// The tables of host functions that extensions get. Each entry is a libffi closure that is made from the interface
/// table.
///
/// They are made before the last layer of the sandbox, which allows no new code in memory, and exist as long as the
/// process.
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
        let interfaces = Table.interfaces.filter { $0.side == .host }
        var memory = try ClosureMemory(closures: interfaces.reduce(1) { $0 + $1.functions.count })
        for interface in interfaces {
            let table = UnsafeMutableRawPointer.allocate(byteCount: interface.record.byteCount, alignment: 8)
            table.initializeMemory(as: UInt8.self, repeating: 0, count: interface.record.byteCount)
            table.storeBytes(of: UInt32(interface.record.byteCount), as: UInt32.self)
            for function in interface.functions {
                guard let offset = interface.record.offset(of: function.cName) else { continue }
                let closure = try memory.add(function, handler)
                (table + offset).storeBytes(of: closure, as: UnsafeRawPointer.self)
            }
            tables[interface.id] = UnsafeRawPointer(table)
        }
        self.tables = tables
        ability = try memory.add(Table.hostAbility, handler)
        try memory.close()
    }
}
