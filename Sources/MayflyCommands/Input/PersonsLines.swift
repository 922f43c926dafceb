internal import Synchronization

/// The lines of one person over all conversations of a session: standard input has one reader, which also has what was typed ahead.
final class PersonsLines: Sendable {
    typealias Inputs = AsyncThrowingStream<SessionInput, any Error>

    private let recorder: EventRecorder
    private let begun = Mutex<(inputs: Inputs, editor: LineEditor?)?>(nil)

    init(_ recorder: EventRecorder) { self.recorder = recorder }

    /// The inputs, from those on that nobody has taken. The first call begins to read.
    func begin(_ makeEditor: () -> LineEditor?) -> (inputs: Inputs, editor: LineEditor?) {
        begun.withLock { begun in
            if let begun { return begun }
            let editor = makeEditor()
            let new = (StandardInput.inputs(with: recorder, editor), editor)
            begun = new
            return new
        }
    }

    /// Gives the terminal back.
    func end() { begun.withLock { $0?.editor?.restore() } }
}
