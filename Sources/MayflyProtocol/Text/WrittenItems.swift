internal import MayflyModel
internal import Synchronization

/// The items of input fields as JSON that were written last: a field is told whole at each change of it, and what one extension has put
/// there is not written again at each change by another.
///
/// Safe to use from any thread.
package final class WrittenItems: Sendable {
    private struct Written {
        let item: Item
        let line: String
    }

    private struct State {
        var lines: [ItemID: Written] = [:]
        var bytes = 0
    }

    private let state = Mutex(State())
    private static let mostBytes = 1 << 20

    package init() {}

    /// The item as JSON, which is written where it is not here.
    func json(of item: Item, _ write: () -> JSONValue) -> JSONValue {
        if let known = state.withLock({ $0.lines[item.id] }), known.item == item { return .written(known.line) }
        let line = write().line
        state.withLock { state in
            state.bytes += line.utf8.count
            if state.bytes > Self.mostBytes { state = State(bytes: line.utf8.count) }
            state.lines[item.id] = Written(item: item, line: line)
        }
        return .written(line)
    }
}
