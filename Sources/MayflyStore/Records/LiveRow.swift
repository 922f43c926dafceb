internal import GRDB
package import MayflyLinux
package import MayflyModel

/// A launch that has not ended and has a process, as the store has it.
package struct LiveRow {
    package let number: Int
    package let extensionID: ExtensionID
    package let name: String
    package let device: String
    package let conversation: String
    package let launched: Timestamp
    package let state: LiveWorker.State
    /// As the host sees it.
    package let worker: ProcessIdentity
    /// Whether the host lives in another PID namespace: what `worker` names is not to be found in this one.
    package let isElsewhere: Bool

    /// Nil where no process is known. `isElsewhere` is asked about the host and its place among `HostLivenessLock`.
    init?(_ row: Row, isElsewhere: (ProcessIdentity, Int64?) -> Bool) throws {
        let process = try row.decode(String?.self, forColumn: "worker")
        guard let worker = process.flatMap(ProcessIdentity.init) else { return nil }
        let host = ProcessIdentity(try row.decode(String.self, forColumn: "host"))
        let seat = try row.decode(Int64?.self, forColumn: "seat")
        self.worker = worker
        self.isElsewhere = host.map { isElsewhere($0, seat) } ?? false
        number = try row.decode(forColumn: "number")
        extensionID = try Self.extensionID(row)
        name = try row.decode(forColumn: "name")
        device = try row.decode(forColumn: "device")
        conversation = try row.decode(forColumn: "conversation")
        launched = Timestamp(rawValue: try row.decode(forColumn: "launched"))
        state = LiveWorker.State(rawValue: try row.decode(forColumn: "state")) ?? .active
    }

    static func extensionID(_ row: Row) throws -> ExtensionID {
        let text = try row.decode(String.self, forColumn: "extension")
        guard let id = ExtensionID(rawValue: text) else {
            throw MayflyError(
                .store,
                "the database holds '\(SafeText.line(text, limit: 80))' where an extension's id must be"
            )
        }
        return id
    }
}

extension ExitReceipt {
    init(_ row: Row) throws {
        let number: Int = try row.decode(forColumn: "number")
        self.init(
            id: number,
            extensionID: try LiveRow.extensionID(row),
            name: try row.decode(forColumn: "name"),
            device: try row.decode(forColumn: "device"),
            conversation: try row.decode(forColumn: "conversation"),
            launched: Timestamp(rawValue: try row.decode(forColumn: "launched")),
            ended: Timestamp(rawValue: try row.decode(forColumn: "ended")),
            end: try StoreJSON.value(try row.decode(forColumn: "end"), of: "receipt \(number)"),
            missingLayers: try StoreJSON.value(try row.decode(forColumn: "layers"), of: "receipt \(number)")
        )
    }
}
