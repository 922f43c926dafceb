extension Table {
    /// A number that changes with the table and with the contract of a worker's start, so that a host never talks to a worker of
    /// another build by mistake.
    package static let fingerprint: UInt64 = {
        var fingerprint = Fingerprint()
        for function in entryPoints { fingerprint.add(function) }
        for interface in interfaces { fingerprint.add(interface) }
        for record in records + controlRecords { fingerprint.add(record) }
        fingerprint.addStart()
        return fingerprint.value
    }()
}

/// A running hash over the interface table and the contract of a worker's start (FNV-1a, 64 bits).
///
/// It walks the values by hand: printing them would be shorter, and would cost each worker ten milliseconds of start.
private struct Fingerprint {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ function: Function) {
        add(UInt64(function.id))
        for text in [function.name, function.cName, function.state.rawValue, function.thread.rawValue] { add(text) }
        add(function.implementer.isRemote ? 0 : 1)
        for parameter in function.parameters {
            add(parameter.name)
            add(parameter.type)
        }
        add(function.result)
    }

    mutating func add(_ interface: Interface) {
        add(interface.id)
        add(interface.cName)
        for function in interface.functions { add(function) }
    }

    mutating func add(_ record: Record) {
        add(record.name)
        for (field, offset) in zip(record.fields, record.offsets) {
            add(field.name)
            add(field.type)
            add(UInt64(offset))
        }
    }

    /// Adds what the host and the worker agree on before the first frame, and the versions of the interface.
    mutating func addStart() {
        for descriptor in WorkerContract.Descriptor.allCases { add(UInt64(descriptor.rawValue)) }
        for number in [WorkerContract.link, WorkerContract.zygoteSocket] { add(UInt64(number)) }
        for path in [WorkerContract.bundleFolder, WorkerContract.privateFolder, WorkerContract.receivedFolder] {
            add(path)
        }
        for version in [Table.oldestVersion, Table.newestVersion] { add(UInt64(version)) }
    }

    private mutating func add(_ type: ABIType) {
        switch type {
        case .void: add(0)
        case .boolean: add(1)
        case .int32: add(2)
        case .uint32: add(3)
        case .uint64: add(4)
        case .double: add(5)
        case .enumeration(let name): add(6, name)
        case .string: add(7)
        case .uuid: add(8)
        case .uuidPointer: add(9)
        case .structure(let record): add(10, record.name)
        case .pointer(let record, let nullable): add(nullable ? 11 : 12, record.name)
        case .array(let element, let counter):
            add(13, counter)
            add(element)
        case .count: add(14)
        case .size: add(15)
        case .reserved(let count): add(16 + 256 * UInt64(count))
        case .address: add(17)
        case .host: add(18)
        case .completion(let row): add(19, row.name)
        case .output(let type):
            add(20)
            add(type)
        case .buffer: add(21)
        case .function(let name): add(22, name)
        case .functions(let name): add(23, name)
        case .bytes(let counter, let most):
            add(24, counter)
            add(UInt64(most ?? 0))
        case .length: add(25)
        }
    }

    private mutating func add(_ number: UInt64, _ text: String) {
        add(number)
        add(text)
    }

    private mutating func add(_ number: UInt64) { value = (value ^ number) &* 0x100_0000_01b3 }

    private mutating func add(_ text: String) {
        for byte in text.utf8 { add(UInt64(byte)) }
        add(UInt64.max)
    }
}
