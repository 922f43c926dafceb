internal import MayflyABI

/// One controller instance of the extension, and the host handle that identifies it in host functions.
final class Instance {
    let number: UInt32
    /// A `mayfly_host`; it exists as long as the process, as the header promises.
    let handle: UnsafeMutableRawPointer
    /// The extension's own context for callbacks.
    private(set) var context: UnsafeMutableRawPointer?
    /// The extension's tables of callbacks, by id. A missing table is requested once.
    private var tables: [String: UnsafeMutableRawPointer?] = [:]
    /// The addresses of callbacks that were called before, by number.
    private var targets: [UInt16: UnsafeMutableRawPointer?] = [:]
    private var abilityFunction: UnsafeMutableRawPointer?

    init(number: UInt32, abiVersion: UInt32, ability: UnsafeRawPointer) {
        self.number = number
        let record = Table.host
        handle = .allocate(byteCount: record.byteCount, alignment: 8)
        handle.initializeMemory(as: UInt8.self, repeating: 0, count: record.byteCount)
        handle.storeBytes(of: UInt32(record.byteCount), as: UInt32.self)
        if let offset = record.offset(of: "abi_version") {
            (handle + offset).storeBytes(of: abiVersion, as: UInt32.self)
        }
        if let offset = record.offset(of: "ability") {
            (handle + offset).storeBytes(of: ability, as: UnsafeRawPointer.self)
        }
    }

    /// Stores the extension's answer to the request for an instance.
    func adopt(_ answer: StructView) throws(LoadError) {
        context = answer.pointer("context")
        abilityFunction = answer.pointer("ability")
        guard let controller = answer.pointer("controller") else {
            throw LoadError("make_instance gave no controller")
        }
        tables[Table.controller.id] = controller
    }

    /// The address of a callback; nil when the extension left it out, which means "do nothing" (C-274).
    func target(of function: Function, in interface: Interface, calls: Calls) throws(WireError)
        -> UnsafeMutableRawPointer?
    {
        if let known = targets[function.id] { return known }
        if tables[interface.id] == nil {
            tables[interface.id] = try findTable(interface.id, calls: calls)
        }
        let target = tables[interface.id].flatMap(\.self).flatMap { table in
            StructView(record: interface.record, memory: table).pointer(function.cName)
        }
        targets[function.id] = .some(target)
        return target
    }

    private func findTable(_ id: String, calls: Calls) throws(WireError) -> UnsafeMutableRawPointer? {
        guard let abilityFunction else { return nil }
        var arguments = WireReader(Table.extensionAbility.payload([.text(id)]))
        let outcome = try calls.invoke(Table.extensionAbility, at: abilityFunction, &arguments, address: context)
        return UnsafeMutableRawPointer(bitPattern: UInt(outcome.result))
    }
}
