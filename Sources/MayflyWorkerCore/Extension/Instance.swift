internal import MayflyABI

/// One controller instance of the extension, and the host handle that identifies it in host functions.
final class Instance {
    let number: UInt32
    /// A `mayfly_host`; it exists as long as the process, as the header promises.
    let handle: UnsafeMutableRawPointer
    /// The extension's own context for callbacks.
    private(set) var context: UnsafeMutableRawPointer?
    /// The addresses of the callbacks that the extension has, by number.
    private var targets: [UInt16: UnsafeMutableRawPointer] = [:]
    private var controller: UnsafeMutableRawPointer?
    private var abilityFunction: UnsafeMutableRawPointer?

    /// - Parameter isLonger: whether the handle has members that no header has yet.
    init(number: UInt32, abiVersion: UInt32, ability: UnsafeRawPointer, isLonger: Bool = false) {
        self.number = number
        let record = Table.host
        let byteCount = isLonger ? record.byteCount + LongerStruct.more : record.byteCount
        handle = .allocate(byteCount: byteCount, alignment: 8)
        handle.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
        handle.storeBytes(of: UInt32(record.byteCount), as: UInt32.self)
        if let offset = record.offset(of: "abi_version") {
            (handle + offset).storeBytes(of: abiVersion, as: UInt32.self)
        }
        if let offset = record.offset(of: "ability") {
            (handle + offset).storeBytes(of: ability, as: UnsafeRawPointer.self)
        }
        if isLonger { LongerStruct.lengthen(record, at: handle) }
    }

    /// Stores the extension's answer to the request for an instance.
    func adopt(_ answer: StructView) throws(LoadError) {
        context = answer.pointer("context")
        abilityFunction = answer.pointer("ability")
        guard let controller = answer.pointer("controller") else {
            throw LoadError("make_instance gave no controller")
        }
        self.controller = controller
    }

    /// Finds all tables of callbacks, and gives the callbacks that the extension has. Throws for a table that ends before its
    /// first version does.
    func findCallbacks(_ calls: Calls) throws -> CallbackSet {
        var found = CallbackSet()
        for interface in Table.interfaces where interface.side == .extension {
            let given = interface == Table.controller ? controller : try findTable(interface.id, calls: calls)
            guard let table = given else { continue }
            let view = StructView(record: interface.record, memory: table)
            guard view.size >= interface.leastByteCount else {
                throw LoadError(
                    "the size of \(interface.cName) is \(view.size); version 1.0 of the table has \(interface.leastByteCount) bytes"
                )
            }
            for function in interface.functions {
                guard let target = view.pointer(function.cName) else { continue }
                targets[function.id] = target
                found.insert(function)
            }
        }
        return found
    }

    /// The address of a callback; nil when the extension left it out, which means "do nothing" (C-274).
    func target(of function: Function) -> UnsafeMutableRawPointer? { targets[function.id] }

    /// Throws where the extension gives a table for an id that nobody knows.
    func requireNoUnknownTable(_ calls: Calls) throws {
        let id = "mayfly.unknown-to-all/1"
        guard try findTable(id, calls: calls) == nil else {
            throw LoadError("its ability function gives a table for an id that it cannot know, '\(id)'")
        }
    }

    private func findTable(_ id: String, calls: Calls) throws(WireError) -> UnsafeMutableRawPointer? {
        guard let abilityFunction else { return nil }
        var arguments = WireReader(Table.extensionAbility.payload([.text(id)]))
        let outcome = try calls.invoke(Table.extensionAbility, at: abilityFunction, &arguments, address: context)
        return UnsafeMutableRawPointer(bitPattern: UInt(outcome.result))
    }
}
