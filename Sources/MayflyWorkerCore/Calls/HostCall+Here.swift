internal import CMayflyLinux
internal import Glibc
internal import MayflyABI
internal import MayflyModel

extension HostCall {
    /// Carries out a function whose result the extension needs at once. These functions need nothing from the host.
    func answer(_ function: WorkerFunction) throws(Refusal) -> UInt64 {
        switch function {
        case .hostAbility: try findAbility()
        case .makeSession: try makeSession()
        case .privateFolder: privateFolder()
        }
    }

    private func findAbility() throws(Refusal) -> UInt64 {
        var writer = WireWriter()
        guard let slot = arguments[1] else { return 0 }
        try writer.write(memory: slot, as: .string, name: "id")
        var reader = WireReader(writer.bytes)
        guard let id = (try? reader.readText()) ?? nil else { return 0 }
        if let table = worker.tables.withLock({ $0[id] }) { return UInt64(table) }
        warnOfMissingTable(id)
        return 0
    }

    /// Writes into the extension's log, once for each id, that the host does not have the table: the id may be misspelt.
    private func warnOfMissingTable(_ id: String) {
        let instance = arguments[0]?.load(as: UnsafeRawPointer?.self).flatMap { handle in
            worker.shared.withLock { shared in
                shared.missingTables.count < 100 && shared.missingTables.insert(id).inserted
                    ? shared.instances[UInt(bitPattern: handle)] : nil
            }
        }
        guard let instance, let log = Table.log.functions.first else { return }
        var writer = WireWriter(.call, function: log.id, instance: instance)
        let known = worker.tables.withLock { $0.keys.sorted() }.joined(separator: ", ")
        let line = "ability: this host has no table '\(id.prefix(100))'; it has \(known)"
        log.write([.integer(Int64(Self.warning)), .text(line)], to: &writer)
        worker.channel.send(writer.finishFrame())
    }

    /// `MAYFLY_LOG_WARNING`.
    private static let warning = 2

    private func makeSession() throws(Refusal) -> UInt64 {
        guard let target = arguments[1]?.load(as: UnsafeMutableRawPointer?.self) else {
            throw Refusal(.invalidArgument, "'session' is NULL")
        }
        let session = UUID128()
        session.bytes.withUnsafeBytes { bytes in
            if let source = bytes.baseAddress { target.copyMemory(from: source, byteCount: 16) }
        }
        return 0
    }

    private func privateFolder() -> UInt64 {
        let path = Array(worker.shared.withLock { $0.privateFolder }.utf8)
        let buffer = arguments[1]?.load(as: UnsafeMutableRawPointer?.self)
        let capacity = arguments[2]?.load(as: UInt64.self) ?? 0
        if let buffer, capacity >= UInt64(path.count) { buffer.copyMemory(from: path, byteCount: path.count) }
        return UInt64(path.count)
    }
}
