package import MayflyModel

/// A line about an extension for its author: a refused call, a warning of the host, or a line of the extension's log.
package struct ExtensionNote: Sendable, Equatable {
    package let extensionID: ExtensionID
    package let level: HostEvent.LogLevel
    /// Safe to show.
    package let line: String

    /// The text for the refusal of a call. Where the message is cut, the number of the error stays.
    static func refusal(of name: String, _ error: MessageError) -> String {
        "\(name) is refused: \(SafeText.line(error.message)) (error \(error.code.rawValue))"
    }
}

/// Finds the notes among the events of a window.
///
/// The refusal of a call that has no completion comes as two events, and is one note.
package struct NoteReader: Sendable {
    private var lastRefusal: ExtensionNote?
    /// Whether each call, each callback and each end of a process is a note, too.
    private let tellsCalls: Bool

    package init(tellsCalls: Bool = false) { self.tellsCalls = tellsCalls }

    /// The note of the next event; nil for most events.
    package mutating func note(of event: HostEvent) -> ExtensionNote? {
        let refusal = lastRefusal
        lastRefusal = nil
        switch event {
        case .call(let id, let name, _, let error?):
            let note = ExtensionNote(extensionID: id, level: .error, line: ExtensionNote.refusal(of: name, error))
            lastRefusal = note
            return note
        case .log(let id?, let level, let line):
            let note = ExtensionNote(extensionID: id, level: level, line: line)
            return note == refusal ? nil : note
        case .callback(let id, let name, let arguments) where tellsCalls:
            return ExtensionNote(extensionID: id, level: .debug, line: "callback \(name) \(Self.shown(arguments))")
        case .call(let id, let name, let arguments, nil) where tellsCalls:
            return ExtensionNote(extensionID: id, level: .debug, line: "call \(name) \(Self.shown(arguments))")
        case .process(let id, let step, let process) where tellsCalls:
            let number = process.map { " \($0)" } ?? ""
            return ExtensionNote(extensionID: id, level: .debug, line: "process\(number) \(step.rawValue)")
        case .receipt(let id, let end) where tellsCalls:
            return ExtensionNote(extensionID: id, level: .debug, line: Self.receipt(end))
        default: return nil
        }
    }

    private static func shown(_ arguments: JSONValue) -> String { SafeText.line(arguments.line, limit: 120) }

    private static func receipt(_ end: WorkerEnd) -> String {
        var parts = ["ended: \(end.cause.name)"]
        if let lifetime = end.lifetimeMicroseconds { parts.append("after \(lifetime / 1000) ms") }
        if let callbacks = end.callbacks, let calls = end.calls {
            parts.append("\(callbacks) callbacks, \(calls) calls")
        }
        if let memory = end.peakMemoryKiB { parts.append("\(memory) KiB") }
        return parts.joined(separator: ", ")
    }
}
