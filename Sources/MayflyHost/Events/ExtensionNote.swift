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

    package init() {}

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
        default: return nil
        }
    }
}
