internal import MayflyHost
internal import MayflyModel
internal import Synchronization

/// The steps of worker processes from start to end, one line for each process.
final class ProcessDiary: Sendable {
    private struct Pages {
        /// The lines of the running processes by process id, and the newest process id of each extension.
        var open: [Int32: String] = [:]
        var newest: [ExtensionID: Int32] = [:]
        var lines: [String] = []
    }

    private let pages = Mutex(Pages())

    func record(_ event: HostEvent) {
        pages.withLock { pages in
            switch event {
            case .process(let id, .spawned, let process?):
                pages.open[process] = "process \(process) of \(id): spawned"
                pages.newest[id] = process
            case .process(_, .reaped, let process?):
                if let line = pages.open.removeValue(forKey: process) { pages.lines.append(line + ", reaped") }
            case .process(_, let step, let process?): pages.open[process]?.append(", \(step.rawValue)")
            case .callback(let id, let name, _):
                if let process = pages.newest[id] { pages.open[process]?.append(", \(name)") }
            default: break
            }
        }
    }

    /// The lines of the processes that have ended; each is given once.
    func takeLines() -> [String] {
        pages.withLock { pages in
            defer { pages.lines = [] }
            return pages.lines
        }
    }
}
