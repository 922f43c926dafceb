internal import GRDB
package import MayflyLinux
package import MayflyModel

/// A row of the table `launch` without an end, whose process is known.
package struct LiveRow {
    package let number: Int
    package let extensionID: ExtensionID
    package let name: String
    package let device: String
    package let conversation: String
    package let launched: Timestamp
    package let state: LiveWorker.State
    /// The process in the PID namespace of the host.
    package let worker: ProcessIdentity
    /// Whether the host runs in another PID namespace, so that `worker` cannot be found in this one.
    package let isElsewhere: Bool

    /// Nil when the row names no process. `isElsewhere` gets the host and the offset of its lock byte
    /// (`HostLivenessLock`).
    init?(_ row: Row, isElsewhere: (ProcessIdentity, Int64?) -> Bool) throws {
        let process = try row.decode(String?.self, forColumn: "worker")
        guard let worker = process.flatMap(ProcessIdentity.init) else { return nil }
        let host = ProcessIdentity(try row.decode(String.self, forColumn: "host"))
        let lockOffset = try row.decode(Int64?.self, forColumn: "seat")
        self.worker = worker
        self.isElsewhere = host.map { isElsewhere($0, lockOffset) } ?? false
        number = try row.decode(forColumn: "number")
        extensionID = try row.extensionID("extension")
        name = try row.decode(forColumn: "name")
        device = try row.decode(forColumn: "device")
        conversation = try row.decode(forColumn: "conversation")
        launched = Timestamp(rawValue: try row.decode(forColumn: "launched"))
        state = LiveWorker.State(rawValue: try row.decode(forColumn: "state")) ?? .active
    }
}

extension ExitReceipt {
    /// Reads a row of the table `launch` that has an end.
    init(_ row: Row) throws {
        let number: Int = try row.decode(forColumn: "number")
        self.init(
            id: number,
            extensionID: try row.extensionID("extension"),
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
