import GRDB
import MayflyModel

/// A launch that has not ended and has a process, as the store has it.
struct LiveRow {
    let number: Int
    let extensionID: ExtensionID
    let name: String
    let device: String
    let conversation: String
    let launched: Timestamp
    let state: LiveWorker.State
    /// As the host sees it.
    let worker: ProcessIdentity
    /// Whether the host lives in another PID namespace: what `worker` names is not to be found in this one.
    let isElsewhere: Bool

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
        id = try row.decode(forColumn: "number")
        extensionID = try LiveRow.extensionID(row)
        name = try row.decode(forColumn: "name")
        device = try row.decode(forColumn: "device")
        conversation = try row.decode(forColumn: "conversation")
        launched = Timestamp(rawValue: try row.decode(forColumn: "launched"))
        ended = Timestamp(rawValue: try row.decode(forColumn: "ended"))
        end = try StoreJSON.value(try row.decode(forColumn: "end"), of: "receipt \(id)")
        missingLayers = try StoreJSON.value(try row.decode(forColumn: "layers"), of: "receipt \(id)")
    }
}
