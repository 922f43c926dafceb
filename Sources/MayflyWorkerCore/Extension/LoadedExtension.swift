internal import CMayflyLinux
internal import Glibc
internal import MayflyABI
internal import MayflyModel

/// An extension whose library is open, after the version is negotiated.
final class LoadedExtension {
    let version: UInt32
    private let worker: WorkerProcess
    private let calls = Calls()
    private let hostFunctions: HostFunctions
    /// How the host behaves otherwise than usual.
    private let trial: HostTrial?
    private let makeInstance: UnsafeMutableRawPointer
    private let context: UnsafeMutableRawPointer?
    private var instances: [UInt32: Instance] = [:]

    /// Opens the library of the worker's descriptor, and negotiates.
    convenience init(_ frame: Frame, worker: WorkerProcess) throws {
        guard let request = try OpenRequest(frame.payload) else {
            throw LoadError("the worker program and the host are of different builds")
        }
        // Make the closures before any code of the extension runs.
        _ = try HostFunctions.common.get()
        let descriptor = WorkerContract.Descriptor.library.rawValue
        let library = try Library(descriptor: descriptor, path: request.libraryPath, name: request.library)
        close(descriptor)
        let entry = try library.function(Table.entry.cName, library: request.library)
        try self.init(request, entry: entry, worker: worker)
    }

    /// Negotiates with an extension whose entry point is at that address.
    init(_ request: OpenRequest, entry: UnsafeMutableRawPointer, worker: WorkerProcess) throws {
        self.worker = worker
        worker.shared.withLock { ($0.privateFolder, $0.trial) = (request.privateFolder, request.trial) }
        trial = request.trial
        calls.arena.hasLongerStructs = trial == .hasLongerStructs
        hostFunctions = try HostFunctions.common.get()
        var answer = try Self.negotiate(request, entry: entry, calls: calls)
        if trial == .negotiatesTwice {
            let first = (answer.uint32("abi_version"), answer.pointer("make_instance"))
            answer = try Self.negotiate(request, entry: entry, calls: calls)
            guard first == (answer.uint32("abi_version"), answer.pointer("make_instance")) else {
                throw LoadError("\(request.library): the entry point answers otherwise when it is called again")
            }
        }
        version = answer.uint32("abi_version")
        context = answer.pointer("context")
        guard let makeInstance = answer.pointer("make_instance") else {
            throw LoadError("\(request.library): the entry point agreed, but gave no make_instance")
        }
        self.makeInstance = makeInstance
        calls.arena.reset()
    }

    private static func negotiate(
        _ request: OpenRequest,
        entry: UnsafeMutableRawPointer,
        calls: Calls
    ) throws -> StructView {
        let versions =
            switch request.trial {
            case .offersMore: Table.oldestVersion...(Table.newestVersion + 7)
            case .offersOthersOnly: (Table.newestVersion + 0x10000)...(Table.newestVersion + 0x20000)
            default: Table.oldestVersion...Table.newestVersion
            }
        let offer = RecordValue(
            Table.offer,
            [
                "abi_min": .unsigned(UInt64(versions.lowerBound)), "abi_max": .unsigned(UInt64(versions.upperBound)),
                "host_name": .text(request.hostName), "host_version": .text(request.hostVersion),
            ]
        )
        var arguments = WireReader(Table.entry.payload([.record(offer)]))
        let outcome = try calls.invoke(Table.entry, at: entry, &arguments, address: nil)
        let answer = StructView(record: Table.extension, memory: outcome.outputs[0])
        let code = Int32(truncatingIfNeeded: outcome.result)
        guard code == 0 else {
            let reason = answer.text("refusal") ?? "it gave no reason"
            throw LoadError("\(request.library): the extension refuses this host: \(reason) (code \(code))")
        }
        let version = answer.uint32("abi_version")
        let text = "\(version >> 16).\(version & 0xFFFF)"
        guard versions.contains(version) else {
            throw LoadError("\(request.library): the extension answered version \(text), which was not offered")
        }
        // Only in a trial is a version offered that the host does not speak.
        guard (Table.oldestVersion...Table.newestVersion).contains(version) else {
            throw LoadError("\(request.library): the extension answered version \(text), which it cannot know")
        }
        return answer
    }

    /// Carries out one frame of the host.
    func handle(_ frame: Frame) throws {
        defer { calls.arena.reset() }
        switch frame.kind {
        case .makeInstance: try make(frame)
        case .callback: try callBack(frame)
        default: throw WireError("a worker does not take frames of kind \(frame.kind)")
        }
    }

    private func make(_ frame: Frame) throws {
        let order = try Table.newInstance.value(of: frame.payload)
        let instance = Instance(
            number: frame.instance,
            abiVersion: version,
            ability: hostFunctions.ability,
            isLonger: trial == .hasLongerStructs
        )
        worker.shared.withLock { $0.instances[UInt(bitPattern: instance.handle)] = instance.number }
        worker.tables.withLock { $0 = offeredTables() }
        var arguments = WireReader(Table.makeInstance.payload([order["launch"]]))
        let outcome = try calls.invoke(
            Table.makeInstance,
            at: makeInstance,
            &arguments,
            address: context,
            host: UnsafeRawPointer(instance.handle)
        )
        let code = Int32(truncatingIfNeeded: outcome.result)
        guard code == 0 else { throw LoadError("make_instance failed with code \(code)") }
        try instance.adopt(StructView(record: Table.instance, memory: outcome.outputs[0]))
        let callbacks = try instance.findCallbacks(calls)
        if trial == .asksForUnknownTable { try instance.requireNoUnknownTable(calls) }
        instances[frame.instance] = instance
        let payload = Table.instanceMade.payload(["callbacks": .unsigned(callbacks.bits)])
        worker.channel.send(Frame(.instanceMade, instance: frame.instance, payload: payload))
    }

    /// The addresses of the tables of host functions that the extension gets.
    private func offeredTables() -> [String: UInt] {
        var tables = hostFunctions.tables
        switch trial {
        case .lacks(let id): tables[id] = nil
        case .hasLongerStructs:
            for (id, table) in tables {
                guard let record = Table.interface(id, .host)?.record else { continue }
                tables[id] = UnsafeRawPointer(LongerStruct.copy(record, from: table))
            }
        default: break
        }
        return tables.mapValues { UInt(bitPattern: $0) }
    }

    private func callBack(_ frame: Frame) throws {
        guard let instance = instances[frame.instance], let function = Table.function(frame.function),
            Table.interface(of: frame.function)?.side == .extension
        else { throw WireError("callback \(frame.function) of instance \(frame.instance) does not exist") }
        if function === Table.willBecomeActive { worker.shared.withLock { _ = $0.active.insert(frame.instance) } }
        var result: UInt64 = 0
        if let target = instance.target(of: function) {
            result = try invoke(function, at: target, frame.payload, of: instance)
        }
        if trial == .warnsOfMemory, function.parameters == Table.didReceiveMemoryWarning.parameters,
            let warning = instance.target(of: Table.didReceiveMemoryWarning)
        {
            _ = try invoke(Table.didReceiveMemoryWarning, at: warning, frame.payload, of: instance)
        }
        if function === Table.willResignActive { worker.shared.withLock { _ = $0.active.remove(frame.instance) } }
        var answer = WireWriter(
            .returned,
            function: frame.function,
            instance: frame.instance,
            token: frame.token,
            reserving: 8
        )
        answer.write(.unsigned(result & 0xFFFF_FFFF), as: function.result)
        worker.channel.send(answer.finishFrame())
    }

    /// Calls a callback with these arguments, and gives its result.
    private func invoke(
        _ function: Function,
        at target: UnsafeMutableRawPointer,
        _ payload: [UInt8],
        of instance: Instance
    ) throws -> UInt64 {
        func call() throws -> UInt64 {
            var arguments = WireReader(payload)
            return try calls.invoke(function, at: target, &arguments, address: instance.context).result
        }
        return trial == .completesLate ? try worker.callbackTurn.withLock { _ in try call() } : try call()
    }
}
