import Foundation
import GRDB
import MayflyBench
import MayflyFaults
import MayflyLinux
import MayflyModel
import MayflyStore
import MayflyTestSupport
import Testing

/// All that came of one fault.
struct FaultReport {
    /// Those of the faulty extension.
    private(set) var receipts: [JSONValue] = []
    /// The lines of its log, and of those that it printed.
    private(set) var said: [String] = []
    /// What the person was told.
    private(set) var errors: [JSONValue] = []
    /// What became of the healthy extension; empty when the host did not come to its end.
    private(set) var healthy: [String] = []
    private(set) var left: [String] = []
    /// The bytes of the database before the fault, and after it.
    private(set) var databaseSizes: [Int] = []
    /// Whether the catalogue has been read.
    private var isListed = false
    private(set) var status: Int32 = 0
    /// All that the host printed, for a terminal.
    private(set) var screen = ""

    private static let reader = JSONReader(maximumBytes: 16 << 20, maximumDepth: 64)
    /// How the lines begin of which nothing is taken. There are many, and some are large.
    private static let unread = ["callback", "call", "draft", "transcript", "view"].map {
        Array("{\"event\":\"\($0)\"".utf8)
    }

    /// Runs the fault to its end, or to the point at which its host is killed.
    init(of fault: FaultCase, confinement: String, healthy: String) throws {
        let bundle = try fault.bundle()
        let arguments = [confinement, fault.pace.rawValue, bundle, healthy] + fault.steps
        try self.init(of: fault.id, bundle, arguments) { report, process in
            if fault.killsHost, report.said.last.map(fault.says.contains) == true { process.kill() }
        }
    }

    /// Opens a bundle that is spoiled before the catalogue lists it, or after.
    init(
        of id: String,
        _ bundle: String,
        confinement: String,
        healthy: String,
        spoil: @escaping () throws -> Void
    ) throws {
        var isSpoiled = false
        try self.init(of: id, bundle, [confinement, "patient", bundle, healthy]) { report, _ in
            if report.isListed, !isSpoiled { try spoil() }
            isSpoiled = report.isListed
        }
    }

    private init(
        of id: String,
        _ bundle: String,
        _ arguments: [String],
        watch: (Self, FaultProcess) throws -> Void
    ) throws {
        let process = try FaultProcess(arguments: arguments)
        var before: ResourceSnapshot?
        var home = ""
        while let line = try process.nextLine() {
            screen += String(decoding: line, as: UTF8.self) + "\n"
            guard !Self.unread.contains(where: { line.starts(with: $0) }) else { continue }
            let event = try Self.reader.value(of: line)
            take(event, of: id)
            try watch(self, process)
            guard let place = event["at"].text, place != "end", let folder = event["home"].text else { continue }
            home = folder
            databaseSizes.append(try Self.databaseSize(in: home))
            func count() -> ResourceSnapshot {
                ResourceSnapshot(of: process.id, home: home, bundle: bundle, sparing: event["private"].text ?? "")
            }
            if let before { left = try Self.additions(to: before, count) } else { before = count() }
            process.goOn()
        }
        status = try process.reap()
        screen += process.screen
        left += ProcessCensus.survivors(ofFamily: process.id) + ResourceSnapshot.litter()
        guard FileManager.default.fileExists(atPath: home) else { return }
        // One that was killed could not tidy up.
        if status >= 0 { left.append("home \(home)") }
        try FolderRemoval.remove(home)
    }

    /// The SHA-256 of the icon of the bundles, which the host keeps for the messages that name it.
    private static let icon = Result {
        let file = Checkout.folder.appending(path: "Plugins/Tally/icon.png").path
        return String(try run("sha256sum", [file]).prefix(64))
    }

    /// A control group goes a moment after its worker, and a look at a private folder or at a process that lives, once it has
    /// begun, ends by itself; the host waits for none of them.
    private static func additions(to before: ResourceSnapshot, _ count: () -> ResourceSnapshot) throws -> [String] {
        let end = ContinuousClock.now + .seconds(10)
        var left: [String] = []
        let icon = try icon.get()
        try blockUntil {
            left = count().additions(to: before).filter { !$0.contains("/media/\(icon).png, ") }
            let isPassing = left.contains {
                $0.hasPrefix("cgroup ")
                    || $0.hasPrefix("descriptor ") && ($0.contains("/private/") || $0.contains(" /proc/"))
            }
            return !isPassing || .now >= end
        }
        return left
    }

    private static func databaseSize(in home: String) throws -> Int {
        let queue = try DatabaseQueue(path: HomeFolder(path: home).database)
        defer { try? queue.close() }
        return try queue.read { db in
            func number(_ name: String) throws -> Int { try Int.fetchOne(db, sql: "PRAGMA \(name)") ?? 0 }
            return try number("page_count") * number("page_size")
        }
    }

    private mutating func take(_ event: JSONValue, of id: String) {
        if event["event"].text == "receipt", event["extension"].text == id { receipts.append(event) }
        if event["event"].text == "log", event["extension"].text == id, let line = event["line"].text {
            said.append(line)
        }
        if event["at"].text == "before" { isListed = true }
        if event["step"].text != nil { errors.append(event) }
        if case .list(let story) = event["healthy"] { healthy = story.compactMap(\.text) }
    }

    /// A few lines for whoever looks for the reason of a failure.
    var summary: String {
        let lines = receipts.map(\.line) + errors.map(\.line) + said.suffix(10)
        return "status \(status)\n" + lines.map { String($0.prefix(400)) }.joined(separator: "\n")
    }
}
