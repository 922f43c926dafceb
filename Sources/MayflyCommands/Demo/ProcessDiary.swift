internal import MayflyHost
internal import MayflyModel
internal import Synchronization

/// What worker processes did from their start to their end, a line for each.
final class ProcessDiary: Sendable {
    private struct Pages {
        var open: [ExtensionID: String] = [:]
        var lines: [String] = []
    }

    private let pages = Mutex(Pages())

    func record(_ event: HostEvent) {
        pages.withLock { pages in
            switch event {
            case .process(let id, .spawned, let process):
                pages.open[id] = "process \(process.map { "\($0)" } ?? "?") of \(id): spawned"
            case .process(let id, let step, _): pages.open[id]?.append(", \(step.rawValue)")
            case .callback(let id, let name, _): pages.open[id]?.append(", \(name)")
            case .receipt(let id, let end):
                guard let line = pages.open.removeValue(forKey: id) else { return }
                pages.lines.append("\(line) (after \(end.lifetimeMicroseconds / 1000) ms)")
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
