internal import MayflyModel
internal import Synchronization

/// What the person had set of the extension of a window when it was launched, or told of changes last. Safe to use from any thread.
final class ToldSettings: Sendable {
    private let mark = Mutex("")

    /// Takes the mark of what is set now (`Store.settingsMark`). Gives whether it is another one.
    @discardableResult func enter(_ new: String) -> Bool {
        mark.withLock { mark in
            defer { mark = new }
            return !mark.hasSameBytes(as: new)
        }
    }
}
