internal import MayflyModel
internal import Synchronization

/// Collects the notes of each launch of a window, for its receipt. Safe to use from any thread.
final class NoteBook: Sendable {
    private struct State {
        var reader = NoteReader()
        /// The newest launch of each extension.
        var newest: [ExtensionID: Int] = [:]
        var notes: [Int: LaunchNotes] = [:]
    }

    private let state = Mutex(State())

    /// Notes about the extension belong to this launch from now on.
    func begin(_ launch: Int, of id: ExtensionID) {
        state.withLock { state in
            state.newest[id] = launch
            state.notes[launch] = LaunchNotes()
        }
    }

    /// Adds the note of an event, if it has one.
    func take(_ event: HostEvent) {
        state.withLock { state in
            guard let note = state.reader.note(of: event), let launch = state.newest[note.extensionID] else { return }
            state.notes[launch]?.add("\(note.level.name): \(note.line)")
        }
    }

    /// The notes of a launch that has ended.
    func end(_ launch: Int) -> LaunchNotes {
        state.withLock { $0.notes.removeValue(forKey: launch) ?? LaunchNotes() }
    }
}
